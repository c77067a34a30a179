package dev.ccl.lm.answer;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Answer trees that become known where they are walked. A token of the MDP is the <em>place</em> of
 * a piece among the legal ones of its state, so that a state's legal tokens are known before the
 * model is asked, and the model is asked about all new states of a batch at once.
 *
 * <p>Each state is asked about once, and what was said is kept, whoever asks again: another run, or
 * a forest that has forgotten the state. May be shared between threads.
 */
public final class GrowingAnswers {
  private final Voice reference;
  private final Voice teacher; // null where the reference teaches
  private final double smoothing;
  private final Map<String, Node> roots = new HashMap<>();
  private long states;
  private long calls;

  private GrowingAnswers(
      Iterable<Question> questions, Voice reference, Voice teacher, double smoothing) {
    this.reference = reference;
    this.teacher = teacher;
    this.smoothing = smoothing;
    for (Question question : questions) {
      int taughtAt = teacher == null ? 0 : teacher.start(question);
      roots.put(question.id(), new Node(0, reference.start(question), taughtAt));
    }
  }

  /**
   * Prepares the trees of some questions; nothing is asked yet.
   *
   * @param grammar which answers there are
   * @param questions the questions
   * @param source who is asked, and how
   * @return trees of which nothing is known
   */
  public static GrowingAnswers of(
      AnswerGrammar grammar, Iterable<Question> questions, TaskReading.Source source) {
    return new GrowingAnswers(
        questions,
        source.referenceVoice(grammar),
        source.teacherVoice(grammar),
        source.smoothing());
  }

  /** A state; what the model says there is unknown until it has been asked. */
  private static final class Node {
    private final int position;
    private final int heardAt;
    private final int taughtAt;
    private final Map<Integer, Node> children = new HashMap<>(4);
    private Voice.Heard heard;
    private PieceLaw taught; // null where the reference teaches

    Node(int position, int heardAt, int taughtAt) {
      this.position = position;
      this.heardAt = heardAt;
      this.taughtAt = taughtAt;
    }
  }

  /**
   * Returns what features of the states are made of.
   *
   * @param wanted states whose answers have not ended
   * @return one reading per state
   */
  public synchronized List<StateReading> readings(List<State> wanted) {
    List<StateReading> readings = new ArrayList<>();
    for (Node node : known(wanted)) {
      readings.add(
          StateReading.of(
              node.position,
              node.heard.law().smoothed(smoothing),
              node.heard.hidden(),
              reference.embeddings(node.heard.legal())));
    }
    return readings;
  }

  /**
   * Writes the law of the reference.
   *
   * @param wanted states whose answers have not ended
   * @param out overwritten: one row per state, one number per legal token
   */
  public synchronized void reference(List<State> wanted, double[][] out) {
    List<StateReading> readings = readings(wanted);
    for (int i = 0; i < out.length; i++) {
      readings.get(i).reference(out[i]);
    }
  }

  /**
   * Writes the teacher's logits at a temperature, {@link PieceLaw#atTemperature}.
   *
   * @param wanted states whose answers have not ended
   * @param temperature the temperature
   * @param out overwritten: one row per state, one number per legal token
   */
  public synchronized void teacher(List<State> wanted, double temperature, double[][] out) {
    List<Node> nodes = known(wanted);
    for (int i = 0; i < out.length; i++) {
      PieceLaw law = teacher == null ? nodes.get(i).heard.law() : nodes.get(i).taught;
      double[] logits = law.atTemperature(temperature);
      System.arraycopy(logits, 0, out[i], 0, logits.length);
    }
  }

  /**
   * Returns an answer as text.
   *
   * @param prompt whose answer
   * @param answer its tokens, whose states have been visited
   * @return its pieces, one behind the other
   */
  public synchronized String text(Prompt prompt, ImmutableIntArray answer) {
    StringBuilder text = new StringBuilder();
    Node at = roots.get(prompt.id());
    for (int h = 0; h < answer.length(); h++) {
      int place = answer.get(h);
      ImmutableList<String> legal = at.heard.legal();
      if (place >= legal.size() || legal.get(place).equals(AnswerGrammar.END)) {
        break; // the end, or what fills an ended answer
      }
      text.append(legal.get(place));
      at = h + 1 < answer.length() ? child(at, place) : at;
    }
    return text.toString();
  }

  /** {@return about how many states the reference has been asked} */
  public synchronized long states() {
    return states;
  }

  /** {@return in how many calls} */
  public synchronized long calls() {
    return calls;
  }

  private List<Node> known(List<State> wanted) {
    List<Node> nodes = new ArrayList<>();
    Set<Node> unknown = new LinkedHashSet<>();
    for (State state : wanted) {
      Node node = find(state);
      nodes.add(node);
      if (node.heard == null) {
        unknown.add(node);
      }
    }
    if (!unknown.isEmpty()) {
      ask(new ArrayList<>(unknown));
    }
    return nodes;
  }

  private void ask(List<Node> nodes) {
    List<Voice.Place> places = new ArrayList<>();
    nodes.forEach(n -> places.add(new Voice.Place(n.heardAt, reference.listed(n.position))));
    List<Voice.Heard> heard = reference.hear(places);
    if (teacher != null) {
      List<Voice.Place> there = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        there.add(new Voice.Place(nodes.get(i).taughtAt, heard.get(i).legal()));
      }
      List<Voice.Heard> taught = teacher.hear(there);
      for (int i = 0; i < nodes.size(); i++) {
        nodes.get(i).taught = taught.get(i).law();
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).heard = heard.get(i);
    }
    calls++;
    states += nodes.size();
  }

  private Node find(State state) {
    Node at = roots.get(state.prompt().id());
    for (int h = 0; h < state.prefix().length(); h++) {
      at = child(at, state.prefix().get(h));
    }
    return at;
  }

  private Node child(Node parent, int place) {
    Node child = parent.children.get(place);
    if (child == null) {
      if (parent.heard == null) {
        ask(ImmutableList.of(parent));
      }
      String piece = parent.heard.legal().get(place);
      int taughtAt = teacher == null ? 0 : teacher.then(parent.taughtAt, piece);
      child = new Node(parent.position + 1, reference.then(parent.heardAt, piece), taughtAt);
      parent.children.put(place, child);
    }
    return child;
  }
}

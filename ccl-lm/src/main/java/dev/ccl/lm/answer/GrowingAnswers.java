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
 * <p>Every state is evaluated once and cached, also for another run or a forest that has forgotten
 * it. May be shared between threads.
 */
public final class GrowingAnswers {
  private final ModelReader reference;
  private final ModelReader teacher; // null where the reference teaches
  private final double smoothing;
  private final Map<String, Node> roots = new HashMap<>();
  private long states;
  private long calls;

  private GrowingAnswers(
      Iterable<Question> questions, ModelReader reference, ModelReader teacher, double smoothing) {
    this.reference = reference;
    this.teacher = teacher;
    this.smoothing = smoothing;
    for (Question question : questions) {
      int teacherNode = teacher == null ? 0 : teacher.start(question);
      roots.put(question.id(), new Node(0, reference.start(question), teacherNode));
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
        source.referenceReader(grammar),
        source.teacherReader(grammar),
        source.smoothing());
  }

  /** A state; what the model says there is unknown until it has been asked. */
  private static final class Node {
    private final int position;
    private final int referenceNode;
    private final int teacherNode;
    private final Map<Integer, Node> children = new HashMap<>(4);
    private ModelReader.PieceReading reading;
    private PieceLaw taughtLaw; // null where the reference teaches

    Node(int position, int referenceNode, int teacherNode) {
      this.position = position;
      this.referenceNode = referenceNode;
      this.teacherNode = teacherNode;
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
      readings.add(stateReading(node));
    }
    return readings;
  }

  private StateReading stateReading(Node node) {
    return StateReading.of(
        node.position,
        node.reading.law().smoothed(smoothing),
        node.reading.hidden(),
        reference.embeddings(node.reading.legal()));
  }

  /**
   * Grows the trees of some questions to their ends, level by level side by side.
   *
   * @return the states of each tree, each before those behind it, depth first
   */
  synchronized List<ImmutableList<AnswerNode>> wholeTrees(List<Question> questions) {
    List<Node> level = new ArrayList<>();
    questions.forEach(question -> level.add(roots.get(question.id())));
    while (!level.isEmpty()) {
      ask(level);
      List<Node> next = new ArrayList<>();
      for (Node node : level) {
        for (int place = 0; place < node.reading.legal().size(); place++) {
          if (isFollowed(node, place)) {
            next.add(child(node, place));
          }
        }
      }
      level.clear();
      level.addAll(next);
    }
    List<ImmutableList<AnswerNode>> trees = new ArrayList<>();
    for (Question question : questions) {
      ImmutableList.Builder<AnswerNode> nodes = ImmutableList.builder();
      collect(roots.get(question.id()), ImmutableList.of(), nodes);
      trees.add(nodes.build());
    }
    return trees;
  }

  private boolean isFollowed(Node node, int place) {
    return node.position + 1 < reference.horizon()
        && !node.reading.legal().get(place).equals(AnswerGrammar.END);
  }

  private void collect(
      Node node, ImmutableList<String> prefix, ImmutableList.Builder<AnswerNode> nodes) {
    ImmutableList<String> legal = node.reading.legal();
    PieceLaw law = teacher == null ? node.reading.law() : node.taughtLaw;
    nodes.add(new AnswerNode(prefix, legal, node.reading.law().mass(), law, stateReading(node)));
    for (int place = 0; place < legal.size(); place++) {
      if (isFollowed(node, place)) {
        ImmutableList<String> longer =
            ImmutableList.<String>builder().addAll(prefix).add(legal.get(place)).build();
        collect(child(node, place), longer, nodes);
      }
    }
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
      PieceLaw law = teacher == null ? nodes.get(i).reading.law() : nodes.get(i).taughtLaw;
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
      ImmutableList<String> legal = at.reading.legal();
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
      if (node.reading == null) {
        unknown.add(node);
      }
    }
    if (!unknown.isEmpty()) {
      ask(new ArrayList<>(unknown));
    }
    return nodes;
  }

  private void ask(List<Node> nodes) {
    List<ModelReader.Query> places = new ArrayList<>();
    nodes.forEach(
        n -> places.add(new ModelReader.Query(n.referenceNode, reference.listed(n.position))));
    List<ModelReader.PieceReading> reading = reference.read(places);
    if (teacher != null) {
      List<ModelReader.Query> there = new ArrayList<>();
      for (int i = 0; i < nodes.size(); i++) {
        there.add(new ModelReader.Query(nodes.get(i).teacherNode, reading.get(i).legal()));
      }
      List<ModelReader.PieceReading> taughtLaw = teacher.read(there);
      for (int i = 0; i < nodes.size(); i++) {
        nodes.get(i).taughtLaw = taughtLaw.get(i).law();
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).reading = reading.get(i);
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
      if (parent.reading == null) {
        ask(ImmutableList.of(parent));
      }
      String piece = parent.reading.legal().get(place);
      int teacherNode = teacher == null ? 0 : teacher.then(parent.teacherNode, piece);
      child =
          new Node(parent.position + 1, reference.then(parent.referenceNode, piece), teacherNode);
      parent.children.put(place, child);
    }
    return child;
  }
}

package dev.ccl.lm.compile;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.lm.answer.GrowingAnswers;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.VerifierException;
import dev.ccl.policies.ResidualSoftmax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The token MDP of a split, and what a model says at its states as the framework asks for it. */
final class ModelStates {
  private final Task task;
  private final TaskReading.Source source;
  private final Map<String, Question> questions = new LinkedHashMap<>();
  private final GrowingAnswers answers;
  private final TokenMdp mdp;

  ModelStates(Task task, Split split, TaskReading.Source source) {
    this.task = task;
    this.source = source;
    split.source().forEach(question -> questions.put(question.id(), question));
    split.target().forEach(question -> questions.put(question.id(), question));
    this.answers = GrowingAnswers.of(task.grammar(), questions.values(), source);
    this.mdp = mdp(task.grammar());
  }

  GrowingAnswers answers() {
    return answers;
  }

  boolean isTaughtByReference() {
    return source.isTaughtByReference();
  }

  /** Half the distance between the largest and the least log of a smoothed law, at most. */
  double logRange() {
    return -0.5 * Elementary.log(source.smoothing() / mdp.vocabulary().size());
  }

  FeatureMap features(int dimension, FeatureFunction function) {
    return new Features(dimension, function);
  }

  Vocabulary vocabulary() {
    return mdp.vocabulary();
  }

  FrozenPolicy reference() {
    return new Reference();
  }

  ResidualSoftmax.BaseLogits teacher(double temperature) {
    return new Teacher(temperature);
  }

  /** Places of pieces, the end and what fills an ended answer. */
  private static TokenMdp mdp(AnswerGrammar grammar) {
    List<ImmutableIntArray> legal = new ArrayList<>();
    int widest = grammar.top();
    for (int h = 0; h < grammar.horizon() && grammar.top() == 0; h++) {
      widest = Math.max(widest, grammar.pieces(h).size());
    }
    for (int h = 0; h < grammar.horizon(); h++) {
      ImmutableIntArray.Builder places = ImmutableIntArray.builder();
      int count = grammar.top() > 0 ? grammar.top() + 1 : grammar.pieces(h).size();
      for (int k = 0; k < count; k++) {
        boolean ends =
            grammar.top() > 0
                ? k == grammar.top()
                : grammar.pieces(h).get(k).equals(AnswerGrammar.END);
        places.add(ends ? widest : k);
      }
      legal.add(places.build());
    }
    List<String> names = new ArrayList<>();
    for (int k = 1; k <= widest; k++) {
      names.add("place " + k);
    }
    names.add("EOS");
    names.add("null");
    Vocabulary vocabulary = Vocabulary.of(names, "EOS", "null");
    ImmutableIntArray ended = ImmutableIntArray.of(vocabulary.pad());
    return TokenMdp.of(
        vocabulary,
        (prompt, prefix) -> prefix.contains(vocabulary.eos()) ? ended : legal.get(prefix.length()),
        grammar.horizon());
  }

  private Prompt prompt(String id) {
    return TaskCompiler.prompt(questions.get(id));
  }

  List<StateReading> readings(List<State> states) {
    return answers.readings(states);
  }

  /** All states with a choice, level by level. */
  List<State> allStates() {
    List<State> seen = new ArrayList<>();
    List<State> level = new ArrayList<>();
    questions.keySet().forEach(id -> level.add(mdp.start(prompt(id))));
    while (!level.isEmpty()) {
      answers.readings(level); // all of a level in one call
      seen.addAll(level);
      List<State> next = new ArrayList<>();
      for (State at : level) {
        for (int k = 0; k < at.legal().length(); k++) {
          State then = mdp.append(at, at.legal().get(k));
          if (!mdp.isForced(then)) {
            next.add(then);
          }
        }
      }
      level.clear();
      level.addAll(next);
    }
    return seen;
  }

  /** The states that answers of the reference to each prompt visit, level by level, each once. */
  List<State> statesOfRollouts(int rollouts, long seed) {
    RandomStreams streams = RandomStreams.of(seed);
    List<State> seen = new ArrayList<>();
    List<State> walkers = new ArrayList<>();
    for (String id : questions.keySet()) {
      Prompt prompt = prompt(id);
      for (int i = 0; i < rollouts; i++) {
        walkers.add(mdp.start(prompt));
      }
    }
    for (int h = 0; h < mdp.horizon() && !walkers.isEmpty(); h++) {
      List<State> distinct = new ArrayList<>(new LinkedHashSet<>(walkers));
      answers.readings(distinct); // in one call
      seen.addAll(distinct);
      RandomStream random = streams.open(Purpose.INSTANCE, 3, h);
      List<State> next = new ArrayList<>();
      for (State at : walkers) {
        State then = mdp.append(at, at.legal().get(draw(at, random)));
        if (!mdp.isForced(then)) {
          next.add(then);
        }
      }
      walkers = next;
    }
    return seen;
  }

  private int draw(State at, RandomStream random) {
    double[][] law = {new double[at.legal().length()]};
    answers.reference(ImmutableList.of(at), law);
    double left = random.nextDouble();
    int k = 0;
    while (k + 1 < law[0].length && left >= law[0][k]) {
      left -= law[0][k++];
    }
    return k;
  }

  Dataset side(List<Question> some, boolean grows) {
    List<Prompt> prompts = some.stream().map(q -> prompt(q.id())).toList();
    return grows ? Dataset.growing(mdp, prompts) : Dataset.complete(mdp, prompts);
  }

  /**
   * Asks about the states whose answers have not ended. The rows of the others, whose answers are
   * being filled up, begin with one number that is repeated.
   */
  private void forOpen(
      List<State> states,
      double[][] out,
      int length,
      double ended,
      BiConsumer<List<State>, double[][]> ask) {
    List<State> open = new ArrayList<>();
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < out.length; i++) {
      if (states.get(i).prefix().contains(mdp.vocabulary().eos())) {
        Arrays.fill(out[i], 0, length, ended);
      } else {
        open.add(states.get(i));
        rows.add(out[i]);
      }
    }
    ask.accept(open, rows.toArray(new double[0][]));
  }

  /** The verifier's reward of an answer. */
  double reward(Prompt prompt, ImmutableIntArray answer) {
    Question question = questions.get(prompt.id());
    String text = answers.text(prompt, answer);
    try {
      return task.verifier().checked(question, text);
    } catch (VerifierException e) {
      throw new VerifierException(
          String.format("question \"%s\", answer \"%s\": %s", question.id(), text, e.getMessage()));
    }
  }

  /** Features of a reading. */
  @FunctionalInterface
  interface FeatureFunction {
    void features(StateReading reading, double[] out);
  }

  /** Features on the states of the trees. */
  private final class Features implements FeatureMap {
    private final int dimension;
    private final FeatureFunction function;

    Features(int dimension, FeatureFunction function) {
      this.dimension = dimension;
      this.function = function;
    }

    @Override
    public int dimension() {
      return dimension;
    }

    @Override
    public void features(State state, double[] out) {
      features(ImmutableList.of(state), new double[][] {out});
    }

    @Override
    public void features(List<State> states, double[][] out) {
      forOpen(states, out, dimension, 0, this::makeFeatures);
    }

    private void makeFeatures(List<State> states, double[][] out) {
      List<StateReading> readings = answers.readings(states);
      for (int i = 0; i < out.length; i++) {
        function.features(readings.get(i), out[i]);
      }
    }
  }

  /** The logits of the teacher at a temperature. */
  private final class Teacher implements ResidualSoftmax.BaseLogits {
    private final double temperature;

    Teacher(double temperature) {
      this.temperature = temperature;
    }

    @Override
    public void logits(State state, double[] out) {
      logits(ImmutableList.of(state), new double[][] {out});
    }

    @Override
    public void logits(List<State> states, double[][] out) {
      forOpen(states, out, 1, 0, (open, rows) -> answers.teacher(open, temperature, rows));
    }
  }

  /** π<sub>pre</sub> on the states of the trees. */
  private final class Reference implements FrozenPolicy {
    @Override
    public void probabilities(State state, double[] out) {
      probabilities(ImmutableList.of(state), new double[][] {out});
    }

    @Override
    public void probabilities(List<State> states, double[][] out) {
      forOpen(states, out, 1, 1, answers::reference);
    }
  }
}

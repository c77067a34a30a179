package dev.ccl.lm.compile;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.lm.answer.AnswerNode;
import dev.ccl.lm.answer.PieceLaw;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.recipe.FittedRecipe;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.VerifierException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Compiles a split of a task into an instance. The order of the steps is the information barrier:
 * trees are read, features fitted and frozen, and only then does the verifier speak.
 */
public final class TaskCompiler {
  private static final String EOS = "EOS";
  private static final String PAD = "null";
  private static final int SHOWN_FAILURES = 5;
  private static final int MOST_TIMEOUTS = 3;

  private final Task task;
  private final CompileSettings settings;
  private final Map<Question, List<AnswerNode>> trees = new LinkedHashMap<>();
  private final Vocabulary vocabulary;
  private final FittedRecipe calibration;
  private final FittedRecipe student;
  private final int horizon;
  private long rewards;
  private int timeouts; // the last ones, one behind the other

  private TaskCompiler(TaskReading reading, Split split, CompileSettings settings, long seed) {
    this.task = reading.task();
    this.settings = settings;
    this.horizon = task.grammar().horizon();
    split.source().forEach(q -> trees.put(q, reading.tree(q)));
    split.target().forEach(q -> trees.put(q, reading.tree(q)));
    List<StateReading> readings = new ArrayList<>();
    trees.values().forEach(nodes -> nodes.forEach(node -> readings.add(node.reading())));
    this.calibration = FittedRecipe.fit(settings.calibration(), readings, seed);
    this.student = FittedRecipe.fit(settings.student(), readings, seed);
    this.vocabulary = vocabulary();
  }

  /**
   * Compiles a split.
   *
   * @param reading what the models say about its questions
   * @param split source and target questions
   * @param name a name for people
   * @param settings what else the instance depends on
   * @param seed of random features
   * @return the instance with its frozen features
   * @throws VerifierException if answers could not be judged; the message names some of them
   */
  public static Compiled compile(
      TaskReading reading, Split split, String name, CompileSettings settings, long seed) {
    checkArgument(
        settings.kind().equals(StudentClass.LINEAR),
        "an instance file holds linear students, not %s ones",
        settings.kind());
    return new TaskCompiler(reading, split, settings, seed).compile(split, name);
  }

  private Compiled compile(Split split, String name) {
    List<PromptTable> tables = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (Map.Entry<Question, List<AnswerNode>> tree : trees.entrySet()) {
      tables.add(table(tree.getKey(), tree.getValue(), failures));
    }
    if (!failures.isEmpty()) {
      throw new VerifierException(
          String.format(
              Locale.ROOT,
              "%d of %d answers could not be judged: %s",
              failures.size(),
              rewards,
              String.join("; ", failures.subList(0, Math.min(SHOWN_FAILURES, failures.size())))));
    }
    List<String> source = split.source().stream().map(Question::id).toList();
    List<String> target = split.target().stream().map(Question::id).toList();
    double[] start = calibration.exponent(1 / settings.temperature());
    Ball set = Ball.of(calibration.dimension(), settings.bound());
    set.project(start);
    Instance initial = Instance.of(header(name, start), tables, source, target);
    Teaching teaching = teach(initial, start);
    Instance instance = Instance.of(header(name, teaching.teacher), tables, source, target);
    return new Compiled(instance, calibration, student, report(teaching.fit));
  }

  private Instance.Header header(String name, double[] teacher) {
    return new Instance.Header(
        name,
        settings.lambda(),
        settings.bound(),
        horizon,
        vocabulary,
        Feasibility.EXPLICIT,
        Ball.of(calibration.dimension(), settings.bound()),
        ImmutableDoubleArray.copyOf(teacher),
        ImmutableDoubleArray.copyOf(new double[student.dimension()]));
  }

  private Vocabulary vocabulary() {
    Set<String> pieces = new LinkedHashSet<>();
    trees.values().forEach(nodes -> nodes.forEach(node -> pieces.addAll(node.legal())));
    pieces.remove(AnswerGrammar.END);
    checkArgument(
        !pieces.contains(EOS) && !pieces.contains(PAD),
        "\"%s\" and \"%s\" cannot be pieces of an answer",
        EOS,
        PAD);
    List<String> tokens = new ArrayList<>(pieces);
    tokens.add(EOS);
    tokens.add(PAD);
    return Vocabulary.of(tokens, EOS, PAD);
  }

  private PromptTable table(Question question, List<AnswerNode> nodes, List<String> failures) {
    List<StateTable> tables = new ArrayList<>();
    Map<ImmutableIntArray, Double> rewardOf = new LinkedHashMap<>();
    for (AnswerNode node : nodes) {
      tables.add(state(node));
      for (String piece : node.legal()) {
        boolean ended = piece.equals(AnswerGrammar.END);
        List<String> answer = new ArrayList<>(node.prefix());
        answer.add(ended ? EOS : piece);
        if (ended || answer.size() == horizon) {
          addPadding(answer, tables);
          rewardOf.put(ids(answer), reward(question, node.prefix(), piece, failures));
        }
      }
    }
    return PromptTable.of(prompt(question), tables, rewardOf);
  }

  /** The question as everybody sees it: neither its type nor its facts. */
  static Prompt prompt(Question question) {
    return new Prompt(question.id(), shown(question), question.kind(), question.group());
  }

  /** What a person reads of a question. */
  static String shown(Question question) {
    return question.opening().isEmpty()
        ? question.text()
        : question.text() + " | " + question.opening();
  }

  /** Fills an ended answer up to the horizon and lists the states on the way. */
  private void addPadding(List<String> answer, List<StateTable> tables) {
    while (answer.size() < horizon) {
      tables.add(
          StateTable.of(
              ids(answer),
              ImmutableIntArray.of(vocabulary.pad()),
              new double[calibration.dimension()],
              new double[student.dimension()],
              new double[] {1}));
      answer.add(PAD);
    }
  }

  private double reward(
      Question question, List<String> prefix, String piece, List<String> failures) {
    String answer = String.join("", prefix) + piece;
    rewards++;
    try {
      double reward = task.verifier().checked(question, answer);
      timeouts = 0;
      return reward;
    } catch (VerifierException e) {
      String failure =
          String.format(
              "question \"%s\", answer \"%s\": %s", question.id(), answer, e.getMessage());
      timeouts = e.isTimeout() ? timeouts + 1 : 0;
      if (timeouts == MOST_TIMEOUTS) {
        throw new VerifierException(
            String.format(
                Locale.ROOT,
                "the verifier's time was over %d times in a row, %d answers were left: %s",
                timeouts,
                answers() - rewards,
                failure));
      }
      failures.add(failure);
      return 0;
    }
  }

  /** How many answers there are to judge. */
  private long answers() {
    long answers = 0;
    for (List<AnswerNode> nodes : trees.values()) {
      for (AnswerNode node : nodes) {
        boolean last = node.prefix().size() + 1 == horizon;
        answers += last ? node.legal().size() : 0;
        answers += !last && node.legal().contains(AnswerGrammar.END) ? 1 : 0;
      }
    }
    return answers;
  }

  private StateTable state(AnswerNode node) {
    int count = node.legal().size();
    double[] phi = new double[count * calibration.dimension()];
    double[] phiStu = new double[count * student.dimension()];
    double[] pre = new double[count];
    calibration.features(node.reading(), phi);
    student.features(node.reading(), phiStu);
    round(phi);
    round(phiStu);
    node.reading().reference(pre);
    List<String> tokens =
        node.legal().stream().map(p -> p.equals(AnswerGrammar.END) ? EOS : p).toList();
    return StateTable.of(ids(node.prefix()), ids(tokens), phi, phiStu, pre);
  }

  /** Six digits behind the point: files of moderate size, and nothing that a learner would feel. */
  private static void round(double[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.rint(values[i] * 1e6) / 1e6 + 0.0;
    }
  }

  private ImmutableIntArray ids(List<String> tokens) {
    return ImmutableIntArray.copyOf(tokens.stream().mapToInt(vocabulary::id));
  }

  /** The teacher in the class and how far it is from the model. */
  private static final class Teaching {
    private final double[] teacher;
    private final double fit;

    Teaching(double[] teacher, double fit) {
      this.teacher = teacher;
      this.fit = fit;
    }
  }

  /** Projects the teacher's law, on source and target prompts alike, onto the class. */
  private Teaching teach(Instance instance, double[] start) {
    LearningProblem problem = instance.problem();
    Map<String, Map<ImmutableIntArray, PieceLaw>> laws = new LinkedHashMap<>();
    for (Map.Entry<Question, List<AnswerNode>> tree : trees.entrySet()) {
      Map<ImmutableIntArray, PieceLaw> byPrefix = new LinkedHashMap<>();
      tree.getValue().forEach(node -> byPrefix.put(ids(node.prefix()), node.teacher()));
      laws.put(tree.getKey().id(), byPrefix);
    }
    ForwardKl divergence =
        divergence(problem.source(), laws).plus(divergence(problem.target(), laws));
    double[] fitted = divergence.minimizer(problem.calibration().set(), start);
    return new Teaching(fitted, Math.max(0, divergence.value(fitted)));
  }

  private ForwardKl divergence(Side side, Map<String, Map<ImmutableIntArray, PieceLaw>> laws) {
    Forest forest = side.forest();
    double[] logits = new double[forest.edges()];
    forest.forEachNode(
        (s, state) -> {
          PieceLaw law = laws.get(state.prompt().id()).get(state.prefix());
          if (law != null) { // else an answer is being filled up
            double[] teacherLaw = law.atTemperature(settings.temperature());
            System.arraycopy(teacherLaw, 0, logits, forest.firstEdge(s), teacherLaw.length);
          }
        });
    double[] half = side.dataset().rootWeights();
    for (int i = 0; i < half.length; i++) {
      half[i] *= 0.5;
    }
    return ForwardKl.of(side.calibration(), EdgeLaw.ofLogits(forest, logits), half);
  }

  private Compiled.Report report(double fit) {
    double sum = 0;
    double least = 1;
    long count = 0;
    for (List<AnswerNode> nodes : ImmutableList.copyOf(trees.values())) {
      for (AnswerNode node : nodes) {
        sum += node.mass();
        least = Math.min(least, node.mass());
        count++;
      }
    }
    return new Compiled.Report(count, rewards, sum / count, least, fit);
  }
}

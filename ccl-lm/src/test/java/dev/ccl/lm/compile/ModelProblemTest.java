package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.Estimate;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.RolloutEvaluation;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.answer.AnswerNode;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.VerifierException;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Growing trees on the seeded random model, against the compiled ones where both fit. */
class ModelProblemTest {
  private static final LoadedModel MODEL = ToyModel.loaded(5);
  private static final CompileSettings SETTINGS =
      CompileSettings.DEFAULT.withRecipes(
          FeatureRecipe.parse("log,embedding=2,hidden=1x1"),
          FeatureRecipe.parse("log,embedding=1"));

  static Task task(AnswerGrammar grammar) {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      questions.add(Question.of("q" + i, "a", "q" + i, "say " + i, Map.of("n", "" + i)));
    }
    return Task.of(
        "toy",
        questions,
        grammar,
        (q, answer) -> answer.length() == q.number("n") % 4 ? 1 : 0,
        List.of(Shift.between("halves", List.of("a"), List.of("a"))));
  }

  static Split split(Task task) {
    return Split.draw(task.questions(), task.shifts().get(0), 3, 3);
  }

  private static List<AnswerGrammar> grammars() {
    return List.of(
        AnswerGrammar.top(3, 3),
        AnswerGrammar.positions(
            List.of(
                List.of("x", "y", "zx"),
                List.of("x", AnswerGrammar.END, "yy", "z"), // the widest is not the first
                List.of("x", "y"))));
  }

  private static ModelProblem onDemand(Task task, LoadedModel model, Compiled compiled) {
    return ModelProblem.growing(
        task,
        split(task),
        TaskReading.Source.of(model),
        SETTINGS,
        compiled.calibration(),
        compiled.student(),
        compiled.instance().header().teacher());
  }

  private static Compiled compiled(Task task) {
    TaskReading reading =
        TaskReading.read(task, task.questions(), TaskReading.Source.of(MODEL), n -> {});
    return TaskCompiler.compile(reading, split(task), "toy", SETTINGS, 1);
  }

  /** Answers as text with reward, and features and reference at every state. */
  private static boolean isCompiled(
      LearningProblem problem, ModelProblem trees, Compiled compiled) {
    boolean[] same = {true};
    for (PromptTable table : compiled.instance().prompts().values()) {
      Prompt prompt =
          problem.source().dataset().prompts().stream()
              .filter(p -> p.id().equals(table.prompt().id()))
              .findFirst()
              .orElse(new Prompt(table.prompt().id(), table.prompt().text()));
      int[] next = {0};
      problem.mdp().forEachState(prompt, state -> same[0] &= agrees(problem, state, table, next));
      Set<String> texts = new HashSet<>();
      for (ImmutableIntArray answer : problem.mdp().answers(prompt)) {
        String text = trees.text(prompt, answer);
        texts.add(text.replace(" ", ""));
        int number = Integer.parseInt(prompt.id().substring(1));
        double expected = text.length() == number % 4 ? 1 : 0;
        same[0] &= expected == trees.rewards().reward(prompt, answer);
      }
      Set<String> listed = new HashSet<>();
      for (ImmutableIntArray answer : table.rewards().keySet()) {
        listed.add(compiled.instance().mdp().text(answer).replaceAll("EOS|null| ", ""));
      }
      same[0] &= texts.equals(listed);
    }
    return same[0];
  }

  private static boolean agrees(
      LearningProblem problem, State state, PromptTable table, int[] next) {
    int count = state.legal().length();
    if (count == 1) {
      return true; // padding
    }
    while (table.states().get(next[0]).tokens().length() == 1) {
      next[0]++;
    }
    StateTable expected = table.states().get(next[0]++);
    if (count != expected.tokens().length()) {
      return false;
    }
    double[] law = new double[count];
    problem.reference().probabilities(state, law);
    int d = problem.calibration().family().dimension();
    double[] rows = new double[count * d];
    problem.calibration().family().gradients(new double[d], state, rows);
    boolean same = true;
    for (int k = 0; k < count; k++) {
      same &= Math.abs(law[k] - expected.pre(k)) < 1e-12;
      for (int i = 0; i < d; i++) {
        same &= Math.abs(rows[k * d + i] - expected.phi(k, i)) < 2e-6; // six digits in the file
      }
    }
    return same;
  }

  @Test
  void growingTreesAreTheCompiledOnes() {
    for (AnswerGrammar grammar : grammars()) {
      Task task = task(grammar);
      Compiled compiled = compiled(task);
      ModelProblem trees = onDemand(task, MODEL, compiled);
      assertTrue(isCompiled(trees.problem(), trees, compiled), grammar.toString());
    }
  }

  /** Features of the state above, as a tree that is one step late would give them. */
  @Test
  void featuresOfAnotherStateAreRejected() {
    Task task = task(grammars().get(0));
    Compiled compiled = compiled(task);
    ModelProblem trees = onDemand(task, MODEL, compiled);
    LearningProblem honest = trees.problem();
    PolicyFamily family = honest.calibration().family();
    PolicyFamily late =
        new ForwardingFamily(family) {
          @Override
          public void gradients(double[] theta, State state, double[] out) {
            family.gradients(theta, honest.mdp().start(state.prompt()), out);
          }
        };
    LearningProblem.PolicyClass lying =
        new LearningProblem.PolicyClass(
            late, honest.calibration().set(), honest.calibration().initial());
    assertFalse(isCompiled(honest.withCalibration(lying), trees, compiled));
  }

  /** An interval of the level 0.9999 fails by chance once in ten thousand seeds. */
  @Test
  void rolloutsEstimateWhatTheCompiledTreesHave() {
    Task task = task(grammars().get(0));
    Compiled compiled = compiled(task);
    GroundTruth truth = GroundTruth.of(compiled.instance());
    ModelProblem trees = onDemand(task, MODEL, compiled);
    double[] theta = trees.student().exponent(2);
    RolloutEvaluation evaluation =
        RolloutEvaluation.of(trees.problem(), trees.rewards(), 7, 20_000, 0.9999);
    Estimate objective = evaluation.objective(theta);
    assertTrue(objective.contains(truth.objective(theta)), objective.toString());
    assertFalse(objective.contains(truth.objective(trees.student().exponent(1))));
  }

  /** Runs and evaluates; each state is asked about once, whoever comes by. */
  @Test
  void theModelIsAskedOnceAboutEachVisitedState() {
    Task task = task(AnswerGrammar.top(4, 6));
    Recorder recorder = new Recorder(MODEL.model());
    LoadedModel recorded = new LoadedModel(recorder, MODEL.tokenizer(), MODEL.template());
    ModelProblem trees =
        ModelProblem.growing(task, split(task), TaskReading.Source.of(recorded), SETTINGS, 1);
    long fitted = trees.states();
    assertEquals(fitted, recorder.asked.size());
    LearningProblem problem = trees.problem();
    double[] first = run(problem, 15);
    RolloutEvaluation.of(problem, trees.rewards(), 7, 100, 0.95).reward(first);
    assertEquals(trees.states(), recorder.asked.size());
    Set<List<Integer>> distinct = new HashSet<>();
    recorder.asked.forEach(p -> distinct.add(Arrays.stream(p).boxed().toList()));
    assertEquals(trees.states(), distinct.size(), "no state was asked about twice");
    long visited = problem.forests().acquire().counts().kept();
    assertTrue(trees.states() >= visited && trees.states() <= visited + fitted);
    assertTrue(
        trees.calls() < trees.states() / 3, // screens of rounds 0, 1, 4 and 9 walk in small batches
        () -> trees.calls() + " questions about " + trees.states() + " states");
    long before = trees.states();
    assertArrayEquals(first, run(problem.growing(ForestBudget.standard()), 15));
    assertEquals(before, trees.states(), "a second run asks about nothing new");
  }

  private static double[] run(LearningProblem problem, int rounds) {
    Learner learner = Learners.named("practical-by-rollouts");
    double[] theta = new double[problem.student().set().dimension()];
    try (Session session = learner.open(problem, learner.initial(problem, 1), 1)) {
      session.advance(rounds);
      session.student(theta);
    }
    return theta;
  }

  @Test
  void threadsChangeNoBit() {
    Task task = task(AnswerGrammar.top(4, 6));
    List<double[]> students = new ArrayList<>();
    for (int threads = 1; threads <= 2; threads++) {
      ModelProblem trees =
          ModelProblem.growing(
              task, split(task), TaskReading.Source.of(MODEL.withThreads(threads)), SETTINGS, 1);
      students.add(run(trees.problem(), 10));
    }
    assertArrayEquals(students.get(0), students.get(1));
  }

  /** Every class contains the tempered reference, and whole trees have its exact values. */
  @Test
  void studentsStartAtTheTemperatureOfTheTeacher() {
    Task task = task(grammars().get(0));
    for (String kind : List.of("linear", "residual", "bilinear=2")) {
      ModelProblem trees =
          ModelProblem.whole(
              task,
              split(task),
              TaskReading.Source.of(MODEL),
              SETTINGS
                  .withBound(60)
                  .withRecipes(
                      FeatureRecipe.parse("log,embedding=2,hidden=1x1"),
                      FeatureRecipe.parse("log,embedding=2,hidden=2x1"))
                  .withKind(StudentClass.parse(kind)),
              1);
      GroundTruth truth = GroundTruth.of(trees.problem(), trees.rewards());
      double[] start = trees.problem().student().initial().toArray();
      double value = truth.objective(start);
      double[] tempered = truth.problem().target().reference().logs();
      for (int e = 0; e < tempered.length; e++) {
        tempered[e] /= 0.7;
      }
      Forest forest = truth.problem().target().forest();
      double expected = truth.objective(EdgeLaw.ofLogits(forest, tempered));
      assertEquals(expected, value, 1e-6, kind);
      assertTrue(truth.objective(run(trees.problem(), 40)) != value, "it learns");
    }
  }

  @Test
  void anotherTeacherIsCorrectedFromWhereItStands() {
    Task task = task(grammars().get(0));
    LoadedModel other = ToyModel.loaded(9);
    TaskReading.Source source = new TaskReading.Source(MODEL, other, 0.1, "");
    ModelProblem trees = ModelProblem.whole(task, split(task), source, SETTINGS, 1);
    LearningProblem problem = trees.problem();
    State root = problem.mdp().start(problem.source().dataset().prompts().get(0));
    double[] logits = new double[4];
    double[] zero = new double[problem.calibration().family().dimension()];
    problem.calibration().family().logits(zero, root, logits);
    assertArrayEquals(zero, problem.calibration().initial().toArray());
    AnswerNode node =
        TaskReading.read(task, task.questions(), source, n -> {})
            .tree(
                task.questions().stream()
                    .filter(q -> q.id().equals(root.prompt().id()))
                    .findFirst()
                    .orElseThrow())
            .get(0);
    for (int k = 0; k < 4; k++) {
      double expected = (node.teacher().log(k) - node.teacher().log(0)) / 0.7;
      assertEquals(expected, logits[k] - logits[0], 1e-9);
    }
    assertEquals(problem.student().set().dimension(), run(problem, 10).length);
    BoundedDerivatives family = (BoundedDerivatives) problem.calibration().family();
    double range =
        Arrays.stream(logits).max().getAsDouble() - Arrays.stream(logits).min().getAsDouble();
    assertTrue(family.logitBound(Ball.of(zero.length, 1e-9)) >= 0.5 * range);
  }

  /**
   * What a file holds, what is read as a whole and what grows: the law of the model at its
   * temperature, nearest in the class. Features of a file have six digits.
   */
  @Test
  void theTeacherIsTheSameInAFileAndOnDemand() {
    for (AnswerGrammar grammar : grammars()) {
      Task task = task(grammar);
      Compiled compiled = compiled(task);
      TaskReading.Source source = TaskReading.Source.of(MODEL);
      double[] filed = compiled.instance().header().teacher().toArray();
      LearningProblem whole = ModelProblem.whole(task, split(task), source, SETTINGS, 1).problem();
      assertArrayEquals(filed, whole.calibration().initial().toArray(), 2e-3, "whole");
      assertTrue(compiled.report().teacherFit() > 1e-5, "else any law would do");
      double[] smoothed = compiled.calibration().exponent(1 / 0.7);
      assertTrue(distance(filed, smoothed) > 0.1, "the tempered reference is another teacher");
    }
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }

  /** Where rollouts visit every state, trees that grow have the teacher of whole ones. */
  @Test
  void theTeacherOfGrowingTreesIsThatOfWholeOnes() {
    Task task = task(AnswerGrammar.top(2, 1));
    TaskReading.Source source = TaskReading.Source.of(MODEL);
    double[] whole =
        ModelProblem.whole(task, split(task), source, SETTINGS, 1)
            .problem()
            .calibration()
            .initial()
            .toArray();
    double[] grown =
        ModelProblem.growing(task, split(task), source, SETTINGS, 1)
            .problem()
            .calibration()
            .initial()
            .toArray();
    assertArrayEquals(whole, grown, 1e-9);
    assertNotEquals(0, whole[1], "more than a power of the reference");
  }

  /** A state that two models are asked about is one state, and one call. */
  @Test
  void statesAreCountedOnceWhoeverTeaches() {
    Task task = task(grammars().get(1));
    LoadedModel other = ToyModel.loaded(9);
    List<Long> counts = new ArrayList<>();
    for (LoadedModel teacher : List.of(MODEL, other)) {
      TaskReading.Source source = new TaskReading.Source(MODEL, teacher, 0.1, "");
      ModelProblem trees = ModelProblem.whole(task, split(task), source, SETTINGS, 1);
      counts.addAll(List.of(trees.states(), trees.calls()));
    }
    long states = 6 * (1 + 3 + 3 * 3); // behind each first piece three that do not end
    assertEquals(List.of(states, 3L, states, 3L), counts);
  }

  @Test
  void anAnswerThatCannotBeJudgedIsNamed() {
    Task honest = task(AnswerGrammar.top(4, 6));
    Task failing =
        Task.of(
            "toy",
            honest.questions(),
            honest.grammar(),
            (q, a) -> {
              throw new VerifierException("no idea");
            },
            honest.shifts());
    ModelProblem trees =
        ModelProblem.growing(failing, split(failing), TaskReading.Source.of(MODEL), SETTINGS, 1);
    VerifierException failure =
        assertThrows(VerifierException.class, () -> run(trees.problem(), 1));
    assertTrue(failure.getMessage().matches("question \"q\\d\", answer \".*\": no idea"));
  }

  @Test
  void answersThatCannotBeListedAreNotCompiled() {
    Task task = task(AnswerGrammar.top(16, 8));
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> compiled(task));
    assertTrue(failure.getMessage().contains("run it on demand"), failure.getMessage());
  }

  /** A server gives log-probabilities alone: enough for reference, teacher and these recipes. */
  @Test
  void aModelWithoutHiddenStatesIsReferenceAndTeacher() {
    LanguageModel bare =
        new LanguageModel() {
          @Override
          public int vocabulary() {
            return MODEL.model().vocabulary();
          }

          @Override
          public String digest() {
            return "bare";
          }

          @Override
          public void read(List<int[]> prefixes, Reader reader) {
            MODEL.model().read(prefixes, (i, at) -> reader.read(i, at::logProbabilities));
          }
        };
    Task task = task(AnswerGrammar.positions(List.of(List.of("x", "zy"), List.of("x", "y"))));
    FeatureRecipe recipe = FeatureRecipe.parse("log,contrasts");
    CompileSettings settings = SETTINGS.withRecipes(recipe, recipe);
    Set<String> digests = new HashSet<>();
    for (LanguageModel model : List.of(bare, MODEL.model())) {
      LoadedModel loaded = new LoadedModel(model, MODEL.tokenizer(), MODEL.template());
      TaskReading.Source source = TaskReading.Source.of(loaded);
      TaskReading reading = TaskReading.read(task, task.questions(), source, n -> {});
      digests.add(
          TaskCompiler.compile(reading, split(task), "toy", settings, 1).instance().digest());
      if (model == bare) {
        assertThrows(
            IllegalArgumentException.class,
            () -> TaskCompiler.compile(reading, split(task), "toy", SETTINGS, 1));
      }
    }
    assertEquals(1, digests.size(), "the same instance");
  }

  /** Notes every prefix that is asked about. */
  private static final class Recorder implements LanguageModel {
    private final LanguageModel model;
    private final List<int[]> asked = new ArrayList<>();

    Recorder(LanguageModel model) {
      this.model = model;
    }

    @Override
    public void read(List<int[]> prefixes, Reader reader) {
      asked.addAll(prefixes);
      model.read(prefixes, reader);
    }

    @Override
    public int vocabulary() {
      return model.vocabulary();
    }

    @Override
    public String digest() {
      return model.digest();
    }

    @Override
    public Optional<Representation> representation() {
      return model.representation();
    }
  }
}

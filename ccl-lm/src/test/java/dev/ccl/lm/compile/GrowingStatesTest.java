package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.recipe.FittedRecipe;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whoever comes to a state first, and from wherever, hears the same there. */
class GrowingStatesTest {
  private static final LoadedModel MODEL = ToyModel.loaded(5);
  private static final Task TASK = ModelProblemTest.task(AnswerGrammar.top(3, 4));
  private static final CompileSettings SETTINGS =
      CompileSettings.DEFAULT.withRecipes(
          FeatureRecipe.parse("log,embedding=1"), FeatureRecipe.TEMPERATURE);
  private static final TaskReading.Source OWN = TaskReading.Source.of(MODEL);
  private static final TaskReading.Source TAUGHT =
      new TaskReading.Source(MODEL, ToyModel.loaded(9), 0.1, "say ");

  /** Features that were fitted once, so that nothing is known of a new problem's trees. */
  private static ModelProblem unvisited(TaskReading.Source source) {
    ModelProblem fitted =
        ModelProblem.growing(TASK, ModelProblemTest.split(TASK), OWN, SETTINGS, 1);
    return ModelProblem.growing(
        TASK,
        ModelProblemTest.split(TASK),
        source,
        SETTINGS,
        fitted.calibration(),
        fitted.student(),
        ImmutableDoubleArray.copyOf(new double[fitted.calibration().dimension()]));
  }

  private static State at(LearningProblem problem, int... places) {
    Prompt prompt = problem.target().dataset().prompts().get(1);
    State state = problem.mdp().start(prompt);
    for (int place : places) {
      state = problem.mdp().append(state, state.legal().get(place));
    }
    return state;
  }

  private static double[] reference(LearningProblem problem, State state) {
    double[] law = new double[state.legal().length()];
    problem.reference().probabilities(state, law);
    return law;
  }

  private static double[] teacher(LearningProblem problem, State state) {
    double[] logits = new double[state.legal().length()];
    double[] zero = new double[problem.calibration().family().dimension()];
    problem.calibration().family().logits(zero, state, logits);
    return logits;
  }

  @Test
  void aDeepStateMayBeTheFirst() {
    for (TaskReading.Source source : List.of(OWN, TAUGHT)) {
      ModelProblem deep = unvisited(source);
      assertEquals(List.of(0L, 0L), List.of(deep.states(), deep.calls()));
      double[] law = reference(deep.problem(), at(deep.problem(), 2, 0, 1));
      assertEquals(List.of(4L, 4L), List.of(deep.states(), deep.calls()), "the states on the way");
      ModelProblem walked = unvisited(source);
      int[][] steps = {{}, {2}, {2, 0}, {2, 0, 1}};
      for (int[] step : steps) {
        State state = at(walked.problem(), step);
        assertArrayEquals(
            reference(deep.problem(), at(deep.problem(), step)),
            reference(walked.problem(), state));
        assertArrayEquals(
            teacher(deep.problem(), at(deep.problem(), step)), teacher(walked.problem(), state));
      }
      assertArrayEquals(law, reference(walked.problem(), at(walked.problem(), 2, 0, 1)));
      assertEquals(List.of(4L, 4L), List.of(walked.states(), walked.calls()));
    }
  }

  private static List<Double> numbers(FittedRecipe recipe) {
    List<Double> numbers = new ArrayList<>();
    recipe.forEachNumber((name, value) -> numbers.add(value));
    return numbers;
  }

  /** Random features are those of the seed, for teachers and students, however they are made. */
  @Test
  void randomFeaturesAreThoseOfTheSeed() {
    FeatureRecipe random = FeatureRecipe.parse("log,random=2");
    CompileSettings settings = SETTINGS.withRecipes(random, random);
    Split split = ModelProblemTest.split(TASK);
    TaskReading reading = TaskReading.read(TASK, TASK.questions(), OWN, n -> {});
    Set<List<Double>> all = new HashSet<>();
    for (long seed = 1; seed <= 2; seed++) {
      ModelProblem growing = ModelProblem.growing(TASK, split, OWN, settings, seed);
      ModelProblem whole = ModelProblem.whole(TASK, split, OWN, settings, seed);
      Compiled compiled = TaskCompiler.compile(reading, split, "toy", settings, seed);
      assertEquals(numbers(growing.calibration()), numbers(growing.student()));
      assertEquals(numbers(whole.calibration()), numbers(whole.student()));
      assertEquals(numbers(compiled.calibration()), numbers(compiled.student()));
      all.add(numbers(growing.calibration()));
      all.add(numbers(whole.calibration()));
    }
    assertEquals(4, all.size(), "seeds and states show");
  }

  /** All 64 bits of a seed count: for random features, and for the rollouts that are fitted to. */
  @Test
  void largeSeedsFitOtherFeatures() {
    Split split = ModelProblemTest.split(TASK);
    Set<List<Double>> random = new HashSet<>();
    Set<List<Double>> rollouts = new HashSet<>();
    CompileSettings drawn =
        SETTINGS.withRecipes(FeatureRecipe.parse("log,random=2"), FeatureRecipe.TEMPERATURE);
    for (long seed : new long[] {1, 1 + (1L << 32), 1 - (1L << 40)}) {
      random.add(numbers(ModelProblem.whole(TASK, split, OWN, drawn, seed).calibration()));
      rollouts.add(numbers(ModelProblem.growing(TASK, split, OWN, SETTINGS, seed).calibration()));
    }
    assertEquals(List.of(3, 3), List.of(random.size(), rollouts.size()));
  }

  private static double bound(LearningProblem.PolicyClass of) {
    BoundedDerivatives family = (BoundedDerivatives) of.family();
    return family.logitBound(Ball.of(of.set().dimension(), 1e-12));
  }

  /** No law of five tokens is below share/5: three places, the end and what fills an answer. */
  @Test
  void logsHaveTheBoundsOfASmoothedLaw() {
    for (double share : new double[] {0.1, 0.3, 1}) {
      TaskReading.Source source = new TaskReading.Source(MODEL, ToyModel.loaded(9), share, "");
      CompileSettings residual =
          SETTINGS.withKind(StudentClass.RESIDUAL).withTemperature(0.5).withBound(2);
      LearningProblem problem =
          ModelProblem.growing(TASK, ModelProblemTest.split(TASK), source, residual, 1).problem();
      double half = 0.5 * Math.log(5 / share);
      assertEquals(half, bound(problem.student()), 1e-9);
      double[] law = reference(problem, at(problem, 1, 1));
      assertTrue(Arrays.stream(law).min().getAsDouble() >= share / 4 - 1e-12);
    }
  }

  /** Some states of a batch are known, one stands there twice, and two answers have ended. */
  @Test
  void aBatchAsksOnceAboutWhatIsNew() {
    ModelProblem trees = unvisited(TAUGHT);
    LearningProblem problem = trees.problem();
    reference(problem, at(problem));
    State ended = at(problem, 3);
    List<State> batch =
        List.of(
            at(problem, 1), ended, at(problem), at(problem, 1), at(problem, 0), at(problem, 3, 0));
    double[][] laws = new double[batch.size()][];
    for (int i = 0; i < laws.length; i++) {
      laws[i] = new double[batch.get(i).legal().length()];
    }
    problem.reference().probabilities(batch, laws);
    assertEquals(List.of(3L, 2L), List.of(trees.states(), trees.calls()));
    for (int i = 0; i < laws.length; i++) {
      assertArrayEquals(reference(problem, batch.get(i)), laws[i], "state " + i);
    }
    assertArrayEquals(new double[] {1}, laws[1]);
    assertArrayEquals(new double[] {0}, teacher(problem, ended), 0.0);
    reference(problem, at(problem, 1, 2));
    ImmutableIntArray answer =
        problem.mdp().append(at(problem, 1, 2), problem.mdp().vocabulary().eos()).prefix();
    String text = trees.text(ended.prompt(), answer);
    assertEquals(2, text.length(), text);
    assertEquals("", trees.text(ended.prompt(), ended.prefix()));
    assertEquals("", trees.text(ended.prompt(), ImmutableIntArray.of()));
  }

  /** The teacher is the model at the temperature, without the smoothing of the reference. */
  @Test
  void theReferenceTeachesWhatItSays() {
    LearningProblem problem = unvisited(OWN).problem();
    State state = at(problem, 2, 0);
    double[] law = reference(problem, state);
    double[] logits = new double[law.length];
    ModelStates states = new ModelStates(TASK, ModelProblemTest.split(TASK), OWN);
    states.teacher(0.4).logits(state, logits);
    for (int k = 0; k < law.length; k++) {
      double said = (law[k] - 0.1 / law.length) / 0.9;
      assertEquals(Math.log(said) / 0.4, logits[k], 1e-10);
    }
  }

  /** A piece that a teacher never says is e^-100 as likely as its likeliest one. */
  @Test
  void logitsOfATeacherAreBounded() {
    AnswerGrammar letters =
        AnswerGrammar.oneOf(List.of("x", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"));
    Task task = ModelProblemTest.task(letters);
    Split split = ModelProblemTest.split(task);
    ModelStates states = new ModelStates(task, split, OWN);
    State root = states.allStates().get(0);
    double[] cold = new double[2];
    states.teacher(0.01).logits(root, cold);
    assertEquals(100, cold[0] - cold[1], 1e-9);
    LearningProblem problem = ModelProblem.whole(task, split, TAUGHT, SETTINGS, 1).problem();
    assertEquals(50, bound(problem.calibration()), 1e-9);
  }

  /** Of each number a learner keeps four bytes, in which it fits. */
  @Test
  void featuresAreInSinglePrecision() {
    for (StudentClass kind : List.of(StudentClass.LINEAR, StudentClass.RESIDUAL)) {
      LearningProblem problem =
          ModelProblem.growing(TASK, ModelProblemTest.split(TASK), OWN, SETTINGS.withKind(kind), 1)
              .problem();
      for (LearningProblem.PolicyClass of : List.of(problem.calibration(), problem.student())) {
        int d = of.family().dimension();
        double[] rows = new double[4 * d];
        of.family().gradients(new double[d], at(problem, 2), rows);
        for (double value : rows) {
          assertEquals((float) value, value, kind.toString());
        }
      }
    }
  }

  /** Whatever stood there before, where an answer has ended there are no features. */
  @Test
  void endedAnswersHaveNoFeatures() {
    LearningProblem problem = unvisited(OWN).problem();
    ModelStates states = new ModelStates(TASK, ModelProblemTest.split(TASK), OWN);
    FeatureMap features =
        states.features(3, (reading, out) -> Arrays.fill(out, 0, 3 * reading.pieces(), 7));
    double[][] rows = {new double[12], new double[12]};
    Arrays.fill(rows[0], 9);
    Arrays.fill(rows[1], 9);
    features.features(List.of(at(problem, 3), at(problem, 1)), rows);
    assertArrayEquals(new double[] {0, 0, 0, 9}, Arrays.copyOf(rows[0], 4));
    assertArrayEquals(new double[] {7, 7, 7, 7}, Arrays.copyOf(rows[1], 4));
    assertEquals(2, states.answers().states(), "the root, and the state behind it");
  }
}

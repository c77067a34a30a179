package dev.ccl.algorithms.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.naive.Sample;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The mean of gradient samples against central differences of objectives summed over answers. */
final class PathGradientTest {
  private static final int SAMPLES = 40_000;
  private static final double STEP = 1e-5;

  private final Instance instance =
      RandomInstance.of(RandomSpec.SMALL.withInitialNorm(1.2), 5).instance();
  private final LearningProblem problem = instance.problem();
  private final double[] theta = problem.student().initial().toArray();
  private final Naive naive = Naive.of(instance);
  private final TokenLaw teacher = naive.calibrated(naive.teacherParameter());
  private final TokenLaw reference = naive.reference();

  /** An average over prompts and answers of probability times value. */
  private double average(List<String> prompts, ToDoubleFunction<Answer> term) {
    double sum = 0;
    for (String id : prompts) {
      for (Answer answer : naive.answers(id)) {
        sum += term.applyAsDouble(answer) / prompts.size();
      }
    }
    return sum;
  }

  /** Σ over the states of an answer of KL(π_at ‖ teacher). */
  private double tokenDivergence(Answer answer, TokenLaw student) {
    double sum = 0;
    for (int h = 1; h <= answer.length(); h++) {
      double[] p = student.log(answer.node(h));
      double[] q = teacher.log(answer.node(h));
      for (int k = 0; k < p.length; k++) {
        sum += Math.exp(p[k]) * (p[k] - q[k]);
      }
    }
    return sum;
  }

  private double objective(PathObjective objective, double[] at) {
    double lambda = problem.lambda();
    TokenLaw student = naive.student(at);
    TokenLaw current = naive.student(theta);
    return switch (objective) {
      case DIRECT_MATCHING -> PotentialCost.direct(naive).value(at);
      case FORWARD_KL, SFT ->
          average(naive.target(), a -> -teacher.probability(a) * student.logAnswer(a));
      case TOKEN_REVERSE_KL -> // the law of the answers is that of theta, wherever `at` is
          average(naive.target(), a -> current.probability(a) * tokenDivergence(a, student));
      case SOURCE_REWARD, IMPORTANCE_WEIGHTED ->
          average(
              naive.source(),
              a ->
                  -student.probability(a)
                      * (a.reward() - lambda * (student.logAnswer(a) - reference.logAnswer(a))));
    };
  }

  private double slope(PathObjective objective, int i) {
    double[] up = theta.clone();
    double[] down = theta.clone();
    up[i] += STEP;
    down[i] -= STEP;
    return (objective(objective, up) - objective(objective, down)) / (2 * STEP);
  }

  @ParameterizedTest
  @EnumSource(PathObjective.class)
  void samplesAreUnbiased(PathObjective objective) {
    // sft: the list is as long as the sample, so each answer is used about once
    PathGradient samples =
        PathGradient.of(problem, RandomStreams.of(9), objective, Integer.MAX_VALUE);
    Sample[] sums = {new Sample(), new Sample()};
    for (int r = 0; r < SAMPLES; r++) {
      double[] g = new double[2];
      samples.add(r, 0, theta, 1, g);
      sums[0].add(g[0]);
      sums[1].add(g[1]);
    }
    for (int i = 0; i < 2; i++) { // the difference quotient errs by about 1e-9
      sums[i].assertMean(objective + " " + i, slope(objective, i), Double.NaN);
    }
  }

  @Test
  void anotherObjectiveIsRejected() {
    PathGradient samples =
        PathGradient.of(problem, RandomStreams.of(9), PathObjective.DIRECT_MATCHING, 1);
    Sample[] sums = {new Sample(), new Sample()};
    for (int r = 0; r < SAMPLES; r++) {
      double[] g = new double[2];
      samples.add(r, 0, theta, 1, g);
      sums[0].add(g[0]);
      sums[1].add(g[1]);
    }
    double z0 = sums[0].deviation(slope(PathObjective.TOKEN_REVERSE_KL, 0), Double.NaN);
    double z1 = sums[1].deviation(slope(PathObjective.TOKEN_REVERSE_KL, 1), Double.NaN);
    assertTrue(Math.hypot(z0, z1) > 2 * Sample.LIMIT, "z = " + z0 + ", " + z1);
  }

  @Test
  void guaranteeOnTheSeparationShapeAlone() {
    assertTrue(DirectMatching.hasGuarantee(SeparationInstance.of(3, 4, 2, 0.5).problem()));
    assertFalse(DirectMatching.hasGuarantee(problem));
  }

  /** Prompts count as often as they are listed, and a class that does not say so is not linear. */
  @Test
  void guaranteesKnowWhatIsListedAndDeclared() {
    LearningProblem separation = SeparationInstance.of(2, 3, 1, 0.5).problem();
    List<Prompt> asked = separation.target().forest().prompts();
    Prompt first = asked.get(0);
    Prompt other = asked.get(asked.size() - 1); // of another coordinate
    assertTrue(hasGuarantee(separation, List.of(first, first, other, other)));
    assertTrue(hasGuarantee(separation, List.of(other, first)));
    assertFalse(hasGuarantee(separation, List.of(first, other, other)));
    assertFalse(hasGuarantee(separation, List.of(other, other)));
    PolicyClass known = separation.student();
    PolicyFamily silent = new ForwardingFamily(known.family());
    assertFalse(
        DirectMatching.hasGuarantee(
            separation.withStudent(new PolicyClass(silent, known.set(), known.initial()))));
  }

  /** Three tokens of one step: whatever follows them is another shape. */
  @Test
  void guaranteesAreOfAnswersOfOneToken() {
    FeatureMap first =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public void features(State state, double[] out) {
            Arrays.fill(out, 0, state.legal().length(), 0.0);
            out[0] = 1;
          }
        };
    for (int horizon = 1; horizon <= 2; horizon++) {
      for (double lean : new double[] {0, 1e-14, 1e-9}) {
        RandomSpec spec = RandomSpec.SMALL.withHorizon(horizon).withLetters(2);
        LearningProblem p = RandomInstance.of(spec.withDimensions(2, 1), 4).instance().problem();
        LearningProblem even =
            LearningProblem.of(
                p.lambda(),
                p.bound(),
                p.source().dataset(),
                p.target().dataset(),
                p.calibration(),
                new PolicyClass(LinearSoftmax.of(first), p.student().set(), p.student().initial()),
                (state, out) -> {
                  int tokens = state.legal().length();
                  Arrays.fill(out, 0, tokens, 1.0 / tokens);
                  out[0] += tokens > 1 ? lean : 0;
                  out[tokens - 1] -= tokens > 1 ? lean : 0;
                },
                (prompt, answer) -> 0.5);
        assertEquals(3, even.target().forest().degree(0));
        assertEquals(
            horizon == 1 && lean < 1e-12,
            DirectMatching.hasGuarantee(even),
            "horizon " + horizon + ", lean " + lean);
      }
    }
  }

  private static boolean hasGuarantee(LearningProblem p, List<Prompt> target) {
    return DirectMatching.hasGuarantee(
        LearningProblem.of(
            p.lambda(),
            p.bound(),
            p.source().dataset(),
            Dataset.of(p.target().forest(), target),
            p.calibration(),
            p.student(),
            p.reference(),
            (prompt, answer) -> 0.5));
  }

  @Test
  void constantsOfTheStep() {
    LearningProblem separation = SeparationInstance.of(4, 5, 1, 0.5).problem(); // B = 4
    double odds = Math.exp(-4 - Math.log(2));
    double kappa = odds / ((1 + odds) * (1 + odds));
    assertEquals(kappa, DirectMatching.kappa(separation), 1e-15);
    assertEquals(2 * kappa / 4, DirectMatching.monotonicity(separation), 1e-15);
    assertEquals(12, DirectMatching.gradientBound(separation), 1e-12);
    StepSize paper = StepSize.parse("paper");
    assertEquals(1 / (0.5 * 12), paper.at(10, 0.5), 1e-15);
    assertEquals(0.1, StepSize.parse("constant:0.1").at(10, 0.5), 0);
    assertEquals(0.1 / 12, StepSize.parse("inverse:0.1").at(10, 0.5), 1e-17);
    assertEquals(0.1 / Math.sqrt(12), StepSize.parse("root:0.1").at(10, 0.5), 1e-17);
  }
}

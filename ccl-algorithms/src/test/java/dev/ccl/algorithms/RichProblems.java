package dev.ccl.algorithms;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.policies.ResidualSoftmax;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.TemperedSoftmax;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Problems in which no two sizes are equal that could be mistaken for each other, and the texts by
 * which numbers of their runs are recorded.
 */
public final class RichProblems {
  private static final RandomSpec SPEC =
      RandomSpec.SMALL.withPrompts(4, 5).withRepeated(2).withShared(1).withInitialNorm(0.5);

  /** By name: whole trees. */
  public static final ImmutableMap<String, LearningProblem> WHOLE =
      ImmutableMap.<String, LearningProblem>builder()
          .put("box", box())
          .put("explicit", explicit())
          .put("one-token", oneToken())
          .put("far", far())
          .put("noisy", noisy())
          .put("residual", residual())
          .put("curved", curved())
          .buildOrThrow();

  /** By name: the same trees, grown where they are walked. */
  public static LearningProblem growing(String name) {
    return WHOLE.get(name).growing(ForestBudget.ofBytes(1L << 26));
  }

  private RichProblems() {}

  private static LearningProblem box() {
    return RandomInstance.of(SPEC.withSetShape(RandomSpec.SetShape.BOX).withLambda(0.7), 7)
        .instance()
        .problem();
  }

  private static LearningProblem explicit() {
    return RandomInstance.of(
            SPEC.withFeasibility(Feasibility.EXPLICIT)
                .withHorizon(4)
                .withPrompts(3, 2)
                .withDimensions(2, 3)
                .withGeometry(RandomSpec.Geometry.SPHERE)
                .withSetShape(RandomSpec.SetShape.SMALL_BALL)
                .withLambda(1.6),
            11)
        .instance()
        .problem();
  }

  private static LearningProblem oneToken() {
    return RandomInstance.of(
            SPEC.withHorizon(1)
                .withLetters(4)
                .withPrompts(7, 3)
                .withDimensions(4, 1)
                .withBound(1.3)
                .withLambda(0.4),
            5)
        .instance()
        .problem();
  }

  /** The student has so much to gain that a guard opens in few rounds. */
  private static LearningProblem far() {
    return RandomInstance.of(
            SPEC.withHorizon(2)
                .withLetters(3)
                .withPrompts(5, 3)
                .withDimensions(4, 3)
                .withTeacherDistance(2)
                .withLambda(2.5),
            7)
        .instance()
        .problem();
  }

  /** Rewards that are not taken for exact, although they are: runs that go on hear the same. */
  private static LearningProblem noisy() {
    return box()
        .withSourceRewards(
            RewardOracle.noisy(
                (prompt, answer) ->
                    (prompt.id().length() * 7 + answer.asList().hashCode() % 13 + 13) % 11 / 10.0));
  }

  private static FeatureMap features(PolicyClass policies) {
    return ((FeatureFamily) policies.family()).features();
  }

  private static PolicyClass around(PolicyFamily family, double bound) {
    Ball set = Ball.of(family.dimension(), bound);
    double[] start = new double[family.dimension()];
    set.draw(RandomStreams.of(8).open(Purpose.TRIAL, 0), start);
    return new PolicyClass(family, set, ImmutableDoubleArray.copyOf(start));
  }

  private static LearningProblem residual() {
    LearningProblem base = explicit();
    return base.withCalibration(
        around(ResidualSoftmax.of(base.reference(), 3, features(base.calibration())), 0.9));
  }

  private static LearningProblem curved() {
    LearningProblem base = box();
    return base.withCalibration(around(TanhNetwork.of(features(base.calibration()), 2), 1.5))
        .withStudent(around(TemperedSoftmax.of(features(base.student())), 1.2));
  }

  /** Ten digits, however a Java writes its numbers. */
  public static String text(double number) {
    if (!Double.isFinite(number)) {
      return Double.toString(number);
    }
    if (number == Math.rint(number) && Math.abs(number) < 1e9) {
      return Long.toString((long) number);
    }
    return new BigDecimal(number).round(new MathContext(10)).stripTrailingZeros().toString();
  }

  public static String text(double[] numbers) {
    return Arrays.stream(numbers).mapToObj(RichProblems::text).collect(Collectors.joining(" "));
  }

  /** A state as lines: its numbers, and digests of what its parts remember. */
  static String text(LearnerState state) {
    StringBuilder text = new StringBuilder();
    text.append("  t ").append(state.round()).append(", seed ").append(state.seed());
    text.append("\n  w ").append(text(state.calibration().toArray()));
    text.append("\n  theta ").append(text(state.student().toArray()));
    text.append("\n  ledger ").append(state.ledger().entries().values());
    state.extras().forEach((name, numbers) -> text.append("\n  ").append(memory(name, numbers)));
    return text.append('\n').toString();
  }

  private static String memory(String name, ImmutableDoubleArray numbers) {
    Hasher hasher = Hashing.sha256().newHasher();
    numbers.forEach(hasher::putDouble);
    return numbers.length() <= 4
        ? name + " " + text(numbers.toArray())
        : name + " " + numbers.length() + " numbers " + hasher.hash().toString().substring(0, 10);
  }
}

package dev.ccl.algorithms.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Pairs;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.ccl.CalibrationStep;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.ccl.Teaching;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All pairs of settings of the round against {@link PlainVariant}: the ends of many short runs have
 * the same means and mean products, and whatever is not random is the same.
 */
class PairsOfSettingsTest {
  /**
   * Differences of means in standard errors. By the normal law, or Student's where runs are few,
   * one of the {@link #STATISTICS} comparisons of all rows is off by that with probability below
   * 1e-10.
   */
  private static final double LIMIT = 8;

  private static final int STATISTICS = 5000;
  private static final int RUNS = 1500;
  private static final int LONG_RUNS = 300; // whose steps search, or that have many rounds
  private static final int GUARDED_RUNS = 100; // whose reviews distil
  private static final int ROUNDS = 4;

  /** Of rules that wait for evidence, or for more equations than w has numbers. */
  private static final int MANY_ROUNDS = 24;

  /** What is equal in both runs but for rounding. */
  private static final double ROUNDING = 1e-6;

  private static final Map<String, List<String>> VALUES =
      ImmutableMap.<String, List<String>>builder()
          .put("acceptance", List.of("rejection", "expectation", "controlled"))
          .put("calibration", List.of("paper", "newton", "evidence", "projection"))
          .put("teaching", List.of("last", "proven", "guarded"))
          .put("alternatives", List.of("student", "uniform", "teacher"))
          .put("gradient", List.of("score", "causal"))
          .put("gradient-batch", List.of("paper", "3", "exact", "slow"))
          .put("student-step", List.of("paper", "natural", "averaging"))
          .put("exploration", List.of("on", "off", "screened"))
          .put("validation", List.of("paper", "2", "exact", "slow"))
          .put("updates", List.of("1", "2"))
          .put("calibrate-every", List.of("1", "2", "0"))
          .put("queries", List.of("all", "informative"))
          .put("first-stage", List.of("0", "2"))
          .put("warm-start", List.of("none", "teacher"))
          .put("initial-calibration", List.of("teacher", "0.2,-0.3"))
          .put("sampler", List.of("counts", "trajectories"))
          .buildOrThrow();

  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withHorizon(2)
          .withLetters(2)
          .withPrompts(2, 3)
          .withRepeated(1)
          .withDimensions(2, 2)
          .withLambda(0.7)
          .withBound(0.8)
          .withTeacherDistance(0.8)
          .withInitialNorm(0.4);

  private static final PlainVariant.Ground GROUND = ground(SPEC);

  /** Evidence is what many prompts agree on. */
  private static final PlainVariant.Ground MANY_PROMPTS =
      ground(SPEC.withPrompts(14, 3).withLambda(0.4).withBound(2).withTeacherDistance(2));

  /** The student has much to gain, so that a guard opens in few rounds. */
  private static final PlainVariant.Ground FAR_TEACHER =
      ground(SPEC.withLambda(2.5).withBound(2).withTeacherDistance(2));

  private static PlainVariant.Ground ground(RandomSpec spec) {
    return PlainVariant.Ground.of(Naive.of(RandomInstance.of(spec, 6).instance()));
  }

  private static PlainVariant.Ground ground(Map<String, String> row) {
    return row.get("calibration").contains("evidence")
        ? MANY_PROMPTS
        : row.get("teaching").equals("guarded") ? FAR_TEACHER : GROUND;
  }

  private static LearningProblem problem(Map<String, String> row) {
    return ground(row).model().instance().problem();
  }

  static Stream<Map<String, String>> rows() {
    return Pairs.cover(VALUES).stream();
  }

  private static Settings settings(Map<String, String> row) {
    Settings settings = CclSettings.PAPER;
    for (Map.Entry<String, String> entry : row.entrySet()) {
      settings = settings.with(entry.getKey(), entry.getValue());
    }
    return settings;
  }

  private static List<double[]> ours(Map<String, String> row) {
    Ccl learner = Ccl.of("variant", settings(row));
    LearningProblem problem = problem(row);
    LearnerState start = learner.initial(problem, 0);
    List<double[]> ends = new ArrayList<>();
    for (long run = 0; run < runs(row); run++) {
      try (Session session = learner.open(problem, seeded(start, run), 1)) {
        session.advance(rounds(row));
        ends.add(end(session.state()));
      }
    }
    return ends;
  }

  private static LearnerState seeded(LearnerState start, long seed) {
    return new LearnerState(
        seed, start.round(), start.calibration(), start.student(), start.extras(), start.ledger());
  }

  private static double[] end(LearnerState state) {
    Ledger ledger = state.ledger();
    return new double[] {
      state.calibration().get(0),
      state.calibration().get(1),
      state.student().get(0),
      state.student().get(1),
      ledger.sourceQueries(),
      ledger.acceptedTrials(),
      ledger.secondWins(),
      ledger.gradientRollouts().doubleValue(),
      ledger.validationRollouts().doubleValue()
    };
  }

  private static int rounds(Map<String, String> row) {
    boolean waits =
        row.get("calibration").equals("evidence") || row.get("teaching").equals("proven");
    return waits ? MANY_ROUNDS : ROUNDS;
  }

  private static int runs(Map<String, String> row) {
    if (row.get("teaching").equals("guarded")) {
      return GUARDED_RUNS;
    }
    return row.get("student-step").equals("natural") || rounds(row) > ROUNDS ? LONG_RUNS : RUNS;
  }

  private static List<double[]> plain(Map<String, String> row, LongFunction<PlainVariant> start) {
    List<double[]> ends = new ArrayList<>();
    for (long run = 0; run < runs(row); run++) {
      PlainVariant plain = start.apply(run);
      for (long t = 0; t < rounds(row); t++) {
        plain.round(t);
      }
      double[] w = plain.taught();
      ends.add(
          new double[] {
            w[0],
            w[1],
            plain.theta[0],
            plain.theta[1],
            plain.queries,
            plain.accepted,
            plain.secondWins,
            plain.gradientRollouts,
            plain.validationRollouts
          });
    }
    return ends;
  }

  /** The largest difference of means and of mean products, in standard errors. */
  private static double difference(List<double[]> ours, List<double[]> plain) {
    double[] centre = ours.get(0);
    double largest = 0;
    for (int i = 0; i < centre.length; i++) {
      for (int k = -1; k <= i; k++) {
        double[] a = moments(ours, centre, i, k);
        double[] b = moments(plain, centre, i, k);
        FalseAlarms.declare(ours.size() < LONG_RUNS ? 1.1e-13 : 1.3e-15); // beyond the limit
        double gap = Math.max(0, Math.abs(a[0] - b[0]) - ROUNDING);
        double error = Math.sqrt((a[1] + b[1]) / ours.size());
        largest = Math.max(largest, gap == 0 ? 0 : gap / error);
      }
    }
    return largest;
  }

  private static double[] moments(List<double[]> sample, double[] centre, int i, int k) {
    double sum = 0;
    double squares = 0;
    for (double[] x : sample) {
      double value = (x[i] - centre[i]) * (k < 0 ? 1 : x[k] - centre[k]);
      sum += value;
      squares += value * value;
    }
    double mean = sum / sample.size();
    return new double[] {mean, Math.max(0, squares / sample.size() - mean * mean)};
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyPairOfSettingsIsThePlainAlgorithm(Map<String, String> row) {
    double z = difference(ours(row), plain(row, seed -> new PlainVariant(ground(row), row, seed)));
    assertTrue(z < LIMIT, () -> row + ": " + z + " standard errors");
  }

  /** Nothing that a thread does can be seen. */
  @ParameterizedTest
  @MethodSource("rows")
  void threadsChangeNoBit(Map<String, String> row) {
    Ccl learner = Ccl.of("variant", settings(row));
    LearningProblem problem = problem(row);
    LearnerState start = learner.initial(problem, 5);
    LearnerState alone = advanced(learner, problem, start, 2 * rounds(row), 1);
    assertEquals(alone, advanced(learner, problem, start, 2 * rounds(row), 3));
    LearnerState half = start;
    for (int i = 0; i < 2; i++) { // and neither can a stop on the way
      try (Session session = learner.open(problem, half, 2)) {
        session.advance(rounds(row));
        half = session.state();
      }
    }
    assertEquals(alone, half);
  }

  private static LearnerState advanced(
      Ccl learner, LearningProblem problem, LearnerState start, int rounds, int threads) {
    try (Session session = learner.open(problem, start, threads)) {
      session.advance(rounds);
      return session.state();
    }
  }

  @Test
  void everySettingOfTheRoundIsVaried() {
    TreeSet<String> keys = new TreeSet<>(CclSettings.PAPER.texts().keySet());
    assertEquals(new TreeSet<>(VALUES.keySet()), keys);
    assertEquals(words(Teaching.Choice.values()), new TreeSet<>(VALUES.get("teaching")));
    assertEquals(words(CalibrationStep.Choice.values()), new TreeSet<>(VALUES.get("calibration")));
    int statistics = (int) rows().count() * 9 * 11 / 2 + 9;
    assertTrue(statistics <= STATISTICS, () -> statistics + " comparisons");
  }

  private static TreeSet<String> words(Object[] values) {
    return Arrays.stream(values)
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> row(String... changes) {
    Map<String, String> row = new LinkedHashMap<>();
    VALUES.forEach((key, values) -> row.put(key, values.get(0)));
    for (int i = 0; i < changes.length; i += 2) {
      row.put(changes[i], changes[i + 1]);
    }
    return row;
  }

  private static void assertRejected(Map<String, String> row, LongFunction<PlainVariant> liar) {
    List<double[]> ours = ours(row);
    double honest = difference(ours, plain(row, seed -> new PlainVariant(ground(row), row, seed)));
    assertTrue(honest < LIMIT, () -> row + ": " + honest + " standard errors");
    double z = difference(ours, plain(row, liar));
    assertTrue(z > LIMIT, () -> row + " believes a liar: " + z + " standard errors");
  }

  /** A liar: the second update of a round has the rollouts of the first. */
  @Test
  void updatesThatShareTheirRolloutsAreSeen() {
    Map<String, String> row = row("updates", "2", "exploration", "off", "calibrate-every", "0");
    assertRejected(
        row,
        seed ->
            new PlainVariant(GROUND, row, seed) {
              private long at;

              @Override
              protected SplittableRandom generator(long update) {
                at = update == 0 ? random.nextLong() : at;
                return new SplittableRandom(at);
              }
            });
  }

  /** A liar: the warm start is taught by the initial calibration and not by the teacher. */
  @Test
  void aWarmStartAtTheWrongCalibrationIsSeen() {
    Map<String, String> row =
        row("warm-start", "teacher", "initial-calibration", "0.2,-0.3", "exploration", "off");
    double[] wrong = Minimum.of(GROUND.model(), new double[] {0.2, -0.3}).point();
    assertRejected(
        row,
        seed ->
            new PlainVariant(GROUND, row, seed) {
              @Override
              protected double[] warm() {
                return wrong.clone();
              }
            });
  }

  /** A liar: of a batch of trajectories without a second candidate, the last is lost. */
  @Test
  void aLostTrajectoryIsSeen() {
    Map<String, String> row =
        row("sampler", "trajectories", "exploration", "off", "gradient-batch", "3");
    assertRejected(
        row,
        seed ->
            new PlainVariant(GROUND, row, seed) {
              @Override
              protected long made(long b) {
                return b - 1;
              }
            });
  }

  /** A liar: the gain of averaging steps stays that of the first. */
  @Test
  void anAveragingStepThatDoesNotShrinkIsSeen() {
    Map<String, String> row =
        row("student-step", "averaging", "exploration", "off", "calibrate-every", "0");
    row.put("updates", "2");
    assertRejected(
        row,
        seed ->
            new PlainVariant(GROUND, row, seed) {
              @Override
              protected double gain(long k) {
                return super.gain(0);
              }
            });
  }

  /** A liar: answers that nobody has asked about do not count. */
  @Test
  void aGuardThatForgetsUnknownAnswersIsSeen() {
    Map<String, String> row =
        row("teaching", "guarded", "calibration", "projection", "exploration", "off");
    assertRejected(
        row,
        seed ->
            new PlainVariant(FAR_TEACHER, row, seed) {
              @Override
              protected PlainGuard guard(Ground shared, double[] start) {
                return new PlainGuard(shared, start) {
                  @Override
                  protected double unknown(double change) {
                    return 0;
                  }
                };
              }
            });
  }

  /** A liar: the projection of the optimum of a reference to which all answers are alike. */
  @Test
  void aProjectionOfAnotherOptimumIsSeen() {
    Map<String, String> row = row("calibration", "projection", "exploration", "off");
    PlainProjection.Known known = new PlainProjection.Known(GROUND.model());
    assertRejected(
        row,
        seed ->
            new PlainVariant(GROUND, row, seed) {
              @Override
              protected PlainRule rule(Ground shared) {
                return new PlainProjection(known) {
                  @Override
                  protected double logWeight(Answer answer, double reward) {
                    return reward / shared.model().lambda();
                  }
                };
              }
            });
  }
}

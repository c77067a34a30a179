package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.experiments.recording.RecordingReader;
import dev.ccl.experiments.recording.RunRecord;
import dev.ccl.experiments.recording.Slope;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.Series;
import dev.ccl.report.paper.Assumptions;
import dev.ccl.report.paper.Guides;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.Truth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The numbers of a report, computed a second time from the instance written out, where Δ is not λ𝒦
 * and no two of them coincide.
 */
class PlainNumbersTest {
  private static final long ROUNDS = 60;

  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withDimensions(2, 2)
                  .withLambda(0.6)
                  .withBound(1.3)
                  .withTeacherDistance(1),
              3)
          .instance();

  private static final Naive NAIVE = Naive.of(INSTANCE);
  private static final Costs COSTS = Costs.of(NAIVE);
  private static final double[] W_STAR = Truth.of(NAIVE).parameter();
  private static final Minimum ORACLE = Minimum.of(NAIVE, W_STAR);
  private static final double GAMMA = SourceStep.of(NAIVE).gamma();
  private static final double LAMBDA = NAIVE.lambda();
  private static final double B = NAIVE.bound();
  private static final double H = NAIVE.horizon();

  @TempDir static Path directory;

  private static RunRecord recording;

  @BeforeAll
  static void play() throws IOException {
    SmallRuns.write(directory, INSTANCE, List.of("ccl"), ROUNDS);
    recording = RecordingReader.read(directory.resolve("ccl"));
  }

  /** 𝒦, Δ and ‖w − w*‖² of each seed at each recorded round. */
  private static double[][][] numbers() {
    double[] rounds = recording.rounds();
    double[][][] numbers = new double[3][recording.seeds().size()][rounds.length];
    Ccl learner = Ccl.paper();
    int k = 0;
    for (long seed : recording.seeds()) {
      try (Session session =
          learner.open(INSTANCE.problem(), learner.initial(INSTANCE.problem(), seed), 1)) {
        for (int i = 0; i < rounds.length; i++) {
          session.advance((long) rounds[i] - session.round());
          double[] w = session.state().calibration().toArray();
          double[] theta = session.state().student().toArray();
          StudentLaw student = NAIVE.student(theta);
          numbers[0][k][i] = COSTS.divergence(student, NAIVE.student(ORACLE.point()));
          numbers[1][k][i] = COSTS.cost(W_STAR, theta) - ORACLE.cost();
          numbers[2][k][i] = Math.pow(SmallAlgebra.distance(w, W_STAR), 2);
        }
      }
      k++;
    }
    return numbers;
  }

  /** Of three seeds the one in the middle. */
  private static double[] medians(double[][] rows) {
    double[] medians = new double[rows[0].length];
    for (int i = 0; i < medians.length; i++) {
      double[] column = {rows[0][i], rows[1][i], rows[2][i]};
      Arrays.sort(column);
      medians[i] = column[1];
    }
    return medians;
  }

  @Test
  void curvesAreWhatTheyAreNamed() {
    double[][][] numbers = numbers();
    Measure[] measures = {
      Measure.ORACLE_KL, Measure.EXCESS_COST, Measure.CALIBRATION_ERROR_SQUARED
    };
    for (int m = 0; m < 3; m++) {
      double[][] rows = numbers[m];
      assertArrayEquals(medians(rows), recording.curve(measures[m]).medians(), 1e-7);
      double[] means = recording.means(measures[m]);
      for (int i = 0; i < means.length; i++) {
        assertEquals((rows[0][i] + rows[1][i] + rows[2][i]) / 3, means[i], 1e-7);
      }
    }
    int last = numbers[0][0].length - 1;
    double ratio = numbers[1][0][last] / (LAMBDA * numbers[0][0][last]);
    assertTrue(Math.abs(ratio - 1) > 0.02, () -> "Δ = " + ratio + " λ𝒦: nothing is told apart");
  }

  /** Least squares on logarithms, from the square root of the last round on. */
  private static double slope(double[] rounds, double[] values, double from) {
    double n = 0;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < rounds.length; i++) {
      if (rounds[i] >= from) {
        double u = Math.log10(rounds[i]);
        double v = Math.log10(values[i]);
        n++;
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
      }
    }
    return (n * xy - x * y) / (n * xx - x * x);
  }

  private static double slopes(double[] rounds, double[][] rows, double from) {
    double[] slopes =
        Arrays.stream(rows).mapToDouble(row -> slope(rounds, row, from)).sorted().toArray();
    return slopes[1];
  }

  @Test
  void theSlopeIsThatOfTheDivergenceOverTheLastHalf() {
    double[] rounds = recording.rounds();
    double[][][] numbers = numbers();
    Slope slope = Figures.slope(recording);
    assertEquals(slopes(rounds, numbers[0], 7), slope.value().median(), 1e-6);
    assertEquals(ROUNDS, slope.to());
    assertTrue(slope.from() >= 7 && slope.from() < 10, () -> "from " + slope.from());
    for (double other : // of another measure, from the first round on, of the last rounds alone
        new double[] {
          slopes(rounds, numbers[1], 7),
          slopes(rounds, numbers[0], 1),
          slopes(rounds, numbers[0], 30)
        }) {
      double difference = other - slope.value().median();
      assertTrue(Math.abs(difference) > 1e-3, () -> other + " is told apart");
    }
  }

  @Test
  void guidesAreThePapersBounds() {
    Guides guides = Guides.of(INSTANCE);
    double alpha = 1 / (2 * LAMBDA * H * (1 + 8 * B * H));
    for (double t : new double[] {1, 10, 1e6}) {
      assertClose(4 / (GAMMA * GAMMA * (t + 2)), guides.calibrationBound(t));
      assertClose(
          16 * alpha * LAMBDA * LAMBDA * B * B * H * H * H / Math.sqrt(t + 1),
          guides.gradientTerm(t));
      assertClose(
          (16 * alpha * LAMBDA * LAMBDA * B * H * H * H + 8 * LAMBDA * H)
              / (GAMMA * Math.sqrt(t + 2)),
          guides.calibrationTerm(t));
      assertClose(16 * LAMBDA * B * H / (t + 1), guides.validationTerm(t));
    }
  }

  private static void assertClose(double expected, double actual) {
    assertEquals(expected, actual, 1e-9 * Math.abs(expected));
  }

  /**
   * The trace of the inverse of E[P(I = 1) σ′(zᵀw*) zzᵀ], D = 2, with the oracle's alternatives.
   */
  @Test
  void theCramerRaoLineIsTheInverseInformation() {
    double[][] information = new double[2][2];
    SourceStep step = SourceStep.of(NAIVE);
    step.forEachComparison(
        NAIVE.student(ORACLE.point()),
        (s, c1, c0, p) -> {
          double[] z = s.difference(c1, c0);
          double accepted = step.accepted(s, c1, c0, 1) + step.accepted(s, c1, c0, 0);
          double slope = SmallAlgebra.sigmoidSlope(SmallAlgebra.dot(z, W_STAR));
          SmallAlgebra.addOuter(p * accepted * slope, z, z, information);
        });
    double determinant =
        information[0][0] * information[1][1] - information[0][1] * information[1][0];
    double trace = (information[0][0] + information[1][1]) / determinant;
    assertEquals(trace, Guides.of(INSTANCE).cramerRaoBound(), 1e-5 * trace);
  }

  /** Where descent from many starts ends that minimises C_SM = KL to the teacher + λ KL to pre. */
  @Test
  void theLimitOfDirectMatchingIsItsMinimiser() {
    double[] best = new double[2];
    double least = matching(best);
    for (double radius = B; radius > 1e-9 * B; radius *= 0.7) { // a pattern search
      boolean moved = true;
      while (moved) {
        moved = false;
        for (int k = 0; k < 8; k++) {
          double angle = k * Math.PI / 4;
          double[] next = {best[0] + radius * Math.cos(angle), best[1] + radius * Math.sin(angle)};
          next = SmallAlgebra.inBall(next, B);
          double value = matching(next);
          if (value < least - 1e-15) {
            least = value;
            best = next;
            moved = true;
          }
        }
      }
    }
    double kept = COSTS.divergence(NAIVE.student(best), NAIVE.student(ORACLE.point()));
    assertEquals(kept, Guides.of(INSTANCE).directMatchingLimit(), 1e-5 * (1 + kept));
  }

  /** T^(−1/4) in rounds from 1 on, that is in T + 1, through the first point after round 0. */
  @Test
  void theRateIsThePapersThroughTheFirstPoint() {
    Group group = Group.of(List.of(recording), Optional.of(Guides.of(INSTANCE)));
    Series rate =
        ((Chart) Figures.main("x", group).get(0).chart())
            .series().stream().filter(s -> s.key().equals("paper-rate")).findFirst().orElseThrow();
    double first = medians(numbers()[0])[1];
    assertEquals(1, recording.rounds()[1]);
    assertArrayEquals(new double[] {1, ROUNDS}, rate.x().toArray());
    assertEquals(first, rate.y().get(0), 1e-7);
    assertEquals(first * Math.pow((ROUNDS + 1) / 2.0, -0.25), rate.y().get(1), 1e-7);
  }

  /** What stands on the page of the assumptions, number by number. */
  @Test
  void assumptionsAreSaidWithTheirNumbers() {
    double mu = SmallAlgebra.eigenvalues(SourceStep.of(NAIVE).information())[0];
    List<ImmutableList<String>> rows = Assumptions.of(Guides.of(INSTANCE)).rows();
    assertEquals(5, rows.size());
    rows.forEach(row -> assertEquals("yes", row.get(0), row.toString()));
    assertEquals("smallest eigenvalue of G: " + Numbers.text(mu), rows.get(0).get(2));
    double norm = SmallAlgebra.distance(W_STAR, new double[2]);
    assertEquals("‖w*‖ = " + Numbers.text(norm), rows.get(2).get(2));
    assertEquals(
        "γ = "
            + Numbers.text(GAMMA)
            + ": the paper's steps settle after about "
            + Numbers.text(1 / GAMMA)
            + " rounds",
        rows.get(4).get(2));
  }

  private static double matching(double[] theta) {
    StudentLaw student = NAIVE.student(theta);
    return COSTS.divergence(student, NAIVE.calibrated(NAIVE.teacherParameter()))
        + LAMBDA * COSTS.divergence(student, NAIVE.reference());
  }

  @Test
  void theLedgerIsThePapersSchedule() {
    double answers = 0;
    for (long t = 0; t < ROUNDS; t++) {
      answers += (t + 2) + 2.0 * (t + 2) * (t + 2);
    }
    assertEquals(answers, Guides.rollouts(ROUNDS));
    double spent =
        recording
            .spent("gradientRollouts")
            .add(recording.spent("validationRollouts"))
            .doubleValue();
    assertEquals(answers * recording.seeds().size(), spent);
    int edges = 0;
    for (String x : NAIVE.target().stream().distinct().toList()) {
      edges += NAIVE.nodes(x).stream().mapToInt(s -> s.size()).sum();
    }
    double visits = Guides.of(INSTANCE).edgeVisits(ROUNDS);
    assertTrue(visits <= 3.0 * ROUNDS * edges, "no more than all states written out");
    assertTrue(visits > 0);
  }
}

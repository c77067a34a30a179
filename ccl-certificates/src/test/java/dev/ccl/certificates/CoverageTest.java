package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.certificates.LikelihoodBet.Kind;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.judge.FalseAlarms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often w* is ever excluded. {@link CoverageStudy} is the long version. */
class CoverageTest {
  /**
   * With a coverage of exactly 1 − δ = 0.95, more than 31 of 150 runs miss with probability below
   * 10⁻¹¹; the seeds are fixed.
   */
  @Test
  void theTruthIsHardlyEverExcluded() {
    RandomInstance small = RandomInstance.of(RandomSpec.SMALL, 1);
    int[] missed =
        CoverageStudy.count(
            GroundTruth.of(small.instance()).problem(), small.truth().toArray(), 0.05, 150, 400, 1);
    FalseAlarms.declare(1e-11);
    assertTrue(missed[0] <= 31, missed[0] + " of 150");
  }

  /**
   * The likelihood ratio of accepted labels is a martingale, so its maximum exceeds 1/δ in little
   * less than δ of the runs, and a radius that is half as large (a quarter of log 1/δ) is exceeded
   * in about δ^¼ = 0.47 of them. 1000 runs: the first count is above 102 with probability below
   * 10⁻¹¹, the second below 250 with less.
   */
  @Test
  void halfTheRadiusIsNotEnough() {
    int whole = 0;
    int half = 0;
    double level = -Elementary.log(0.05);
    Bet bet = LikelihoodBet.of(Kind.REJECTION, 2);
    Forecast forecast = new Forecast();
    RandomStream stream = RandomStream.of(5, 6, 7, 8);
    double u = 0.2;
    for (int run = 0; run < 1000; run++) {
      double sum = 0;
      double largest = 0;
      for (int t = 0; t < 1500; t++) {
        bet.place(forecast.of(0.5, -0.5, 0.5, u + (run % 2 == 0 ? 0.3 : -0.3)));
        bet.settle(stream.nextDouble() < Elementary.sigmoid(u), 1);
        sum += bet.logFactor(u);
        largest = Math.max(largest, sum);
      }
      whole += largest >= level ? 1 : 0;
      half += largest >= level / 4 ? 1 : 0;
    }
    int exceeded = whole;
    int halfExceeded = half;
    FalseAlarms.declare(2e-11);
    assertTrue(exceeded <= 102, () -> exceeded + " of 1000");
    assertTrue(halfExceeded >= 250, () -> halfExceeded + " of 1000");
  }

  /**
   * Whole certificates at δ = 0.05, at recorded rounds and where one stops: more than 8 of 40 runs
   * violate one with probability below 10⁻³ if each does with 0.05. {@code -Dccl.thorough=true}
   * makes 2000 runs of it, of which more than 140 would be too many with probability 10⁻⁴.
   */
  @Tag("slow")
  @Test
  void certificatesAreHardlyEverViolated() {
    boolean thorough = Boolean.getBoolean("ccl.thorough");
    CoverageStudy.Violations violations =
        CoverageStudy.violations(
            RandomInstance.of(RandomSpec.SMALL, 1).instance(),
            0.05,
            thorough ? 2000 : 40,
            thorough ? 1000 : 100,
            1);
    int allowed = thorough ? 140 : 8;
    assertTrue(violations.excess() <= allowed, violations.toString());
    assertTrue(violations.divergence() <= allowed, violations.toString());
    assertTrue(violations.atStop() <= violations.excess(), violations.toString());
  }
}

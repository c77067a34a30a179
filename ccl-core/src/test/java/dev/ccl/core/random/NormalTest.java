package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every fit is one test at {@link Fit#LEVEL}: false alarm below 1e-13. */
class NormalTest {
  private static final NormalDistribution EXACT = NormalDistribution.of(0, 1);
  private static final int DRAWS = 4_000_000;

  /**
   * Cells of equal width where most draws are, and the tail beyond the lowest layer in cells too.
   */
  private static double pValue(ToDoubleFunction<RandomStream> sampler) {
    int cells = 2000;
    double end = 5;
    long[] observed = new long[cells];
    double[] probability = new double[cells];
    double below = 0;
    for (int i = 0; i < cells; i++) {
      double up =
          i == cells - 1 ? 1 : EXACT.cumulativeProbability(-end + 2 * end * (i + 1) / cells);
      probability[i] = up - below;
      below = up;
    }
    RandomStream rng = RandomStreams.of(21).open(Purpose.TRIAL, 0);
    for (int i = 0; i < DRAWS; i++) {
      double cell = Math.floor((sampler.applyAsDouble(rng) + end) / (2 * end) * cells);
      observed[(int) Math.max(0, Math.min(cells - 1, cell))]++;
    }
    return Fit.pValue(observed, probability);
  }

  @Test
  void lawIsNormal() {
    double value = pValue(Normal::draw);
    assertTrue(value > Fit.LEVEL, "p-value " + value);
  }

  @Test
  void neighboursAreIndependent() {
    // The sign and the size of a draw come from the same word: u + v of neighbours is normal too.
    double value = pValue(rng -> (Normal.draw(rng) + Normal.draw(rng)) * Math.sqrt(0.5));
    assertTrue(value > Fit.LEVEL, "p-value " + value);
    value = pValue(rng -> (-Normal.draw(rng) + Normal.draw(rng)) * Math.sqrt(0.5));
    assertTrue(value > Fit.LEVEL, "p-value " + value);
  }

  @Test
  void tailIsThatOfTheLaw() {
    double[] bounds = {3.654152885361009, 4, 4.5, 5};
    long[] observed = new long[bounds.length + 1];
    int draws = 20_000_000;
    RandomStream rng = RandomStreams.of(22).open(Purpose.TRIAL, 0);
    for (int i = 0; i < draws; i++) {
      double size = Math.abs(Normal.draw(rng));
      int cell = 0;
      while (cell < bounds.length && size > bounds[cell]) {
        cell++;
      }
      observed[cell]++;
    }
    double[] probability = new double[observed.length];
    double above = 1;
    for (int i = 0; i < bounds.length; i++) {
      double next = 2 * EXACT.survivalProbability(bounds[i]);
      probability[i] = above - next;
      above = next;
    }
    probability[bounds.length] = above;
    Fit.assertFits(observed, probability, "tail");
  }

  @Tag("slow")
  @Test
  void theTestRejectsBrokenSamplers() {
    assertFalse(pValue(rng -> 1.01 * Normal.draw(rng)) > Fit.LEVEL);
    assertFalse(pValue(rng -> Math.max(-3.6, Math.min(3.6, Normal.draw(rng)))) > Fit.LEVEL);
    // One cell is emptied.
    assertFalse(
        pValue(
                rng -> {
                  double z = Normal.draw(rng);
                  return Math.abs(z) > 0.2 && Math.abs(z) < 0.21 ? 0.5 * z : z;
                })
            > Fit.LEVEL);
  }
}

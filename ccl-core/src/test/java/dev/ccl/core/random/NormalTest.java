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

  /** The tail by itself, in cells of equal probability. */
  @Test
  void numbersAboveTheLowestLayerHaveTheirLaw() {
    double least = EXACT.survivalProbability(3.654152885361009);
    long[] observed = new long[50];
    RandomStream rng = RandomStreams.of(23).open(Purpose.TRIAL, 0);
    for (int i = 0; i < 100_000; i++) {
      double above = EXACT.survivalProbability(Normal.tail(rng)) / least;
      observed[(int) (above * observed.length)]++;
    }
    Fit.assertUniform(observed, "tail");
  }

  /** A point of a layer counts where it lies under the curve; layers have one area V. */
  @Test
  void pointsUnderTheCurveCount() {
    double end = 3.654152885361009;
    double bottom = 0;
    for (int layer = 1; layer < 255; layer++) {
      bottom = layer == 1 ? StrictMath.exp(-0.5 * end * end) : bottom;
      double top = bottom + 0.004928673233974655 / end;
      double next = Math.sqrt(-2 * StrictMath.log(top));
      double x = 0.3 * next + 0.7 * end;
      double share = (StrictMath.exp(-0.5 * x * x) - bottom) / (top - bottom);
      assertTrue(Normal.isUnder(layer, share - 1e-9, x), "layer " + layer);
      assertFalse(Normal.isUnder(layer, share + 1e-9, x), "layer " + layer);
      end = next;
      bottom = top;
    }
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

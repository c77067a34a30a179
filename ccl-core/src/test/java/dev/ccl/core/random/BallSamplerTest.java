package dev.ccl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.math.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BallSamplerTest {

  /** Cells: 32 shells of equal volume times the 2^d orthants (the first 5 coordinates' signs). */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 33})
  void shellsAndOrthantsAreEquallyFilled(int d) {
    RandomStream rng = RandomStreams.of(31).open(Purpose.EXPLORATION, d);
    double radius = 2.5;
    double[] point = new double[d];
    int signs = Math.min(d, 5);
    long[] cells = new long[32 << signs];
    for (int i = 0; i < 150_000; i++) {
      BallSampler.sample(rng, radius, point);
      double norm = Vectors.norm(point);
      assertTrue(norm <= radius);
      int shell = (int) Math.min(31, 32 * Math.pow(norm / radius, d));
      int orthant = 0;
      for (int j = 0; j < signs; j++) {
        orthant = 2 * orthant + (point[j] > 0 ? 1 : 0);
      }
      cells[(shell << signs) + orthant]++;
    }
    Fit.assertUniform(cells, "dimension " + d);
  }

  /** Directions in the plane spanned by neighbouring coordinates: 64 equal sectors. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void directionsAreUniform(int d) {
    RandomStream rng = RandomStreams.of(32).open(Purpose.EXPLORATION, d);
    double[] point = new double[d];
    long[] sectors = new long[64];
    for (int i = 0; i < 100_000; i++) {
      BallSampler.sample(rng, 1, point);
      double angle = Math.atan2(point[d - 1], point[d - 2]) / (2 * Math.PI) + 0.5;
      sectors[(int) Math.min(63, 64 * angle)]++;
    }
    Fit.assertUniform(sectors, "dimension " + d);
  }

  @Test
  void degenerateBalls() {
    RandomStream rng = RandomStreams.of(33).open(Purpose.EXPLORATION, 0);
    double[] point = {1, 1};
    BallSampler.sample(rng, 0, point);
    assertEquals(0, Vectors.norm(point));
    BallSampler.sample(rng, 1, new double[0]);
    for (double tiny : new double[] {Double.MIN_VALUE, 6.9e-323, 1e-310, Double.MIN_NORMAL}) {
      for (int i = 0; i < 200; i++) {
        BallSampler.sample(rng, tiny, point);
        assertTrue(Vectors.norm(point) <= tiny);
      }
    }
    assertThrows(IllegalArgumentException.class, () -> BallSampler.sample(rng, -1, point));
    assertThrows(IllegalArgumentException.class, () -> BallSampler.sample(rng, Double.NaN, point));
    double infinite = Double.POSITIVE_INFINITY;
    assertThrows(IllegalArgumentException.class, () -> BallSampler.sample(rng, infinite, point));
  }
}

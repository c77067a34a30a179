package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * Standard normal draws by the ziggurat: the area under e^(-x²/2) is covered by 256 layers of equal
 * area V, of which 255 are rectangles and the lowest is a rectangle with the tail beyond R. A point
 * of a layer that lies under the next one needs no test, which is 99 % of them.
 *
 * <p>Exact up to the resolution of the uniform numbers, 2^-52 of a layer's width.
 */
final class Normal {
  private static final int LAYERS = 256;
  private static final double R = 3.654152885361009;
  private static final double V = 0.004928673233974655;

  /** Right ends of the layers from the lowest up; the first is V/f(R), the last is 0. */
  private static final double[] END = new double[LAYERS + 1];

  /** The share of a layer that lies under the next one. */
  private static final double[] SHARE = new double[LAYERS];

  static {
    double height = density(R);
    END[0] = V / height;
    END[1] = R;
    for (int i = 2; i < LAYERS; i++) {
      height += V / END[i - 1];
      END[i] = Math.sqrt(-2 * Elementary.log(height));
    }
    END[LAYERS] = 0;
    for (int i = 0; i < LAYERS; i++) {
      SHARE[i] = END[i + 1] / END[i];
    }
  }

  private Normal() {}

  /**
   * Draws.
   *
   * @param rng source of randomness
   * @return a standard normal number
   */
  static double draw(Stream rng) {
    long bits = rng.nextLong();
    int layer = (int) bits & (LAYERS - 1);
    double u = (bits >> 11) * 0x1p-52; // in [-1, 1), from other bits than the layer
    return Math.abs(u) < SHARE[layer] ? u * END[layer] : beyond(rng, layer, u);
  }

  /** A point that does not lie under the next layer, or a new one. */
  private static double beyond(Stream rng, int first, double firstU) {
    int layer = first;
    double u = firstU;
    while (true) {
      double x = u * END[layer];
      if (Math.abs(u) < SHARE[layer]) {
        return x;
      }
      if (layer == 0) {
        return u < 0 ? -tail(rng) : tail(rng);
      }
      double low = density(END[layer]);
      double high = density(END[layer + 1]);
      if (low + rng.nextDouble() * (high - low) < density(x)) {
        return x;
      }
      long bits = rng.nextLong();
      layer = (int) bits & (LAYERS - 1);
      u = (bits >> 11) * 0x1p-52;
    }
  }

  /** A normal number given that it is above R: R + E/R for exponential E, by rejection. */
  private static double tail(Stream rng) {
    while (true) {
      double x = -Elementary.log(rng.nextOpenDouble()) / R;
      double y = -Elementary.log(rng.nextOpenDouble());
      if (2 * y > x * x) {
        return R + x;
      }
    }
  }

  private static double density(double x) {
    return Elementary.exp(-0.5 * x * x);
  }
}

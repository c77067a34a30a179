package dev.ccl.core.random;

import dev.ccl.core.math.Elementary;

/**
 * Standard normal draws by the ziggurat: the area under e^(-x²/2) is covered by 256 layers of equal
 * area V, of which 255 are rectangles and the lowest is a rectangle with the tail beyond R. A point
 * of a layer that lies under the next one needs no test, which is 99 % of them. (Marsaglia and
 * Tsang, "The ziggurat method for generating random variables", Journal of Statistical Software 5,
 * 2000; R and V are the solution of its equations for 256 layers. The tail: Marsaglia, "Generating
 * a variable from the tail of the normal distribution", Technometrics 6, 1964.)
 *
 * <p>Exact up to the resolution of the uniform numbers, 2^-52 of a layer's width.
 */
final class Normal {
  private static final int LAYERS = 256;
  private static final double R = 3.654152885361009;
  private static final double V = 0.004928673233974655;

  /** Right ends of the layers from the lowest up; the first is V/f(R), the last is 0. */
  private static final double[] END = new double[LAYERS + 1];

  /** The resolution of a point of a layer. */
  private static final double[] STEP = new double[LAYERS];

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
      STEP[i] = END[i] * 0x1p-52;
    }
  }

  private Normal() {}

  /**
   * Draws.
   *
   * @param rng source of randomness
   * @return a standard normal number
   */
  static double draw(RandomStream rng) {
    long bits = rng.nextLong();
    int layer = (int) bits & (LAYERS - 1);
    double x = (bits >> 11) * STEP[layer]; // from other bits than the layer
    return Math.abs(x) < END[layer + 1] ? x : beyond(rng, layer, x);
  }

  /** A point that does not lie under the next layer, or a new one. */
  private static double beyond(RandomStream rng, int firstLayer, double first) {
    int layer = firstLayer;
    double x = first;
    while (Math.abs(x) >= END[layer + 1]) {
      if (layer == 0) {
        return Math.copySign(tail(rng), x);
      }
      if (isUnder(layer, rng.nextDouble(), x)) {
        break;
      }
      long bits = rng.nextLong();
      layer = (int) bits & (LAYERS - 1);
      x = (bits >> 11) * STEP[layer];
    }
    return x;
  }

  /** Whether the point at x lies under the curve, at the share u of the height of its layer. */
  static boolean isUnder(int layer, double u, double x) {
    double low = density(END[layer]);
    double high = density(END[layer + 1]);
    return low + u * (high - low) < density(x);
  }

  /** A normal number given that it is above R: R + E/R for exponential E, by rejection. */
  static double tail(RandomStream rng) {
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

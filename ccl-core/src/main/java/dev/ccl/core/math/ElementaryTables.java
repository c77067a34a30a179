package dev.ccl.core.math;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Constants of {@link Elementary}, computed once in integer arithmetic with 200 fractional bits.
 *
 * <p>All logarithms come from one recurrence, {@code ln(k+1) - ln(k) = 2 atanh(1/(2k+1))}, and all
 * powers of two from repeated integer square roots. Integer arithmetic has no platform differences.
 */
final class ElementaryTables {

  /** Cells of the argument reduction of the exponential: one octave has 2^7. */
  static final int CELLS = 128;

  /** Bits of 2^(j/128), rounded to nearest. */
  static final long[] EXP_BITS = new long[CELLS];

  /** Relative remainder (2^(j/128) - rounded)/rounded. */
  static final double[] EXP_TAIL = new double[CELLS];

  /** Start of the octave [181/256, 181/128) to which {@code log} reduces its argument. */
  static final long OCTAVE_START = Double.doubleToRawLongBits(181.0 / 256.0);

  /** Multiplier k/128 that brings each of the 128 cells of the octave near 1. */
  static final double[] LOG_FACTOR = new double[CELLS];

  /** The value -ln(k/128) to 42 fractional bits. */
  static final double[] LOG_HIGH = new double[CELLS];

  /** The rest of -ln(k/128). */
  static final double[] LOG_LOW = new double[CELLS];

  /** The value ln 2 to 42 fractional bits, so that its multiples up to 1100 are exact. */
  static final double LN2_HIGH;

  /** The rest of ln 2. */
  static final double LN2_LOW;

  /** The value (ln 2)/128 to 42 fractional bits, so that its multiples up to 2^18 are exact. */
  static final double STEP_HIGH;

  /** The rest of (ln 2)/128. */
  static final double STEP_LOW;

  private static final int SCALE = 200;

  static {
    fillPowers();
    BigInteger[] ln = logsFrom128();
    BigInteger ln2 = ln[128];
    LN2_HIGH = high(ln2);
    LN2_LOW = low(ln2);
    BigInteger step = ln2.shiftRight(7);
    STEP_HIGH = high(step);
    STEP_LOW = low(step);
    for (int cell = 0; cell < CELLS; cell++) {
      // The cells below 1 have width 1/256, those above 1/128; both cells at 1 use the factor 1, so
      // that the reduced argument is x - 1 exactly where the logarithm vanishes.
      double start = Double.longBitsToDouble(OCTAVE_START + ((long) cell << 45));
      double centre = start < 1 ? start + 1.0 / 512 : start + 1.0 / 256;
      int k = start == 1 ? 128 : (int) Math.rint(128 / centre);
      LOG_FACTOR[cell] = k / 128.0;
      BigInteger negated = (k >= 128 ? ln[k - 128] : ln[2 * k - 128].subtract(ln2)).negate();
      LOG_HIGH[cell] = high(negated);
      LOG_LOW[cell] = low(negated);
    }
  }

  private ElementaryTables() {}

  private static void fillPowers() {
    BigInteger root = BigInteger.TWO.shiftLeft(SCALE);
    for (int i = 0; i < 7; i++) {
      root = root.shiftLeft(SCALE).sqrt();
    }
    BigInteger power = BigInteger.ONE.shiftLeft(SCALE);
    for (int j = 0; j < CELLS; j++) {
      double rounded = toDouble(power);
      EXP_BITS[j] = Double.doubleToRawLongBits(rounded);
      EXP_TAIL[j] = toDouble(power.subtract(toFixed(rounded))) / rounded;
      power = power.multiply(root).shiftRight(SCALE);
    }
  }

  /** Entry j is ln((128 + j)/128), for j = 0, ..., 128. */
  private static BigInteger[] logsFrom128() {
    BigInteger[] ln = new BigInteger[129];
    ln[0] = BigInteger.ZERO;
    for (int j = 0; j < 128; j++) {
      BigInteger odd = BigInteger.valueOf(2L * (128 + j) + 1);
      BigInteger square = odd.multiply(odd);
      BigInteger power = BigInteger.TWO.shiftLeft(SCALE).divide(odd);
      BigInteger sum = BigInteger.ZERO;
      for (long i = 1; power.signum() > 0; i += 2) {
        sum = sum.add(power.divide(BigInteger.valueOf(i)));
        power = power.divide(square);
      }
      ln[j + 1] = ln[j].add(sum);
    }
    return ln;
  }

  private static double high(BigInteger fixed) {
    return fixed.shiftRight(SCALE - 42).doubleValue() * 0x1p-42;
  }

  private static double low(BigInteger fixed) {
    return toDouble(fixed.subtract(toFixed(high(fixed))));
  }

  private static double toDouble(BigInteger fixed) {
    return fixed.doubleValue() * 0x1p-200;
  }

  private static BigInteger toFixed(double value) {
    return new BigDecimal(value * 0x1p200).toBigIntegerExact();
  }
}

package dev.ccl.report.chart;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.math.Elementary;
import dev.ccl.experiments.summary.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** An axis with its range: where a number is between the ends, and which numbers bear ticks. */
final class Scale {
  /** A number with its text. */
  record Tick(double value, String label) {}

  private static final double DECADE = Elementary.log(10);
  private static final double ZERO = 0.07; // the room of 0, as a share of the rest

  private final Axis.Kind kind;
  private final double low; // in the coordinates in which the axis is linear
  private final double high;
  private final ImmutableList<Tick> ticks;

  private Scale(Axis.Kind kind, double low, double high, ImmutableList<Tick> ticks) {
    this.kind = kind;
    this.low = low;
    this.high = high;
    this.ticks = ticks;
  }

  /**
   * Fits a scale to data.
   *
   * @param axis the axis
   * @param least the smallest number to show
   * @param most the largest; below the smallest if there is nothing to show
   * @param count about how many ticks there is room for, at least 2
   */
  static Scale of(Axis axis, double least, double most, int count) {
    return switch (axis.kind()) {
      case LINEAR -> linear(least <= most ? least : 0, least <= most ? most : 1, count);
      case LOG -> log(least <= most ? least : 1, least <= most ? most : 10, count);
      case LOG_AND_ZERO ->
          log(least <= most ? least : 1, least <= most ? most : 10, count).withZero();
      case CATEGORIES -> categories(axis.categories());
      case PLACES -> places(axis.categories());
    };
  }

  private static Scale linear(double least, double most, int count) {
    double low = least;
    double high = most;
    if (!(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))) {
      double room = low == 0 ? 1 : 0.1 * Math.abs(low);
      low -= room;
      high += room;
    }
    BigDecimal step = step((high - low) / count);
    BigDecimal first = floor(low, step);
    BigDecimal last = floor(high, step);
    if (last.doubleValue() < high) {
      last = last.add(step);
    }
    boolean powers =
        Numbers.exponent(step) < -4 || last.abs().max(first.abs()).compareTo(million()) > 0;
    ImmutableList.Builder<Tick> ticks = ImmutableList.builder();
    for (BigDecimal x = first; x.compareTo(last) <= 0; x = x.add(step)) {
      ticks.add(new Tick(x.doubleValue(), Numbers.exact(x, powers)));
    }
    return new Scale(Axis.Kind.LINEAR, first.doubleValue(), last.doubleValue(), ticks.build());
  }

  private static BigDecimal million() {
    return BigDecimal.ONE.scaleByPowerOfTen(6);
  }

  /** The smallest of 1, 2, 5 times a power of ten that is at least the given size. */
  private static BigDecimal step(double size) {
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(Numbers.exponent(new BigDecimal(size)));
    for (int factor : new int[] {1, 2, 5}) {
      BigDecimal step = power.multiply(BigDecimal.valueOf(factor));
      if (step.doubleValue() >= size) {
        return step;
      }
    }
    return power.scaleByPowerOfTen(1);
  }

  private static BigDecimal floor(double x, BigDecimal step) {
    BigDecimal multiple = new BigDecimal(x).divideToIntegralValue(step).multiply(step);
    return multiple.doubleValue() > x ? multiple.subtract(step) : multiple;
  }

  private static Scale log(double least, double most, int count) {
    double low = Elementary.log(least);
    double high = Elementary.log(most);
    double room = Math.max(0.03 * (high - low), 0.5 * (1.2 - (high - low)));
    low -= room;
    high += room;
    int from = Numbers.exponent(new BigDecimal(least)) - 1;
    int to = Numbers.exponent(new BigDecimal(most)) + 1;
    double decades = (high - low) / DECADE;
    boolean onePower = Math.floor(high / DECADE) - Math.ceil(low / DECADE) < 1; // at most
    int[] factors = decades < 1.6 || onePower ? new int[] {1, 2, 5} : new int[] {1};
    int every = 1 + (int) (decades / (count + 1));
    boolean powers = from < -5 || to > 5;
    ImmutableList.Builder<Tick> ticks = ImmutableList.builder();
    for (int exponent = from; exponent <= to; exponent++) {
      for (int factor : factors) {
        BigDecimal value = BigDecimal.valueOf(factor).scaleByPowerOfTen(exponent);
        double place = Elementary.log(value.doubleValue());
        if (place >= low && place <= high && Math.floorMod(exponent, every) == 0) {
          ticks.add(new Tick(value.doubleValue(), Numbers.exact(value, powers)));
        }
      }
    }
    return new Scale(Axis.Kind.LOG, low, high, ticks.build());
  }

  /** Makes room before the low end, with 0 in the middle of it. */
  private Scale withZero() {
    ImmutableList.Builder<Tick> all = ImmutableList.builder();
    all.add(new Tick(0, "0")).addAll(ticks);
    return new Scale(Axis.Kind.LOG_AND_ZERO, low - ZERO * (high - low), high, all.build());
  }

  private static Scale categories(ImmutableList<String> names) {
    ImmutableList.Builder<Tick> ticks = ImmutableList.builder();
    for (int i = 0; i < names.size(); i++) {
      ticks.add(new Tick(i, names.get(i)));
    }
    // The first name comes first in reading order: at the top.
    return new Scale(Axis.Kind.CATEGORIES, Math.max(names.size(), 1) - 0.5, -0.5, ticks.build());
  }

  private static Scale places(ImmutableList<String> names) {
    Scale downwards = categories(names);
    return new Scale(Axis.Kind.PLACES, downwards.high, downwards.low, downwards.ticks);
  }

  ImmutableList<Tick> ticks() {
    return ticks;
  }

  /** The place of a number: 0 at the low end of the axis, 1 at the high end. */
  double place(double x) {
    if (kind == Axis.Kind.LOG_AND_ZERO && x == 0) {
      return ZERO / (1 + ZERO) / 2;
    }
    boolean log = kind == Axis.Kind.LOG || kind == Axis.Kind.LOG_AND_ZERO;
    return ((log ? Elementary.log(x) : x) - low) / (high - low);
  }

  /** A coordinate of a picture: two decimals. */
  static String coordinate(double x) {
    BigDecimal rounded = new BigDecimal(x).setScale(2, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}

package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.SmallAlgebra;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** The lowest point of a function on the boundary of a disc. */
final class PlainCircle {
  private static final double STEP = 0.05;

  private PlainCircle() {}

  static double[] lowest(
      double radius, ToDoubleFunction<double[]> value, UnaryOperator<double[]> gradient) {
    double best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (double angle = 0; angle < 2 * Math.PI; angle += STEP) {
      double there = value.applyAsDouble(at(radius, angle));
      best = there < least ? angle : best;
      least = Math.min(least, there);
    }
    double low = best - STEP;
    double high = best + STEP;
    for (int k = 0; k < 60; k++) { // the derivative changes its sign in between
      double middle = (low + high) / 2;
      double[] x = at(radius, middle);
      boolean falls = SmallAlgebra.dot(gradient.apply(x), new double[] {-x[1], x[0]}) < 0;
      low = falls ? middle : low;
      high = falls ? high : middle;
    }
    return at(radius, low);
  }

  private static double[] at(double radius, double angle) {
    return new double[] {radius * StrictMath.cos(angle), radius * StrictMath.sin(angle)};
  }
}

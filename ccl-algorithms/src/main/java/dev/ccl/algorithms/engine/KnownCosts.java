package dev.ccl.algorithms.engine;

import java.util.Arrays;

/**
 * The exact costs of the last few students under one calibration, so that a round which asks twice
 * for the same number gets it without a sweep.
 */
final class KnownCosts {
  private static final int KEPT = 4;

  private final double[][] students;
  private final double[] cost = new double[KEPT];
  private final double[] peak = new double[KEPT];
  private int number;
  private int oldest;

  KnownCosts(int dimension) {
    this.students = new double[KEPT][dimension];
  }

  /** Forgets all, since they belong to another calibration. */
  void clear() {
    number = 0;
    oldest = 0;
  }

  /** {@return the place of a student, or -1 if its cost is not known} */
  int find(double[] theta) {
    for (int i = 0; i < number; i++) {
      if (Arrays.equals(students[i], theta)) {
        return i;
      }
    }
    return -1;
  }

  double cost(int i) {
    return cost[i];
  }

  /** {@return the most rollouts through an edge, of a batch with the weight of one} */
  double peak(int i) {
    return peak[i];
  }

  void put(double[] theta, double itsCost, double itsPeak) {
    if (find(theta) >= 0) {
      return;
    }
    System.arraycopy(theta, 0, students[oldest], 0, theta.length);
    cost[oldest] = itsCost;
    peak[oldest] = itsPeak;
    oldest = (oldest + 1) % KEPT;
    number = Math.min(KEPT, number + 1);
  }
}

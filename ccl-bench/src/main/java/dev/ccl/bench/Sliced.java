package dev.ccl.bench;

import static com.google.common.base.Preconditions.checkState;

import java.util.Arrays;

/**
 * CPU times of an operation in slices of a few milliseconds: the middle slice is the figure, the
 * quartiles are its spread.
 */
final class Sliced {
  private static final double LONGEST = 20e6; // nanoseconds of a slice
  private static final int FEWEST = 5; // slices

  private final double[] nanos; // of one operation, in the order of the slices

  private Sliced(double[] nanos) {
    this.nanos = nanos;
  }

  /** Measures operations side by side: slice by slice in turn, after a common warm-up. */
  static Sliced[] of(double seconds, Operation... operations) {
    double each = 1e9 * seconds / operations.length;
    double slice = Math.min(LONGEST, each / (2 * FEWEST));
    int[] repetitions = new int[operations.length];
    for (int i = 0; i < operations.length; i++) {
      repetitions[i] = warmUp(operations[i], 0.4 * each, slice);
    }
    int slices = (int) Math.max(FEWEST, 0.6 * each / slice);
    double[][] nanos = new double[operations.length][slices];
    for (int j = 0; j < slices; j++) {
      for (int i = 0; i < operations.length; i++) {
        nanos[i][j] = (double) slice(operations[i], repetitions[i]) / repetitions[i];
      }
    }
    return Arrays.stream(nanos).map(Sliced::new).toArray(Sliced[]::new);
  }

  /** Runs for some nanoseconds; returns the number of repetitions that fill a slice. */
  private static int warmUp(Operation operation, double nanos, double slice) {
    int repetitions = 1;
    long start = Cpu.nanos();
    while (true) {
      long time = slice(operation, repetitions);
      if (Cpu.nanos() - start >= nanos) {
        return (int) Math.max(1, repetitions * Math.min(4, slice / Math.max(time, 1)));
      }
      if (time < 0.5 * slice && repetitions < 1 << 26) {
        repetitions *= 2;
      }
    }
  }

  private static long slice(Operation operation, int repetitions) {
    long start = Cpu.nanos();
    double sum = 0;
    for (int i = 0; i < repetitions; i++) {
      sum += operation.run();
    }
    long time = Cpu.nanos() - start;
    checkState(!Double.isNaN(sum), "an operation gave no number"); // looks at every result
    return time;
  }

  /** Nanoseconds of one operation. */
  double median() {
    return quantile(nanos, 0.5);
  }

  /** The least of all slices: what the machine can do when it is left alone. */
  double best() {
    return quantile(nanos, 0);
  }

  /** How many times longer another takes, slice by slice: a quantile of the ratios. */
  double ratio(Sliced other, double quantile) {
    double[] ratios = new double[nanos.length];
    Arrays.setAll(ratios, j -> other.nanos[j] / nanos[j]);
    return quantile(ratios, quantile);
  }

  private static double quantile(double[] values, double quantile) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.round(quantile * (sorted.length - 1))];
  }
}

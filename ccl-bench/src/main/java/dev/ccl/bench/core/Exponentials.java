package dev.ccl.bench.core;

import dev.ccl.core.math.Elementary;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The exponential of an array. The controls are the platform's two. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class Exponentials {
  /** How many numbers. */
  @Param({"8", "64", "512", "4096"})
  public int length;

  private double[] x;
  private double[] out;

  /** Fills the array with numbers between −2 and 2. */
  @Setup
  public void prepare() {
    x = new double[length];
    out = new double[length];
    for (int i = 0; i < length; i++) {
      x[i] = 4.0 * i / length - 2;
    }
  }

  /**
   * The kernel for bounded numbers.
   *
   * @return e^x
   */
  @Benchmark
  public double[] bounded() {
    Elementary.expBounded(x, 0, length, 2, out);
    return out;
  }

  /**
   * The kernel for all numbers.
   *
   * @return e^x
   */
  @Benchmark
  public double[] anyNumber() {
    Elementary.exp(x, 0, length, out);
    return out;
  }

  /**
   * The fast control, which may differ between machines.
   *
   * @return e^x
   */
  @Benchmark
  public double[] mathControl() {
    for (int i = 0; i < length; i++) {
      out[i] = Math.exp(x[i]);
    }
    return out;
  }

  /**
   * The reproducible control.
   *
   * @return e^x
   */
  @Benchmark
  public double[] strictMathControl() {
    for (int i = 0; i < length; i++) {
      out[i] = StrictMath.exp(x[i]);
    }
    return out;
  }
}

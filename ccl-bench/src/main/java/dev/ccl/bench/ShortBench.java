package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.batch.Sampler;
import dev.ccl.algorithms.batch.TargetSweep;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Binomial;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;

/**
 * About half a minute of measuring: each operation beside a control, and the linear kernels beside
 * what the machine can do at most.
 */
public final class ShortBench {
  private static final int ROWS = 14; // that take an equal share of the time

  private final PrintWriter out;
  private final double share; // seconds per row

  private ShortBench(PrintWriter out, double seconds) {
    this.out = out;
    this.share = seconds / ROWS;
  }

  /**
   * Measures and prints, a line at a time.
   *
   * @param out where to print
   * @param seconds about how much CPU time to spend
   */
  public static void print(PrintWriter out, double seconds) {
    ShortBench bench = new ShortBench(out, seconds);
    bench.machine();
    Peak peak = Peak.measure(2 * bench.share);
    bench.line(
        "peak of one core in Java: %.1f GFLOP/s in cache, %.1f GB/s from memory%n",
        peak.gigaflops(), peak.gigabytes());
    bench.line("%-44s %11s %11s  %s", "CPU time", "ours", "control", "ratio [quartiles]");
    bench.numbers();
    bench.draws();
    LearningProblem m = Workload.M.instance().problem();
    bench.kernels(m);
    bench.batches(m);
    bench.rounds("S", Workload.S.instance().problem());
    bench.rounds("M", m);
    bench.line("");
    bench.roofline(peak);
  }

  private void machine() {
    Runtime runtime = Runtime.getRuntime();
    line(
        "%s %s, Java %s, %d processors",
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.version"),
        runtime.availableProcessors());
  }

  private void numbers() {
    int length = 512;
    double[] x = new double[length];
    double[] y = new double[length];
    Arrays.setAll(x, i -> 4.0 * i / length - 2);
    row(
        "exponential (control: StrictMath)",
        length,
        () -> {
          Elementary.expBounded(x, 0, length, 2, y);
          return y[0];
        },
        () -> {
          for (int i = 0; i < length; i++) {
            y[i] = StrictMath.exp(x[i]);
          }
          return y[0];
        });
  }

  private void draws() {
    RandomStream random = RandomStream.of(1, 1, 1, 1);
    for (double n : new double[] {1e2, 1e6, 1e14}) {
      row(
          String.format(Locale.ROOT, "binomial draw, n = %.0e (control: two uniforms)", n),
          64,
          () -> {
            double sum = 0;
            for (int i = 1; i <= 64; i++) {
              double p = 0.05 + 0.007 * i;
              sum += Binomial.draw(random, n, p, 1 - p);
            }
            return sum;
          },
          () -> {
            double sum = 0;
            for (int i = 0; i < 64; i++) {
              sum += random.nextDouble() * random.nextDouble();
            }
            return sum;
          });
    }
    double[] weights = {1, 0.8, 1.2, 0.6, 1.5, 1, 0.7, 1.1, 0.9};
    double[] counts = new double[weights.length];
    double[] scratch = new double[weights.length];
    row(
        "1000 draws of 9 tokens (control: one by one)",
        1,
        () -> {
          Multinomial.split(random, 1000, weights, 0, weights.length, scratch, counts);
          return counts[0];
        },
        () -> {
          for (int i = 0; i < 1000; i++) {
            counts[Multinomial.drawOne(random, weights, 0, weights.length)]++;
          }
          return counts[0];
        });
  }

  private void kernels(LearningProblem problem) {
    EdgeModel flat = problem.target().calibration();
    EdgeModel statewise = problem.calibration().family().statewise(flat.forest());
    int nodes = flat.forest().nodes();
    double[] w = problem.calibration().initial().toArray();
    double[] edges = new double[flat.forest().edges()];
    double[] sum = new double[w.length];
    row(
        "logits on M (control: state by state)",
        1,
        () -> {
          flat.logits(w, 0, nodes, edges);
          return edges[0];
        },
        () -> {
          statewise.logits(w, 0, nodes, edges);
          return edges[0];
        });
    row(
        "pullback on M (control: state by state)",
        1,
        () -> {
          flat.pullback(w, edges, 0, nodes, sum);
          return sum[0];
        },
        () -> {
          statewise.pullback(w, edges, 0, nodes, sum);
          return sum[0];
        });
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    double[] theta = problem.student().initial().toArray();
    double[] gradient = new double[theta.length];
    row(
        "exact gradient on M (control: differences)",
        1,
        () -> cost.gradient(theta, gradient),
        () -> {
          for (int i = 0; i < theta.length; i++) {
            double at = theta[i];
            theta[i] = at + 1e-6;
            double above = cost.value(theta);
            theta[i] = at - 1e-6;
            gradient[i] = (above - cost.value(theta)) / 2e-6;
            theta[i] = at;
          }
          return gradient[0];
        });
  }

  private void batches(LearningProblem problem) {
    double[] theta = problem.student().initial().toArray();
    try (TargetSweep counts = TargetSweep.of(problem, RandomStreams.of(1), Sampler.COUNTS, 1);
        TargetSweep trajectories =
            TargetSweep.of(problem, RandomStreams.of(1), Sampler.TRAJECTORIES, 1)) {
      long[] round = new long[1];
      Rollouts batch = Rollouts.of(10_000);
      row(
          "batch of 10,000 on M (control: trajectories)",
          1,
          () -> counts.cost(theta, batch.at(round[0]++, 0), Purpose.VALIDATION_FIRST),
          () -> trajectories.cost(theta, batch.at(round[0]++, 0), Purpose.VALIDATION_FIRST));
    }
  }

  /**
   * The control begins at round 100 and stays near it; a round by counts costs the same anywhere.
   */
  private void rounds(String name, LearningProblem problem) {
    Learner learner = Learners.named("ccl");
    Learner plain = learner.with("sampler", "trajectories");
    Sliced[] times;
    double bytes;
    try (Session counts = learner.open(problem, RoundRate.at(learner, problem, 100), 1);
        Session trajectories = plain.open(problem, RoundRate.at(plain, problem, 100), 1)) {
      times =
          Sliced.of(
              2 * share,
              () -> {
                counts.advance(1);
                return 0;
              },
              () -> {
                trajectories.advance(1);
                return 0;
              });
      long before = Cpu.allocatedBytes();
      long from = counts.round();
      counts.advance(1000);
      bytes = (double) (Cpu.allocatedBytes() - before) / (counts.round() - from);
    }
    print("round on " + name + " (control: trajectories)", 1, times);
    line("%-44s %8.1f B", "  allocated per round", bytes);
  }

  private void roofline(Peak peak) {
    line(
        "%-26s %10s %10s %9s %9s  %s",
        "an edge of a large forest", "flop", "byte", "floor", "measured", "of the limit");
    LargeForest forest = new LargeForest();
    Sliced[] times = Sliced.of(4 * share, forest::logits, forest::pullback);
    double edges = forest.edges();
    double flops = 2.0 * LargeForest.FEATURES;
    double bytes = 8.0 * (LargeForest.FEATURES + 1);
    double floor = peak.floor(flops, bytes);
    for (int i = 0; i < 2; i++) {
      double measured = times[i].median() / edges;
      line(
          "%-26s %10.0f %10.0f %6.2f ns %6.2f ns  %.0f %%",
          i == 0 ? "logits" : "pullback", flops, bytes, floor, measured, 100 * floor / measured);
    }
  }

  private void row(String name, int operations, Operation ours, Operation control) {
    print(name, operations, Sliced.of(share, ours, control));
  }

  private void print(String name, int operations, Sliced[] times) {
    line(
        "%-44s %11s %11s  %.2f [%.2f, %.2f]",
        name,
        time(times[0].median() / operations),
        time(times[1].median() / operations),
        times[0].ratio(times[1], 0.5),
        times[0].ratio(times[1], 0.25),
        times[0].ratio(times[1], 0.75));
  }

  private static String time(double nanos) {
    return nanos < 1e3
        ? String.format(Locale.ROOT, "%.2f ns", nanos)
        : nanos < 1e6
            ? String.format(Locale.ROOT, "%.2f us", nanos * 1e-3)
            : String.format(Locale.ROOT, "%.2f ms", nanos * 1e-6);
  }

  private void line(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
    out.flush();
  }
}

package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No result depends on the threads, on a forest where two of them do work for certain. */
final class ThreadsTest {
  private static final LearningProblem PROBLEM =
      RandomInstance.of(
              RandomSpec.SMALL.withHorizon(2).withPrompts(1, 3000).withShared(0).withInitialNorm(1),
              1)
          .instance()
          .problem();

  /** Whoever comes first waits for a second thread, so that no one can do all blocks alone. */
  private static class Meeting implements BatchSampler {
    private final BatchSampler sampler;
    private final CountDownLatch both = new CountDownLatch(2);
    private final boolean[] here;

    Meeting(Layout layout, int workers) {
      this.sampler = new CountSplitting(layout, workers);
      this.here = new boolean[workers];
    }

    @Override
    public void begin(RandomStream random, double rollouts, NodeLaw law, double[] counts) {
      sampler.begin(random, rollouts, law, counts);
    }

    @Override
    public void split(
        RandomStream random,
        int block,
        int worker,
        double[] counts,
        double[] weights,
        double[] tails,
        double[] out) {
      if (here.length > 1) {
        if (!here[worker]) { // each worker has its own place
          here[worker] = true;
          both.countDown();
        }
        boolean met = Uninterruptibles.awaitUninterruptibly(both, 1, TimeUnit.MINUTES);
        assertTrue(met, "a second thread takes part");
      }
      sampler.split(random, block, worker, counts, weights, tails, out);
    }
  }

  /** A liar: the numbers of a block depend on who draws them. */
  private static final class ByWorker extends Meeting {
    ByWorker(Layout layout, int workers) {
      super(layout, workers);
    }

    @Override
    public void split(
        RandomStream random,
        int block,
        int worker,
        double[] counts,
        double[] weights,
        double[] tails,
        double[] out) {
      for (int i = 0; i < worker; i++) {
        random.nextLong();
      }
      super.split(random, block, worker, counts, weights, tails, out);
    }
  }

  private static double[] results(
      BiFunction<Layout, Integer, BatchSampler> sampler, int resident, int threads) {
    Layout layout = Layout.of(PROBLEM.target().dataset(), resident);
    double[] theta = PROBLEM.student().initial().toArray();
    double[] gradient = new double[theta.length];
    double[] costs = new double[2];
    double[] out = new double[0];
    try (TargetSweep sweep =
        new TargetSweep(PROBLEM, RandomStreams.of(3), layout, sampler, threads)) {
      sweep.calibrate(PROBLEM.calibration().initial().toArray());
      for (int round = 0; round < 3; round++) {
        long rollouts = 5_000L * (round + 1);
        Sweeping.gradient(sweep, theta, rollouts, Credit.ANSWER, round, 1, gradient);
        sweep.costs(theta, gradient, Sweeping.rollouts(rollouts, round, 1), costs);
        int at = out.length;
        out = Arrays.copyOf(out, at + theta.length + 3);
        System.arraycopy(gradient, 0, out, at, theta.length);
        System.arraycopy(costs, 0, out, at + theta.length, 2);
        out[at + theta.length + 2] = sweep.largestCount();
      }
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Layout.RESIDENT_EDGES})
  void threadsChangeNoBit(int resident) {
    double[] alone = results(CountSplitting::new, resident, 1);
    for (int threads : new int[] {2, 3}) {
      assertArrayEquals(alone, results(Meeting::new, resident, threads));
    }
  }

  @Test
  void drawsThatDependOnTheThreadAreSeen() {
    double[] alone = results(ByWorker::new, 0, 1);
    assertArrayEquals(alone, results(CountSplitting::new, 0, 1), "alone it is honest");
    assertFalse(Arrays.equals(alone, results(ByWorker::new, 0, 2)));
  }
}

package dev.ccl.algorithms.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The states of a batch are shared among threads, and no number depends on who gets which. */
class GrowingThreadsTest {
  private static final LearningProblem WIDE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(5).withLetters(6), 42).instance().problem();

  /** A family asked state by state, which sees in which thread. */
  private static class Watched implements AffineFamily {
    private final PolicyFamily plain = WIDE.student().family();

    @Override
    public int dimension() {
      return plain.dimension();
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      plain.logits(theta, state, out);
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      plain.gradients(theta, state, out);
    }
  }

  /** At the widest level a thread waits for the second one, so that both have a part. */
  private static class Meeting extends Watched {
    private final CountDownLatch two;
    private final Set<Thread> seen = ConcurrentHashMap.newKeySet();

    Meeting(int threads) {
      this.two = new CountDownLatch(Math.min(threads, 2));
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      if (state.step() == WIDE.horizon() - 1) {
        if (seen.add(Thread.currentThread())) {
          two.countDown();
        }
        await(two);
      }
      super.logits(theta, state, out);
    }

    private static void await(CountDownLatch two) {
      try {
        assertTrue(two.await(60, TimeUnit.SECONDS), "no second thread came");
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static double[] point(ConvexSet set, long seed) {
    double[] point = new double[set.dimension()];
    set.draw(RandomStreams.of(seed).open(Purpose.TRIAL, 0), point);
    return point;
  }

  /** All that batches tell. */
  private static double[] numbers(PolicyFamily family, Sampler sampler, int threads) {
    PolicyClass student = WIDE.student();
    LearningProblem problem =
        WIDE.withStudent(new PolicyClass(family, student.set(), student.initial()))
            .growing(ForestBudget.ofBytes(1L << 28));
    double[] first = point(student.set(), 1);
    double[] second = point(student.set(), 2);
    int d = first.length;
    DoubleStream.Builder all = DoubleStream.builder();
    try (Engine engine = Engine.open(problem, RandomStreams.of(6), sampler, threads)) {
      engine.batches().calibrate(point(WIDE.calibration().set(), 3));
      double[] g = new double[d];
      double[] matrix = new double[d * d];
      double[] costs = new double[2];
      for (int b = 0; b < 3; b++) {
        Rollouts batch = Rollouts.of(3000).at(b, 0);
        all.add(engine.batches().gradient(first, batch, Credit.values()[b], g));
        engine.batches().information(first, batch, matrix);
        engine.batches().costs(first, second, batch, costs);
        for (double[] numbers : new double[][] {g, matrix, costs}) {
          Arrays.stream(numbers).forEach(all::add);
        }
      }
    }
    return all.build().toArray();
  }

  @Test
  void threadsChangeNoBit() {
    for (Sampler sampler : Sampler.values()) {
      double[] expected = numbers(new Watched(), sampler, 1);
      for (int threads = 2; threads <= (sampler == Sampler.COUNTS ? 3 : 2); threads++) {
        Meeting meeting = new Meeting(threads);
        assertArrayEquals(expected, numbers(meeting, sampler, threads), sampler + ", " + threads);
        assertTrue(meeting.seen.size() >= 2, "one thread did all");
      }
    }
  }

  @Test
  void frozenModelsAreAskedByOneThread() {
    Thread caller = Thread.currentThread();
    Set<Thread> asking = ConcurrentHashMap.newKeySet();
    numbers(
        new Watched() {
          @Override
          public List<StateKernel> at(StateBatch frontier) {
            asking.add(Thread.currentThread());
            return super.at(frontier);
          }
        },
        Sampler.COUNTS,
        2);
    assertEquals(Set.of(caller), asking);
  }

  /** A liar: its answers depend on the thread that asks. */
  @Test
  void aDependenceOnTheThreadIsNoticed() {
    Thread caller = Thread.currentThread();
    double[] lied =
        numbers(
            new Meeting(2) {
              @Override
              public void logits(double[] theta, State state, double[] out) {
                super.logits(theta, state, out);
                out[0] += Thread.currentThread() == caller ? 0 : 1e-9;
              }
            },
            Sampler.COUNTS,
            2);
    assertFalse(Arrays.equals(numbers(new Watched(), Sampler.COUNTS, 1), lied));
  }
}

package dev.ccl.certificates;

import com.sun.management.ThreadMXBean;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Prints what certificates cost: nanoseconds and bytes of an observation at D = 8, milliseconds of
 * a certificate at d = 2, D = 3. A measurement, on a machine that does nothing else.
 */
final class CostStudy {
  private static final int OBSERVATIONS = 200_000;
  private static final int REPEATED = 15;

  private CostStudy() {}

  public static void main(String[] arguments) {
    observe(RandomInstance.of(RandomSpec.SMALL.withDimensions(8, 2), 3).instance());
    certify("separation", SeparationInstance.of(2, 3, 2, 0.5));
    certify("random", RandomInstance.of(RandomSpec.SMALL, 1).instance());
  }

  private static void observe(Instance instance) {
    LearningProblem problem = GroundTruth.of(instance).problem();
    Certifier certifier = Certifier.of(problem, 0.05);
    SourceReplay[] drawn = new SourceReplay[1000];
    for (int t = 0; t < drawn.length; t++) {
      drawn[t] = new SourceReplay(problem, 9);
      drawn[t].draw(t, problem.student().initial().toArray());
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] nanos = new double[REPEATED];
    long bytes = 0;
    for (int i = 0; i < REPEATED; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      for (int k = 0; k < OBSERVATIONS; k++) {
        drawn[k % drawn.length].tell(certifier);
      }
      nanos[i] = (System.nanoTime() - start) / (double) OBSERVATIONS;
      bytes = threads.getCurrentThreadAllocatedBytes() - before;
    }
    Arrays.sort(nanos);
    System.out.printf(
        "D = 8: %.0f ns an observation (median of %d), %.4f bytes%n",
        nanos[REPEATED / 2], REPEATED, bytes / (double) OBSERVATIONS);
  }

  private static void certify(String name, Instance instance) {
    LearningProblem problem = GroundTruth.of(instance).problem();
    LearningProblem labels = SharpnessStudy.withoutExactness(problem);
    for (int rounds : new int[] {100, 1000, 10_000}) {
      double[][] millis = new double[2][REPEATED];
      for (int i = 0; i < REPEATED; i++) {
        Certifier[] both = {Certifier.of(problem, 0.05), Certifier.of(labels, 0.05)};
        SourceReplay replay = new SourceReplay(problem, 70 + i);
        double[] theta = problem.student().initial().toArray();
        for (int t = 0; t < rounds; t++) {
          replay.draw(t, theta);
          replay.tell(both[0]);
          replay.tell(both[1]);
        }
        for (int k = 0; k < 2; k++) {
          long start = System.nanoTime();
          both[k].certify(theta);
          millis[k][i] = (System.nanoTime() - start) / 1e6;
        }
      }
      Arrays.sort(millis[0]);
      Arrays.sort(millis[1]);
      System.out.printf(
          "%s, T = %d: %.1f ms a certificate (largest %.1f), %.1f from labels (largest %.1f)%n",
          name,
          rounds,
          millis[0][REPEATED / 2],
          millis[0][REPEATED - 1],
          millis[1][REPEATED / 2],
          millis[1][REPEATED - 1]);
    }
  }
}

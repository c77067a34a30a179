package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Session;
import dev.ccl.core.growth.GrowthBudget;
import dev.ccl.core.growth.GrowthCounts;
import java.util.Locale;

/**
 * A run of the preset by rollouts on trees that nobody can own, and what a round costs as states
 * become known. The time of the simulated model is counted, not waited for.
 */
public final class GrowingRounds {
  private static final int PARTS = 20;

  private GrowingRounds() {}

  /**
   * Prints one line per twentieth of the run.
   *
   * @param args the number of rounds, the memory budget in megabytes and the number of threads
   */
  public static void main(String[] args) {
    long rounds = Long.parseLong(args[0]);
    int threads = Integer.parseInt(args[2]);
    VastTree tree = VastTree.of(GrowthBudget.ofBytes(Long.parseLong(args[1]) << 20));
    Learner learner =
        Learners.named("practical").with("gradient-batch", "64").with("validation", "64");
    System.out.println(
        "round   ms/round  ms CPU/round  ms model/round  states asked/round  states kept"
            + "  bytes/state  forgotten");
    LearnerState initial = learner.initial(tree.problem(), 1);
    try (Session session = learner.open(tree.problem(), initial, threads)) {
      GrowthCounts before = session.growth();
      long cpu = Cpu.nanos();
      long model = tree.modelMillis();
      long wall = System.nanoTime();
      for (int part = 0; part < PARTS; part++) {
        long share = rounds / PARTS;
        session.advance(share);
        GrowthCounts now = session.growth();
        System.out.printf(
            Locale.ROOT,
            "%5d %10.2f %13.2f %15.1f %19.0f %12d %12.0f %10d%n",
            session.round(),
            1e-6 * (System.nanoTime() - wall) / share,
            1e-6 * (Cpu.nanos() - cpu) / share,
            (tree.modelMillis() - model) / (double) share,
            (now.asked() - before.asked()) / (double) share,
            now.kept(),
            now.bytes() / (double) now.kept(),
            now.forgotten());
        before = now;
        cpu = Cpu.nanos();
        wall = System.nanoTime();
        model = tree.modelMillis();
      }
    }
  }
}

package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
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
  private GrowingRounds() {}

  /**
   * Prints one line per tenth of the run.
   *
   * @param args the number of rounds and the memory budget in megabytes
   */
  public static void main(String[] args) {
    long rounds = Long.parseLong(args[0]);
    VastTree tree = VastTree.of(GrowthBudget.ofBytes(Long.parseLong(args[1]) << 20));
    Learner learner =
        Learners.named("practical").with("gradient-batch", "64").with("validation", "64");
    System.out.println(
        "round   ms CPU/round  ms model/round  states asked/round  states kept  bytes/state"
            + "  forgotten");
    try (Session session = learner.open(tree.problem(), learner.initial(tree.problem(), 1), 1)) {
      GrowthCounts before = session.growth();
      long cpu = Cpu.nanos();
      long model = tree.modelMillis();
      for (int part = 0; part < 10; part++) {
        long share = rounds / 10;
        session.advance(share);
        GrowthCounts now = session.growth();
        System.out.printf(
            Locale.ROOT,
            "%5d %14.2f %15.1f %19.0f %12d %12.0f %10d%n",
            session.round(),
            1e-6 * (Cpu.nanos() - cpu) / share,
            (tree.modelMillis() - model) / (double) share,
            (now.asked() - before.asked()) / (double) share,
            now.kept(),
            now.bytes() / (double) now.kept(),
            now.forgotten());
        before = now;
        cpu = Cpu.nanos();
        model = tree.modelMillis();
      }
    }
  }
}

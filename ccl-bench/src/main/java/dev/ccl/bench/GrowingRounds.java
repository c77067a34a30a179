package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.growing.StateCounts;
import java.util.Locale;

/**
 * A run of the preset by rollouts on trees that nobody can own, and what a round costs as states
 * become known. The time of the simulated model is counted, not waited for. In the end the first
 * rounds are done again, with all of their states known, and the states that a round visits are
 * counted by doing it on trees of which nothing is known.
 */
public final class GrowingRounds {
  private static final int PARTS = 20;

  private final VastTree tree;
  private final Session session;
  private StateCounts before;
  private long cpu;
  private long wall;
  private long model;

  private GrowingRounds(VastTree tree, Session session) {
    this.tree = tree;
    this.session = session;
  }

  /**
   * Prints one line per twentieth of the run, and one for the first twentieth done again.
   *
   * @param args the number of rounds, the memory budget in megabytes and the number of threads
   */
  public static void main(String[] args) {
    long share = Long.parseLong(args[0]) / PARTS;
    int threads = Integer.parseInt(args[2]);
    ForestBudget budget = ForestBudget.ofBytes(Long.parseLong(args[1]) << 20);
    VastTree tree = VastTree.of(budget);
    Learner learner =
        Learners.named("practical").with("gradient-batch", "64").with("validation", "64");
    LearnerState initial = learner.initial(tree.problem(), 1);
    System.out.println(
        "round   ms/round  ms CPU/round  ms model/round  states asked/round  states kept"
            + "  bytes/state  forgotten");
    LearnerState end = initial;
    for (int parts : new int[] {PARTS, 1}) {
      try (Session session = learner.open(tree.problem(), initial, threads)) {
        GrowingRounds rounds = new GrowingRounds(tree, session);
        for (int part = 0; part < parts; part++) {
          rounds.advance(share);
        }
        end = parts == 1 ? end : session.state();
      }
    }
    for (LearnerState state : new LearnerState[] {initial, end}) {
      try (Session session = learner.open(tree.problem().growing(budget), state, threads)) {
        session.advance(1);
        System.out.printf(
            Locale.ROOT,
            "round %d visits %d states%n",
            session.round(),
            session.stateCounts().asked());
      }
    }
  }

  private void advance(long rounds) {
    before = session.stateCounts();
    cpu = Cpu.nanos();
    wall = System.nanoTime();
    model = tree.modelMillis();
    session.advance(rounds);
    StateCounts now = session.stateCounts();
    System.out.printf(
        Locale.ROOT,
        "%5d %10.2f %13.2f %15.1f %19.0f %12d %12.0f %10d%n",
        session.round(),
        1e-6 * (System.nanoTime() - wall) / rounds,
        1e-6 * (Cpu.nanos() - cpu) / rounds,
        (tree.modelMillis() - model) / (double) rounds,
        (now.asked() - before.asked()) / (double) rounds,
        now.kept(),
        now.bytes() / (double) now.kept(),
        now.forgotten());
  }
}

package dev.ccl.cli.lm;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.core.truth.Estimate;
import dev.ccl.core.truth.RolloutEvaluation;
import dev.ccl.lm.compile.ModelProblem;
import dev.ccl.lm.study.SplitStudy;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One learner on trees that grow, its students judged by rollouts. */
final class OnDemandRun {
  private static final double LEVEL = 0.95;

  private final ModelProblem trees;
  private final RolloutEvaluation evaluation;
  private final PrintWriter out;
  private final long begun;

  OnDemandRun(ModelProblem trees, long seed, long rollouts, PrintWriter out, long begun) {
    this.trees = trees;
    this.evaluation = RolloutEvaluation.of(trees.problem(), trees.rewards(), seed, rollouts, LEVEL);
    this.out = out;
    this.begun = begun;
  }

  /** Looks at the student at the start and after some numbers of rewards, the last among them. */
  double[] run(Learner learner, long seed, long rewards) {
    out.printf(
        Locale.ROOT,
        "%10s  %-25s  %-25s  %10s  %8s  %8s%n",
        "rewards",
        "expected reward on target",
        "J on target",
        "states",
        "calls",
        "seconds");
    double[] theta = trees.problem().student().initial().toArray();
    line("start", theta);
    try (Session session = learner.start(trees.problem(), seed, 1)) {
      for (long count : counts(rewards)) {
        session.advance(count - session.round());
        session.student(theta);
        line(Long.toString(count), theta);
      }
    }
    return theta;
  }

  /** Returns the numbers of rewards at which a student is looked at. */
  static List<Long> counts(long rewards) {
    List<Long> counts = new ArrayList<>();
    SplitStudy.QUERIES.stream().filter(q -> q < rewards).forEach(counts::add);
    counts.add(rewards);
    return counts;
  }

  private void line(String name, double[] theta) {
    Estimate reward = evaluation.reward(theta);
    Estimate objective = evaluation.objective(theta);
    out.printf(
        Locale.ROOT,
        "%10s  %-25s  %-25s  %10d  %8d  %8.0f%n",
        name,
        interval(reward.value(), reward.lower(), reward.upper()),
        interval(objective.value(), objective.lower(), objective.upper()),
        trees.states(),
        trees.calls(),
        (System.nanoTime() - begun) * 1e-9);
    out.flush();
  }

  private static String interval(double value, double lower, double upper) {
    return String.format(Locale.ROOT, "%.4f in [%.4f, %.4f]", value, lower, upper);
  }
}

package dev.ccl.algorithms.calibration;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * What the source rewards seen so far say about J of one student against another on the
 * <em>target</em>: the mean gain on the source prompts of each {@linkplain Prompt#kind kind},
 * weighted by the share of the kind among the target prompts.
 *
 * <p>Answers that nobody has asked about count against the gain: those that become rarer as if
 * their reward were 1, those that become more frequent as if it were 0. So a gain is never larger
 * than what the verifier would say. Prompts are few, and the standard error of the weighted mean
 * says how much others of the same kinds may differ.
 */
final class SourceGains {
  private final EdgeModel model;
  private final Forest forest;
  private final EdgeLaw reference;
  private final double lambda;
  private final int[] kinds; // of the source prompts
  private final double[] shares; // of the kinds among the target prompts
  private final boolean informed;
  private final double[] replies; // of each leaf edge: how many, and their sum

  SourceGains(LearningProblem problem) {
    Side source = problem.source();
    this.model = source.student();
    this.forest = source.forest();
    this.reference = source.reference();
    this.lambda = problem.lambda();
    this.replies = new double[2 * forest.edges()];
    List<String> names = new ArrayList<>();
    this.kinds = kinds(forest.prompts(), names);
    int[] counts = new int[names.size()];
    for (int kind : kinds) {
      counts[kind]++;
    }
    int[] targets = kinds(problem.target().dataset().prompts(), names);
    double[] weights = problem.target().dataset().rootWeights();
    this.shares = new double[names.size()];
    boolean all = true;
    for (int x = 0; x < targets.length; x++) {
      shares[targets[x]] += weights[x];
      all &= targets[x] < counts.length && counts[targets[x]] > 1;
    }
    this.informed = all;
  }

  /** The kind of each prompt by its place among the names, to which new ones are added. */
  private static int[] kinds(List<Prompt> prompts, List<String> names) {
    int[] kinds = new int[prompts.size()];
    for (int x = 0; x < kinds.length; x++) {
      String name = prompts.get(x).kind();
      if (!names.contains(name)) {
        names.add(name);
      }
      kinds[x] = names.indexOf(name);
    }
    return kinds;
  }

  /**
   * Tells whether the source says anything about the target: each kind of target prompts has at
   * least two source prompts, from whose difference one can see how much others may differ.
   */
  boolean isInformed() {
    return informed;
  }

  /** Returns the replies; its own array, which may be overwritten to restore a state. */
  double[] memory() {
    return replies;
  }

  /** Takes a reply of the verifier in; where it replies twice to an answer, their mean counts. */
  void record(int leaf, double reward) {
    replies[2 * leaf]++;
    replies[2 * leaf + 1] += reward;
  }

  /**
   * Returns the estimated gain in J on the target less one standard error; only of use where the
   * source {@linkplain #isInformed is informed}.
   *
   * @param before the student that is left, at the source prompts
   * @param theta the student that takes its place; read
   */
  double lower(EdgeLaw before, double[] theta) {
    double[] counts = new double[shares.length];
    double[] means = new double[shares.length];
    double[] squares = new double[shares.length]; // around the mean
    for (int x = 0; x < kinds.length; x++) {
      int kind = kinds[x];
      double apart = gain(before, theta, x, 1, 1) - means[kind];
      counts[kind]++;
      means[kind] += apart / counts[kind];
      squares[kind] += apart * apart * (counts[kind] - 1) / counts[kind];
    }
    double gain = 0;
    double variance = 0;
    for (int k = 0; k < shares.length; k++) {
      if (shares[k] > 0) {
        gain += shares[k] * means[k];
        variance += shares[k] * shares[k] * squares[k] / (counts[k] - 1) / counts[k];
      }
    }
    return gain - Math.sqrt(variance);
  }

  /**
   * At least the gain behind a node, which is reached with probability p by the new student and q
   * by the old one: E R − λ KL to the reference, token by token (eq:ced-return).
   */
  private double gain(EdgeLaw before, double[] theta, int s, double p, double q) {
    int degree = forest.degree(s);
    double[] log = new double[degree];
    double[] law = new double[degree];
    model.logits(theta, s, s + 1, log);
    Softmax.law(log, 0, degree, law);
    double gain = 0;
    for (int k = 0; k < degree; k++) {
      int e = forest.firstEdge(s) + k;
      double now = p * law[k];
      double then = q * before.probability(e);
      double pre = reference.log(e);
      gain -= lambda * (now * (log[k] - pre) - then * (before.log(e) - pre));
      int child = forest.child(e);
      gain += child == Forest.LEAF ? reward(e, now - then) : gain(before, theta, child, now, then);
    }
    return gain;
  }

  private double reward(int leaf, double change) {
    return replies[2 * leaf] > 0
        ? change * (replies[2 * leaf + 1] / replies[2 * leaf])
        : Math.min(0, change);
  }
}

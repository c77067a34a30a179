package dev.ccl.algorithms.calibration;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the source rewards seen so far say about J of one student against another on the
 * <em>target</em>: the mean gain on the source prompts of each {@linkplain Prompt#kind kind},
 * weighted by the share of the kind among the target prompts.
 *
 * <p>How often an answer is right is part of no kind, and may be otherwise on the target: true
 * statements may become rare. So of each kind, the prompts count whose best answer so far is the
 * one with the smallest gain, among those that are the best of several prompts.
 *
 * <p>Answers that nobody has asked about count against the gain: those that become rarer as if
 * their reward were 1, those that become more frequent as if it were 0. So a gain is never larger
 * than what the verifier would say. Prompts are few, and the standard error of the weighted mean
 * says how much others of the same kinds may differ.
 */
final class SourceGains {
  private static final int SEVERAL = 5; // prompts

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
    Map<Integer, List<Double>> ofKinds = new LinkedHashMap<>();
    Map<List<Object>, List<Double>> ofAnswers = new LinkedHashMap<>();
    for (int x = 0; x < kinds.length; x++) {
      double gain = gain(before, theta, x, 1, 1);
      ofKinds.computeIfAbsent(kinds[x], kind -> new ArrayList<>()).add(gain);
      Best best = new Best();
      visit(x, best);
      if (best.edge >= 0) {
        List<Object> key = List.of(kinds[x], forest.answer(best.edge));
        ofAnswers.computeIfAbsent(key, answer -> new ArrayList<>()).add(gain);
      }
    }
    Spread[] least = new Spread[shares.length];
    ofKinds.forEach((kind, gains) -> least[kind] = Spread.of(gains));
    ofAnswers.forEach(
        (key, gains) -> {
          int kind = (Integer) key.get(0);
          if (gains.size() >= SEVERAL && Spread.of(gains).mean < least[kind].mean) {
            least[kind] = Spread.of(gains);
          }
        });
    double gain = 0;
    double variance = 0;
    for (int k = 0; k < shares.length; k++) {
      if (shares[k] > 0) {
        gain += shares[k] * least[k].mean;
        variance += shares[k] * shares[k] * least[k].variance;
      }
    }
    return gain - Math.sqrt(variance);
  }

  /**
   * The mean of gains and the square of its standard error.
   *
   * @param mean of two or more gains
   * @param variance of the mean
   */
  private record Spread(double mean, double variance) {
    static Spread of(List<Double> gains) {
      double mean = 0;
      for (double gain : gains) {
        mean += gain / gains.size();
      }
      double squares = 0;
      for (double gain : gains) {
        squares += (gain - mean) * (gain - mean);
      }
      return new Spread(mean, squares / (gains.size() - 1) / gains.size());
    }
  }

  /** The answer of a prompt with the highest mean reply; the first of several. */
  private final class Best {
    private int edge = -1;
    private double reply = Double.NEGATIVE_INFINITY;

    void see(int leaf) {
      if (replies[2 * leaf] > 0 && replies[2 * leaf + 1] / replies[2 * leaf] > reply) {
        edge = leaf;
        reply = replies[2 * leaf + 1] / replies[2 * leaf];
      }
    }
  }

  private void visit(int s, Best best) {
    for (int e = forest.firstEdge(s); e < forest.firstEdge(s) + forest.degree(s); e++) {
      if (forest.child(e) == Forest.LEAF) {
        best.see(e);
      } else {
        visit(forest.child(e), best);
      }
    }
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

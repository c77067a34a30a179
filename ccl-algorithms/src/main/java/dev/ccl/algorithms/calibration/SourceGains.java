package dev.ccl.algorithms.calibration;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;
import java.util.Comparator;

/**
 * What the source rewards seen so far say about J of a calibrated teacher: how much it gains on the
 * source prompts that gain least.
 *
 * <p>Labels make KL(π* ‖ π<sub>w</sub>) small, and a student is judged by the divergence in the
 * other direction; where the class is misspecified one may fall while the other rises. The mean
 * over prompts tells nothing about a type of question that is rare here and frequent among the
 * target prompts, so the half of the prompts that gains least must not lose.
 */
final class SourceGains {
  /** The share of the prompts that counts. */
  private static final double SHARE = 0.5;

  private final EdgeModel model;
  private final Forest forest;
  private final EdgeLaw reference;
  private final EdgeLaw teacher;
  private final double lambda;
  private final double[] weights;
  private final double[] seen; // by leaf edge: 1 more than the reward, 0 where nobody asked
  private double[] before; // J of the teacher at each prompt
  private boolean stale = true;

  SourceGains(LearningProblem problem) {
    this.model = problem.source().calibration();
    this.forest = model.forest();
    this.reference = problem.source().reference();
    this.teacher = model.law(problem.calibration().initial().toArray());
    this.lambda = problem.lambda();
    this.weights = problem.source().dataset().rootWeights();
    this.seen = new double[forest.edges()];
  }

  /** Returns the rewards seen; its own array, which may be overwritten to restore a state. */
  double[] memory() {
    return seen;
  }

  /** Takes the reward of an answer in. */
  void record(int leaf, double reward) {
    seen[leaf] = 1 + reward;
    stale = true;
  }

  /** Returns by how much J rises from the teacher to w, in the mean over the worse half. */
  double of(double[] w) {
    if (stale) {
      before = values(teacher);
      stale = false;
    }
    double[] gains = values(model.law(w));
    Integer[] order = new Integer[gains.length];
    for (int x = 0; x < gains.length; x++) {
      gains[x] -= before[x];
      order[x] = x;
    }
    Arrays.sort(order, Comparator.comparingDouble(x -> gains[x]));
    double left = SHARE;
    double sum = 0;
    for (int k = 0; k < order.length && left > 0; k++) {
      double weight = Math.min(left, weights[order[k]]);
      sum += weight * gains[order[k]];
      left -= weight;
    }
    return sum / SHARE;
  }

  /** J at each prompt, as if answers not seen had the mean reward of those seen. */
  private double[] values(EdgeLaw law) {
    int prompts = forest.prompts().size();
    double[] ones = new double[prompts];
    Arrays.fill(ones, 1.0);
    double[] reach = Sweeps.reach(law, ones);
    double[] divergence = Sweeps.divergence(law, reference);
    double[] mass = new double[prompts];
    double[] values = new double[prompts];
    for (int e = 0; e < seen.length; e++) {
      if (seen[e] > 0) {
        int x = forest.root(e);
        double p = reach[forest.node(e)] * law.probability(e);
        mass[x] += p;
        values[x] += p * (seen[e] - 1);
      }
    }
    for (int x = 0; x < prompts; x++) {
      values[x] = (mass[x] > 0 ? values[x] / mass[x] : 0) - lambda * divergence[x];
    }
    return values;
  }
}

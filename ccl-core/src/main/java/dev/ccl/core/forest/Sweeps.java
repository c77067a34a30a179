package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Elementary;
import java.util.Arrays;

/**
 * Sweeps over a forest with a law on it: down for the probabilities of nodes, up for expected sums,
 * divergences and exponential moments.
 */
public final class Sweeps {
  private Sweeps() {}

  /**
   * Returns the probability of each node: a root has its weight, a child the weight of its parent
   * times the probability of the edge.
   *
   * @param law the policy that walks
   * @param rootWeights one weight per root; read
   * @return a fresh array, one value per node
   */
  public static double[] reach(EdgeLaw law, double[] rootWeights) {
    Forest forest = law.forest();
    checkArgument(rootWeights.length == forest.prompts().size(), "one weight per root");
    double[] reach = Arrays.copyOf(rootWeights, forest.nodes());
    forest.down(
        (s, from, to) -> {
          for (int e = from; e < to; e++) {
            int c = forest.child(e);
            if (c != Forest.LEAF) {
              reach[c] = reach[s] * law.probability(e);
            }
          }
        });
    return reach;
  }

  /**
   * Returns the expected sum of edge values from each node to the end of the answer.
   *
   * @param law the policy that walks
   * @param values one number per edge; read
   * @return a fresh array, one value per node
   */
  public static double[] toGo(EdgeLaw law, double[] values) {
    Forest forest = law.forest();
    checkArgument(values.length == forest.edges(), "one value per edge");
    double[] toGo = new double[forest.nodes()];
    forest.up(
        (s, from, to) -> {
          double sum = 0;
          for (int e = from; e < to; e++) {
            int c = forest.child(e);
            sum += law.probability(e) * (values[e] + (c == Forest.LEAF ? 0 : toGo[c]));
          }
          toGo[s] = sum;
        });
    return toGo;
  }

  /**
   * Computes means over the answers behind each edge.
   *
   * @param law how answers are completed
   * @param values one value per answer, at the edge that ends it; values of other edges are ignored
   * @return for each edge the mean of the values of the answers that it leads to
   */
  public static double[] behind(EdgeLaw law, double[] values) {
    Forest forest = law.forest();
    double[] means = values.clone();
    for (int e = 0; e < means.length; e++) {
      means[e] = forest.child(e) == Forest.LEAF ? means[e] : 0;
    }
    double[] toGo = toGo(law, means);
    for (int e = 0; e < means.length; e++) {
      means[e] = forest.child(e) == Forest.LEAF ? means[e] : toGo[forest.child(e)];
    }
    return means;
  }

  /**
   * Returns KL(student(·|x) ‖ other(·|x)) between full-answer laws for every root x, as the
   * expected sum of token log-ratios (the identity after eq:ced-return).
   *
   * @param student the law under which the expectation is taken
   * @param other the law it is compared with
   * @return a fresh array, one divergence per root
   */
  public static double[] divergence(EdgeLaw student, EdgeLaw other) {
    Forest forest = student.forest();
    checkArgument(other.forest() == forest, "the laws live on different forests");
    double[] ratios = new double[forest.edges()];
    for (int e = 0; e < ratios.length; e++) {
      ratios[e] = student.log(e) - other.log(e);
    }
    return Arrays.copyOf(toGo(student, ratios), forest.prompts().size());
  }

  /**
   * Returns the average over a dataset of KL(student(·|x) ‖ other(·|x)).
   *
   * @param dataset the prompts
   * @param student the law under which the expectation is taken
   * @param other the law it is compared with
   * @return (1/m) Σ<sub>j</sub> KL
   */
  public static double averageDivergence(Dataset dataset, EdgeLaw student, EdgeLaw other) {
    checkArgument(dataset.forest() == student.forest(), "the law lives on another forest");
    double[] byRoot = divergence(student, other);
    double[] weights = dataset.rootWeights();
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      sum += weights[r] * byRoot[r];
    }
    return sum;
  }

  /**
   * Returns log M for every edge: M is the expectation of e<sup>R/λ</sup> over reference
   * completions of the answer behind the edge (the suffix moment of eq:ced-suffix-moment).
   *
   * @param reference π<sub>pre</sub>
   * @param rewards the reward of each leaf edge, anything elsewhere; read
   * @param lambda λ
   * @return a fresh array, one value per edge
   */
  public static double[] logMoments(EdgeLaw reference, double[] rewards, double lambda) {
    Forest forest = reference.forest();
    checkArgument(rewards.length == forest.edges(), "one reward per edge");
    double[] log = new double[forest.edges()];
    double[] weighted = new double[forest.edges()];
    double[] atNode = new double[forest.nodes()];
    forest.up(
        (s, from, to) -> {
          for (int e = from; e < to; e++) {
            int c = forest.child(e);
            log[e] = c == Forest.LEAF ? rewards[e] / lambda : atNode[c];
            weighted[e] = reference.log(e) + log[e];
          }
          atNode[s] = Elementary.logSumExp(weighted, from, to);
        });
    return log;
  }

  /**
   * Returns log Z<sub>λ</sub>(x) for every root x, the normaliser of eq:ced-gibbs.
   *
   * @param reference π<sub>pre</sub>
   * @param logMoments what {@link #logMoments} returned; read
   * @return a fresh array, one value per root
   */
  public static double[] logNormalizers(EdgeLaw reference, double[] logMoments) {
    Forest forest = reference.forest();
    double[] log = new double[forest.prompts().size()];
    for (int r = 0; r < log.length; r++) {
      int from = forest.firstEdge(r);
      int to = forest.firstEdge(r + 1);
      double[] weighted = new double[to - from];
      for (int e = from; e < to; e++) {
        weighted[e - from] = reference.log(e) + logMoments[e];
      }
      log[r] = Elementary.logSumExp(weighted, 0, weighted.length);
    }
    return log;
  }

  /**
   * Returns the Gibbs policy of eq:ced-gibbs as an edge law: its token probabilities are
   * proportional to π<sub>pre</sub>(a|s) M(s,a).
   *
   * @param reference π<sub>pre</sub>
   * @param logMoments what {@link #logMoments} returned; read
   * @return π*<sub>λ</sub>
   */
  public static EdgeLaw gibbs(EdgeLaw reference, double[] logMoments) {
    double[] logits = reference.logs();
    for (int e = 0; e < logits.length; e++) {
      logits[e] += logMoments[e];
    }
    return EdgeLaw.ofLogits(reference.forest(), logits);
  }
}

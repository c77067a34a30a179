package dev.ccl.core.forest;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.mdp.BrokenPartException;
import java.util.Arrays;

/**
 * A policy on a forest: one log-probability per edge. Student, calibrated teacher, reference and
 * Gibbs optimum are all of this type. The law of a full answer is the product along its path
 * (eq:ced-chain); illegal tokens have no edge, so they have probability 0.
 */
public final class EdgeLaw {
  private final Forest forest;
  private final double[] log;
  private final double[] probability;

  private EdgeLaw(Forest forest, double[] log, double[] probability) {
    this.forest = forest;
    this.log = log;
    this.probability = probability;
  }

  /**
   * Returns the softmax law of the given logits (eq:ced-softmax).
   *
   * @param forest the forest
   * @param logits one finite logit per edge; read
   * @return the law
   * @throws BrokenPartException if a logit is not finite
   */
  public static EdgeLaw ofLogits(Forest forest, double[] logits) {
    checkLength(forest, logits);
    for (int e = 0; e < logits.length; e++) {
      if (!Double.isFinite(logits[e])) {
        throw new BrokenPartException(
            String.format(
                "the logit of token %s at %s is %s, which is not a finite number",
                forest.token(e), forest.state(forest.node(e)), logits[e]));
      }
    }
    double[] log = logits.clone();
    double[] probability = new double[log.length];
    Softmax.lawsByWeights(forest.edgesOfNodes(), log, probability);
    return new EdgeLaw(forest, log, probability);
  }

  /**
   * Returns the law with the given token probabilities, which are used as they are. A leaf edge
   * stands for a token and for the forced rest of the answer, and its log-probability is that of
   * both: a policy whose numbers do not add up to 1 to the last bit may give the rest another
   * probability than 1.
   *
   * @param forest the forest
   * @param probabilities one positive number per edge; read
   * @param rests the probability of the forced rest behind a leaf edge, 1 elsewhere; read
   * @return the law
   */
  public static EdgeLaw ofProbabilities(Forest forest, double[] probabilities, double[] rests) {
    checkLength(forest, probabilities);
    checkLength(forest, rests);
    double[] log = new double[probabilities.length];
    for (int e = 0; e < log.length; e++) {
      checkArgument(
          probabilities[e] > 0 && rests[e] > 0,
          "edge %s: probability %s, then %s",
          e,
          probabilities[e],
          rests[e]);
      log[e] = Elementary.log(probabilities[e]) + Elementary.log(rests[e]);
    }
    return new EdgeLaw(forest, log, probabilities.clone());
  }

  private static void checkLength(Forest forest, double[] values) {
    checkArgument(
        values.length == forest.edges(), "%s values for %s edges", values.length, forest.edges());
  }

  /** {@return the forest on which this is a law} */
  public Forest forest() {
    return forest;
  }

  /**
   * Returns log π(a|s).
   *
   * @param e the edge of token a at s
   * @return its log-probability, at a leaf together with the forced rest of the answer
   */
  public double log(int e) {
    return log[e];
  }

  /**
   * Returns π(a|s).
   *
   * @param e the edge of token a at s
   * @return its probability; 0 where it underflows, while the logarithm stays finite
   */
  public double probability(int e) {
    return probability[e];
  }

  /**
   * Returns the log-probability of the path from the root to an edge, the edge included.
   *
   * @param e an edge; a leaf gives the log-probability of a full answer
   * @return log π(a<sub>1:h</sub>|x)
   */
  public double logPath(int e) {
    double sum = 0;
    for (int at = e; at >= 0; at = forest.edgeAbove(at)) {
      sum += log[at];
    }
    return sum;
  }

  /** {@return all log-probabilities; a fresh array, one value per edge} */
  public double[] logs() {
    return Arrays.copyOf(log, log.length);
  }
}

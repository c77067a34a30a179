package dev.ccl.core.policy;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;

/**
 * A family bound to a forest: kernels on runs of consecutive nodes. Arrays of edge values are local
 * to the run: index 0 belongs to the first edge of node {@code from}. The kernels check nothing,
 * keep no state between calls and may be used by several threads at once.
 */
public interface EdgeModel {
  /** {@return the forest to which the family is bound} */
  Forest forest();

  /** {@return the number of parameters, d} */
  int dimension();

  /**
   * Computes logits.
   *
   * @param theta the parameter; read
   * @param from the first node
   * @param to the node after the last
   * @param out overwritten, one logit per edge of the run
   */
  void logits(double[] theta, int from, int to, double[] out);

  /**
   * Computes the derivatives of the logits at one node.
   *
   * @param theta the parameter; read
   * @param node the node
   * @param out overwritten, row-major, one row of d numbers per edge
   */
  void gradients(double[] theta, int node, double[] out);

  /**
   * Computes the derivative of the logits in a direction.
   *
   * @param theta the parameter; read
   * @param direction v; read
   * @param from the first node
   * @param to the node after the last
   * @param out overwritten with ∇f<sub>θ</sub>(e)·v, one number per edge of the run
   */
  void pushforward(double[] theta, double[] direction, int from, int to, double[] out);

  /**
   * Pulls edge coefficients back to parameter space.
   *
   * @param theta the parameter; read
   * @param coefficients one coefficient c<sub>e</sub> per edge of the run; read
   * @param from the first node
   * @param to the node after the last
   * @param out increased by Σ<sub>e</sub> c<sub>e</sub> ∇f<sub>θ</sub>(e)
   */
  void pullback(double[] theta, double[] coefficients, int from, int to, double[] out);

  /**
   * Adds a weighted sum of Hessians of the logits, applied to a direction.
   *
   * @param theta the parameter; read
   * @param coefficients one coefficient c<sub>e</sub> per edge of the run; read
   * @param direction v; read
   * @param from the first node
   * @param to the node after the last
   * @param out increased by Σ<sub>e</sub> c<sub>e</sub> ∇²f<sub>θ</sub>(e) v
   */
  void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out);

  /**
   * Compares two tokens of a node: u = log π<sub>θ</sub>(c<sub>1</sub>|s) − log
   * π<sub>θ</sub>(c<sub>0</sub>|s) and its derivative.
   *
   * @param theta the parameter; read
   * @param node the node
   * @param c1 the place of the first token among the edges of the node
   * @param c0 the place of the second
   * @param scratch overwritten, at least d numbers per edge of the node
   * @param z overwritten with ∇<sub>θ</sub>u
   * @return u
   */
  default double logOdds(double[] theta, int node, int c1, int c0, double[] scratch, double[] z) {
    logits(theta, node, node + 1, scratch);
    double u = scratch[c1] - scratch[c0];
    int d = dimension();
    gradients(theta, node, scratch);
    for (int i = 0; i < d; i++) {
      z[i] = scratch[c1 * d + i] - scratch[c0 * d + i];
    }
    return u;
  }

  /**
   * Returns the policy of a parameter as a law on the whole forest.
   *
   * @param theta the parameter; read
   * @return π<sub>θ</sub>
   */
  default EdgeLaw law(double[] theta) {
    double[] logits = new double[forest().edges()];
    logits(theta, 0, forest().nodes(), logits);
    return EdgeLaw.ofLogits(forest(), logits);
  }
}

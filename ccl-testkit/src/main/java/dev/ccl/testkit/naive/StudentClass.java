package dev.ccl.testkit.naive;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.ConvexSet;

/**
 * A class of students, one state at a time, with the bounds that take the place of the paper's
 * constants: |f| ≤ B, ‖∇f‖ ≤ 1 and ∇²f = 0 for its own class, the linear softmax policies on the
 * ball of radius B.
 */
public interface StudentClass {
  /** {@return Θ, the set, whose dimension is the number of parameters} */
  ConvexSet set();

  /**
   * Projects onto Θ.
   *
   * @param theta a point; read
   * @return the nearest point of Θ, a fresh vector
   */
  double[] project(double[] theta);

  /**
   * Returns the logits of a state's legal tokens.
   *
   * @param theta θ; read
   * @param state the state
   * @return a fresh array
   */
  double[] logits(double[] theta, Node state);

  /**
   * Returns the derivatives of the logits.
   *
   * @param theta θ; read
   * @param state the state
   * @return one gradient per legal token; only read
   */
  double[][] gradients(double[] theta, Node state);

  /**
   * Returns a weighted sum of the Hessians of the logits.
   *
   * @param theta θ; read
   * @param state the state
   * @param weights one weight per legal token; read
   * @return Σ<sub>k</sub> c<sub>k</sub> ∇²f<sub>k</sub>, a fresh matrix
   */
  double[][] curvature(double[] theta, Node state, double[] weights);

  /**
   * Bounds |f| up to a constant per state.
   *
   * @return F
   */
  double logitBound();

  /**
   * Returns what the class is told of the calibrated logits.
   *
   * @param header the instance's numbers
   * @return F<sub>w</sub>: B for linear classes, as in the paper, or the radius of W
   */
  double calibratedLogits(Instance.Header header);

  /**
   * Bounds ‖∇f‖.
   *
   * @return G
   */
  double gradientBound();

  /**
   * Bounds ‖∇²f‖.
   *
   * @return M
   */
  double hessianBound();

  /**
   * Tells whether this is the paper's class.
   *
   * @return whether students are linear softmax policies on the ball of radius B
   */
  boolean isOfThePaper();
}

package dev.ccl.algorithms.baseline;

/**
 * An objective of which one answer gives an unbiased gradient sample: what is sampled, from whom,
 * on which side, with what weight. An immutable value whose {@code toString} names the learner;
 * those from outside are found by {@link java.util.ServiceLoader}.
 */
public interface Baseline {
  /**
   * Tells where answers are sampled.
   *
   * @return whether on source prompts, where rewards may be asked for; else on target prompts
   */
  boolean onSource();

  /**
   * Returns the weight of log π<sub>θ</sub> in the objective, by which the step 1/(μ(t+2)) is
   * scaled.
   *
   * @param lambda λ
   * @return μ divided by that of an objective with weight 1
   */
  double weight(double lambda);

  /**
   * Draws an answer and adds its gradient sample.
   *
   * @param answer draws the answer and tells what the policies say along it
   * @param scale the factor of the sample
   * @param gradient increased
   */
  void add(PathWalk answer, double scale, double[] gradient);
}

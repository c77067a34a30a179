package dev.ccl.core.policy;

/**
 * A family at one state, for every parameter. Whatever is frozen behind the family (features, base
 * logits) has been asked for when the kernel was made and is kept here. A kernel keeps nothing
 * between calls and may be used by several threads.
 */
public interface StateKernel {
  /**
   * Computes the logits of the legal tokens.
   *
   * @param theta the parameter; read
   * @param out the first entries are overwritten: {@code out[k]} is f<sub>θ</sub>(s, a<sub>k</sub>)
   */
  void logits(double[] theta, double[] out);

  /**
   * Computes the derivatives of the logits.
   *
   * @param theta the parameter; read
   * @param out overwritten: entries k·d … k·d + d − 1 are ∇<sub>θ</sub> f<sub>θ</sub>(s,
   *     a<sub>k</sub>)
   */
  void gradients(double[] theta, double[] out);
}

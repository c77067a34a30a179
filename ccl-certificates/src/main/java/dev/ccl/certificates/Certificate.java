package dev.ccl.certificates;

/**
 * Upper bounds of a student's error without target rewards, with an e-value of the model behind
 * them.
 *
 * @param excess an upper bound of Δ(θ), the smaller of the two below
 * @param fromSet the part that rests on the set around w*; +∞ if the set is empty
 * @param cap the part that needs no query
 * @param oracleKl an upper bound of 𝒦(θ); +∞ if the set is empty
 * @param strength how the suprema were found
 * @param modelEvidence an e-value against Assumption 1, on which {@code fromSet} and {@code
 *     oracleKl} rest: it ever exceeds 1/α with probability at most α if the assumption holds; +∞ if
 *     exact rewards contradict it
 * @param set the logarithm of the volume of the ellipsoid around w*, up to a constant; −∞ if flat
 */
public record Certificate(
    double excess,
    double fromSet,
    double cap,
    double oracleKl,
    Strength strength,
    double modelEvidence,
    double set) {

  /** How a supremum over Θ was found. */
  public enum Strength {
    /** By branch and bound: no θ′ was overlooked. */
    CERTIFIED,
    /** By local searches from many starts: a θ′ may have been overlooked. */
    SEARCHED
  }

  /**
   * Tells whether the data speak against Assumption 1. Then only the cap holds.
   *
   * @param alpha the level of the test
   * @return whether the model is rejected
   */
  public boolean modelRejected(double alpha) {
    return !(modelEvidence < 1 / alpha);
  }
}

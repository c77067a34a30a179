package dev.ccl.algorithms.engine;

/** By which cost the score of a token is multiplied (line:br-student-gradient). */
public enum Credit {
  /** That of the whole answer, as in the paper. */
  ANSWER,
  /** That of the answer from the token on, which has the same mean and less variance. */
  TOKEN,
  /**
   * That of the answer behind the token, minus what the other rollouts of the batch cost from there
   * on; the cost of the token itself enters by its expectation, which is known in closed form. The
   * mean is the same, and the variance the least of the three.
   */
  REST
}

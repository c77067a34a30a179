package dev.ccl.algorithms.engine;

/** By which cost the score of a token is multiplied (line:br-student-gradient). */
public enum Credit {
  /** That of the whole answer, as in the paper. */
  ANSWER,
  /** That of the answer from the token on, which has the same mean and less variance. */
  TOKEN
}

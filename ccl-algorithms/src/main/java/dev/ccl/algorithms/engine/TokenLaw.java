package dev.ccl.algorithms.engine;

import dev.ccl.core.random.RandomStream;

/** The law of the next token: a view of the cursor's current state. */
public interface TokenLaw {
  /**
   * Draws a token.
   *
   * @param random where the draw gets its randomness; one uniform number is used
   * @return its place among the legal tokens, below {@link Cursor#degree}
   */
  int draw(RandomStream random);

  /**
   * Returns the probability of a token.
   *
   * @param k its place among the legal tokens
   * @return π(a<sub>k</sub>|s)
   */
  double probability(int k);

  /**
   * Returns the log-probability of a token.
   *
   * @param k its place among the legal tokens
   * @return log π(a<sub>k</sub>|s); where the token leaves one answer, that of the forced rest is
   *     included
   */
  double log(int k);
}

package dev.ccl.testkit.naive;

/** A policy, one state at a time. */
@FunctionalInterface
public interface TokenLaw {
  /**
   * Returns the log-probabilities of the legal tokens.
   *
   * @param state a state
   * @return one number per legal token; only read
   */
  double[] log(Node state);

  /**
   * Returns the probability of one token.
   *
   * @param state a state
   * @param k the token's place
   * @return π(a|s)
   */
  default double probability(Node state, int k) {
    return StrictMath.exp(log(state)[k]);
  }

  /**
   * Returns the log-probability of an answer (eq:ced-chain).
   *
   * @param answer an answer
   * @return log π(a<sub>1:H</sub>|x)
   */
  default double logAnswer(Answer answer) {
    return logSuffix(answer, 1);
  }

  /**
   * Returns the probability of an answer.
   *
   * @param answer an answer
   * @return π(a<sub>1:H</sub>|x)
   */
  default double probability(Answer answer) {
    return StrictMath.exp(logAnswer(answer));
  }

  /**
   * Returns the log-probability of the end of an answer.
   *
   * @param answer an answer
   * @param from the first step that counts
   * @return log π(a<sub>from:H</sub>|x, a<sub>1:from-1</sub>)
   */
  default double logSuffix(Answer answer, int from) {
    double sum = 0;
    for (int h = from; h <= answer.length(); h++) {
      sum += log(answer.node(h))[answer.place(h)];
    }
    return sum;
  }
}

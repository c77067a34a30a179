package dev.ccl.testkit.naive;

import java.util.Arrays;

/** A policy that computes each of its numbers once, when it is first asked for. */
class CachedLaw implements TokenLaw {
  private final TokenLaw law;
  private final double[][] tokens; // by state
  private final double[][] tokenProbabilities;
  private final double[] logs; // by answer, NaN where not known
  private final double[] probabilities;

  CachedLaw(TokenLaw law, int states, int answers) {
    this.law = law;
    this.tokens = new double[states][];
    this.tokenProbabilities = new double[states][];
    this.logs = new double[answers];
    this.probabilities = new double[answers];
    Arrays.fill(logs, Double.NaN);
    Arrays.fill(probabilities, Double.NaN);
  }

  @Override
  public double[] log(Node state) {
    int s = state.index();
    if (tokens[s] == null) {
      tokens[s] = law.log(state);
    }
    return tokens[s];
  }

  @Override
  public double probability(Node state, int k) {
    return probabilities(state)[k];
  }

  /** The probabilities of all tokens of a state; only read. */
  final double[] probabilities(Node state) {
    int s = state.index();
    if (tokenProbabilities[s] == null) {
      double[] law = log(state).clone();
      for (int k = 0; k < law.length; k++) {
        law[k] = StrictMath.exp(law[k]);
      }
      tokenProbabilities[s] = law;
    }
    return tokenProbabilities[s];
  }

  @Override
  public double logAnswer(Answer answer) {
    int a = answer.index();
    if (Double.isNaN(logs[a])) {
      logs[a] = logSuffix(answer, 1);
    }
    return logs[a];
  }

  @Override
  public double probability(Answer answer) {
    int a = answer.index();
    if (Double.isNaN(probabilities[a])) {
      probabilities[a] = StrictMath.exp(logAnswer(answer));
    }
    return probabilities[a];
  }
}

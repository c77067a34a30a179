package dev.ccl.algorithms.engine;

import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.RandomStream;

/** The law of the next token at one state of a growing tree, from logits or probabilities. */
final class StateLaw implements TokenLaw {
  private final double[] log;
  private final double[] probability;
  private int degree;

  StateLaw(int widest) {
    this.log = new double[widest];
    this.probability = new double[widest];
  }

  /** Where the caller puts logits before {@link #ofLogits}. */
  double[] logits() {
    return log;
  }

  StateLaw ofLogits(int tokens) {
    degree = tokens;
    Softmax.lawByWeights(log, 0, tokens, probability);
    return this;
  }

  /** Whether all log-probabilities are finite numbers, as those of finite logits are. */
  boolean isFinite() {
    double sum = 0;
    for (int k = 0; k < degree; k++) {
      sum += log[k];
    }
    return Double.isFinite(sum);
  }

  /** Where the caller puts probabilities before {@link #ofProbabilities}. */
  double[] probabilities() {
    return probability;
  }

  void ofProbabilities(int tokens) {
    degree = tokens;
    for (int k = 0; k < tokens; k++) {
      log[k] = Elementary.log(probability[k]);
    }
  }

  @Override
  public int draw(RandomStream random) {
    return Multinomial.drawOne(random, probability, 0, degree);
  }

  @Override
  public double probability(int k) {
    return probability[k];
  }

  @Override
  public double log(int k) {
    return log[k];
  }
}

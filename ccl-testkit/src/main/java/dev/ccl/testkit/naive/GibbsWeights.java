package dev.ccl.testkit.naive;

import com.google.common.primitives.ImmutableIntArray;

/** The answers weighted by π<sub>pre</sub> e<sup>R/λ</sup> (lem:ced-gibbs). */
public final class GibbsWeights {
  private final Naive model;

  private GibbsWeights(Naive model) {
    this.model = model;
  }

  /**
   * Returns the weights of an instance.
   *
   * @param model the instance, written out
   * @return its weights
   */
  public static GibbsWeights of(Naive model) {
    return new GibbsWeights(model);
  }

  /**
   * {@return the token conditionals of π*<sub>λ</sub>, from the prefix marginals of the full-answer
   * law (eq:ced-gibbs); the Gibbs policy}
   */
  public TokenLaw law() {
    return model.known(
        s -> {
          double[] mass = new double[s.size()];
          for (int k = 0; k < mass.length; k++) {
            mass[k] = logGibbsMass(s.prompt(), Naive.append(s.prefix(), s.token(k)));
          }
          double all = SmallAlgebra.logSumExp(mass);
          for (int k = 0; k < mass.length; k++) {
            mass[k] -= all;
          }
          return mass;
        });
  }

  /**
   * Returns log Z<sub>λ</sub>(x).
   *
   * @param prompt x
   * @return the logarithm of the normaliser of eq:ced-gibbs
   */
  public double logNormalizer(String prompt) {
    return logGibbsMass(prompt, ImmutableIntArray.of());
  }

  /** log Σ π_pre(a|x) e^{R/λ} over the answers that begin with a prefix. */
  private double logGibbsMass(String prompt, ImmutableIntArray prefix) {
    TokenLaw reference = model.reference();
    return SmallAlgebra.logSumExp(
        model.answers(prompt).stream()
            .filter(a -> a.startsWith(prefix))
            .mapToDouble(a -> reference.logAnswer(a) + a.reward() / model.lambda())
            .toArray());
  }

  /**
   * Returns log M, the logarithm of the expectation of e<sup>R/λ</sup> over reference completions
   * (eq:ced-suffix-moment).
   *
   * @param state s
   * @param k the place of the token that is taken at s
   * @return log M
   */
  public double logMoment(Node state, int k) {
    TokenLaw reference = model.reference();
    ImmutableIntArray prefix = Naive.append(state.prefix(), state.token(k));
    return SmallAlgebra.logSumExp(
        model.answers(state.prompt()).stream()
            .filter(a -> a.startsWith(prefix))
            .mapToDouble(
                a -> reference.logSuffix(a, prefix.length() + 1) + a.reward() / model.lambda())
            .toArray());
  }
}

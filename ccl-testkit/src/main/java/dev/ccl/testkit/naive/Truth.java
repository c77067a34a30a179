package dev.ccl.testkit.naive;

import dev.ccl.judge.Tolerance;
import java.util.LinkedHashSet;
import java.util.Set;

/** The parameter w*<sub>λ</sub> of ass:ced-truth, by least squares over token pairs. */
public final class Truth {
  private final double[] parameter;
  private final double residual;

  private Truth(double[] parameter, double residual) {
    this.parameter = parameter;
    this.residual = residual;
  }

  /**
   * Solves (φ<sub>a</sub> − φ<sub>b</sub>)ᵀw = log π*(a|s) − log π*(b|s) over all states. Conjugate
   * gradients from 0 give the solution of least norm.
   *
   * @param model an instance whose rewards are all known
   * @return the parameter and how well it fits
   */
  public static Truth of(Naive model) {
    int n = model.calibrationDimension();
    TokenLaw gibbs = GibbsWeights.of(model).law();
    double[][] normal = new double[n][n];
    double[] right = new double[n];
    Set<String> prompts = new LinkedHashSet<>(model.source());
    prompts.addAll(model.target());
    for (String x : prompts) {
      for (Node s : model.nodes(x)) {
        double[] log = gibbs.log(s);
        for (int a = 0; a < s.size(); a++) {
          for (int b = 0; b < a; b++) {
            double[] z = s.difference(a, b);
            SmallAlgebra.addOuter(1, z, z, normal);
            for (int i = 0; i < n; i++) {
              right[i] += z[i] * (log[a] - log[b]);
            }
          }
        }
      }
    }
    double[] w = Minimum.solve(normal, right);
    TokenLaw fitted = model.calibrated(w);
    double residual = 0;
    for (String x : prompts) {
      for (Node s : model.nodes(x)) {
        for (int k = 0; k < s.size(); k++) {
          residual = Math.max(residual, Math.abs(fitted.log(s)[k] - gibbs.log(s)[k]));
        }
      }
    }
    return new Truth(w, residual);
  }

  /** {@return w*<sub>λ</sub>} */
  public double[] parameter() {
    return parameter.clone();
  }

  /**
   * {@return the largest error of a token log-probability; 0, up to rounding, exactly if the Gibbs
   * policy is in the class}
   */
  public double residual() {
    return residual;
  }

  /**
   * Returns how far what follows from w* may be off.
   *
   * @param factor how much an error of the fitted logits grows
   * @return factor · residual, and the error of the fit itself
   */
  public Tolerance tolerance(double factor) {
    return Tolerance.estimate(1e-9 + factor * residual, "the fit of w*");
  }
}

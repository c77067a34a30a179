package dev.ccl.core.truth;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * How well the calibration class represents π*<sub>λ</sub> (ass:ced-truth): the parameter w* that
 * fits its logit differences best, and what is left of them.
 *
 * <p>w* is the minimum-norm least-squares solution of the equations (φ<sub>a</sub> −
 * φ<sub>b</sub>)ᵀw = log π*(a|s) − log π*(b|s), minus the same difference of the fixed logits of a
 * residual class, one for each pair of legal tokens of each state of each distinct prompt with
 * rewards. The pairs of one state have the same normal equations as the K rows √K (φ<sub>a</sub> −
 * mean φ), which is what is solved.
 *
 * @param wStar w*
 * @param residual the largest |log π<sub>w*</sub>(a|s) − log π*(a|s)| over these states and their
 *     tokens
 * @param rank the rank of the equations
 */
public record Realizability(ImmutableDoubleArray wStar, double residual, int rank) {

  /**
   * Fits w*.
   *
   * @param truth a problem whose calibration class is affine, with its rewards
   * @return the fit
   */
  public static Realizability of(GroundTruth truth) {
    LearningProblem problem = truth.problem();
    checkArgument(
        problem.calibration().family() instanceof AffineFamily,
        "w* is defined by least squares for linear and residual calibration classes only");
    boolean[] allOfSource = new boolean[problem.source().forest().prompts().size()];
    Arrays.fill(allOfSource, true);
    Part source = new Part(problem.source().calibration(), truth.source().law(), allOfSource);
    Part target =
        new Part(
            problem.target().calibration(),
            truth.targetWhereKnown().law(),
            truth.rewardedOutsideSource());
    LeastSquares equations = LeastSquares.of(problem.source().calibration().dimension());
    source.addTo(equations);
    target.addTo(equations);
    LeastSquares.Solution solution = equations.solve();
    double[] w = solution.point().toArray();
    double residual = Math.max(source.residual(w), target.residual(w));
    return new Realizability(solution.point(), residual, solution.rank());
  }

  /**
   * Tells whether the equations determine w*.
   *
   * @return whether they have rank D
   */
  public boolean isIdentified() {
    return rank == wStar.length();
  }

  /** The trees of a forest that count. */
  private static final class Part {
    private final EdgeModel model;
    private final EdgeLaw law;
    private final boolean[] counts; // by node

    Part(EdgeModel model, EdgeLaw law, boolean[] countsByRoot) {
      this.model = model;
      this.law = law;
      Forest forest = model.forest();
      this.counts = Arrays.copyOf(countsByRoot, forest.nodes());
      for (int s = countsByRoot.length; s < counts.length; s++) {
        counts[s] = counts[forest.node(forest.parentEdge(s))];
      }
    }

    void addTo(LeastSquares equations) {
      Forest forest = model.forest();
      int d = model.dimension();
      double[] zero = new double[d];
      int widest = forest.edgesOfNodes().longest();
      double[] rows = new double[widest * d];
      double[] right = new double[widest];
      double[] offset = new double[widest];
      for (int s = 0; s < forest.nodes(); s++) {
        int degree = forest.degree(s);
        if (!counts[s] || degree == 1) {
          continue;
        }
        model.gradients(zero, s, rows);
        model.logits(zero, s, s + 1, offset);
        for (int k = 0; k < degree; k++) {
          right[k] = law.log(forest.firstEdge(s) + k) - offset[k];
        }
        centre(rows, degree, d);
        centre(right, degree, 1);
        equations.add(rows, right, degree, Math.sqrt(degree));
      }
    }

    /** Subtracts the mean row. */
    private static void centre(double[] rows, int count, int d) {
      for (int i = 0; i < d; i++) {
        double mean = 0;
        for (int k = 0; k < count; k++) {
          mean += rows[k * d + i];
        }
        mean /= count;
        for (int k = 0; k < count; k++) {
          rows[k * d + i] -= mean;
        }
      }
    }

    double residual(double[] w) {
      EdgeLaw fitted = model.law(w);
      Forest forest = model.forest();
      double largest = 0;
      for (int e = 0; e < forest.edges(); e++) {
        if (counts[forest.node(e)]) {
          largest = Math.max(largest, Math.abs(fitted.log(e) - law.log(e)));
        }
      }
      return largest;
    }
  }
}

package dev.ccl.core.truth;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.exact.BranchDesign;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The statistical limit of the branch design: the Fisher information about w* in one reward query,
 * of which the learner keeps the accepted label.
 *
 * <p>Given the comparison z, a label is accepted with probability P(I=1) and is then 1 with
 * probability σ(u) (eq:ced-accepted-label), so one query has the information E[P(I=1) σ′(u) zzᵀ]
 * with the log-odds u = zᵀw* and their gradient z, and no unbiased estimate from T queries has E‖w
 * − w*‖² below the trace of its inverse divided by T.
 */
public final class CramerRao {
  private final int dimension;
  private final double[] information;

  private CramerRao(int dimension, double[] information) {
    this.dimension = dimension;
    this.information = information;
  }

  /**
   * Computes the information of a design.
   *
   * @param truth the problem with its rewards; those of target prompts are not used
   * @param wStar w*; read
   * @param proposals the law from which alternatives are drawn, on the source forest
   * @return the limit
   */
  public static CramerRao of(GroundTruth truth, double[] wStar, EdgeLaw proposals) {
    CalibrationLaw labels = CalibrationLaw.of(truth);
    double[] information = new double[wStar.length * wStar.length];
    BranchDesign.of(truth.problem(), proposals)
        .forEach(
            wStar,
            (probability, c1, c0, u, z) -> {
              double weight =
                  probability * labels.acceptance(c1, c0) * Elementary.logisticDensity(u);
              SmallMatrix.addOuter(weight, z, information);
            });
    return new CramerRao(wStar.length, information);
  }

  /** {@return the Fisher information of one reward query; a fresh matrix, row-major} */
  public double[] information() {
    return information.clone();
  }

  /**
   * Returns the bound on E‖w<sub>T</sub> − w*‖².
   *
   * @param queries T, at least 1
   * @return the trace of the inverse information, divided by T; infinite if the design does not
   *     identify w*
   */
  public double bound(long queries) {
    checkArgument(queries >= 1, "queries: %s is not at least 1", queries);
    DMatrixRMaj inverse = new DMatrixRMaj(dimension, dimension);
    DMatrixRMaj matrix = new DMatrixRMaj(dimension, dimension, true, information());
    boolean regular = CommonOps_DDRM.invert(matrix, inverse);
    double trace = regular ? CommonOps_DDRM.trace(inverse) : Double.POSITIVE_INFINITY;
    return trace > 0 ? trace / queries : Double.POSITIVE_INFINITY;
  }
}

package dev.ccl.core.truth;

import dev.ccl.core.exact.BranchDesign;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;

/**
 * The exact law of one calibration round of Algorithm 1: the joint law of label and acceptance, and
 * the conditional mean of the step. It holds for all rewards; that π*<sub>λ</sub> be realisable is
 * not assumed.
 */
public final class CalibrationLaw {
  private final LearningProblem problem;
  private final GibbsLaw source;

  private CalibrationLaw(LearningProblem problem, GibbsLaw source) {
    this.problem = problem;
    this.source = source;
  }

  /**
   * Returns the law of a problem.
   *
   * @param truth the problem with its rewards; those of target prompts are not used
   * @return the law
   */
  public static CalibrationLaw of(GroundTruth truth) {
    return new CalibrationLaw(truth.problem(), truth.source());
  }

  /**
   * Returns P(Y = 1, I = 1 | s, c<sub>1</sub>, c<sub>0</sub>) (eq:ced-joint-label-acceptance).
   *
   * @param c1 the edge of the teacher's token, in the source forest
   * @param c0 the edge of the student's token, at the same node
   * @return the probability that the teacher's branch is chosen and accepted
   */
  public double acceptedOne(int c1, int c0) {
    return accepted(c1, c1, c0);
  }

  /**
   * Returns P(Y = 0, I = 1 | s, c<sub>1</sub>, c<sub>0</sub>) (eq:ced-joint-label-acceptance).
   *
   * @param c1 the edge of the teacher's token, in the source forest
   * @param c0 the edge of the student's token, at the same node
   * @return the probability that the student's branch is chosen and accepted
   */
  public double acceptedZero(int c1, int c0) {
    return accepted(c0, c1, c0);
  }

  private double accepted(int chosen, int c1, int c0) {
    EdgeLaw reference = source.reference();
    double share =
        reference.probability(chosen) / (reference.probability(c1) + reference.probability(c0));
    return share * Elementary.exp(source.logMoment(chosen) - 1 / problem.lambda());
  }

  /**
   * Returns P(I = 1 | s, c<sub>1</sub>, c<sub>0</sub>), which eq:ced-acceptance bounds from below.
   *
   * @param c1 the edge of the teacher's token, in the source forest
   * @param c0 the edge of the student's token, at the same node
   * @return the probability of acceptance
   */
  public double acceptance(int c1, int c0) {
    return acceptedOne(c1, c0) + acceptedZero(c1, c0);
  }

  /**
   * Returns E[g<sub>t</sub> | F<sub>t</sub>] at (w, θ): the average over prompts, steps, teacher
   * prefixes, teacher and student tokens of z[σ(zᵀw) P(I=1) − P(Y=1, I=1)] with z = φ(s,
   * c<sub>1</sub>) − φ(s, c<sub>0</sub>).
   *
   * @param w the calibration w<sub>t</sub>; read
   * @param theta the student θ<sub>t</sub>; read
   * @return a fresh array
   */
  public double[] expectedStep(double[] w, double[] theta) {
    double[] mean = new double[w.length];
    design(theta)
        .forEach(
            w,
            (probability, c1, c0, u, z) -> {
              // σ P(I=1) − P(Y=1,I=1) = σ P(Y=0,I=1) − (1 − σ) P(Y=1,I=1)
              double factor =
                  Elementary.sigmoid(u) * acceptedZero(c1, c0)
                      - Elementary.sigmoid(-u) * acceptedOne(c1, c0);
              Vectors.addScaled(probability * factor, z, mean);
            });
    return mean;
  }

  /**
   * Returns E[‖g<sub>t</sub>‖² | F<sub>t</sub>] at (w, θ).
   *
   * @param w the calibration w<sub>t</sub>; read
   * @param theta the student θ<sub>t</sub>; read
   * @return the second moment
   */
  public double secondMoment(double[] w, double[] theta) {
    double[] sum = new double[1];
    design(theta)
        .forEach(
            w,
            (probability, c1, c0, u, z) -> {
              double up = Elementary.sigmoid(u);
              double down = Elementary.sigmoid(-u);
              double square = up * up * acceptedZero(c1, c0) + down * down * acceptedOne(c1, c0);
              sum[0] += probability * square * Vectors.dot(z, z);
            });
    return sum[0];
  }

  private BranchDesign design(double[] theta) {
    return BranchDesign.of(problem, problem.source().student().law(theta));
  }
}

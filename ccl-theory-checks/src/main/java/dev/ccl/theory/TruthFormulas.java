package dev.ccl.theory;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.truth.CalibrationLaw;
import dev.ccl.core.truth.GibbsLaw;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;

/** What follows from the rewards: the Gibbs policy, the label of a branch, the oracle student. */
public interface TruthFormulas extends PolicyFormulas {
  /** {@return the rewards of the instance and what follows from them} */
  GroundTruth truth();

  /**
   * Returns log M of every edge (eq:ced-suffix-moment).
   *
   * @param side where
   * @return one number per edge
   */
  default double[] logMoments(Side side) {
    GibbsLaw gibbs = gibbsLaw(side);
    double[] log = new double[dataset(side).forest().edges()];
    for (int e = 0; e < log.length; e++) {
      log[e] = gibbs.logMoment(e);
    }
    return log;
  }

  /**
   * Returns log Z<sub>λ</sub>(x) of every root (lem:ced-gibbs).
   *
   * @param side where
   * @return one number a root
   */
  default double[] logNormalizers(Side side) {
    return dataset(side).forest().prompts().stream()
        .mapToDouble(truth().logNormalizers()::get)
        .toArray();
  }

  /**
   * Returns the Gibbs policy (eq:ced-gibbs).
   *
   * @param side where
   * @return π*<sub>λ</sub>
   */
  default EdgeLaw gibbs(Side side) {
    return gibbsLaw(side).law();
  }

  /**
   * Returns J<sub>λ,m</sub>(π) (eq:ced-return).
   *
   * @param law π on the target
   * @return the regularised return
   */
  default double value(EdgeLaw law) {
    return truth().objective(law);
  }

  /**
   * Returns P(Y = y, I = 1 | s, c<sub>1</sub>, c<sub>0</sub>) (eq:ced-joint-label-acceptance).
   *
   * @param e1 the edge of the teacher's token on the source forest
   * @param e0 the edge of the alternative at the same node
   * @param y the branch, 1 or 0
   * @return the joint probability
   */
  default double accepted(int e1, int e0, int y) {
    CalibrationLaw law = CalibrationLaw.of(truth());
    return y == 1 ? law.acceptedOne(e1, e0) : law.acceptedZero(e1, e0);
  }

  /**
   * Returns P(I = 1 | s, c<sub>1</sub>, c<sub>0</sub>) (eq:ced-acceptance).
   *
   * @param e1 the edge of the teacher's token on the source forest
   * @param e0 the edge of the alternative at the same node
   * @return the probability of acceptance
   */
  default double acceptance(int e1, int e0) {
    return CalibrationLaw.of(truth()).acceptance(e1, e0);
  }

  /**
   * Returns E[‖g<sub>t</sub>‖² | 𝓕<sub>t</sub>].
   *
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return the second moment of the calibration gradient
   */
  default double expectedSquare(double[] w, double[] theta) {
    return CalibrationLaw.of(truth()).secondMoment(w, theta);
  }

  /**
   * Returns ε(θ) (eq:ced-errors).
   *
   * @param w the calibration; read
   * @param theta θ; read
   * @return C<sub>w</sub>(θ) above its least value
   */
  default double optimizationError(double[] w, double[] theta) {
    return truth().optimizationError(w, theta);
  }

  /**
   * Returns E[g<sub>t</sub> | 𝓕<sub>t</sub>], the mean of eq:ced-source-conditional-mean over the
   * comparisons.
   *
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return a fresh vector
   */
  default double[] expectedStep(double[] w, double[] theta) {
    return CalibrationLaw.of(truth()).expectedStep(w, theta);
  }

  /** {@return w*<sub>λ</sub> (ass:ced-truth)} */
  default double[] truthParameter() {
    return Realizability.of(truth()).wStar().toArray();
  }

  /** {@return the oracle student, θ†} */
  default double[] oracle() {
    return truth().oracle().point().toArray();
  }

  /**
   * Returns Δ(θ) (eq:ced-errors).
   *
   * @param theta θ; read
   * @return the excess true cost
   */
  default double excessCost(double[] theta) {
    return truth().excessCost(theta);
  }

  /**
   * Returns 𝒦(θ) (eq:ced-errors).
   *
   * @param theta θ; read
   * @return the average KL to the oracle student
   */
  default double oracleDivergence(double[] theta) {
    return truth().oracleDivergence(theta);
  }

  private GibbsLaw gibbsLaw(Side side) {
    return side == Side.SOURCE ? truth().source() : truth().target();
  }
}

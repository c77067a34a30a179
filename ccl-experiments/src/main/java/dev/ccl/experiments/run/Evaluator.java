package dev.ccl.experiments.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.truth.Evaluation;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;

/**
 * Measures what learners reach against the ground truth that they do not see. What needs rewards
 * that the instance does not have is left out.
 */
public final class Evaluator {
  private final GroundTruth truth;
  private final Realizability fit;

  private Evaluator(GroundTruth truth, Realizability fit) {
    this.truth = truth;
    this.fit = fit;
  }

  /**
   * Returns an evaluator.
   *
   * @param truth the ground truth of an instance
   * @return the evaluator
   */
  public static Evaluator of(GroundTruth truth) {
    return new Evaluator(truth, Realizability.of(truth));
  }

  /**
   * Measures a calibration and a student.
   *
   * @param w the calibration; read
   * @param theta the student; read
   * @return what can be measured
   */
  public ImmutableMap<Measure, Double> measure(double[] w, double[] theta) {
    ImmutableMap.Builder<Measure, Double> measures = ImmutableMap.builder();
    if (truth.unrewarded().isEmpty()) {
      measures.put(Measure.ORACLE_KL, truth.oracleDivergence(theta));
      measures.put(Measure.EXCESS_COST, truth.excessCost(theta));
    }
    measures.put(Measure.CALIBRATION_ERROR_SQUARED, Evaluation.distanceSquared(w, fit.wStar()));
    measures.put(Measure.COST, LogRatioCost.calibrated(truth.problem(), w).value(theta));
    return measures.buildOrThrow();
  }

  /**
   * Measures everything there is, which takes a global search.
   *
   * @param w the calibration; read
   * @param theta the student; read
   * @return 𝒦, Δ, ε, ‖w − w*‖² and J
   */
  public Evaluation evaluate(double[] w, double[] theta) {
    return Evaluation.of(truth, fit.wStar(), w, theta);
  }

  /**
   * Returns w*.
   *
   * @return the calibration that fits the rewards best
   */
  public ImmutableDoubleArray wStar() {
    return fit.wStar();
  }

  /**
   * Says which measures are missing or mean less than they seem to.
   *
   * @return sentences
   */
  public ImmutableList<String> warnings() {
    return Caveats.of(truth, fit);
  }
}

package dev.ccl.experiments.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.truth.Evaluation;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import java.util.EnumMap;

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
   * @param measures what to measure
   * @param w the calibration; read
   * @param theta the student; read
   * @return what of it can be measured
   */
  public ImmutableMap<Measure, Double> measure(
      Iterable<Measure> measures, double[] w, double[] theta) {
    boolean known = truth.unrewarded().isEmpty();
    EnumMap<Measure, Double> values = new EnumMap<>(Measure.class);
    for (Measure measure : measures) {
      if (known || !measure.needsTargetRewards()) {
        values.put(measure, value(measure, w, theta));
      }
    }
    return Maps.immutableEnumMap(values);
  }

  private double value(Measure measure, double[] w, double[] theta) {
    return switch (measure) {
      case ORACLE_KL -> truth.oracleDivergence(theta);
      case EXCESS_COST -> truth.excessCost(theta);
      case OPTIMIZATION_ERROR -> truth.optimizationError(w, theta);
      case CALIBRATION_ERROR_SQUARED -> Evaluation.distanceSquared(w, fit.wStar());
      case OBJECTIVE -> truth.objective(theta);
      case CERTIFIED_EXCESS, CERTIFIED_ORACLE_KL, MODEL_EVIDENCE ->
          throw new IllegalArgumentException(measure + " is known to the run alone");
      case COST -> LogRatioCost.calibrated(truth.problem(), w).value(theta);
    };
  }

  /** {@return w*, the calibration that fits the rewards best} */
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

package dev.ccl.docs.experiments;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.run.Snapshot;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.truth.Evaluation;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;

/** What a state is worth, as experiments.md shows it. */
public final class Judged {
  private Judged() {}

  /** Evaluates a state. */
  public static Evaluation of(Instance instance, Snapshot snapshot) {
    // region judged
    GroundTruth truth = GroundTruth.of(instance);
    ImmutableDoubleArray wStar = Realizability.of(truth).wStar();
    double[] w = snapshot.calibration().toArray();
    double[] theta = snapshot.student().toArray();
    Evaluation e = Evaluation.of(truth, wStar, w, theta);
    // e.oracleKl() 𝒦, e.excessCost() Δ, e.optimizationError() ε, e.objective() J
    // e.calibrationErrorSquared() ‖w − w*‖²
    // endregion
    return e;
  }
}

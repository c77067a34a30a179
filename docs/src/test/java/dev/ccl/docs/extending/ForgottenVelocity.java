package dev.ccl.docs.extending;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.ccl.CalibrationStep;
import dev.ccl.algorithms.ccl.Run;
import java.util.Optional;

/** {@link HeavyBall} with a mistake: a checkpoint does not hold its velocity. */
final class ForgottenVelocity implements CalibrationStep {
  @Override
  public String form() {
    return "forgotten-velocity";
  }

  @Override
  public Optional<Part> read(String text) {
    return Optional.empty();
  }

  @Override
  public InRun start(Run setup) {
    double[] v = new double[setup.problem().calibration().set().dimension()];
    return (t, z, residual, curvature, w, next) -> {
      for (int i = 0; i < w.length; i++) {
        v[i] = 0.5 * v[i] + residual * z[i] / (t + 2);
        next[i] = w[i] - v[i];
      }
    };
  }
}

package example;

import dev.ccl.algorithms.ccl.CalibrationStep;
import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.ccl.Run;
import java.util.Optional;

/**
 * Gradient steps with a memory: v ← m v + g/(t+2), w ← w − v. The text {@code heavy-ball:0.5} sets
 * m = 0.5.
 */
public final class HeavyBall implements CalibrationStep {
  private final double memory; // m

  /** Makes the rule with m = 0.9; the one that settings find. */
  public HeavyBall() {
    this(0.9);
  }

  HeavyBall(double memory) {
    if (!(memory >= 0 && memory < 1)) { // so that NaN fails
      throw new IllegalArgumentException("memory: " + memory);
    }
    this.memory = memory;
  }

  @Override
  public String form() {
    return "heavy-ball:m";
  }

  @Override
  public Optional<Part> read(String text) {
    return text.startsWith("heavy-ball:")
        ? Optional.of(new HeavyBall(Double.parseDouble(text.substring(11))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "heavy-ball:" + memory;
  }

  @Override
  public InRun start(Run setup) {
    int dimension = setup.problem().calibration().set().dimension();
    double[] v = setup.memory().keep("velocity", new double[dimension]); // in checkpoints
    return (t, z, residual, curvature, w, next) -> {
      for (int i = 0; i < w.length; i++) {
        v[i] = memory * v[i] + residual * z[i] / (t + 2);
        next[i] = w[i] - v[i];
      }
    };
  }
}

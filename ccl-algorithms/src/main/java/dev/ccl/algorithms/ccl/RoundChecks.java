package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.BrokenPartException;
import java.util.Arrays;

/** Ends a round in which a part breaks its contract, and names the part where it can be found. */
final class RoundChecks {
  private final Engine engine;
  private final double bound; // B
  private final double[] w; // of the run
  private final double[] theta;

  RoundChecks(Engine engine, double bound, double[] w, double[] theta) {
    this.engine = engine;
    this.bound = bound;
    this.w = w;
    this.theta = theta;
  }

  /** Refuses that the parameters of the run are others than they were. */
  void requireOnlyRead(double[] calibration, double[] student) {
    if (!Arrays.equals(w, calibration) || !Arrays.equals(theta, student)) {
      engine.inspect(calibration, student, true);
      throw new BrokenPartException("a part has changed a parameter that it was given to read");
    }
  }

  /** Refuses numbers of which nothing can be made. */
  void requireFinite(String what, double[] numbers) {
    if (!Vectors.isFinite(numbers)) {
      engine.inspect(w, theta, true);
      throw new BrokenPartException(
          String.format(
              "%s is %s: a part gives no number, or numbers on the way are too large (B = %s)",
              what, Arrays.toString(numbers), bound));
    }
  }
}

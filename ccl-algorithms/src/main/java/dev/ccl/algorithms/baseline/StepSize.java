package dev.ccl.algorithms.baseline;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Splitter;
import dev.ccl.core.math.Decimals;
import java.util.List;

/**
 * A step size η<sub>t</sub>.
 *
 * @param decay how it depends on the round
 * @param scale its scale c; not used by PAPER
 */
public record StepSize(Decay decay, double scale) {
  /** 1/(μ(t+2)) with the objective's own μ. */
  public static final StepSize PAPER = new StepSize(Decay.PAPER, 1);

  /** What may be written. */
  public static final String FORM =
      "paper, or constant:c, root:c or inverse:c with a positive number c";

  /** How a step size depends on the round. */
  public enum Decay {
    /** 1/(μ(t+2)). */
    PAPER,
    /** c. */
    CONSTANT,
    /** c/√(t+2). */
    ROOT,
    /** c/(t+2). */
    INVERSE
  }

  /**
   * Checks the scale.
   *
   * @param decay how it depends on the round
   * @param scale its scale, positive and finite
   */
  public StepSize {
    checkArgument(scale > 0 && scale < Double.POSITIVE_INFINITY, "step size: scale %s", scale);
  }

  /**
   * Reads a step size.
   *
   * @param text of the form {@link #FORM}
   * @return the step size
   */
  static StepSize parse(String text) {
    if (text.equals("paper")) {
      return PAPER;
    }
    List<String> parts = Splitter.on(':').splitToList(text);
    checkArgument(parts.size() == 2);
    for (Decay decay : Decay.values()) {
      if (decay != Decay.PAPER && word(decay).equals(parts.get(0))) {
        return new StepSize(decay, Double.parseDouble(parts.get(1)));
      }
    }
    throw new IllegalArgumentException(text);
  }

  /**
   * Returns the step of a round.
   *
   * @param round t
   * @param mu the objective's μ
   * @return η<sub>t</sub>
   */
  public double at(long round, double mu) {
    return switch (decay) {
      case PAPER -> 1 / (mu * (round + 2));
      case CONSTANT -> scale;
      case ROOT -> scale / Math.sqrt(round + 2.0);
      case INVERSE -> scale / (round + 2);
    };
  }

  private static String word(Decay decay) {
    return com.google.common.base.Ascii.toLowerCase(decay.name());
  }

  @Override
  public String toString() {
    return decay == Decay.PAPER ? "paper" : word(decay) + ":" + Decimals.shortest(scale);
  }
}

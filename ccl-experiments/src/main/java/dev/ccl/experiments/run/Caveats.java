package dev.ccl.experiments.run;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.core.truth.Realizability;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What a user should know about an instance before believing numbers measured on it: assumptions of
 * the paper that fail or nearly fail, and measures that are missing or mean less than they seem to.
 */
public final class Caveats {
  /** How the sentence about an instance begins that no w* fits. */
  public static final String NOT_REALIZABLE = "the instance is not realizable";

  /** Up to this error of a token log-probability, rounding explains it. */
  public static final double REALIZABLE = 1e-6;

  /** A direction with less than this share of the largest information is hardly seen. */
  private static final double WEAK = 1e-3;

  /** A curvature below this at the oracle student is flat within the accuracy of the search. */
  private static final double FLAT = 1e-6;

  private static final int SHOWN = 6; // coordinates of a direction

  private final ImmutableList.Builder<String> sentences = ImmutableList.builder();

  private Caveats() {}

  /**
   * Looks at an instance.
   *
   * @param truth the instance with its rewards
   * @param fit its w*
   * @return sentences, the gravest first within each assumption
   */
  public static ImmutableList<String> of(GroundTruth truth, Realizability fit) {
    Caveats caveats = new Caveats();
    caveats.rewards(truth);
    caveats.realizability(truth, fit);
    caveats.identification(SourceInformation.of(truth.problem()).spectrum());
    if (truth.unrewarded().isEmpty()) {
      caveats.oracle(truth.oracle());
    }
    return caveats.sentences.build();
  }

  private void rewards(GroundTruth truth) {
    if (!truth.unrewarded().isEmpty()) {
      sentences.add(
          "oracleKl and excessCost are empty: there are no rewards for the target prompts "
              + truth.unrewarded().stream().map(Prompt::id).toList());
    }
  }

  private void realizability(GroundTruth truth, Realizability fit) {
    if (!fit.isIdentified()) {
      sentences.add(
          "w* is not identified: calibrationErrorSquared refers to the shortest of its values");
    }
    if (!(fit.residual() <= REALIZABLE)) {
      say(
          NOT_REALIZABLE + ": w* misses a token log-probability by %.2g; %s",
          fit.residual(),
          missing(KlProjection.of(truth)));
    } else if (fit.isIdentified()
        && !truth.problem().calibration().set().contains(fit.wStar().toArray())) {
      sentences.add("w* is not in W: no calibration reaches the truth");
    }
  }

  /**
   * Says what the class misses of the optimum.
   *
   * @param projection the projection in KL
   * @return its residuals in nats
   */
  public static String missing(KlProjection projection) {
    String source =
        String.format(
            Locale.ROOT,
            "nearest in KL on source prompts, the class leaves %.2g nats there",
            projection.sourceResidual());
    return Double.isNaN(projection.targetResidual())
        ? source
        : source
            + String.format(
                Locale.ROOT,
                " and %.2g on target prompts (at best %.2g)",
                projection.targetResidual(),
                projection.targetBest());
  }

  private void identification(SymmetricEigen spectrum) {
    double least = spectrum.smallest();
    double most = spectrum.value(spectrum.size() - 1);
    String direction =
        DoubleStream.of(spectrum.vector(0))
            .limit(SHOWN)
            .mapToObj(x -> String.format(Locale.ROOT, "%.2g", x))
            .collect(Collectors.joining(", ", "(", spectrum.size() > SHOWN ? ", …)" : ")"));
    if (!(least > 0)) {
      say(
          "the source does not identify w*: no comparison moves along %s (mu_joint = 0)",
          direction);
    } else if (least < WEAK * most) {
      say(
          "the source hardly identifies w* along %s: information %.2g, against %.2g in the best"
              + " direction",
          direction, least, most);
    }
  }

  private void oracle(Minimum oracle) {
    if (!oracle.isUnique()) {
      sentences.add(
          "the oracle student is not unique: oracleKl is the distance from one of several");
    } else if (oracle.location() == Minimum.Location.INTERIOR && oracle.curvature() < FLAT) {
      say(
          "the cost is flat at the oracle student (curvature %.2g): oracleKl falls slowly",
          oracle.curvature());
    }
  }

  private void say(String format, Object... values) {
    sentences.add(String.format(Locale.ROOT, format, values));
  }
}

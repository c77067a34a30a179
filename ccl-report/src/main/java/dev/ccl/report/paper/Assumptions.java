package dev.ccl.report.paper;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.core.truth.Realizability;
import dev.ccl.experiments.run.Caveats;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.chart.ChartTable;

/** Whether an instance meets the assumptions of the paper, as a table. */
public final class Assumptions {
  private Assumptions() {}

  /**
   * Measures the assumptions.
   *
   * @param guides of the instance
   * @return one row per assumption: whether it holds, what it says, and by how much
   */
  public static ChartTable of(Guides guides) {
    ImmutableList.Builder<ImmutableList<String>> rows = ImmutableList.builder();
    double mu = guides.constants().muJoint();
    rows.add(
        row(mu > 0, "the source identifies w*", "smallest eigenvalue of G: " + Numbers.text(mu)));
    Realizability fit = guides.realizability();
    rows.add(
        row(
            fit.residual() <= Caveats.REALIZABLE,
            "one w* realises the optimal policy",
            "largest error of a token log-probability: "
                + Numbers.text(fit.residual())
                + (fit.residual() <= Caveats.REALIZABLE
                    ? ""
                    : "; " + Caveats.missing(KlProjection.of(guides.truth())))));
    rows.add(
        row(
            guides.instance().header().calibrationSet().contains(fit.wStar().toArray()),
            "w* is in W",
            "‖w*‖ = " + Numbers.text(Vectors.norm(fit.wStar().toArray()))));
    if (guides.hasTruth()) {
      Minimum oracle = guides.oracle();
      rows.add(
          row(
              oracle.isUnique(),
              "the oracle student is unique",
              oracle.location() == Minimum.Location.INTERIOR
                  ? "inside Θ, smallest curvature " + Numbers.text(oracle.curvature())
                  : "on the boundary of Θ"));
    } else {
      rows.add(
          ImmutableList.of("unknown", "the oracle student is unique", "no target rewards given"));
    }
    double gamma = guides.constants().gamma();
    rows.add(
        row(
            gamma > 0,
            "γ is positive",
            "γ = "
                + Numbers.text(gamma)
                + ": the paper's steps settle after about "
                + Numbers.text(1 / gamma)
                + " rounds"));
    return new ChartTable(ImmutableList.of("holds", "assumption", "measured"), rows.build());
  }

  private static ImmutableList<String> row(boolean holds, String what, String measured) {
    return ImmutableList.of(holds ? "yes" : "no", what, measured);
  }
}

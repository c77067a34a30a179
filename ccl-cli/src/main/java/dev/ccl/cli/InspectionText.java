package dev.ccl.cli;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.experiments.run.Printable;
import dev.ccl.report.paper.Guides;
import java.util.Arrays;
import java.util.Locale;

/** An inspection as one screen of text. */
final class InspectionText {
  private static final int SHOWN = 6; // coordinates of a vector
  private static final double ROUNDING = 1e-12; // below it there is nothing but rounding

  private final Inspection inspection;
  private final StringBuilder text = new StringBuilder();

  private InspectionText(Inspection inspection) {
    this.inspection = inspection;
  }

  static String of(Inspection inspection, String file) {
    InspectionText page = new InspectionText(inspection);
    page.head(file);
    page.assumptions();
    page.constants();
    page.schedule();
    return page.text.toString();
  }

  private void head(String file) {
    Instance.Header h = inspection.instance.header();
    line("%s (%s)", h.name().isEmpty() ? "instance" : h.name(), file);
    line(
        "  λ = %s, B = %s, H = %d, D = %d, d = %d, W = %s",
        number(h.lambda()),
        number(h.bound()),
        h.horizon(),
        h.calibrationDimension(),
        h.studentDimension(),
        h.calibrationSet());
    line(
        "  source prompts: %d (%,d edges); target prompts: %d (%,d edges)",
        inspection.problem.source().dataset().size(),
        inspection.problem.source().forest().edges(),
        inspection.problem.target().dataset().size(),
        inspection.problem.target().forest().edges());
  }

  private void assumptions() {
    line("");
    line("Assumptions");
    mark(inspection.featuresHold(), "features in the unit ball");
    line(
        "      largest ‖φ‖ %s, largest ‖φ_stu‖ %s",
        number(inspection.largestPhi), number(inspection.largestPhiStu));
    mark(inspection.positivityHolds(), "reference positive");
    line("      smallest π_pre %s", number(inspection.smallestPre));
    mark(
        inspection.realizabilityHolds(),
        "one w* in W gives the optimum everywhere (realizability)");
    line(
        "      log-probabilities off by at most %s; w* = %s, %s",
        number(Math.max(inspection.fit.residual(), ROUNDING)),
        vector(inspection.fit.wStar()),
        inspection.isFitInSet() ? "in W" : "NOT in W");
    if (!inspection.realizabilityHolds()) {
      KlProjection projection = KlProjection.of(inspection.truth);
      line(
          "      nearest in KL on source prompts: %s nats are left there, %s on target prompts"
              + " (at best %s)",
          number(projection.sourceResidual()),
          number(projection.targetResidual()),
          number(projection.targetBest()));
    }
    if (!inspection.fit.isIdentified()) {
      line(
          "      source and target together leave %d of %d directions of w* open",
          inspection.fit.wStar().length() - inspection.fit.rank(), inspection.fit.wStar().length());
    }
    mark(inspection.identificationHolds(), "source comparisons identify w* (μ_joint > 0)");
    SymmetricEigen spectrum = inspection.information.spectrum();
    line(
        "      μ_joint = %s, largest eigenvalue %s",
        number(inspection.constants.muJoint()), number(spectrum.value(spectrum.size() - 1)));
    line("      weakest direction %s", vector(ImmutableDoubleArray.copyOf(spectrum.vector(0))));
    oracle();
  }

  private void oracle() {
    Minimum oracle = inspection.oracle;
    if (oracle == null) {
      line(
          "  ?   the oracle student is unknown: no rewards for target prompts %s",
          inspection.truth.unrewarded().stream().map(Prompt::id).limit(5).toList());
      return;
    }
    mark(oracle.isUnique(), "the oracle student is unique");
    boolean inside = oracle.location() == Minimum.Location.INTERIOR;
    line("      θ† = %s, %s", vector(oracle.point()), inside ? "inside Θ" : "on the boundary of Θ");
    line(
        "      smallest Hessian eigenvalue %s%s",
        number(oracle.curvature()),
        inside ? "" : ", along the boundary " + number(oracle.tangentCurvature()));
    if (!oracle.isUnique()) {
      line(
          "      as good: %s%s",
          vector(oracle.rivals().get(0)), oracle.rivals().size() > 1 ? " and others" : "");
    }
  }

  private void constants() {
    line("");
    line("Constants");
    line(
        "  γ = %s, L_st = %s, α_stu = %s, M_opt = %s",
        exponential(inspection.constants.logGamma()),
        number(inspection.constants.smoothness()),
        number(inspection.constants.studentStep()),
        number(inspection.constants.excessRange()));
  }

  private void schedule() {
    line("");
    line("The paper's schedules");
    for (double rounds : new double[] {1e3, 1e6}) {
      line(
          "  T = %,.0f rounds ask %,.0f source rewards and %s target rollouts",
          rounds, rounds, number(Guides.rollouts(rounds)));
    }
    if (!inspection.identificationHolds()) {
      line("  the steps η = 1/(γ(t+2)) are infinite: CCL cannot run with γ = 0");
      return;
    }
    line(
        "  steps η = 1/(γ(t+2)) throw w onto the boundary of W for about %s rounds",
        exponential(inspection.logBoundaryRounds()));
    line(
        "  the bound 4/(γ²(T+2)) on E‖w − w*‖² says something only from T = %s on",
        exponential(Math.max(0, inspection.logBiteRounds())));
  }

  private void mark(boolean holds, String what) {
    line("  %s   %s", holds ? "✓" : "✗", what);
  }

  private void line(String format, Object... values) {
    Object[] safe = values.clone();
    Arrays.setAll(safe, i -> values[i] instanceof Number ? values[i] : Printable.of(values[i]));
    text.append(String.format(Locale.ROOT, format, safe)).append('\n');
  }

  /** At most four digits, but whole numbers below a million in full. */
  static String number(double x) {
    if (Double.isInfinite(x)) {
      return x > 0 ? "∞" : "-∞";
    }
    if (x == Math.rint(x) && Math.abs(x) < 1e6) {
      return String.format(Locale.ROOT, "%.0f", x);
    }
    String digits = String.format(Locale.ROOT, "%.4g", x);
    boolean hasFraction = digits.contains(".") && !digits.contains("e");
    return hasFraction ? digits.replaceAll("\\.?0+$", "") : digits;
  }

  /** e^log with its exponent, also beyond the range of double. */
  private static String exponential(double log) {
    double value = Elementary.exp(log);
    if (Double.isInfinite(log) || (value > 1e-300 && value < 1e300)) {
      return number(value);
    }
    double log10 = log / Elementary.log(10);
    double exponent = Math.floor(log10);
    double mantissa = Elementary.exp((log10 - exponent) * Elementary.log(10));
    return String.format(Locale.ROOT, "%.3fe%+.0f", mantissa, exponent);
  }

  private static String vector(ImmutableDoubleArray x) {
    double largest = x.stream().map(Math::abs).max().orElse(0);
    StringBuilder list = new StringBuilder("[");
    for (int i = 0; i < Math.min(SHOWN, x.length()); i++) {
      boolean isRounding = Math.abs(x.get(i)) <= ROUNDING * Math.max(1, largest);
      list.append(i == 0 ? "" : ", ").append(isRounding ? "0" : number(x.get(i)));
    }
    return list.append(x.length() > SHOWN ? ", …]" : "]").toString();
  }
}

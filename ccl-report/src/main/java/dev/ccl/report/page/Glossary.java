package dev.ccl.report.page;

import com.google.common.collect.ImmutableMap;

/** The words and signs of a report, for whoever has not read the paper. */
final class Glossary {
  static final ImmutableMap<String, String> WORDS =
      ImmutableMap.<String, String>builder()
          .put("T", "the number of rounds; a round of CCL asks for one source reward")
          .put(
              "oracle student",
              "θ†, the best student that there is in its class, found with all rewards")
          .put(
              "𝒦",
              "the average KL divergence from the student to the oracle student over the target"
                  + " prompts; lower is better, 0 is the oracle student")
          .put(
              "below 10⁻¹⁴",
              "as low as numbers of the computer tell: what is left is rounding, has no order and no"
                  + " slope")
          .put("Δ", "the excess of the true cost over that of the oracle student; lower is better")
          .put("w*", "the calibration that gives the optimal policy, where there is one")
          .put("‖w−w*‖²", "how far the calibration is from w*; lower is better")
          .put(
              "slope",
              "of log 𝒦 against log T over the last half of the logarithmic axis: −1/2 means that"
                  + " 100 times as many rounds make 𝒦 10 times lower")
          .put(
              "band, [ , ]",
              "intervals that cover the median of what a seed gives in at least 95 % of cases,"
                  + " whatever its law; fewer than six seeds have none, and nothing is compared")
          .put("limit of direct matching", "𝒦 of the student that imitates the teacher as it is")
          .buildOrThrow();

  private Glossary() {}
}

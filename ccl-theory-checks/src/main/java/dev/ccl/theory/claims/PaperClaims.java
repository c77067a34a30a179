package dev.ccl.theory.claims;

import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import java.util.List;
import java.util.stream.Stream;

/** The claims of the paper. */
public final class PaperClaims implements Claims.Source {
  /** Made by {@link java.util.ServiceLoader}. */
  public PaperClaims() {}

  @Override
  public List<Claim> claims() {
    return Stream.of(
            ModelClaims.all(),
            GibbsClaims.all(),
            LabelClaims.all(),
            CalibrationClaims.all(),
            CostClaims.all(),
            ScoreClaims.all(),
            SmoothnessClaims.all(),
            SelectionClaims.all(),
            ProgressClaims.all(),
            SeparationClaims.all(),
            MatchingClaims.all(),
            CalibrationRuns.all(),
            StudentRuns.all(),
            SeparationRuns.all())
        .flatMap(List::stream)
        .toList();
  }
}

package dev.ccl.theory;

import com.google.common.collect.ImmutableList;
import dev.ccl.theory.claims.BetClaims;
import dev.ccl.theory.claims.CalibrationClaims;
import dev.ccl.theory.claims.CalibrationRuns;
import dev.ccl.theory.claims.CertificateClaims;
import dev.ccl.theory.claims.CostClaims;
import dev.ccl.theory.claims.GibbsClaims;
import dev.ccl.theory.claims.LabelClaims;
import dev.ccl.theory.claims.MatchingClaims;
import dev.ccl.theory.claims.ModelClaims;
import dev.ccl.theory.claims.ProgressClaims;
import dev.ccl.theory.claims.ScoreClaims;
import dev.ccl.theory.claims.SelectionClaims;
import dev.ccl.theory.claims.SeparationClaims;
import dev.ccl.theory.claims.SeparationRuns;
import dev.ccl.theory.claims.SmoothnessClaims;
import dev.ccl.theory.claims.StudentRuns;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The claims that can be evaluated on one case: the paper's, and those that go beyond it. */
public final class Claims {
  private static final ImmutableList<Claim> ALL =
      Stream.of(
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
          .sorted(Comparator.comparing(Claim::id))
          .collect(ImmutableList.toImmutableList());

  private static final ImmutableList<Claim> EXTENSIONS =
      Stream.of(BetClaims.all(), CertificateClaims.all())
          .flatMap(List::stream)
          .collect(ImmutableList.toImmutableList());

  private Claims() {}

  /**
   * Returns all claims of the paper.
   *
   * @return the claims, by number
   */
  public static ImmutableList<Claim> all() {
    return ALL;
  }

  /**
   * Returns the claims of this project (docs/beyond-the-paper.md).
   *
   * @return the claims, by number
   */
  public static ImmutableList<Claim> extensions() {
    return EXTENSIONS;
  }

  /**
   * Returns a claim.
   *
   * @param id its number
   * @return the claim
   * @throws IllegalArgumentException if there is none
   */
  public static Claim named(String id) {
    return Stream.concat(ALL.stream(), EXTENSIONS.stream())
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no claim \"" + id + "\""));
  }
}

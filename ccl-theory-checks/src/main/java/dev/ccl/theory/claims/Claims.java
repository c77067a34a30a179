package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableList;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Part;
import java.util.stream.Stream;

/** The claims that can be evaluated: the paper's, and those that go beyond it. */
public final class Claims {
  private static final ImmutableList<Claim> PAPER =
      ImmutableList.<Claim>builder()
          .addAll(ModelClaims.all())
          .addAll(CalibrationClaims.all())
          .addAll(CostClaims.all())
          .addAll(StudentClaims.all())
          .addAll(SeparationClaims.all())
          .build();

  private static final ImmutableList<Claim> EXTENSIONS =
      ImmutableList.<Claim>builder()
          .addAll(BetClaims.all())
          .addAll(CertificateClaims.all())
          .build();

  private Claims() {}

  /** {@return the claims of the paper, in its order} */
  public static ImmutableList<Claim> all() {
    return PAPER;
  }

  /** {@return the claims of this project (docs/beyond-the-paper.md)} */
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
    return stream()
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no claim \"" + id + "\""));
  }

  /**
   * Returns a part of a claim.
   *
   * @param name its name, such as {@code C13 run}
   * @return the part
   * @throws IllegalArgumentException if there is none
   */
  public static Part part(String name) {
    return stream()
        .flatMap(c -> c.parts().stream())
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no check \"" + name + "\""));
  }

  private static Stream<Claim> stream() {
    return Stream.concat(PAPER.stream(), EXTENSIONS.stream());
  }
}

package dev.ccl.theory.claims;

import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import java.util.List;
import java.util.stream.Stream;

/** The claims that go beyond the paper (docs/beyond-the-paper.md). */
public final class ExtensionClaims implements Claims.Source {
  /** Made by {@link java.util.ServiceLoader}. */
  public ExtensionClaims() {}

  @Override
  public List<Claim> claims() {
    return Stream.of(BetClaims.all(), CertificateClaims.all()).flatMap(List::stream).toList();
  }
}

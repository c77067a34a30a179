package dev.ccl.theory;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The claims that can be evaluated on one case. */
public final class Claims {
  private static final ImmutableList<Claim> ALL =
      ServiceLoader.load(Source.class, Claims.class.getClassLoader()).stream()
          .flatMap(source -> source.get().claims().stream())
          .sorted(Comparator.comparing(Claim::id))
          .collect(ImmutableList.toImmutableList());

  /** Some claims, found as a service, so that this list need not know who makes them. */
  public interface Source {
    /**
     * Returns the claims.
     *
     * @return the claims, in any order
     */
    List<Claim> claims();
  }

  private Claims() {}

  /**
   * Returns all claims.
   *
   * @return the claims, by number
   */
  public static ImmutableList<Claim> all() {
    return ALL;
  }

  /**
   * Returns a claim.
   *
   * @param id its number
   * @return the claim
   * @throws IllegalArgumentException if there is none
   */
  public static Claim named(String id) {
    return ALL.stream()
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no claim \"" + id + "\""));
  }
}

package dev.ccl.theory;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The claims that can be evaluated on one case: the paper's, and those that go beyond it. */
public final class Claims {
  private static final ImmutableList<Claim> ALL = found(false);
  private static final ImmutableList<Claim> EXTENSIONS = found(true);

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

  private static ImmutableList<Claim> found(boolean extensions) {
    return ServiceLoader.load(Source.class, Claims.class.getClassLoader()).stream()
        .flatMap(source -> source.get().claims().stream())
        .filter(claim -> claim.id().startsWith("E") == extensions)
        .sorted(Comparator.comparing(Claim::id))
        .collect(ImmutableList.toImmutableList());
  }

  /** {@return all claims of the paper} */
  public static ImmutableList<Claim> all() {
    return ALL;
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
    return Stream.concat(ALL.stream(), EXTENSIONS.stream())
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no claim \"" + id + "\""));
  }
}

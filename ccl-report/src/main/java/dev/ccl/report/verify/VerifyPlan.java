package dev.ccl.report.verify;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.ExtensionLiars;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.search.Verification;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The claims to verify, on the paper's students or on those of a liar or another family. */
public final class VerifyPlan {
  private final ImmutableList<Claim> claims;
  private final Optional<String> liar;
  private final Function<Instance, Subject> maker;
  private final long seed;
  private final Effort effort;

  private VerifyPlan(
      ImmutableList<Claim> claims,
      Optional<String> liar,
      Function<Instance, Subject> maker,
      long seed,
      Effort effort) {
    this.claims = claims;
    this.liar = liar;
    this.maker = maker;
    this.seed = seed;
    this.effort = effort;
  }

  /**
   * Returns a plan.
   *
   * @param ids claims such as {@code C01}; none for all
   * @param liar the name of a broken implementation, to see what the claims can see
   * @param seed the seed of parameters and samples
   * @param thorough whether runs are long
   * @return the plan
   * @throws IllegalArgumentException if there is no such claim or liar
   */
  public static VerifyPlan of(
      List<String> ids, Optional<String> liar, long seed, boolean thorough) {
    ImmutableList<Claim> claims =
        ids.isEmpty()
            ? Claims.all()
            : ids.stream()
                .map(String::trim)
                .map(Claims::named)
                .distinct()
                .collect(ImmutableList.toImmutableList());
    Function<Instance, Subject> maker = liar.map(VerifyPlan::liar).orElse(Subject::new);
    return new VerifyPlan(claims, liar, maker, seed, thorough ? Effort.LONG_RUNS : Effort.RUNS);
  }

  private static Function<Instance, Subject> liar(String name) {
    List<Liar> liars = Stream.concat(Liars.all().stream(), ExtensionLiars.all().stream()).toList();
    return liars.stream()
            .filter(l -> l.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--liar: there is no \""
                            + name
                            + "\"; there are "
                            + String.join(", ", liars.stream().map(Liar::name).toList())))
        ::on;
  }

  /**
   * Returns the same for other students than the paper's.
   *
   * @param students the class of policies
   * @return the plan
   */
  public VerifyPlan with(Students students) {
    return new VerifyPlan(claims, liar, instance -> new Subject(instance, students), seed, effort);
  }

  /** {@return the claims: the ids of one or more claims, in the order of their verdicts} */
  public ImmutableList<String> ids() {
    return claims.stream().map(Claim::id).collect(ImmutableList.toImmutableList());
  }

  /** {@return the seed of parameters and samples} */
  public long seed() {
    return seed;
  }

  /** {@return the name of the broken implementation, if one is verified} */
  public Optional<String> liar() {
    return liar;
  }

  /**
   * Tells whether runs are long.
   *
   * @return whether it is thorough
   */
  public boolean isThorough() {
    return effort == Effort.LONG_RUNS;
  }

  /**
   * Returns the verification of instances on this machine.
   *
   * @param instances the instances
   * @return the verification, not yet run
   */
  public Verification on(List<Instance> instances) {
    return Verification.of(claims, instances, maker, seed, effort);
  }
}

package dev.ccl.theory.verify;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import dev.ccl.theory.verify.Counterexample.Search;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Claims evaluated on instances, at a few random parameters each. What it finds depends on claims,
 * instances, implementation, seed and effort alone, not on the number of threads.
 */
public final class Verification {
  /** How often a thorough verification tries to make a bound tighter from each point. */
  public static final int MOVES = 10;

  private static final Place[] PLACES = Place.values();
  private static final int POINTS = PLACES.length + 2; // and anywhere else twice
  private static final int MORE_POINTS = 20;

  private final ImmutableList<Claim> claims;
  private final ImmutableList<Instance> instances;
  private final Function<Instance, Subject> maker;
  private final long seed;
  private final Effort effort;

  private Verification(
      ImmutableList<Claim> claims,
      ImmutableList<Instance> instances,
      Function<Instance, Subject> maker,
      long seed,
      Effort effort) {
    this.claims = claims;
    this.instances = instances;
    this.maker = maker;
    this.seed = seed;
    this.effort = effort;
  }

  /**
   * Returns a verification.
   *
   * @param claims the claims
   * @param instances the instances
   * @param maker makes the implementation under test, such as {@code Subject::new}
   * @param seed the root of parameters and samples
   * @param effort how much may be sampled
   * @return the verification, not yet run
   */
  public static Verification of(
      List<Claim> claims,
      List<Instance> instances,
      Function<Instance, Subject> maker,
      long seed,
      Effort effort) {
    return new Verification(
        ImmutableList.copyOf(claims), ImmutableList.copyOf(instances), maker, seed, effort);
  }

  /**
   * Evaluates everything.
   *
   * @param threads how many threads to use, at least 1
   * @param progress is told the claim and the instance after each pair, from any thread
   * @return one verdict per claim, in the order of the claims
   */
  public ImmutableList<Verdict> run(int threads, BiConsumer<Claim, Instance> progress) {
    return together(
        Parallel.map(
            threads,
            instances,
            instance -> on(instance, claim -> progress.accept(claim, instance))));
  }

  /**
   * Puts together what was found on instances one by one, wherever that was.
   *
   * @param each what {@link #on} returned, in the order of the instances
   * @return one verdict per claim, in the order of the claims
   */
  public ImmutableList<Verdict> together(List<ImmutableList<Verdict>> each) {
    List<Verdict> verdicts = new ArrayList<>(claims.stream().map(Verdict::none).toList());
    for (ImmutableList<Verdict> alone : each) {
      for (int k = 0; k < claims.size(); k++) {
        verdicts.set(k, verdicts.get(k).and(alone.get(k)));
      }
    }
    return ImmutableList.copyOf(verdicts);
  }

  /**
   * Evaluates all claims on one instance.
   *
   * @param instance the instance
   * @param progress is told each claim after it was evaluated
   * @return one verdict per claim, in the order of the claims
   */
  public ImmutableList<Verdict> on(Instance instance, Consumer<Claim> progress) {
    Subject subject = maker.apply(instance);
    Specimen specimen = Specimen.of(subject);
    ImmutableList.Builder<Verdict> verdicts = ImmutableList.builder();
    for (Claim claim : claims) {
      List<Requirement> missing =
          claim.needs().stream().filter(need -> !specimen.meets(need)).sorted().toList();
      verdicts.add(
          missing.isEmpty()
              ? evaluate(claim, specimen, subject)
              : Verdict.none(claim).without(missing));
      progress.accept(claim);
    }
    return verdicts.build();
  }

  /** The first point with sampling, the others without. */
  private Verdict evaluate(Claim claim, Specimen specimen, Subject subject) {
    Verdict verdict = Verdict.on(claim, specimen.instance().header().name());
    boolean more = effort == Effort.LONG_RUNS;
    for (int i = 0; i < (more ? MORE_POINTS : POINTS); i++) {
      Place place = i < PLACES.length ? PLACES[i] : Place.ANYWHERE;
      long at = i < PLACES.length ? seed : seed + i - PLACES.length + 1;
      Search search = new Search(i == 0 ? effort : Effort.NONE, more ? MOVES : 0);
      Case c = place.on(specimen, subject, at).with(search.effort());
      Findings findings = Counterexample.climbed(claim, c, claim.evaluate(c), search);
      verdict = verdict.plus(findings);
      if (!findings.hold()) {
        Counterexample refutation =
            new Counterexample(specimen.instance(), place, at, search, findings.evidence());
        return verdict.refutedBy(refutation);
      }
    }
    return verdict;
  }

  /**
   * Makes a counterexample small.
   *
   * @param verdict a verdict that fails
   * @return the smallest counterexample that was found
   */
  public Counterexample shrink(Verdict verdict) {
    return Shrinker.of(verdict.claim(), maker).shrink(verdict.counterexample().orElseThrow());
  }
}

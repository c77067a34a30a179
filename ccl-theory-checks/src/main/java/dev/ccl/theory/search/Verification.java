package dev.ccl.theory.search;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Part;
import dev.ccl.theory.Place;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
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

  /** {@return what makes the implementation under test} */
  public Function<Instance, Subject> maker() {
    return maker;
  }

  /**
   * Evaluates everything.
   *
   * @param threads how many threads to use, at least 1
   * @param progress is told the claim and the instance after each pair, from any thread
   * @return one report per claim, in the order of the claims
   */
  public ImmutableList<ClaimReport> run(int threads, BiConsumer<Claim, Instance> progress) {
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
   * @return one report per claim, in the order of the claims
   */
  public ImmutableList<ClaimReport> together(List<ImmutableList<ClaimReport>> each) {
    List<ClaimReport> reports = new ArrayList<>(claims.stream().map(ClaimReport::none).toList());
    for (ImmutableList<ClaimReport> alone : each) {
      for (int k = 0; k < claims.size(); k++) {
        reports.set(k, reports.get(k).and(alone.get(k)));
      }
    }
    return ImmutableList.copyOf(reports);
  }

  /**
   * Evaluates all claims on one instance.
   *
   * @param instance the instance
   * @param progress is told each claim after it was evaluated
   * @return one report per claim, in the order of the claims
   */
  public ImmutableList<ClaimReport> on(Instance instance, Consumer<Claim> progress) {
    Subject subject = maker.apply(instance);
    Specimen specimen = Specimen.of(subject);
    ImmutableList.Builder<ClaimReport> reports = ImmutableList.builder();
    for (Claim claim : claims) {
      List<Search> searches = new ArrayList<>();
      for (Part part : claim.parts()) {
        searches.add(evaluate(part, instance, specimen, subject));
      }
      reports.add(
          new ClaimReport(
              claim,
              claim.appliesTo(specimen) ? 1 : 0,
              searches.stream().map(Search::verdict).collect(ImmutableList.toImmutableList()),
              searches.stream().flatMap(s -> s.counterexample().stream()).findFirst()));
      progress.accept(claim);
    }
    return reports.build();
  }

  /** The first point with sampling, the others without. */
  private Search evaluate(Part part, Instance instance, Specimen specimen, Subject subject) {
    Search search = Search.climbing(part, maker);
    boolean more = effort == Effort.LONG_RUNS;
    boolean holds = true;
    for (int i = 0; holds && i < (more ? MORE_POINTS : POINTS); i++) {
      Place place = i < PLACES.length ? PLACES[i] : Place.ANYWHERE;
      long at = i < PLACES.length ? seed : seed + i - PLACES.length + 1;
      Trial trial = new Trial(instance, place, at, i == 0 ? effort : Effort.NONE);
      holds = search.attempt(trial, specimen, subject, more ? Search.MOVES : 0);
    }
    return search;
  }
}

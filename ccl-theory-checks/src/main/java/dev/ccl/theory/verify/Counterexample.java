package dev.ccl.theory.verify;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Adversary;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Place;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.util.Optional;
import java.util.function.Function;

/**
 * An instance on which a claim fails.
 *
 * @param instance the instance
 * @param place where its parameters lie
 * @param seed the seed of the parameters and of what is sampled
 * @param search what it takes to see it fail
 * @param evidence the statement that fails
 */
public record Counterexample(
    Instance instance, Place place, long seed, Search search, Evidence evidence) {

  /**
   * What is looked at beside the point itself.
   *
   * @param effort how much is sampled there
   * @param moves how often an {@link Adversary} tries to make a bound tighter from there
   */
  public record Search(Effort effort, int moves) {
    /** The point alone, nothing sampled. */
    public static final Search POINT = new Search(Effort.NONE, 0);
  }

  /**
   * Evaluates a claim on an instance.
   *
   * @param claim the claim
   * @param instance the instance
   * @param maker makes the implementation under test
   * @param place where the parameters lie
   * @param seed the seed of the parameters and of what is sampled
   * @param search what is looked at beside the point itself
   * @return what refutes the claim; nothing if it holds or does not apply
   */
  public static Optional<Counterexample> find(
      Claim claim,
      Instance instance,
      Function<Instance, Subject> maker,
      Place place,
      long seed,
      Search search) {
    Subject subject = maker.apply(instance);
    Specimen specimen = Specimen.of(subject);
    if (!claim.appliesTo(specimen)) {
      return Optional.empty();
    }
    Case c = place.on(specimen, subject, seed).with(search.effort());
    Findings findings = climbed(claim, c, claim.evaluate(c), search);
    return findings.hold()
        ? Optional.empty()
        : Optional.of(new Counterexample(instance, place, seed, search, findings.evidence()));
  }

  /**
   * Follows an adversary from a case, if the claim holds there.
   *
   * @param claim the claim
   * @param c where to begin
   * @param found what the claim finds there
   * @param search how many moves
   * @return the findings at the tightest place
   */
  public static Findings climbed(Claim claim, Case c, Findings found, Search search) {
    if (search.moves() == 0 || !found.hold()) {
      return found;
    }
    Case exact = c.withoutSampling(); // so that the way does not depend on what was sampled
    Findings end =
        Adversary.of(1, search.moves())
            .climb(
                claim,
                exact,
                c.isSampling() ? claim.evaluate(exact) : found,
                RandomStreams.of(c.seed()).open(Purpose.TRIAL, 5));
    return end.hold() && end.tightness() <= found.tightness() ? found : end;
  }
}

package dev.ccl.theory.verify;

import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.util.Optional;
import java.util.function.Function;

/**
 * An instance on which a claim fails.
 *
 * @param instance the instance
 * @param seed the seed of the parameters and of what is sampled
 * @param evidence the statement that fails
 */
public record Counterexample(Instance instance, long seed, Evidence evidence) {
  /**
   * Evaluates a claim on an instance.
   *
   * @param claim the claim
   * @param instance the instance
   * @param maker makes the implementation under test
   * @param seed the seed of the parameters and of what is sampled
   * @param effort how much may be sampled
   * @return what refutes the claim; nothing if it holds or does not apply
   */
  public static Optional<Counterexample> find(
      Claim claim, Instance instance, Function<Instance, Subject> maker, long seed, Effort effort) {
    Specimen specimen = Specimen.of(instance);
    if (!claim.appliesTo(specimen)) {
      return Optional.empty();
    }
    Findings findings =
        claim.evaluate(Case.random(specimen, maker.apply(instance), seed).with(effort));
    return findings.hold()
        ? Optional.empty()
        : Optional.of(new Counterexample(instance, seed, findings.evidence()));
  }
}

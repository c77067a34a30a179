package dev.ccl.theory.verify;

import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Subject;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes a counterexample small, step by step, as long as the claim still applies and still fails:
 * fewer prompts, a shorter horizon, fewer tokens, rounder numbers.
 */
public final class Shrinker {
  private static final int TRIALS = 200;

  private final Claim claim;
  private final Function<Instance, Subject> maker;
  private final Effort effort;
  private int trials;

  private Shrinker(Claim claim, Function<Instance, Subject> maker, Effort effort) {
    this.claim = claim;
    this.maker = maker;
    this.effort = effort;
  }

  /**
   * Returns a shrinker.
   *
   * @param claim the claim that fails
   * @param maker makes the implementation under test
   * @param effort how much must be sampled to see it fail
   * @return the shrinker
   */
  public static Shrinker of(Claim claim, Function<Instance, Subject> maker, Effort effort) {
    return new Shrinker(claim, maker, effort);
  }

  /**
   * Shrinks.
   *
   * @param found a counterexample
   * @return one that is no larger
   */
  public Counterexample shrink(Counterexample found) {
    trials = 0;
    Counterexample smallest = found;
    boolean shrunk = true;
    while (shrunk && trials < TRIALS) {
      shrunk = false;
      for (Supplier<Instance> candidate : Smaller.than(smallest.instance())) {
        Optional<Counterexample> next = attempt(candidate, smallest);
        if (next.isPresent()) {
          smallest = next.get();
          shrunk = true;
          break;
        }
      }
    }
    String name = "counterexample to " + claim.id() + ", from " + found.instance().header().name();
    return new Counterexample(
        Smaller.renamed(smallest.instance(), name), smallest.seed(), smallest.evidence());
  }

  /** A candidate that breaks a rule of the format is no candidate. */
  private Optional<Counterexample> attempt(Supplier<Instance> candidate, Counterexample now) {
    if (trials++ >= TRIALS) {
      return Optional.empty();
    }
    try {
      Instance instance = candidate.get();
      return instance.equals(now.instance())
          ? Optional.empty()
          : Counterexample.find(claim, instance, maker, now.seed(), effort);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

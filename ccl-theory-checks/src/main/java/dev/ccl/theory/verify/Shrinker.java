package dev.ccl.theory.verify;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Subject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes a counterexample small, step by step, as long as the claim still applies and still fails:
 * fewer prompts, a shorter horizon, fewer tokens, rounder numbers. It stays an instance that can be
 * read from a file, and one on which the claim holds for the library, if it did on the first.
 */
public final class Shrinker {
  private static final int TRIALS = 200;

  private final Claim claim;
  private final Function<Instance, Subject> maker;
  private int trials;
  private boolean libraryHolds;

  private Shrinker(Claim claim, Function<Instance, Subject> maker) {
    this.claim = claim;
    this.maker = maker;
  }

  /**
   * Returns a shrinker.
   *
   * @param claim the claim that fails
   * @param maker makes the implementation under test
   * @return the shrinker
   */
  public static Shrinker of(Claim claim, Function<Instance, Subject> maker) {
    return new Shrinker(claim, maker);
  }

  /**
   * Shrinks.
   *
   * @param found a counterexample
   * @return one that is no larger
   */
  public Counterexample shrink(Counterexample found) {
    trials = 0;
    libraryHolds = holdsForTheLibrary(found.instance(), found);
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
        Smaller.renamed(smallest.instance(), name),
        smallest.place(),
        smallest.seed(),
        smallest.search(),
        smallest.evidence());
  }

  private boolean holdsForTheLibrary(Instance instance, Counterexample at) {
    return Counterexample.find(claim, instance, Subject::new, at.place(), at.seed(), at.search())
        .isEmpty();
  }

  /** The instance as a file has it; what breaks a rule of the format cannot be read. */
  private static Instance read(Instance instance) {
    try {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      InstanceWriter.write(instance, file);
      return InstanceReader.read("candidate", new ByteArrayInputStream(file.toByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A candidate that breaks a rule of the format is no candidate. */
  private Optional<Counterexample> attempt(Supplier<Instance> candidate, Counterexample now) {
    if (trials++ >= TRIALS) {
      return Optional.empty();
    }
    try {
      Instance instance = read(candidate.get());
      if (instance.equals(now.instance())) {
        return Optional.empty();
      }
      return Counterexample.find(claim, instance, maker, now.place(), now.seed(), now.search())
          .filter(next -> !libraryHolds || holdsForTheLibrary(instance, now));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

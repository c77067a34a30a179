package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.theory.Part;
import dev.ccl.theory.Subject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes a counterexample small, step by step, as long as the check still applies and still fails:
 * fewer prompts, a shorter horizon, fewer tokens, rounder numbers. It stays an instance that can be
 * read from a file, and one on which the check holds for the library, if it did on the first.
 */
public final class Shrinker {
  private static final int TRIALS = 200;

  private final Part part;
  private final Function<Instance, Subject> maker;
  private int trials;
  private boolean libraryHolds;

  Shrinker(Part part, Function<Instance, Subject> maker) {
    this.part = part;
    this.maker = maker;
  }

  /**
   * Returns instances that are a little smaller or rounder than a given one.
   *
   * @param instance the instance
   * @return those that a file can hold, the smallest first
   */
  public static Stream<Instance> smaller(Instance instance) {
    return Smaller.than(instance).stream()
        .flatMap(candidate -> readable(candidate).stream())
        .filter(candidate -> !candidate.equals(instance));
  }

  Counterexample shrink(Counterexample found) {
    trials = 0;
    libraryHolds = holdsForTheLibrary(found.trial(), found.moves());
    Counterexample smallest = found;
    boolean shrunk = true;
    while (shrunk && trials < TRIALS) {
      shrunk = false;
      for (Supplier<Instance> candidate : Smaller.than(smallest.trial().instance())) {
        Optional<Counterexample> next = attempt(candidate, smallest);
        if (next.isPresent()) {
          smallest = next.get();
          shrunk = true;
          break;
        }
      }
    }
    String name =
        "counterexample to " + found.claim() + ", from " + found.trial().instance().header().name();
    Trial renamed = smallest.trial().on(Smaller.renamed(smallest.trial().instance(), name));
    return new Counterexample(part, renamed, smallest.moves(), smallest.evidence());
  }

  private boolean holdsForTheLibrary(Trial trial, int moves) {
    return Search.refuted(part, Subject::new, trial, moves).isEmpty();
  }

  /** The instance as a file has it; what breaks a rule of the format cannot be read. */
  private static Optional<Instance> readable(Supplier<Instance> candidate) {
    try {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      InstanceWriter.write(candidate.get(), file);
      return Optional.of(
          InstanceReader.read("candidate", new ByteArrayInputStream(file.toByteArray())));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A candidate that breaks a rule of the format, or on which the subject cannot be made, fails.
   */
  private Optional<Counterexample> attempt(Supplier<Instance> candidate, Counterexample now) {
    if (trials++ >= TRIALS) {
      return Optional.empty();
    }
    try {
      return readable(candidate)
          .filter(instance -> !instance.equals(now.trial().instance()))
          .map(instance -> now.trial().on(instance))
          .filter(trial -> !libraryHolds || holdsForTheLibrary(trial, now.moves()))
          .flatMap(trial -> Search.refuted(part, maker, trial, now.moves()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

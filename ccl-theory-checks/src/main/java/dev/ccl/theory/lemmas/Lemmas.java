package dev.ccl.theory.lemmas;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.search.Counterexample;
import dev.ccl.theory.search.Search;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * The claims of the paper as tests, for an implementation of one's own:
 *
 * <pre>
 *   class MyFamilyTest {
 *     &#64;TestFactory
 *     Stream&lt;DynamicTest&gt; lemmas() {
 *       return Lemmas.ofFamily(Students.of(MyFamily::new)).tests();
 *     }
 *   }
 * </pre>
 *
 * <p>Every check is tried on edge cases, then on random tiny instances; an adversary climbs from
 * the worst of them. What fails is shrunk, printed and written to a file. A check that applies to
 * no try is a skipped test that says why. Tries are the same in every run.
 */
public final class Lemmas {
  private static final int MORE = Boolean.getBoolean("ccl.thorough") ? 20 : 1;
  private static final int TRIES = 200;
  private static final int SLOW_TRIES = 100;

  /** The rounds and runs of Algorithm 1. */
  private static final Set<String> LEARNER =
      Set.of("C06", "C07", "C11", "C13", "C21", "C26", "C32");

  private static final Set<String> RUNS = Set.of("C13 run", "C31 run");

  private final Function<Instance, Subject> maker;
  private final ImmutableList<Part> parts;
  private final Effort effort;
  private final String options;
  private final Consumer<String> log;

  private Lemmas(
      Function<Instance, Subject> maker,
      List<Part> parts,
      Effort effort,
      String options,
      Consumer<String> log) {
    this.maker = maker;
    this.parts = ImmutableList.copyOf(parts);
    this.effort = effort;
    this.options = options;
    this.log = log;
  }

  /**
   * Returns all claims of the paper for an implementation.
   *
   * @param maker makes the implementation on an instance
   * @return the lemmas, with whole runs
   */
  public static Lemmas of(Function<Instance, Subject> maker) {
    return of(maker, Claims.all().stream().flatMap(claim -> claim.parts().stream()).toList());
  }

  /** Some checks for an implementation. */
  static Lemmas of(Function<Instance, Subject> maker, List<Part> parts) {
    return new Lemmas(maker, parts, Effort.RUNS, "", line -> {});
  }

  /**
   * Returns the claims that hold for every class of students, for a family that declares its bounds
   * ({@link dev.ccl.core.policy.BoundedDerivatives}).
   *
   * @param students the family with its sets
   * @return the lemmas, without those of the paper's students; nothing is sampled
   */
  public static Lemmas ofFamily(Students students) {
    Lemmas all = of(instance -> new Subject(instance, students));
    return all.only(
        part ->
            part.kind().effort() == Effort.NONE
                && !part.needs().contains(Requirement.STUDENTS_OF_THE_PAPER)
                && !part.needs().contains(Requirement.UNIQUE_ORACLE)
                && !part.needs().contains(Requirement.TINY_TARGET)
                && !part.needs().contains(Requirement.SEPARATION));
  }

  /**
   * Returns the claims about single rounds of Algorithm 1, for an implementation of it: its labels,
   * calibration steps, gradient steps, selection and budgets.
   *
   * @param learner the implementation
   * @return the lemmas, with so many rounds that draws which share a stream show; for a learner
   *     that takes a millisecond for a round or more, {@link #with} {@link Effort#ROUNDS}
   */
  public static Lemmas ofLearner(Learner learner) {
    return ofLearner(
        instance ->
            new Subject(instance) {
              @Override
              public Session open(LearnerState state) {
                return learner.open(problem(), state, 1);
              }
            });
  }

  /** The claims about rounds and runs for an implementation that opens runs of its own. */
  static Lemmas ofLearner(Function<Instance, Subject> maker) {
    return of(maker)
        .only(
            part ->
                (part.kind() == Kind.LAW && LEARNER.contains(part.name().substring(0, 3)))
                    || RUNS.contains(part.name()))
        .with(Effort.MANY_ROUNDS);
  }

  /**
   * Returns these lemmas with another effort.
   *
   * @param other how much is sampled; with {@link Effort#RUNS} whole runs are played too, which
   *     asks for a learner that draws batches as counts
   * @return the lemmas
   */
  public Lemmas with(Effort other) {
    return new Lemmas(maker, parts, other, options, log);
  }

  /**
   * Returns these lemmas with the options by which {@code ccl verify} finds the implementation.
   *
   * @param other options, such as {@code --family CLASS --classpath JAR}
   * @return the lemmas
   */
  public Lemmas withOptions(String other) {
    return new Lemmas(maker, parts, effort, other, log);
  }

  /**
   * Returns these lemmas with a listener.
   *
   * @param other is told one line per check: the verdict and what was tried
   * @return the lemmas
   */
  public Lemmas withLog(Consumer<String> other) {
    return new Lemmas(maker, parts, effort, options, other);
  }

  /**
   * Returns some of these lemmas.
   *
   * @param chosen which
   * @return the lemmas
   */
  public Lemmas only(Predicate<Part> chosen) {
    return new Lemmas(maker, parts.stream().filter(chosen).toList(), effort, options, log);
  }

  /** {@return the checks that the effort allows} */
  public ImmutableList<Part> parts() {
    return parts.stream()
        .filter(part -> part.kind().effort().compareTo(effort) <= 0)
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Returns one test per check; a method with {@code @TestFactory} returns them.
   *
   * @return the tests
   */
  public Stream<DynamicTest> tests() {
    Class<?> test =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    return parts().stream()
        .map(part -> DynamicTest.dynamicTest(part.toString(), () -> require(part, test)));
  }

  private void require(Part part, Class<?> test) {
    long start = System.nanoTime();
    Search search = search(part);
    Verdict verdict = search.verdict();
    FalseAlarms.declare(test, verdict.falseAlarms());
    log.accept(
        String.format(
            Locale.ROOT,
            "%s, %d tries, %d with rounds, %d apply, %,d statements, %d undecided, tightest %.2f,"
                + " %.1f s: %s",
            verdict.status(),
            search.tries(),
            search.sampled(),
            verdict.cases(),
            verdict.statements(),
            verdict.undecided(),
            search.tightest(),
            1e-9 * (System.nanoTime() - start),
            part));
    if (search.counterexample().isPresent()) {
      Counterexample found = search.counterexample().get().shrunk(maker);
      Path file = found.write(Path.of("target", "counterexamples"));
      throw new AssertionError(
          found.text(maker)
              + "\nafter "
              + search.tries()
              + " tries; its instance is in\n  "
              + file
              + (options.isEmpty() ? "" : "\nto see it again:\n  " + found.command(file, options)));
    }
    Assumptions.assumeTrue(
        verdict.status() != Verdict.Status.NOT_APPLICABLE, () -> verdict.toString());
  }

  /**
   * Tries a check until it fails.
   *
   * @param part the check
   * @return the search, at its end
   */
  public Search search(Part part) {
    Search search = Search.of(part, maker);
    Iterator<Trial> tries = tries(part).iterator();
    while (tries.hasNext() && search.attempt(tries.next())) {
      continue; // until it fails
    }
    return search;
  }

  /** Sampled tries for rounds and runs; edge cases and random tries for exact comparisons. */
  Stream<Trial> tries(Part part) {
    Trials trials = Trials.of(part);
    if (part.kind().effort() != Effort.NONE) {
      return trials.sampled().stream().map(trial -> trial.with(effort));
    }
    boolean slow = // minima are searched for
        part.needs().contains(Requirement.UNIQUE_ORACLE)
            || part.needs().contains(Requirement.LOW_DIMENSION)
            || part.needs().contains(Requirement.SEPARATION);
    return IntStream.range(0, MORE * (slow ? SLOW_TRIES : TRIES)).mapToObj(trials::get);
  }
}

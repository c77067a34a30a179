package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Adversary;
import dev.ccl.theory.Case;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Part;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.util.Optional;
import java.util.function.Function;

/**
 * The search for a counterexample to one check, try by try: evaluate, and climb from there to where
 * a bound is tighter. What is found is shrunk by {@link Counterexample#shrunk}.
 */
public final class Search {
  /** How often an adversary tries to make a bound tighter from one point. */
  public static final int MOVES = 10;

  private final Part part;
  private final Function<Instance, Subject> maker;
  private final boolean climbsAlways;
  private int tries;
  private int sampled;
  private double tightest;
  private Verdict verdict;
  private Optional<Counterexample> counterexample = Optional.empty();

  private Search(Part part, Function<Instance, Subject> maker, boolean climbsAlways) {
    this.part = part;
    this.maker = maker;
    this.climbsAlways = climbsAlways;
    this.verdict = Verdict.none(part.check());
  }

  /**
   * Returns a search that climbs from every try at which a bound is tighter than at all before.
   *
   * @param part the check
   * @param maker makes the implementation under test
   * @return the search, nothing tried yet
   */
  public static Search of(Part part, Function<Instance, Subject> maker) {
    return new Search(part, maker, false);
  }

  /** A search that climbs from every try. */
  static Search climbing(Part part, Function<Instance, Subject> maker) {
    return new Search(part, maker, true);
  }

  /**
   * Tries once.
   *
   * @param trial where
   * @return whether the check still holds, or does not apply
   */
  public boolean attempt(Trial trial) {
    Subject subject = maker.apply(trial.instance());
    return attempt(trial, Specimen.of(subject), subject, MOVES);
  }

  /** Tries once, with what is known about the instance, and at most so many moves. */
  boolean attempt(Trial trial, Specimen specimen, Subject subject, int most) {
    tries++;
    if (!part.appliesTo(specimen)) {
      verdict = verdict.without(part.check().unmet(trial.on(specimen, subject)));
      return counterexample.isEmpty();
    }
    boolean plays = part.kind().effort() != Effort.NONE;
    Case c = (plays ? trial : trial.with(Effort.NONE)).on(specimen, subject);
    if (!part.isTriedOn(c)) {
      return counterexample.isEmpty();
    }
    sampled += c.isSampling() ? 1 : 0;
    Findings found = part.check().evaluate(c);
    if (found.statements() == 0) {
      return counterexample
          .isEmpty(); // nothing to compare here; a search of such tries decides nothing
    }
    int moves = 0;
    if (found.hold() && !c.isSampling() && (climbsAlways || found.tightness() > tightest)) {
      tightest = Math.max(tightest, found.tightness());
      Findings end = climbed(c, found, most);
      moves = end.hold() ? 0 : most;
      found = end;
    }
    tightest = Math.max(tightest, found.tightness());
    verdict = verdict.plus(found, specimen.name());
    if (!found.hold() && counterexample.isEmpty()) {
      counterexample = Optional.of(new Counterexample(part, trial, moves, found.evidence()));
    }
    return counterexample.isEmpty();
  }

  private Findings climbed(Case c, Findings found, int moves) {
    if (moves == 0) {
      return found;
    }
    Findings end =
        Adversary.of(1, moves)
            .climb(part, c, found, RandomStreams.of(c.seed()).open(Purpose.TRIAL, 5));
    return end.hold() && end.tightness() <= found.tightness() ? found : end;
  }

  /** Whether a try refutes the check, with the moves that a counterexample needed. */
  static Optional<Counterexample> refuted(
      Part part, Function<Instance, Subject> maker, Trial trial, int moves) {
    Search search = climbing(part, maker);
    Subject subject = maker.apply(trial.instance());
    search.attempt(trial, Specimen.of(subject), subject, moves);
    return search.counterexample;
  }

  /** {@return the number of tries} */
  public int tries() {
    return tries;
  }

  /** {@return the number of tries at which rounds were played} */
  public int sampled() {
    return sampled;
  }

  /** {@return the largest ratio of the two sides of a bound; 0 if the check has none} */
  public double tightest() {
    return tightest;
  }

  /** {@return the verdict on all tries; its cases are those to which the check applies} */
  public Verdict verdict() {
    return verdict;
  }

  /** {@return the first counterexample, not yet shrunk} */
  public Optional<Counterexample> counterexample() {
    return counterexample;
  }
}

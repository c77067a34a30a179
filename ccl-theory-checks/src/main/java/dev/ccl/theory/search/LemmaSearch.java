package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Counterexample.Search;
import dev.ccl.theory.verify.Shrinker;
import dev.ccl.theory.verify.Verification;
import java.util.Optional;
import java.util.function.Function;

/**
 * The search for a counterexample to one claim, try by try. Every try compares exactly; a sampled
 * one of a claim about rounds, draws or runs also plays them; and from every try at which a bound
 * is tighter than at all before, an adversary tries to make it tighter still.
 */
public final class LemmaSearch {
  private final Claim claim;
  private final Function<Instance, Subject> maker;
  private final Effort effort;
  private int tries;
  private int applicable;
  private int sampled;
  private long statements;
  private long undecided;
  private boolean lastApplied;
  private double tightest;
  private double falseAlarms;

  private LemmaSearch(Claim claim, Function<Instance, Subject> maker, Effort effort) {
    this.claim = claim;
    this.maker = maker;
    this.effort = effort;
  }

  /**
   * Returns a search that has not tried anything yet.
   *
   * @param claim the claim
   * @param maker makes the implementation under test
   * @param effort how much is sampled in sampled tries
   * @return the search
   */
  public static LemmaSearch of(Claim claim, Function<Instance, Subject> maker, Effort effort) {
    return new LemmaSearch(claim, maker, effort);
  }

  /**
   * Tries once.
   *
   * @param trial where
   * @return what refutes the claim, not yet shrunk; nothing if it holds or does not apply
   */
  public Optional<Counterexample> attempt(Trial trial) {
    tries++;
    Subject subject = maker.apply(trial.instance());
    Specimen specimen = Specimen.of(subject);
    lastApplied = claim.appliesTo(specimen);
    if (!lastApplied) {
      return Optional.empty();
    }
    applicable++;
    boolean samples = trial.sampled() && claim.kind() != Kind.EXACT && effort != Effort.NONE;
    sampled += samples ? 1 : 0;
    Effort here = samples ? effort : Effort.NONE;
    Case c = trial.on(specimen, subject).with(here);
    Findings found = claim.evaluate(c);
    falseAlarms += found.falseAlarms();
    statements += found.statements();
    undecided += found.undecided();
    Search search = new Search(here, 0);
    if (found.hold() && found.tightness() > tightest) {
      tightest = found.tightness();
      search = new Search(Effort.NONE, Verification.MOVES);
      found = Counterexample.climbed(claim, c, found, search);
      tightest = Math.max(tightest, found.tightness());
    }
    return found.hold()
        ? Optional.empty()
        : Optional.of(
            new Counterexample(
                trial.instance(), trial.place(), trial.seed(), search, found.evidence()));
  }

  /**
   * Makes a counterexample small.
   *
   * @param found a counterexample of this search
   * @return the smallest that was found
   */
  public Refutation shrink(Counterexample found) {
    return Refutation.of(claim, Shrinker.of(claim, maker).shrink(found), maker);
  }

  /** {@return the claim} */
  public Claim claim() {
    return claim;
  }

  /**
   * Tells whether the claim said something about the last try.
   *
   * @return whether it applied
   */
  public boolean lastApplied() {
    return lastApplied;
  }

  /** {@return how many tries there were, the number} */
  public int tries() {
    return tries;
  }

  /** {@return about how many of them the claim says something, the number} */
  public int applicable() {
    return applicable;
  }

  /** {@return the number of tries that sampled} */
  public int sampled() {
    return sampled;
  }

  /** {@return the number of statements that were compared} */
  public long statements() {
    return statements;
  }

  /** {@return the number of bounds both of whose sides are lost in rounding} */
  public long undecided() {
    return undecided;
  }

  /**
   * {@return how tight the tightest bound was; the largest ratio of the two sides of a bound; 0 if
   * the claim has none}
   */
  public double tightest() {
    return tightest;
  }

  /**
   * {@return a bound of the probability that a correct subject was refuted; the sum of the levels
   * of all that was sampled}
   */
  public double falseAlarms() {
    return falseAlarms;
  }
}

package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.Evidence;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Counterexample.Search;
import dev.ccl.theory.verify.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a search does from try to try, with claims that only keep books. */
class LemmaSearchTest {
  private static final Instance INSTANCE = SeparationInstance.of(1, 2, 2, 0.5);

  private static Trial trial(long seed) {
    return new Trial(INSTANCE, Place.ANYWHERE, seed);
  }

  private static Trial sampled(long seed) {
    return new Trial(INSTANCE, Place.ANYWHERE, seed, true);
  }

  /** The bound of a try is as tight as its seed says, wherever an adversary moves. */
  @Test
  void anAdversaryGoesOnFromTheTightestBoundsOnly() {
    int[] evaluated = {0};
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.EXACT,
            (c, findings) -> {
              evaluated[0]++;
              findings.atMost("here", c.seed(), 10);
            });
    LemmaSearch search = LemmaSearch.of(claim, Subject::new, Effort.NONE);
    List<Integer> counts = new ArrayList<>();
    for (long seed : new long[] {5, 3, 5, 8, 7}) {
      evaluated[0] = 0;
      assertEquals(Optional.empty(), search.attempt(trial(seed)));
      counts.add(evaluated[0]);
    }
    int climb = 1 + Verification.MOVES;
    assertEquals(List.of(climb, 1, 1, climb, 1), counts);
    assertEquals(0.8, search.tightest(), 1e-15);
    assertEquals(5, search.applicable());
  }

  /** Two tries sample, with a level of their seed in units of 10⁻²⁰. */
  @Test
  void levelsOfAllTriesAddUp() {
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.LAW,
            (c, findings) -> {
              findings.isTrue("exact", true);
              if (c.effort() != Effort.NONE) {
                findings.sampled(1e-20 * c.seed(), Evidence.law("sampled", 0.5));
              }
            },
            Requirement.SEPARATION);
    LemmaSearch search = LemmaSearch.of(claim, Subject::new, Effort.ROUNDS);
    Instance other = RandomInstance.of(RandomSpec.SMALL, 1).instance();
    for (long seed : new long[] {7, 4, 100}) {
      assertEquals(Optional.empty(), search.attempt(new Trial(other, Place.ANYWHERE, 1000)));
      assertFalse(search.lastApplied());
      assertEquals(Optional.empty(), search.attempt(seed < 100 ? sampled(seed) : trial(seed)));
      assertTrue(search.lastApplied());
    }
    assertEquals(11e-20, search.falseAlarms(), 1e-32);
    assertEquals(6, search.tries());
    assertEquals(3, search.applicable());
    assertEquals(2, search.sampled());
  }

  /** Whatever is not exact is sampled, in sampled tries alone and as much as is asked for. */
  @Test
  void whatSamplesIsSampled() {
    for (Kind kind : Kind.values()) {
      List<Effort> efforts = new ArrayList<>();
      Claim claim =
          Claim.of(
              "X",
              "",
              "",
              kind,
              (c, findings) -> {
                efforts.add(c.effort());
                findings.isTrue("exact", true);
              });
      LemmaSearch search = LemmaSearch.of(claim, Subject::new, Effort.RUNS);
      search.attempt(trial(1));
      search.attempt(sampled(2));
      assertEquals(List.of(Effort.NONE, kind == Kind.EXACT ? Effort.NONE : Effort.RUNS), efforts);
    }
  }

  /** Effort and moves that it took, with place and seed of the try. */
  @Test
  void aCounterexampleSaysWhatItTook() {
    Claim sampled =
        Claim.of(
            "X",
            "",
            "",
            Kind.RUN,
            (c, findings) -> findings.isTrue("nothing is sampled", c.effort() == Effort.NONE));
    Trial trial = sampled(12);
    Counterexample found =
        LemmaSearch.of(sampled, Subject::new, Effort.ROUNDS).attempt(trial).orElseThrow();
    assertEquals(new Search(Effort.ROUNDS, 0), found.search());
    assertEquals(Place.ANYWHERE, found.place());
    assertEquals(12, found.seed());
    int[] evaluated = {0};
    Claim climbed =
        Claim.of(
            "X",
            "",
            "",
            Kind.RUN,
            (c, findings) -> findings.atMost("until it is moved", evaluated[0]++ < 3 ? 1 : 3, 2));
    Counterexample moved =
        LemmaSearch.of(climbed, Subject::new, Effort.ROUNDS)
            .attempt(new Trial(INSTANCE, Place.POLES, 12))
            .orElseThrow();
    assertEquals(new Search(Effort.NONE, Verification.MOVES), moved.search());
    assertEquals(Place.POLES, moved.place());
    assertEquals(3, moved.evidence().left());
  }

  /** Numbers of 64 bits, as properties draw them, are trials of their own. */
  @Test
  void everyNumberIsATrialOfItsOwn() {
    Trials trials = Trials.of();
    for (int bit : new int[] {20, 31, 32, 33, 40, 49}) {
      assertEquals(trials.random(1L << bit), trials.random(1L << bit));
      assertFalse(trials.random(1L << bit).equals(trials.random(0)), "bit " + bit);
    }
  }
}

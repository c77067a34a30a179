package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Case;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a search does from try to try, with checks that only keep books. */
class SearchTest {
  private static final Instance INSTANCE = SeparationInstance.of(1, 2, 2, 0.5);

  private static Trial trial(long seed) {
    return new Trial(INSTANCE, Place.ANYWHERE, seed);
  }

  /** The bound of a try is as tight as its seed says, wherever an adversary moves. */
  @Test
  void anAdversaryGoesOnFromTheTightestBoundsOnly() {
    int[] evaluated = {0};
    Part part =
        Part.of(
            Kind.EXACT,
            "",
            (c, findings) -> {
              evaluated[0]++;
              findings.atMost("here", c.seed(), 10);
            });
    Search search = Search.of(part, Subject::new);
    List<Integer> counts = new ArrayList<>();
    for (long seed : new long[] {5, 3, 5, 8, 7}) {
      evaluated[0] = 0;
      assertTrue(search.attempt(trial(seed)));
      counts.add(evaluated[0]);
    }
    int climb = 1 + Search.MOVES;
    assertEquals(List.of(climb, 1, 1, climb, 1), counts);
    assertEquals(0.8, search.tightest(), 1e-15);
    assertEquals(5, search.verdict().cases());
  }

  /** Two tries sample, with a level of their seed in units of 10⁻²⁰. */
  @Test
  void levelsOfAllTriesAddUp() {
    Part part =
        Part.of(
            Kind.LAW,
            "",
            (c, findings) -> findings.sampled(1e-20 * c.seed(), Evidence.law("sampled", 0.5)),
            Requirement.SEPARATION);
    Search search = Search.of(part, Subject::new);
    Instance other = RandomInstance.of(RandomSpec.SMALL, 1).instance();
    for (long seed : new long[] {7, 4, 100}) {
      assertTrue(search.attempt(new Trial(other, Place.ANYWHERE, 1000).with(Effort.ROUNDS)));
      assertTrue(search.attempt(seed < 100 ? trial(seed).with(Effort.ROUNDS) : trial(seed)));
    }
    assertEquals(11e-20, search.verdict().falseAlarms(), 1e-32);
    assertEquals(6, search.tries());
    assertEquals(2, search.verdict().cases());
    assertEquals(2, search.sampled());
    assertEquals(List.of(Requirement.SEPARATION.text()), search.verdict().unmet().asList());
  }

  /** A check is made from the effort of its kind on; an exact one samples nothing at any. */
  @Test
  void effortDecidesWhatIsChecked() {
    for (Kind kind : Kind.values()) {
      List<Effort> efforts = new ArrayList<>();
      Part part =
          Part.of(
              kind,
              "",
              (c, findings) -> {
                efforts.add(c.effort());
                findings.isTrue("exact", true);
              });
      Search search = Search.of(part, Subject::new);
      for (Effort effort : List.of(Effort.NONE, Effort.ROUNDS, Effort.RUNS)) {
        search.attempt(trial(1).with(effort));
      }
      List<Effort> expected =
          switch (kind) {
            case LAW -> List.of(Effort.ROUNDS, Effort.RUNS);
            case RUN -> List.of(Effort.RUNS);
            default -> List.of(Effort.NONE, Effort.NONE, Effort.NONE);
          };
      assertEquals(expected, efforts, kind.text());
    }
  }

  /** Place, seed and effort of the try, and the moves of an adversary. */
  @Test
  void aCounterexampleSaysWhatItTook() {
    Part sampled = Part.of(Kind.RUN, "", (c, findings) -> findings.isTrue("never", false));
    Trial played = trial(12).with(Effort.RUNS);
    Search search = Search.of(sampled, Subject::new);
    assertFalse(search.attempt(played));
    Counterexample found = search.counterexample().orElseThrow();
    assertEquals(played, found.trial());
    assertEquals(0, found.moves());
    assertEquals(Verdict.Status.FAILS, search.verdict().status());
    int[] evaluated = {0};
    Part climbed =
        Part.of(
            Kind.EXACT,
            "",
            (c, findings) -> findings.atMost("until it is moved", evaluated[0]++ < 3 ? 1 : 3, 2));
    Search climbing = Search.of(climbed, Subject::new);
    Trial poles = new Trial(INSTANCE, Place.POLES, 12);
    assertFalse(climbing.attempt(poles));
    Counterexample moved = climbing.counterexample().orElseThrow();
    assertEquals(poles, moved.trial());
    assertEquals(Search.MOVES, moved.moves());
    assertEquals(3, moved.evidence().left());
  }

  /** Only the parameters move, from where the case is, and nothing is sampled on the way. */
  @Test
  void anAdversaryMovesParametersAlone() {
    List<Case> cases = new ArrayList<>();
    Part part =
        Part.of(
            Kind.EXACT,
            "",
            (c, findings) -> {
              cases.add(c);
              findings.atMost("here", c.w()[0], 10);
            });
    Search search = Search.of(part, Subject::new);
    search.attempt(trial(4));
    for (Case c : cases) {
      assertEquals(4, c.seed());
      assertEquals(Effort.NONE, c.effort());
    }
    double largest = cases.stream().mapToDouble(c -> c.w()[0]).max().orElseThrow();
    assertEquals(largest / 10, search.tightest(), 1e-15);
  }

  /** Numbers of 64 bits are trials of their own. */
  @Test
  void everyNumberIsATrialOfItsOwn() {
    Trials trials = Trials.of();
    for (int bit : new int[] {20, 31, 32, 33, 40, 49}) {
      assertEquals(trials.random(1L << bit), trials.random(1L << bit));
      assertFalse(trials.random(1L << bit).equals(trials.random(0)), "bit " + bit);
    }
  }

  /** Where a check has nothing to compare it neither holds nor fails. */
  @Test
  void triesWithoutStatementsDecideNothing() {
    Part part =
        Part.of(
            Kind.EXACT,
            "",
            (c, findings) -> {
              if (c.seed() == 7) {
                findings.isTrue("here", true);
              }
            });
    Search search = Search.of(part, Subject::new);
    assertTrue(search.attempt(trial(1)));
    assertEquals(Verdict.Status.NOT_APPLICABLE, search.verdict().status());
    assertTrue(search.attempt(trial(7)));
    assertEquals(Verdict.Status.HOLDS, search.verdict().status());
    assertEquals(1, search.verdict().cases());
  }
}

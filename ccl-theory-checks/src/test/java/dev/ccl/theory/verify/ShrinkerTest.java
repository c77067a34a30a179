package dev.ccl.theory.verify;

import static com.google.common.base.Preconditions.checkArgument;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import dev.ccl.theory.verify.Counterexample.Search;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How long a counterexample is made smaller, and what is looked at on the way. */
class ShrinkerTest {
  private int evaluated;

  /** Fails on these instances. */
  private Claim failing(Predicate<Instance> where, Requirement... needs) {
    return Claim.of(
        "X9",
        "",
        "",
        Kind.EXACT,
        (c, findings) -> {
          evaluated++;
          findings.isTrue("it holds", !where.test(c.specimen().instance()));
        },
        needs);
  }

  /** One source prompt so many times. */
  private static Instance repeated(int times) {
    Instance instance = Crafted.quick();
    return Instance.of(
        instance.header(),
        instance.prompts().values().asList(),
        Collections.nCopies(times, instance.source().get(0)),
        instance.target());
  }

  private Counterexample shrunk(Instance instance, Claim claim) {
    Counterexample found =
        Counterexample.find(claim, instance, Subject::new, Place.POLES, 7, Search.POINT)
            .orElseThrow();
    evaluated = 0;
    return Shrinker.of(claim, Subject::new).shrink(found);
  }

  /**
   * Two hundred tries, whether all of them lead on, the first alone or none; before them it is seen
   * whether the claim holds for the library.
   */
  @Test
  void patienceEnds() {
    Counterexample all = shrunk(repeated(250), failing(i -> true));
    assertEquals(50, all.instance().source().size());
    assertEquals(1 + 200, evaluated);
    Counterexample one = shrunk(repeated(250), failing(i -> i.source().size() >= 249));
    assertEquals(249, one.instance().source().size());
    assertEquals(1 + 200, evaluated);
    Counterexample none = shrunk(repeated(250), failing(i -> i.source().size() >= 250));
    assertEquals(250, none.instance().source().size());
    assertEquals(1 + 200, evaluated);
    assertEquals("counterexample to X9, from quick", none.instance().header().name());
    assertEquals(
        none, shrunk(repeated(250), failing(i -> i.source().size() >= 250)), "each has its own");
  }

  /** Two hundred tries of one shrinker are not those of its next counterexample. */
  @Test
  void everyCounterexampleHasItsOwnTries() {
    Claim claim = failing(i -> true);
    Shrinker shrinker = Shrinker.of(claim, Subject::new);
    Counterexample found =
        Counterexample.find(claim, repeated(250), Subject::new, Place.ZERO, 1, Search.POINT)
            .orElseThrow();
    assertEquals(50, shrinker.shrink(found).instance().source().size());
    assertEquals(50, shrinker.shrink(found).instance().source().size());
  }

  /** An instance about which the claim says nothing is not evaluated. */
  @Test
  void whatDoesNotApplyIsNoCounterexample() {
    Instance instance = Crafted.quick().withoutTargetRewards();
    assertEquals(
        Optional.empty(),
        Counterexample.find(
            failing(i -> true, Requirement.REWARDS),
            instance,
            Subject::new,
            Place.ANYWHERE,
            1,
            Search.POINT));
    assertEquals(0, evaluated);
  }

  /** Place, seed and effort of the case, and what fails there. */
  @Test
  void whatIsFoundIsFoundWhereItIsSought() {
    List<Case> cases = new ArrayList<>();
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.EXACT,
            (c, findings) -> {
              cases.add(c);
              findings.atMost("first", 1, 2);
              findings.atMost("second", 3, 2);
              findings.atMost("third", 9, 2);
            });
    Instance instance = Crafted.graded();
    Search search = new Search(Effort.RUNS, 3);
    Counterexample found =
        Counterexample.find(claim, instance, Subject::new, Place.CLOSE, 11, search).orElseThrow();
    assertEquals(
        new Counterexample(instance, Place.CLOSE, 11, search, Evidence.atMost("second", 3, 2)),
        found);
    assertEquals(1, cases.size(), "no adversary where it fails already");
    assertEquals(Effort.RUNS, cases.get(0).effort());
    assertEquals(11, cases.get(0).seed());
  }

  /** Nothing is moved without moves, and nothing is sampled on the way. */
  @Test
  void anAdversaryMovesFromWhatHolds() {
    List<Case> cases = new ArrayList<>();
    Claim claim =
        Claim.of(
            "X",
            "",
            "",
            Kind.EXACT,
            (c, findings) -> {
              cases.add(c);
              findings.atMost("here", c.w()[0], 10);
            });
    Subject subject = new Subject(Crafted.graded());
    Case c = Place.ANYWHERE.on(Specimen.of(subject), subject, 4);
    Findings found = claim.evaluate(c);
    cases.clear();
    assertSame(found, Counterexample.climbed(claim, c, found, new Search(Effort.NONE, 0)));
    assertEquals(0, cases.size());
    Findings climbed = Counterexample.climbed(claim, c, found, new Search(Effort.NONE, 6));
    assertEquals(6, cases.size());
    double most = c.w()[0];
    for (Case moved : cases) {
      assertEquals(Effort.NONE, moved.effort());
      assertEquals(4, moved.seed());
      most = Math.max(most, moved.w()[0]);
    }
    assertEquals(most, climbed.evidence().left());
    double first = 2 * RandomStreams.of(4).open(Purpose.TRIAL, 5).nextDouble() - 1;
    double bound = subject.instance().header().bound(); // the first step is as long
    double expected = Math.max(-bound, Math.min(bound, c.w()[0] + bound * first));
    assertEquals(expected, cases.get(0).w()[0], 1e-12);
  }

  /** An implementation that cannot be made for a smaller instance stops nothing. */
  @Test
  void whatCannotBeMadeIsNoCandidate() {
    Claim claim = failing(i -> true);
    Instance instance = Crafted.plusMinus(2, 1, 0.5, 0.5);
    Function<Instance, Subject> picky =
        i -> {
          checkArgument(i.header().horizon() == 2, "not of this length");
          return new Subject(i);
        };
    Counterexample found =
        Counterexample.find(claim, instance, picky, Place.ZERO, 1, Search.POINT).orElseThrow();
    Instance small = Shrinker.of(claim, picky).shrink(found).instance();
    assertEquals(2, small.header().horizon());
    assertEquals(
        1, small.prompts().values().asList().get(0).states().get(0).tokens().length(), "but fewer");
  }
}

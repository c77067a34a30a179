package dev.ccl.theory.search;

import static com.google.common.base.Preconditions.checkArgument;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Part;
import dev.ccl.theory.Place;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import java.util.Collections;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How long a counterexample is made smaller, and what is looked at on the way. */
class ShrinkerTest {
  private int evaluated;

  /** Fails on these instances. */
  private Part failing(Predicate<Instance> where, Requirement... needs) {
    Part part =
        Part.of(
            Kind.EXACT,
            "",
            (c, findings) -> {
              evaluated++;
              findings.isTrue("it holds", !where.test(c.specimen().instance()));
            },
            needs);
    return Claim.of("X9", "", "", part).parts().get(0);
  }

  /** One source prompt so many times. */
  private static Instance repeated(int times) {
    Instance instance = Crafted.largeGamma();
    return Instance.of(
        instance.header(),
        instance.prompts().values().asList(),
        Collections.nCopies(times, instance.source().get(0)),
        instance.target());
  }

  private Counterexample shrunk(Instance instance, Part part) {
    Counterexample found =
        Search.refuted(part, Subject::new, new Trial(instance, Place.POLES, 7), 0).orElseThrow();
    evaluated = 0;
    return found.shrunk(Subject::new);
  }

  /**
   * Two hundred tries, whether all of them lead on, the first alone or none; before them it is seen
   * whether the claim holds for the library.
   */
  @Test
  void patienceEnds() {
    Counterexample all = shrunk(repeated(250), failing(i -> true));
    assertEquals(50, all.trial().instance().source().size());
    assertEquals(1 + 200, evaluated);
    Counterexample one = shrunk(repeated(250), failing(i -> i.source().size() >= 249));
    assertEquals(249, one.trial().instance().source().size());
    assertEquals(1 + 200, evaluated);
    Counterexample none = shrunk(repeated(250), failing(i -> i.source().size() >= 250));
    assertEquals(250, none.trial().instance().source().size());
    assertEquals(1 + 200, evaluated);
    assertEquals("counterexample to X9, from large gamma", none.trial().instance().header().name());
    assertEquals(
        none.trial(),
        shrunk(repeated(250), failing(i -> i.source().size() >= 250)).trial(),
        "each has its own");
  }

  /** An implementation that cannot be made for a smaller instance stops nothing. */
  @Test
  void whatCannotBeMadeIsNoCandidate() {
    Part part = failing(i -> true);
    Instance instance = Crafted.plusMinus(2, 1, 0.5, 0.5);
    Function<Instance, Subject> picky =
        i -> {
          checkArgument(i.header().horizon() == 2, "not of this length");
          return new Subject(i);
        };
    Counterexample found =
        Search.refuted(part, picky, new Trial(instance, Place.ZERO, 1), 0).orElseThrow();
    Instance small = found.shrunk(picky).trial().instance();
    assertEquals(2, small.header().horizon());
    assertEquals(
        1, small.prompts().values().asList().get(0).states().get(0).tokens().length(), "but fewer");
  }
}

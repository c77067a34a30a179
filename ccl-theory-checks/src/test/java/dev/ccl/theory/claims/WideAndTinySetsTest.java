package dev.ccl.theory.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.theory.Part;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.Search;
import dev.ccl.theory.search.Trials;
import org.junit.jupiter.api.Test;

/** Claims on instances whose sets of parameters are far from size 1. */
class WideAndTinySetsTest {

  /** Two searches that share nothing, where students far from 0 are almost deterministic. */
  @Test
  void theLeastCostIsThatOfAnotherSearch() {
    Trials trials = Trials.of(Claims.part("C29 consistent"));
    int wide = 0;
    for (long number = 0; wide < 40; number++) {
      Instance instance = trials.random(number).instance();
      if (instance.header().bound() < 20) {
        continue;
      }
      wide++;
      double[] w = instance.header().teacher().toArray();
      LogRatioCost cost = LogRatioCost.calibrated(instance.problem(), w);
      double found = GlobalMinimizer.minimize(cost, instance.problem().student().set()).cost();
      double other = Minimum.of(Naive.of(instance), w).cost();
      double size = 1e-8 * (1 + Math.abs(other));
      assertEquals(other, found, size, "trial " + number + ": " + instance.header().name());
    }
  }

  /** Where λ is large and B tiny, costs differ by less than their rounding. */
  @Test
  void directMatchingHasItsLeastCostWhereRoundingHidesIt() {
    Part part = Claims.part("C35 exact");
    Search search = Search.of(part, Subject::new);
    for (long number = 0; number < 400; number++) {
      assertTrue(
          search.attempt(Trials.of(part).random(number)),
          "trial " + number + ": " + search.counterexample());
    }
  }
}

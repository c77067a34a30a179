package dev.ccl.theory.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.LemmaSearch;
import dev.ccl.theory.search.Trials;
import org.junit.jupiter.api.Test;

/** Claims on instances whose sets of parameters are far from size 1. */
class WideAndTinySetsTest {

  /** Two searches that share nothing, where students far from 0 are almost deterministic. */
  @Test
  void theLeastCostIsThatOfAnotherSearch() {
    Trials trials = Trials.of(Claims.named("C29"));
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
    Claim claim = Claims.named("C35");
    LemmaSearch search = LemmaSearch.of(claim, Subject::new, Effort.NONE);
    for (long number = 0; number < 400; number++) {
      var found = search.attempt(Trials.of(claim).random(number));
      assertTrue(found.isEmpty(), "trial " + number + ": " + found);
    }
  }
}

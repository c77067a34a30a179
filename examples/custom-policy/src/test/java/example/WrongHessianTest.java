package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.testkit.ForwardingFamily;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.LemmaSearch;
import dev.ccl.theory.search.Trials;
import dev.ccl.theory.verify.Counterexample;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a lemma says of a family with one wrong entry in its Hessians, without jqwik. */
class WrongHessianTest {
  private static final class Wrong extends ForwardingFamily.Bounded {
    Wrong(FeatureMap features) {
      super(SquashedSoftmax.of(features));
    }

    @Override
    public void curvature(double[] theta, State state, double[] c, double[] v, double[] out) {
      super.curvature(theta, state, c, v, out);
      out[0] += 0.1 * c[0] * v[0];
    }

    @Override
    public double hessianBound(ConvexSet set) {
      return super.hessianBound(set) + 0.1;
    }
  }

  @Test
  void theHessianFormulaFailsAndTheInstanceIsSmall() {
    Students students = Students.of(Wrong::new);
    LemmaSearch search =
        LemmaSearch.of(Claims.named("C23"), i -> new Subject(i, students), Effort.NONE);
    Trials trials = Trials.of(Claims.named("C23"));
    Optional<Counterexample> found = Optional.empty();
    for (int i = 0; found.isEmpty() && i < 60; i++) {
      found = search.attempt(trials.get(i));
    }
    var refutation = search.shrink(found.orElseThrow());
    assertTrue(refutation.text().contains("eq:ced-hessian-expression"), refutation.text());
    assertEquals(1, refutation.found().instance().header().horizon());
  }
}

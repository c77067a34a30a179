package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.testkit.policy.ForwardingFamily;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.Part;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.Counterexample;
import dev.ccl.theory.search.Search;
import dev.ccl.theory.search.Trials;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a lemma says of a family with one wrong entry in its Hessians, search by search. */
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
    Function<Instance, Subject> maker = instance -> new Subject(instance, students);
    Part part = Claims.part("C23 exact");
    Search search = Search.of(part, maker);
    Trials trials = Trials.of(part);
    int k = 0;
    while (k < 60 && search.attempt(trials.get(k))) {
      k++;
    }
    Counterexample small = search.counterexample().orElseThrow().shrunk(maker);
    assertTrue(small.text(maker).contains("the derivative of the gradient"), small.text(maker));
    assertEquals(1, small.trial().instance().header().horizon());
  }
}

package dev.ccl.docs.extending;

// region claim
import dev.ccl.judge.Findings;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;

/**
 * A lemma that is not in the paper: C_w(θ) ≤ λH(F + F_w)²/2 for students whose logits are within F
 * and a calibration whose logits are within F_w.
 *
 * <p>At a state the logarithm of student over calibration varies by at most 2(F + F_w) over the
 * tokens. A variable of range r with E e^{−X} = 1 has E X ≤ r²/8 (Hoeffding's lemma), and the
 * divergences of the H steps add up.
 */
final class HoeffdingClaim {
  private HoeffdingClaim() {}

  static Claim claim() {
    return Claim.of(
        "H1", "my:hoeffding", "C_w(θ) ≤ λH(F + F_w)²/2", Kind.EXACT, HoeffdingClaim::compare);
  }

  private static void compare(Case c, Findings f) {
    Naive naive = c.specimen().naive(); // everything again, by plain enumeration
    double logits =
        naive.students().logitBound()
            + naive.students().calibratedLogits(naive.instance().header());
    double bound = naive.lambda() * naive.horizon() * logits * logits / 2;
    double cost = c.subject().cost(c.w(), c.theta()); // the implementation under test
    f.equal("C_w(θ)", cost, c.specimen().costs().cost(c.w(), c.theta()), bound);
    f.atMost("C_w(θ)", cost, bound);
  }
}
// endregion

package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.InstanceReader;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.search.ClaimReport;
import dev.ccl.theory.search.Counterexample;
import dev.ccl.theory.search.Search;
import dev.ccl.theory.search.Trials;
import dev.ccl.theory.search.Verification;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A forty-second claim is a claim and a liar; everything else is generated from it: the search, the
 * verdict of {@code ccl verify}, the counterexample. Its third file is docs/paper-map.md.
 */
class NewClaimTest {
  /** The cost of a student at its own calibration is at least 0 and at most that of the teacher. */
  private static final Claim CLAIM =
      Claim.of(
          "C42",
          "eq:new",
          "C_w(θ) is convex along calibrations: C_u ≤ (C_w + C_v)/2 at their middle u",
          Kind.EXACT,
          NewClaimTest::compare);

  private static void compare(Case c, Findings f) {
    double[] middle = new double[c.w().length];
    for (int i = 0; i < middle.length; i++) {
      middle[i] = (c.w()[i] + c.v()[i]) / 2;
    }
    f.atMost(
        "C at the middle",
        c.subject().cost(middle, c.theta()),
        (c.subject().cost(c.w(), c.theta()) + c.subject().cost(c.v(), c.theta())) / 2);
  }

  /** The cost with its sign changed, which is concave. */
  private static final class Concave extends Subject {
    Concave(dev.ccl.core.instance.Instance instance) {
      super(instance);
    }

    @Override
    public double cost(double[] w, double[] theta) {
      return 10 - super.cost(w, theta);
    }
  }

  @Test
  void aNewClaimIsSearchedVerifiedAndRefuted(@TempDir Path directory) {
    Part part = CLAIM.parts().get(0);
    Search honest = Search.of(part, Subject::new);
    Search lying = Search.of(part, Concave::new);
    Trials trials = Trials.of(part);
    for (int k = 0; k < 60; k++) {
      assertTrue(honest.attempt(trials.get(k)), () -> "" + honest.counterexample());
      lying.attempt(trials.get(k));
    }
    assertEquals(Verdict.Status.HOLDS, honest.verdict().status());
    assertTrue(honest.tightest() > 0.9, "tightest " + honest.tightest());
    Counterexample small = lying.counterexample().orElseThrow().shrunk(Concave::new);
    assertTrue(small.text(Concave::new).startsWith("C42 exact: C_w(θ) is convex"));
    Path file = small.write(directory);
    ClaimReport again =
        Verification.of(
                List.of(CLAIM),
                List.of(InstanceReader.read(file)),
                Concave::new,
                small.trial().seed(),
                Effort.RUNS)
            .run(1, (claim, instance) -> {})
            .get(0);
    assertEquals(Verdict.Status.FAILS, again.status());
  }
}

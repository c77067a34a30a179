package dev.ccl.docs.extending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.docs.instances.Sums;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.learner.LearnerContract;
import dev.ccl.theory.search.ClaimReport;
import dev.ccl.theory.search.Verification;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The guides "write a learner" and "write a claim" do what they say. */
public class GuidesTest {
  // region contract
  @Test
  void distillationKeepsTheContract() {
    Instance instance = SeparationInstance.of(2, 3, 2.0, 0.5);
    LearnerContract.of(new Distillation(), instance).require();
  }

  // endregion

  // region verify
  private static ClaimReport verdict(Function<Instance, Subject> subject) {
    List<Instance> instances =
        List.of(Sums.instance(), RandomInstance.of(RandomSpec.SMALL, 1).instance());
    return Verification.of(List.of(HoeffdingClaim.claim()), instances, subject, 1, Effort.NONE)
        .run(1, (claim, instance) -> {})
        .get(0);
  }

  @Test
  void theClaimHolds() {
    assertEquals(Verdict.Status.HOLDS, verdict(Subject::new).status());
  }

  @Test
  void theClaimHoldsForMyFamily() {
    Students students = Students.of(FastCurvedSoftmax::new);
    ClaimReport mine = verdict(instance -> new Subject(instance, students));
    assertEquals(Verdict.Status.HOLDS, mine.status());
  }

  // endregion

  // region liar
  /** The library with one mistake: a sum over target prompts in place of a mean. */
  static class Summed extends Subject {
    Summed(Instance instance) {
      super(instance);
    }

    @Override
    public double cost(double[] w, double[] theta) {
      return super.cost(w, theta) * instance().target().size();
    }
  }

  @Test
  void theClaimSeesALiar() {
    assertEquals(Verdict.Status.FAILS, verdict(Summed::new).status());
  }

  // endregion

  /** What the contract says of a rule that keeps its velocity in a field. */
  public static String forgotten() {
    Learner learner =
        Ccl.of("heavy", CclSettings.PAPER.with(CclSettings.CALIBRATION, new ForgottenVelocity()));
    return LearnerContract.of(learner, SeparationInstance.of(2, 3, 2.0, 0.5)).report().stream()
        .filter(verdict -> !verdict.holds())
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void theBoundSaysSomething() {
    double ratio = verdict(Subject::new).verdict().worst().orElseThrow().ratio();
    assertTrue(ratio > 0.02, "C_w(θ) is " + ratio + " of its bound");
  }
}

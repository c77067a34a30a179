package dev.ccl.theory.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.policies.TemperedSoftmax;
import dev.ccl.testkit.ForwardingFamily;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Families by name, and claims about them. */
class ForeignFamilyTest {
  /** A tempered softmax whose Hessian has one wrong entry. */
  public static final class WrongEntry extends ForwardingFamily.Bounded {
    public WrongEntry(FeatureMap features) {
      super(TemperedSoftmax.of(features));
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

  private static List<Verdict> verdicts(String family) {
    Students students = ForeignFamily.load(family, List.of());
    List<Instance> instances = List.of(Crafted.graded(), Crafted.plusMinus(1, 1, 0.5, 0.5));
    return Verification.of(Claims.all(), instances, i -> new Subject(i, students), 1, Effort.NONE)
        .run(1, (c, i) -> {});
  }

  @Test
  void aShippedFamilyKeepsTheLemmasThatSpeakOfIt() {
    List<Verdict> verdicts = verdicts(TemperedSoftmax.class.getName());
    assertTrue(
        verdicts.stream().allMatch(v -> v.status() != Verdict.Status.FAILS), verdicts::toString);
    assertTrue(
        verdicts.stream().filter(v -> v.status() == Verdict.Status.HOLDS).count() >= 20,
        verdicts::toString);
  }

  @Test
  void oneWrongEntryOfAHessianIsSeenByTheHessianFormulaAlone() {
    assertEquals(
        List.of("C23"),
        verdicts(WrongEntry.class.getName()).stream()
            .filter(v -> v.status() == Verdict.Status.FAILS)
            .map(v -> v.claim().id())
            .toList());
  }

  @Test
  void whatCannotBeUsedIsNamed() {
    refused("no.such.Family", "there is no class no.such.Family");
    refused("java.lang.String", "java.lang.String is neither a PolicyFamily nor a Students");
    refused(FeatureFamily.class.getName(), "FeatureMap as the one parameter");
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> ForeignFamily.load("x", List.of(Path.of("no.jar"))))
            .getMessage()
            .contains("--classpath: there is no no.jar"));
  }

  private static void refused(String name, String message) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> ForeignFamily.load(name, List.of()));
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }
}

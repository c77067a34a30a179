package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.judge.Verdict;
import dev.ccl.policies.TemperedSoftmax;
import dev.ccl.testkit.policy.ForwardingFamily;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.search.ClaimReport;
import dev.ccl.theory.search.Verification;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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

  /** Students themselves. */
  public static final class OfTheirOwn implements Students {
    @Override
    public PolicyClass on(Instance instance) {
      return Students.of(WrongEntry::new).on(instance);
    }
  }

  /** Students with a constructor that nobody can call. */
  public static final class Needy implements Students {
    public Needy(String what) {}

    @Override
    public PolicyClass on(Instance instance) {
      throw new UnsupportedOperationException();
    }
  }

  /** Several methods of the name, of which one will do; the constructor will not. */
  public static final class Made extends ForwardingFamily.Bounded {
    public Made(FeatureMap features) {
      super(TemperedSoftmax.of(features));
      throw new UnsupportedOperationException("not this way");
    }

    private Made(TemperedSoftmax family) {
      super(family);
    }

    public static Made of(String other) {
      throw new UnsupportedOperationException(other);
    }

    public static Made of(FeatureMap features, int more) {
      throw new UnsupportedOperationException();
    }

    public static Made off(FeatureMap features) {
      throw new UnsupportedOperationException();
    }

    public static Made of(FeatureMap features) {
      return new Made(TemperedSoftmax.of(features));
    }
  }

  /** The method is not static, and the other constructor takes something else. */
  public static final class Built extends ForwardingFamily.Bounded {
    public Built(FeatureMap features) {
      super(TemperedSoftmax.of(features));
    }

    public Built(String other) {
      this((FeatureMap) null);
    }

    public Built(FeatureMap features, int more) {
      this(features);
    }

    public Built of(FeatureMap features) {
      throw new UnsupportedOperationException();
    }
  }

  /** Fails for a reason of its own. */
  public static final class Failing extends ForwardingFamily.Bounded {
    public Failing(FeatureMap features) {
      super(TemperedSoftmax.of(features));
      throw new IllegalStateException("out of ideas");
    }
  }

  /** Has a public constructor, but is abstract. */
  public abstract static class Unfinished extends ForwardingFamily.Bounded {
    public Unfinished(FeatureMap features) {
      super(TemperedSoftmax.of(features));
    }
  }

  /** Declares no bounds. */
  public static final class Boundless extends ForwardingFamily {
    public Boundless(FeatureMap features) {
      super(TemperedSoftmax.of(features));
    }
  }

  /** By whichever door a family comes, it is the one that was named. */
  @Test
  void everyDoorLeadsToTheFamily() {
    Instance instance = Crafted.threeRewards();
    for (Class<?> type : List.of(OfTheirOwn.class, Made.class, Built.class)) {
      PolicyClass made = ForeignFamily.load(type.getName(), List.of()).on(instance);
      assertEquals(type == OfTheirOwn.class ? WrongEntry.class : type, made.family().getClass());
      assertEquals(instance.header().bound(), made.set().radius());
    }
  }

  @Test
  void whatCannotBeMadeIsSaid() {
    refusal(
        "--family: " + Needy.class.getName() + " has no public constructor without parameters",
        () -> ForeignFamily.load(Needy.class.getName(), List.of()));
    for (Class<?> type : List.of(Failing.class, Unfinished.class, Boundless.class)) {
      Students students = ForeignFamily.load(type.getName(), List.of());
      refusal(
          type == Failing.class
              ? "--family: making a "
                  + type.getName()
                  + " failed: java.lang.IllegalStateException: out of ideas"
              : type == Unfinished.class
                  ? "--family: no " + type.getName() + " can be made"
                  : "Boundless declares no bounds (BoundedDerivatives), which the lemmas need",
          () -> Specimen.of(new Subject(Crafted.threeRewards(), students)));
    }
    refusal(
        "--family: "
            + FeatureFamily.class.getName()
            + " is not public, or has neither a public constructor nor a public static method of"
            + " with a FeatureMap as the one parameter",
        () -> ForeignFamily.load(FeatureFamily.class.getName(), List.of()));
  }

  private static void refusal(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  private static List<ClaimReport> verdicts(String family) {
    Students students = ForeignFamily.load(family, List.of());
    List<Instance> instances = List.of(Crafted.threeRewards(), Crafted.plusMinus(1, 1, 0.5, 0.5));
    return Verification.of(Claims.all(), instances, i -> new Subject(i, students), 1, Effort.NONE)
        .run(1, (c, i) -> {});
  }

  @Test
  void aShippedFamilyKeepsTheLemmasThatSpeakOfIt() {
    List<ClaimReport> verdicts = verdicts(TemperedSoftmax.class.getName());
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
            .equals("--classpath: there is no no.jar"));
  }

  private static void refused(String name, String message) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> ForeignFamily.load(name, List.of()));
    assertTrue(error.getMessage().contains(message), error.getMessage());
  }
}

package dev.ccl.policies.kit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.judge.Check;
import dev.ccl.judge.Suite;
import dev.ccl.judge.Verdict;
import dev.ccl.policies.Arena;
import dev.ccl.policies.features.Features;
import dev.ccl.policies.kit.PolicyLiars.Liar;
import dev.ccl.policies.sets.ProductSet;
import dev.ccl.testkit.policy.Contracts;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The kit rejects every liar by the clause meant for it, and no clause is without a liar. */
class LiarsTest {
  private static final ConvexSet SET =
      ProductSet.of(Ball.of(3, 1.5), Box.of(new double[] {-1}, new double[] {1}));

  private static Suite policy(Liar<? extends dev.ccl.core.policy.PolicyFamily> liar) {
    return Contracts.of(liar.subject(), SET, Arena.FOREST);
  }

  @TestFactory
  Stream<DynamicTest> families() {
    return PolicyLiars.all().entrySet().stream()
        .map(e -> rejected(e.getKey(), policy(e.getValue()), e.getValue().clause()));
  }

  @TestFactory
  Stream<DynamicTest> sets() {
    return SetLiars.all().entrySet().stream()
        .map(
            e -> rejected(e.getKey(), Contracts.of(e.getValue().subject()), e.getValue().clause()));
  }

  @TestFactory
  Stream<DynamicTest> features() {
    return featureLiars().entrySet().stream()
        .map(
            e ->
                rejected(
                    e.getKey(),
                    Contracts.of(e.getValue().subject(), Arena.FOREST),
                    e.getValue().clause()));
  }

  private static DynamicTest rejected(String fault, Suite conformance, String clause) {
    return DynamicTest.dynamicTest(
        fault,
        () -> {
          Verdict evidence = conformance.verdict(clause);
          assertFalse(evidence.holds(), evidence.toString());
          assertTrue(evidence.toString().contains("FAILED " + clause), evidence.toString());
        });
  }

  private static Map<String, Liar<FeatureMap>> featureLiars() {
    FeatureMap honest = Features.token(Arena.VOCABULARY);
    AtomicInteger calls = new AtomicInteger();
    return Map.of(
        "a row that is too long",
        new Liar<>(Features.sideBySide(honest, honest), "unit ball"),
        "an entry left as it was",
        new Liar<>(
            changed(
                honest,
                (state, out) -> {
                  double before = out[1];
                  honest.features(state, out);
                  out[1] = before;
                }),
            "rows"),
        "features that count calls",
        new Liar<>(
            changed(
                honest,
                (state, out) -> {
                  honest.features(state, out);
                  out[0] += 1e-12 * calls.incrementAndGet();
                }),
            "determinism"),
        "a row too many",
        new Liar<>(
            changed(
                honest,
                (state, out) -> {
                  honest.features(state, out);
                  out[Math.min(out.length - 1, state.legal().length() * honest.dimension())] = 0;
                }),
            "rows"));
  }

  private interface Writer {
    void write(State state, double[] out);
  }

  private static FeatureMap changed(FeatureMap honest, Writer writer) {
    return new FeatureMap() {
      @Override
      public int dimension() {
        return honest.dimension();
      }

      @Override
      public void features(State state, double[] out) {
        writer.write(state, out);
      }
    };
  }

  @Test
  void everyClauseHasALiar() {
    Set<String> met = new TreeSet<>();
    PolicyLiars.all().values().forEach(liar -> met.add(liar.clause()));
    SetLiars.all().values().forEach(liar -> met.add(liar.clause()));
    featureLiars().values().forEach(liar -> met.add(liar.clause()));
    Set<String> all =
        Stream.of(
                Contracts.of(
                    LinearSoftmax.of(Features.token(Arena.VOCABULARY)),
                    Ball.of(5, 1),
                    Arena.FOREST),
                policy(new Liar<>(PolicyLiars.HONEST, "")),
                Contracts.of(SET),
                Contracts.of(Features.token(Arena.VOCABULARY), Arena.FOREST))
            .flatMap(c -> c.checks().stream())
            .map(Check::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(all, met);
  }

  /**
   * A subject that throws breaks every clause in which it is asked, whatever and late as it may.
   */
  @Test
  void whatThrowsBreaksTheRule() {
    List<RuntimeException> thrown =
        List.of(
            new IllegalStateException("no logits today"),
            new UnsupportedOperationException("no logits here"),
            new IllegalArgumentException("no such state"),
            new ArrayIndexOutOfBoundsException("7 of 7"),
            new NullPointerException("no prompt"));
    for (RuntimeException exception : thrown) {
      for (int when : new int[] {1, 3}) {
        for (Verdict verdict :
            Contracts.of(throwing(exception, when), SET, Arena.FOREST).report()) {
          boolean applies = verdict.status() != Verdict.Status.NOT_APPLICABLE;
          if (applies && !verdict.check().equals("symmetry")) { // which asks for curvature alone
            assertFalse(verdict.holds(), verdict.toString());
            assertTrue(verdict.toString().contains(exception.getMessage()), verdict.toString());
          }
        }
      }
    }
  }

  /** A family that throws at every call whose number is a multiple. */
  private static ForwardingFamily throwing(RuntimeException exception, int when) {
    AtomicInteger calls = new AtomicInteger();
    return new ForwardingFamily(PolicyLiars.HONEST) {
      @Override
      public void logits(double[] theta, State state, double[] out) {
        if (calls.incrementAndGet() % when == 0) {
          throw exception;
        }
        super.logits(theta, state, out);
      }
    };
  }

  @Test
  void theHonestFamilyPassesAndALiarIsNamed() {
    assertDoesNotThrow(() -> policy(new Liar<>(PolicyLiars.HONEST, "")).require());
    AssertionError error =
        assertThrows(
            AssertionError.class, () -> policy(PolicyLiars.all().get("a wrong score")).require());
    assertTrue(error.getMessage().contains("FAILED score"), error.getMessage());
    assertTrue(error.getMessage().contains("state ("), error.getMessage());
  }

  @Test
  void aFailureSaysCauseBothValuesAndTheCoordinate() {
    AssertionError error =
        assertThrows(
            AssertionError.class, () -> policy(PolicyLiars.all().get("a wrong score")).require());
    String score =
        error.getMessage().lines().filter(line -> line.contains("FAILED score")).findFirst().get();
    String cause =
        "FAILED score, probably because gradients\\(…\\) is not the derivative of logits";
    String values = "[-.\\de+]+, expected [-.\\de+]+ ± \\S+ \\(.*\\)";
    String place = "at coordinate \\d+ of token \\d+ of state \\(.*\\), parameter \\[.*\\]";
    assertTrue(score.matches(" *" + cause + ".*: " + values + ", " + place), score);
  }
}

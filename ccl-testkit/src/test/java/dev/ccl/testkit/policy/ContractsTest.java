package dev.ccl.testkit.policy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.judge.Check;
import dev.ccl.judge.Suite;
import dev.ccl.judge.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What can be examined, and what becomes of what was found. */
class ContractsTest {
  /** The forest of one state with so many tokens, whose features are all 0. */
  private static Forest forest(int tokens) {
    List<String> names = IntStream.range(0, tokens + 1).mapToObj(i -> "t" + i).toList();
    Vocabulary vocabulary = Vocabulary.of(names, "t0", "t" + tokens);
    double[] pre = new double[tokens];
    Arrays.fill(pre, 1.0 / tokens);
    StateTable state =
        StateTable.of(
            ImmutableIntArray.of(),
            ImmutableIntArray.copyOf(IntStream.range(0, tokens)),
            new double[tokens],
            new double[tokens],
            pre);
    Instance.Header header =
        new Instance.Header(
            "flat",
            1,
            1,
            1,
            vocabulary,
            Feasibility.EXPLICIT,
            Ball.of(1, 1),
            ImmutableDoubleArray.of(0),
            ImmutableDoubleArray.of(0));
    return Instance.of(
            header,
            List.of(PromptTable.of(Prompt.of("x"), List.of(state))),
            List.of("x"),
            List.of("x"))
        .problem()
        .target()
        .forest();
  }

  /** The first letter has a feature of this length, all others none. */
  private static FeatureMap features(double first) {
    return new FeatureMap() {
      @Override
      public int dimension() {
        return 1;
      }

      @Override
      public void features(State state, double[] out) {
        Arrays.fill(out, 0, state.legal().length(), 0);
        out[0] = first;
      }
    };
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  @Test
  void whatCannotBeExaminedIsRefused() {
    PolicyFamily family = LinearSoftmax.of(features(1));
    assertEquals(
        "the family has 1 parameters, the set dimension 2",
        refusal(() -> Contracts.of(family, Ball.of(2, 1), forest(2))));
    assertEquals(
        "the forest has 5001 edges, which is more than 5000: examine a smaller one",
        refusal(() -> Contracts.of(family, Ball.of(1, 1), forest(5001))));
    assertDoesNotThrow(() -> Contracts.of(family, Ball.of(1, 1), forest(5000)));
    assertEquals(
        "no state of the forest has two legal tokens",
        refusal(() -> Contracts.of(family, Ball.of(1, 1), forest(1))));
    assertDoesNotThrow(() -> Contracts.of(family, Ball.of(1, 1), forest(2)));
  }

  /** A row of norm 2 breaks one clause of three; it is listed, and it alone as a test fails. */
  @Test
  void oneBrokenClauseIsToldWhicheverWayItIsAsked() throws Throwable {
    Suite honest = Contracts.of(features(1), forest(3));
    honest.require();
    assertEquals(
        List.of("unit ball", "rows", "determinism"),
        honest.checks().stream().map(Check::name).toList());
    for (DynamicTest test : honest.tests().toList()) {
      test.getExecutable().execute();
    }
    Suite lying = Contracts.of(features(2), forest(3));
    assertEquals(List.of(false, true, true), lying.report().stream().map(Verdict::holds).toList());
    String failed =
        "FAILED unit ball, probably because rows are not scaled to norm 1: 2.00000, expected"
            + " ≤ 1.00000 ± ";
    String all = assertThrows(AssertionError.class, lying::require).getMessage();
    assertTrue(all.startsWith("the contract is broken:\n  " + failed), all);
    assertEquals(2, all.lines().count(), all);
    List<DynamicTest> tests = lying.tests().toList();
    assertEquals(
        List.of("unit ball", "rows", "determinism"),
        tests.stream().map(DynamicTest::getDisplayName).toList());
    String one = assertThrows(AssertionError.class, tests.get(0).getExecutable()).getMessage();
    assertTrue(one.startsWith("every row has Euclidean norm at most 1\n  " + failed), one);
    tests.get(1).getExecutable().execute();
    tests.get(2).getExecutable().execute();
  }

  /** Every clause that fails has its line, in the order of the clauses. */
  @Test
  void allBrokenClausesAreListed() {
    Suite lying = Contracts.of(features(Double.NaN), forest(3));
    assertEquals(List.of(false, false, true), lying.report().stream().map(Verdict::holds).toList());
    List<String> lines =
        assertThrows(AssertionError.class, lying::require).getMessage().lines().toList();
    assertEquals(3, lines.size(), "" + lines);
    assertEquals("the contract is broken:", lines.get(0));
    assertTrue(lines.get(1).startsWith("  FAILED unit ball, probably because rows"), lines.get(1));
    assertTrue(lines.get(2).startsWith("  FAILED rows, probably because a loop"), lines.get(2));
  }

  /** Where one parameter alone is allowed, its derivatives exist as anywhere. */
  @Test
  void onePointIsEnough() {
    Contracts.of(LinearSoftmax.of(features(1)), Ball.of(1, 0), forest(3)).require();
  }

  @Test
  void aVerdictThatHoldsShowsHowClosely() {
    Verdict verdict = Contracts.of(features(0.5), forest(3)).report().get(0);
    assertTrue(
        verdict
            .toString()
            .matches("holds  unit ball: 0\\.500000 ≤ 1\\.00000 ± .*, at token 0 of .*"),
        verdict.toString());
  }

  /** Six numbers are told as they are, more are cut after six. */
  @Test
  void longParametersAreCut() {
    assertEquals(
        "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]", PolicySubject.text(new double[] {1, 2, 3, 4, 5, 6}));
    assertEquals(
        "[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, …]",
        PolicySubject.text(new double[] {1, 2, 3, 4, 5, 6, 7}));
  }
}

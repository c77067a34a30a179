package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.BudgetExceededException;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Tables keep what they were given, and refuse what does not fit by name; limits of instances. */
class TableGuardsTest {
  private static final ImmutableIntArray NONE = ImmutableIntArray.of();
  private static final ImmutableIntArray LEGAL = ImmutableIntArray.of(2, 0);
  private static final double[] HALVES = {0.5, 0.5};

  private static StateTable state(int... prefix) {
    return StateTable.of(ImmutableIntArray.copyOf(prefix), LEGAL, HALVES, HALVES, HALVES);
  }

  private static PromptTable table(String id, StateTable... states) {
    return PromptTable.of(Prompt.of(id), List.of(states));
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  /** Arrays are read when they are given, and what is told goes into arrays of the asker. */
  @Test
  void tablesKeepWhatTheyWereGiven() {
    double[] phi = {0.1, 0.2, 0.3, 0.4};
    double[] phiStu = {0.5, 0.6};
    double[] pre = {0.25, 0.75};
    StateTable state = StateTable.of(NONE, LEGAL, phi, phiStu, pre);
    phi[3] = 9;
    phiStu[1] = 9;
    pre[1] = 9;
    double[] out = {7, 7, 7, 7, 7};
    state.phi(out);
    assertArrayEquals(new double[] {0.1, 0.2, 0.3, 0.4, 7}, out);
    state.phiStu(out);
    assertArrayEquals(new double[] {0.5, 0.6, 0.3, 0.4, 7}, out);
    state.pre(out);
    assertArrayEquals(new double[] {0.25, 0.75, 0.3, 0.4, 7}, out);
    out[1] = 8;
    assertEquals(0.75, state.pre(1));
    assertEquals(0.3, state.phi(1, 0));
    assertEquals(0.6, state.phiStu(1, 0));
  }

  /** Numbers at edges inside the table are nobody's, and stay in the array they came in. */
  @Test
  void rewardsAreCopied() {
    PromptTable blind = table("p", state(), state(2));
    double[] rewards = {5, 0.25, 0.5, 0.75};
    PromptTable seen = blind.withRewards(2, 1, rewards);
    assertArrayEquals(new double[] {5, 0.25, 0.5, 0.75}, rewards);
    rewards[1] = 1;
    assertEquals(0.25, seen.reward(1));
    assertEquals(
        ImmutableMap.of(
            ImmutableIntArray.of(0, 1), 0.25,
            ImmutableIntArray.of(2, 2), 0.5,
            ImmutableIntArray.of(2, 0), 0.75),
        seen.rewards());
    assertFalse(blind.hasRewards());
    assertEquals(Map.of(), seen.withoutRewards().rewards());
    assertEquals(blind, seen.withoutRewards());
  }

  /** Answers of four tokens, ended after one, two and three of them, or not at all. */
  @Test
  void rewardsByAnswerAreThoseOfTheAnswers() {
    PromptTable table = table("p", state(), state(0), state(0, 0), state(0, 0, 0));
    ImmutableMap<ImmutableIntArray, Double> rewards =
        ImmutableMap.of(
            ImmutableIntArray.of(2, 1, 1, 1), 0.125,
            ImmutableIntArray.of(0, 2, 1, 1), 0.25,
            ImmutableIntArray.of(0, 0, 2, 1), 0.375,
            ImmutableIntArray.of(0, 0, 0, 2), 0.5,
            ImmutableIntArray.of(0, 0, 0, 0), 0.625);
    PromptTable known = PromptTable.of(Prompt.of("p"), table.states(), rewards);
    assertEquals(rewards, known.rewards());
    rewards.forEach((answer, reward) -> assertEquals(reward, known.reward(answer)));
    assertEquals(
        "prompt \"p\": no reward for answer [0, 2, 1, 2]",
        refusal(() -> known.reward(ImmutableIntArray.of(0, 2, 1, 2))));
    assertEquals(known, known.inSinglePrecision(), "numbers of single precision");
    assertEquals(rewards, known.inSinglePrecision().rewards());
  }

  /** Tokens beyond the length are those of an earlier path, and nobody looks at them. */
  @Test
  void pathsEndWhereTheyAreSaidToEnd() {
    double[] one = {1};
    ImmutableIntArray prefix = ImmutableIntArray.of(2);
    StateTable forced = StateTable.of(prefix, ImmutableIntArray.of(1), one, one, one);
    PromptTable table = table("p", state(), forced).withRewards(2, 1, new double[] {0, 0.25, 0.5});
    for (int left : new int[] {0, 1, 2}) {
      assertEquals(0.5, table.reward(new int[] {2, left}, 1));
      assertEquals(0.25, table.reward(new int[] {0, left}, 1));
    }
    assertEquals(
        "prompt \"p\": no reward for these 2 tokens",
        refusal(() -> table.reward(new int[] {2, 0}, 2)));
  }

  @Test
  void whatDoesNotFitIsNamed() {
    for (double[][] rows :
        new double[][][] {
          {{1, 2, 3}, HALVES, HALVES}, {HALVES, {1, 2, 3}, HALVES}, {HALVES, HALVES, {1, 2, 3, 4}}
        }) {
      assertEquals(
          "the rows do not fit 2 tokens",
          refusal(() -> StateTable.of(NONE, LEGAL, rows[0], rows[1], rows[2])));
    }
    assertEquals(
        "prompt \"p\": state [2] appears twice",
        refusal(() -> table("p", state(), state(2), state(0), state(2))));
    assertEquals(
        "prompt \"q\": no state has the empty prefix", refusal(() -> table("q", state(2))));
    PromptTable two = table("r", state(), state(2));
    assertEquals(
        "one reward per edge", refusal(() -> two.withRewards(2, 1, new double[] {1, 1, 1})));
    assertEquals(
        "prompt \"r\": the reward at edge 3 is -0.5, outside [0,1]",
        refusal(() -> two.withRewards(2, 1, new double[] {9, 1, 1, -0.5})));
    Map<ImmutableIntArray, Double> rewards =
        ImmutableMap.of(ImmutableIntArray.of(2, 0), 1.0, ImmutableIntArray.of(2, 1), 0.5);
    assertEquals(
        "prompt \"r\": answer [2, 1] is not feasible",
        refusal(() -> PromptTable.of(Prompt.of("r"), two.states(), rewards)));
    assertEquals(
        "prompt \"r\": the reward at edge 1 is NaN, outside [0,1]",
        refusal(
            () ->
                PromptTable.of(
                    Prompt.of("r"),
                    two.states(),
                    ImmutableMap.of(ImmutableIntArray.of(2, 0), 1.0))));
  }

  private static Instance instance(
      ConvexSet set, List<PromptTable> tables, List<String> source, List<String> target) {
    Vocabulary words = Vocabulary.of(List.of("a", "_", "E"), "E", "_");
    ImmutableDoubleArray first = ImmutableDoubleArray.of(0.25);
    return Instance.of(
        new Instance.Header("i", 1, 1.5, 2, words, Feasibility.EXPLICIT, set, first, first),
        tables,
        source,
        target);
  }

  private static final double[] REWARDS = {0, 0, 0.25, 0.5, 0.75, 1};

  private static PromptTable whole(String id) {
    return table(id, state(), state(2), state(0)).withRewards(2, 1, REWARDS);
  }

  /** Six edges of each prompt; the budget is that of either side, repetitions not counted. */
  @Test
  void theBudgetIsThatOfEachSide() {
    List<PromptTable> tables = List.of(whole("p"), whole("q"), whole("r"));
    Instance more =
        instance(Ball.of(1, 1), tables, List.of("p", "p", "p"), List.of("q", "r", "p", "q"));
    assertEquals(18, more.problem(18).target().forest().edges());
    assertEquals(6, more.problem(18).source().forest().edges());
    Instance fewer = instance(Ball.of(1, 1), tables, List.of("r", "q"), List.of("p"));
    assertEquals(12, fewer.problem(12).source().forest().edges());
    for (Executable tooSmall :
        List.<Executable>of(() -> more.problem(17), () -> fewer.problem(11))) {
      assertThrows(BudgetExceededException.class, tooSmall);
    }
  }

  /** W may be smaller than the ball of radius B, or no ball; Θ is that ball. */
  @Test
  void theStudentHasTheBallOfRadiusB() {
    for (ConvexSet set : List.of(Ball.of(1, 0.5), Box.of(new double[] {-1}, new double[] {0.75}))) {
      LearningProblem problem =
          instance(set, List.of(whole("p")), List.of("p"), List.of("p")).problem();
      assertEquals(set, problem.calibration().set());
      assertEquals(Ball.of(1, 1.5), problem.student().set());
      assertEquals(1.5, problem.bound());
    }
  }

  @Test
  void instancesKeepTheListsTheyWereGiven() {
    List<PromptTable> tables = new ArrayList<>(List.of(whole("p"), whole("q")));
    List<String> source = new ArrayList<>(List.of("p"));
    List<String> target = new ArrayList<>(List.of("q"));
    Instance instance = instance(Ball.of(1, 1), tables, source, target);
    tables.clear();
    source.add("q");
    target.set(0, "p");
    assertEquals(List.of("p", "q"), List.copyOf(instance.prompts().keySet()));
    assertEquals(List.of("p"), instance.source());
    assertEquals(List.of("q"), instance.target());
    assertEquals(
        "Multiple entries with same key",
        refusal(
                () ->
                    instance(
                        Ball.of(1, 1), List.of(whole("p"), whole("p")), List.of("p"), List.of()))
            .substring(0, 30));
  }
}

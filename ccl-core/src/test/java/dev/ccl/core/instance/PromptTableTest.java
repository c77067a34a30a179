package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PromptTableTest {
  /** Some tokens have a reward if all answers but one begin otherwise, and it is that one's. */
  @Test
  void aBeginningWithoutChoiceBehindItHasTheRewardOfItsAnswer() {
    int decided = 0;
    int open = 0;
    for (Feasibility rule : Feasibility.values()) {
      for (long seed = 1; seed <= 4; seed++) {
        RandomSpec spec = RandomSpec.SMALL.withHorizon(4).withFeasibility(rule);
        for (PromptTable table : RandomInstance.of(spec, seed).instance().prompts().values()) {
          for (ImmutableIntArray answer : table.rewards().keySet()) {
            for (int length = 0; length <= answer.length(); length++) {
              ImmutableIntArray beginning = answer.subArray(0, length);
              List<Map.Entry<ImmutableIntArray, Double>> same =
                  table.rewards().entrySet().stream()
                      .filter(e -> e.getKey().subArray(0, beginning.length()).equals(beginning))
                      .toList();
              int[] path = beginning.toArray();
              if (same.size() == 1) {
                assertEquals(same.get(0).getValue(), table.reward(path, path.length));
                decided++;
              } else {
                assertThrows(IllegalArgumentException.class, () -> table.reward(path, path.length));
                open++;
              }
            }
          }
        }
      }
    }
    assertTrue(decided > 100 && open > 100, decided + " decided, " + open + " open");
  }

  private static final Vocabulary WORDS =
      Vocabulary.of(List.of("a", "EOS", "b", "null"), "EOS", "null");

  private static StateTable state(int... prefix) {
    double[] rows = {0.25, 0.5, 0.25};
    ImmutableIntArray legal = ImmutableIntArray.of(1, 2, 0);
    return StateTable.of(ImmutableIntArray.copyOf(prefix), legal, rows, rows, rows);
  }

  private static Instance of(Feasibility rule, PromptTable... tables) {
    ImmutableDoubleArray zero = ImmutableDoubleArray.of(0);
    return Instance.of(
        new Instance.Header("gaps", 1, 1, 3, WORDS, rule, Ball.of(1, 1), zero, zero),
        List.of(tables),
        List.of("q"),
        List.of("p", "q"));
  }

  /** Behind the end, padding need not be listed; under a rule of one's own, every state has to. */
  @Test
  void aStateThatIsNotListedIsNamed() {
    PromptTable p = PromptTable.of(Prompt.of("p"), List.of(state(), state(2)));
    PromptTable q = PromptTable.of(Prompt.of("q"), List.of(state()));
    for (Feasibility rule : Feasibility.values()) {
      TokenMdp mdp = of(rule, p, q).mdp();
      State start = mdp.start(p.prompt());
      State listed = mdp.append(start, 2);
      assertEquals(ImmutableIntArray.of(1, 2, 0), listed.legal());
      assertEquals(
          "prompt \"p\" lists no state [0]", refusal(() -> mdp.append(start, 0)), rule.text());
      assertEquals("prompt \"p\" lists no state [2, 0]", refusal(() -> mdp.append(listed, 0)));
      assertEquals(
          "prompt \"q\" lists no state [2]", refusal(() -> mdp.append(mdp.start(q.prompt()), 2)));
      if (rule == Feasibility.EOS_PADDED) {
        assertEquals(ImmutableIntArray.of(3), mdp.append(listed, 1).legal());
        assertEquals(ImmutableIntArray.of(3), mdp.append(mdp.append(start, 1), 3).legal());
      } else {
        assertEquals("prompt \"p\" lists no state [1]", refusal(() -> mdp.append(start, 1)));
        assertEquals("prompt \"p\" lists no state [2, 1]", refusal(() -> mdp.append(listed, 1)));
      }
    }
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }

  @Test
  void rewardsThatThereAreNot() {
    PromptTable blind = PromptTable.of(Prompt.of("p"), List.of(state(), state(2)));
    PromptTable p = blind.withRewards(2, 3, new double[] {0.1, 7, 0.2, 0.3, 0.4, 0.5});
    int[] path = {2, 0, 1};
    assertEquals("prompt \"p\": no rewards", refusal(() -> blind.reward(path, 2)));
    assertEquals(0.5, p.reward(path, 2));
    assertEquals("prompt \"p\": no reward for these 1 tokens", refusal(() -> p.reward(path, 1)));
    assertEquals(
        "prompt \"p\": no reward for these 2 tokens", refusal(() -> p.reward(new int[] {2, 3}, 2)));
    assertEquals(
        "prompt \"p\": no reward for these 1 tokens", refusal(() -> p.reward(new int[] {3}, 1)));
    for (int[] other : new int[][] {{}, {2}, {1, 1}, {1, 3, 3}, {2, 3}, {3, 3}}) {
      ImmutableIntArray answer = ImmutableIntArray.copyOf(other);
      assertEquals("prompt \"p\": no reward for answer " + answer, refusal(() -> p.reward(answer)));
      assertEquals(
          "prompt \"p\": no reward for answer " + answer, refusal(() -> blind.reward(answer)));
    }
    assertEquals(0.1, p.reward(ImmutableIntArray.of(1, 3)));
    PromptTable q = PromptTable.of(Prompt.of("q"), List.of(state()));
    SourceRewards rewards =
        new SourceRewards(ImmutableMap.of("p", p, "q", q), List.of("q", "p", "q"));
    assertEquals(0.4, rewards.reward(p.prompt(), ImmutableIntArray.of(2, 2)));
    SourceRewards fewer = new SourceRewards(ImmutableMap.of("p", p, "q", q), List.of("q"));
    assertEquals(
        "\"p\" is not a source prompt",
        refusal(() -> fewer.reward(p.prompt(), ImmutableIntArray.of(2, 2))));
  }

  /** Tables that differ in one part only are not equal; equal ones have one hash. */
  @Test
  void tablesAreToldApartByEveryPart() {
    ImmutableIntArray none = ImmutableIntArray.of();
    ImmutableIntArray one = ImmutableIntArray.of(0);
    ImmutableIntArray two = ImmutableIntArray.of(0, 1);
    double[] rows = {0.5, 0.5};
    double[] other = {0.25, 0.75};
    List<StateTable> states =
        List.of(
            StateTable.of(none, two, rows, rows, rows),
            StateTable.of(one, two, rows, rows, rows),
            StateTable.of(none, ImmutableIntArray.of(1, 0), rows, rows, rows),
            StateTable.of(none, two, other, rows, rows),
            StateTable.of(none, two, rows, other, rows),
            StateTable.of(none, two, rows, rows, other));
    assertApart(states, StateTable.of(none, two, rows, rows, rows));
    Prompt x = Prompt.of("x");
    StateTable root = states.get(0);
    List<PromptTable> tables =
        List.of(
            PromptTable.of(x, List.of(root)),
            PromptTable.of(new Prompt("x", "text"), List.of(root)),
            PromptTable.of(Prompt.of("y"), List.of(root)),
            PromptTable.of(x, List.of(root, states.get(1))),
            PromptTable.of(x, List.of(states.get(5))),
            PromptTable.of(x, List.of(root)).withRewards(1, 3, rows),
            PromptTable.of(x, List.of(root)).withRewards(1, 3, other));
    assertApart(tables, PromptTable.of(x, List.of(root)));
    Instance base = of(Feasibility.EXPLICIT, tables.get(0), tables.get(2));
    Instance.Header header = base.header();
    List<PromptTable> both = List.of(tables.get(0), tables.get(2));
    List<Instance> instances =
        List.of(
            base,
            of(Feasibility.EOS_PADDED, tables.get(0), tables.get(2)),
            of(Feasibility.EXPLICIT, tables.get(2), tables.get(0)),
            of(Feasibility.EXPLICIT, tables.get(5), tables.get(2)),
            Instance.of(header, both, List.of("p"), List.of("p", "q")),
            Instance.of(header, both, List.of("q"), List.of("q", "p")));
    assertApart(instances, of(Feasibility.EXPLICIT, tables.get(0), tables.get(2)));
    assertEquals("instance \"gaps\"", base.toString());
  }

  private static void assertApart(List<?> all, Object likeTheFirst) {
    assertEquals(all.get(0), likeTheFirst);
    assertEquals(all.get(0).hashCode(), likeTheFirst.hashCode());
    for (int i = 0; i < all.size(); i++) {
      assertNotEquals(all.get(i), null);
      assertNotEquals(all.get(i), "another thing");
      for (int j = 0; j < all.size(); j++) {
        assertEquals(i == j, all.get(i).equals(all.get(j)), i + ", " + j);
      }
    }
  }
}

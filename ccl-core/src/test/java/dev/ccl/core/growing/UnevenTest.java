package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Trees of unequal depth walked side by side, lists with repetitions, and small parts. */
class UnevenTest {
  /** Prompts with one letter have one step with a choice, others five. */
  private static final FeasibilityRule UNEVEN =
      (prompt, prefix) ->
          prefix.isEmpty() || prompt.id().length() > 1
              ? ImmutableIntArray.of(1, 0, 2)
              : ImmutableIntArray.of(2);

  private static final TokenMdp MDP = TokenMdp.of(Deep.vocabulary(3), UNEVEN, 5);
  private static final LearningProblem PROBLEM =
      Deep.problem(MDP, Deep.prompts(1, 1), Deep.prompts(1, 2));

  private static Flow begun(double rollouts, long update, BiConsumer<KnownState, double[]> policy) {
    Flow flow = new Flow();
    flow.begin(policy, rollouts, Purpose.GRADIENT_BATCH, 2, update);
    return flow;
  }

  private static Flow begun(double rollouts, long update) {
    return begun(rollouts, update, (state, out) -> state.student().logits(Deep.THETA, out));
  }

  private static RolloutSampler sampler(GrowingForest forest) {
    return RolloutSampler.on(
        forest, PROBLEM.target().dataset(), RandomStreams.of(5), Workers.ALONE);
  }

  private static int deepest(Flow flow) {
    return flow.states().stream().mapToInt(state -> state.state().step()).max().orElseThrow();
  }

  /** A single rollout, at the prompt of one step or at the other, beside forty. */
  @Test
  void eachBatchHasItsOwnDepth() {
    boolean[] seen = new boolean[6];
    for (long update = 0; update < 12; update++) {
      for (boolean first : new boolean[] {true, false}) {
        Flow alone = begun(1, update);
        sampler(PROBLEM.forests().acquire()).draw(alone);
        Flow one = begun(1, update);
        Flow many = begun(40, 100 + update);
        sampler(PROBLEM.forests().acquire()).draw(first ? one : many, first ? many : one);
        for (Flow flow : List.of(alone, one, many)) {
          assertEquals(deepest(flow), flow.levels(), "update " + update);
          assertEquals(flow.nodes(), flow.firstNode(flow.levels()));
        }
        assertEquals(alone.levels(), one.levels());
        assertEquals(alone.nodes(), one.nodes());
        seen[one.levels()] = true;
      }
    }
    assertTrue(seen[1] && seen[5], "both depths were met");
  }

  /** Twelve prompts and five words; the target lists prompts of the source in another order. */
  @Test
  void promptsAreFoundWhereverTheyStand() {
    TokenMdp mdp = TokenMdp.of(Deep.vocabulary(3), Deep.letters(3), 2);
    List<Prompt> source = Deep.prompts(1, 4);
    List<Prompt> target = new ArrayList<>();
    for (int i = 12; i >= 1; i--) {
      target.add(Prompt.of("x".repeat(i)));
    }
    target.addAll(List.of(source.get(1), source.get(1), source.get(3), source.get(1)));
    LearningProblem problem = Deep.problem(mdp, source, target);
    GrowingForest forest = problem.forests().acquire();
    assertEquals(12, forest.prompts().size());
    assertEquals(source, forest.prompts().subList(0, 4));
    int[] roots = RolloutSampler.roots(forest, problem.target().dataset());
    assertEquals(12, roots.length);
    for (int r = 0; r < 12; r++) {
      assertEquals(target.get(r), forest.prompts().get(roots[r]));
    }
    for (boolean balanced : new boolean[] {false, true}) {
      Flow flow = begun(balanced ? 1600 : 1e15, 0);
      if (balanced) {
        flow.stratifyPrompts();
      }
      RolloutSampler.on(forest, problem.target().dataset(), RandomStreams.of(5), Workers.ALONE)
          .draw(flow);
      assertEquals(12, flow.firstNode(1));
      for (int i = 0; i < 12; i++) {
        Prompt prompt = flow.state(i).state().prompt();
        assertEquals(target.get(i), prompt, "in the order of the list");
        long listed = target.stream().filter(prompt::equals).count();
        // among 10¹⁵ rollouts a share is off by at most 20 standard deviations of √(1/4) · 10⁻⁷·⁵
        assertEquals(listed / 16.0, flow.count(i) / flow.total(), balanced ? 0 : 1e-6);
      }
    }
    long referred = 0;
    for (int r = 0; r < 12; r++) {
      referred += forest.root(r).isReferred() ? 1 : 0;
    }
    assertEquals(4, referred, "prompts of the source, also where the target lists them");
  }

  /** Children come and go in any order, and each place has its own. */
  @Test
  void childrenMayComeAndGoInAnyOrder() {
    KnownState parent = new KnownState(MDP.start(Prompt.of("x")), null, 0);
    KnownState[] expected = new KnownState[9];
    int[] steps = {4, 0, 8, 3, 5, 7, -5, 1, -1, -9, 2, 4, 8, -4, -5, 6, -8, 0, -1}; // -1 - k goes
    for (int step : steps) {
      if (step < 0) {
        parent.detach(-1 - step);
        expected[-1 - step] = null;
      } else {
        expected[step] = new KnownState(MDP.start(Prompt.of("y")), null, step);
        parent.attach(step, expected[step]);
      }
      int known = 0;
      for (int k = 0; k < expected.length; k++) {
        assertSame(expected[k], parent.child(k), "place " + k);
        if (expected[k] != null) {
          assertEquals(k, parent.place(known));
          assertSame(expected[k], parent.knownChild(known));
          known++;
        }
      }
      assertEquals(known, parent.known());
    }
  }

  /** Room for a root and three of its children: a child that is wanted stays, the others go. */
  @Test
  void aKnownChildThatIsWantedStays() {
    TokenMdp mdp = TokenMdp.of(Deep.vocabulary(4), Deep.letters(4), 3);
    GrowingForest forest =
        Deep.problem(mdp, Deep.prompts(1, 1), Deep.prompts(2, 1))
            .growing(ForestBudget.ofBytes(1 << 20).withEdges(16))
            .forests()
            .acquire();
    forest.begin();
    forest.requestRoot(1);
    forest.expand();
    KnownState root = forest.root(1);
    for (int k = 0; k < 3; k++) {
      forest.begin();
      forest.requestRoot(1);
      forest.request(root, k);
      forest.expand();
    }
    KnownState oldest = root.child(0);
    forest.begin();
    forest.requestRoot(1);
    forest.request(root, 0);
    forest.request(root, 3);
    forest.expand();
    assertSame(oldest, forest.child(root, 0));
    assertNotNull(forest.child(root, 3).student());
    assertNull(root.child(1), "the one that was visited longest ago");
    assertNull(root.child(2), "down to three quarters");
    assertEquals(12, forest.counts().edges());
    assertEquals(2, forest.counts().forgotten());
  }

  /** A row of the reference that came later goes with its state. */
  @Test
  void whatIsForgottenFreesAllItsBytes() {
    TokenMdp mdp = TokenMdp.of(Deep.vocabulary(4), Deep.letters(4), 3);
    GrowingForest forest =
        Deep.problem(mdp, Deep.prompts(1, 1), Deep.prompts(2, 3))
            .growing(ForestBudget.ofBytes(1 << 20).withEdges(8))
            .forests()
            .acquire();
    List<Long> bytes = new ArrayList<>();
    for (int r = 1; r <= 3; r++) {
      forest.begin();
      forest.requestRoot(r);
      forest.expand();
      forest.refer(List.of(forest.root(r)));
      bytes.add(forest.counts().bytes());
    }
    assertEquals(List.of(bytes.get(0), 2 * bytes.get(0), bytes.get(0)), bytes);
    assertEquals(1, forest.counts().kept());
  }

  @Test
  void whoIsAloneDoesOneItemAfterTheOther() {
    List<String> done = new ArrayList<>();
    Workers.ALONE.run(3, 6, (item, worker) -> done.add(item + " by " + worker));
    assertEquals(List.of("3 by 0", "4 by 0", "5 by 0"), done);
    Workers.ALONE.run(4, 4, (item, worker) -> done.add("nothing to do"));
    assertEquals(3, done.size());
    assertEquals(1, Workers.ALONE.workers());
  }

  /** The numbers are those that were given, in the words of the part that is wrong. */
  @Test
  void badCountsAndBudgetsAreNamed() {
    assertEquals(
        "edge budget: -2 is not positive", refusal(() -> ForestBudget.ofBytes(5).withEdges(-2)));
    assertEquals("memory budget: 0 is not positive", refusal(() -> ForestBudget.ofBytes(0)));
    Map<String, Long> entries = new HashMap<>(new StateCounts(1, 2, 3, 4, 1L << 40, 6).entries());
    assertEquals(1L << 40, StateCounts.of(entries).edges());
    entries.put("modelCalls", -7L);
    assertEquals("growth: modelCalls is -7", refusal(() -> StateCounts.of(entries)));
    entries.remove("modelCalls");
    assertEquals("growth: modelCalls is null", refusal(() -> StateCounts.of(entries)));
  }

  private static String refusal(Executable call) {
    return assertThrows(IllegalArgumentException.class, call).getMessage();
  }
}

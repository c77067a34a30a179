package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Batches on trees that are too large to hold, and that nothing about them but their name counts.
 */
class BatchesTest {
  private static final LearningProblem DEEP = Deep.problem(5, 10);
  private static final RandomStreams STREAMS = RandomStreams.of(11);

  private static Flow begun(Flow flow, double rollouts, long update) {
    flow.begin(
        (state, out) -> state.student().logits(Deep.THETA, out),
        rollouts,
        Purpose.GRADIENT_BATCH,
        4,
        update);
    return flow;
  }

  private static RolloutSampler on(GrowingForest forest, LearningProblem problem, Workers workers) {
    return RolloutSampler.on(forest, problem.target().dataset(), STREAMS, workers);
  }

  private static Flow drawn(LearningProblem problem, double rollouts, long update) {
    Flow flow = begun(new Flow(), rollouts, update);
    on(problem.forests().acquire(), problem, Workers.ALONE).draw(flow);
    return flow;
  }

  /** All numbers of a flow. */
  private static double[] bits(Flow flow) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < flow.nodes(); i++) {
      all.add(flow.count(i));
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        all.addAll(List.of(flow.rollouts(e), flow.log(e), flow.probability(e)));
        all.add((double) flow.child(e));
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static void assertNothingIsLost(Flow flow) {
    double ended = 0;
    for (int i = 0; i < flow.nodes(); i++) {
      double through = 0;
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        through += flow.rollouts(e);
        int child = flow.child(e);
        ended += child < 0 ? flow.rollouts(e) : 0;
        if (child >= 0) {
          assertEquals(flow.rollouts(e), flow.count(child));
          assertEquals(i, flow.parent(child));
          assertEquals(e, flow.parentEdge(child));
        }
      }
      assertEquals(flow.count(i), through);
    }
    assertEquals(flow.total(), ended);
  }

  @Test
  void largeBatchesLoseNothing() {
    Flow flow = drawn(DEEP, 600, 0);
    assertTrue(flow.nodes() > 1000);
    assertNothingIsLost(flow);
    assertEquals(10, flow.levels());
    assertEquals(flow.nodes(), flow.firstNode(10));
    List<KnownState> states = flow.states();
    assertEquals(flow.nodes(), states.size());
    for (int level = 0; level < 10; level++) {
      for (int i = flow.firstNode(level); i < flow.firstNode(level + 1); i++) {
        assertEquals(level + 1, states.get(i).state().step());
      }
    }
    Flow wide = drawn(Deep.problem(3000, 1), 50_000, 0);
    assertEquals(3, wide.nodes());
    assertEquals(1, wide.levels());
    assertNothingIsLost(wide);
  }

  @Test
  void lawsAreThoseOfThePolicy() {
    Flow flow = drawn(DEEP, 30, 0);
    for (int i = 0; i < flow.nodes(); i++) {
      State state = flow.state(i).state();
      double[] weight = new double[5];
      for (int k = 0; k < 5; k++) {
        double x = Deep.student(state, k);
        weight[k] = StrictMath.exp(Deep.logit(x));
      }
      double sum = Arrays.stream(weight).sum();
      for (int k = 0; k < 5; k++) {
        double p = weight[k] / sum;
        assertEquals(p, flow.probability(flow.firstEdge(i) + k), 1e-14);
        assertEquals(StrictMath.log(p), flow.log(flow.firstEdge(i) + k), 1e-13);
      }
    }
  }

  /** Does the items from the last to the first, each by another worker than the one before. */
  private static final class Backwards implements Workers {
    private int most;

    @Override
    public int workers() {
      return 3;
    }

    @Override
    public void run(int from, int to, Task task) {
      most = Math.max(most, to - from);
      for (int item = to - 1; item >= from; item--) {
        task.run(item, item % 3);
      }
    }
  }

  @Test
  void whoDrawsAndInWhichOrderChangesNoBit() {
    Backwards workers = new Backwards();
    Flow flow = begun(new Flow(), 600, 0);
    on(DEEP.forests().acquire(), DEEP, workers).draw(flow);
    assertTrue(workers.most > 2, "several slices");
    assertArrayEquals(bits(drawn(DEEP, 600, 0)), bits(flow));
  }

  @Test
  void batchesSideBySideAreThoseDrawnAlone() {
    GrowingForest forest = DEEP.forests().acquire();
    Flow first = begun(new Flow(), 20, 0);
    Flow second = begun(new Flow(), 35, 1);
    on(forest, DEEP, Workers.ALONE).draw(first, second);
    assertArrayEquals(bits(drawn(DEEP, 20, 0)), bits(first));
    assertArrayEquals(bits(drawn(DEEP, 35, 1)), bits(second));
    assertEquals(10 * 2, forest.counts().calls(), "both classes once per level, for both batches");
  }

  @Test
  void aFlowForgetsItsLastBatch() {
    GrowingForest forest = DEEP.forests().acquire();
    RolloutSampler sampler = on(forest, DEEP, Workers.ALONE);
    for (boolean single : new boolean[] {false, true}) {
      Flow used = new Flow();
      Flow fresh = new Flow();
      sampler.draw(begun(used, 300, 2));
      for (Flow flow : List.of(used, fresh)) {
        begun(flow, 9, 3);
        if (single) {
          flow.drawOneByOne();
        }
      }
      sampler.draw(fresh);
      long asked = forest.counts().asked();
      sampler.draw(used);
      assertArrayEquals(bits(fresh), bits(used));
      assertNothingIsLost(used);
      assertEquals(asked, forest.counts().asked());
    }
  }

  /** With so many rollouts two draws are equal with a probability below 10⁻⁷ at each prompt. */
  @Test
  void updatesDrawAnew() {
    Flow first = drawn(Deep.problem(2, 1), 1e15, 1);
    Flow second = drawn(Deep.problem(2, 1), 1e15, 2);
    assertEquals(3, first.nodes());
    for (int i = 0; i < 3; i++) {
      assertTrue(first.count(i) != second.count(i), "prompt " + i);
      double share = first.rollouts(first.firstEdge(i)) / first.count(i);
      assertTrue(share != second.rollouts(second.firstEdge(i)) / second.count(i), "token");
    }
  }

  @Test
  void aRolloutAsksAboutItsOwnPath() {
    GrowingForest forest = DEEP.forests().acquire();
    Flow flow = begun(new Flow(), 1, 0);
    on(forest, DEEP, Workers.ALONE).draw(flow);
    assertEquals(10, flow.nodes());
    assertEquals(10, forest.counts().asked());
  }

  @Test
  void singleDrawsComeFromTheStreamOfTheirPath() {
    Flow flow = begun(new Flow(), 200, 6);
    flow.drawOneByOne();
    GrowingForest forest = DEEP.forests().acquire();
    on(forest, DEEP, Workers.ALONE).draw(flow);
    RandomStream stream = RandomStream.of(0, 0, 0, 0);
    for (int i = 0; i < 3; i++) {
      double[] law = new double[5];
      double[] expected = new double[5];
      for (int k = 0; k < 5; k++) {
        law[k] = flow.probability(flow.firstEdge(i) + k);
      }
      STREAMS.rekey(stream, Purpose.GRADIENT_BATCH, 4, 6, flow.state(i).key());
      for (int n = 0; n < flow.count(i); n++) {
        expected[Multinomial.drawOne(stream, law, 0, 5)]++;
      }
      for (int k = 0; k < 5; k++) {
        assertEquals(expected[k], flow.rollouts(flow.firstEdge(i) + k));
      }
    }
  }

  @Test
  void evenSpreadingGivesEachPromptItsShare() {
    TokenMdp mdp = TokenMdp.of(Deep.vocabulary(2), Deep.letters(2), 1);
    List<Prompt> list = new ArrayList<>();
    for (int r = 0; r < 4; r++) {
      for (int j = 0; j <= r; j++) {
        list.add(Prompt.of("x".repeat(r + 1))); // r + 1 times of 10
      }
    }
    LearningProblem problem = Deep.problem(mdp, list, list);
    for (long update = 0; update < 50; update++) {
      Flow flow = begun(new Flow(), 137, update);
      flow.stratifyPrompts();
      on(problem.forests().acquire(), problem, Workers.ALONE).draw(flow);
      for (int r = 0; r < 4; r++) {
        double share = 13.7 * (r + 1);
        assertTrue(
            flow.count(r) == Math.floor(share) || flow.count(r) == Math.ceil(share),
            "prompt " + r + ": " + flow.count(r));
      }
    }
    Flow drawn = drawn(problem, 137, 0);
    assertFalse(drawn.isStratified());
  }
}

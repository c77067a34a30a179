package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.PathKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a forest knows, asks, keeps and forgets, and that no number depends on it. */
class GrowingForestTest {
  private static final int LETTERS = 4;
  private static final TokenMdp DEEP =
      TokenMdp.of(Deep.vocabulary(LETTERS), Deep.letters(LETTERS), 5);

  /** All numbers of a flow. */
  private static double[] bits(Flow flow) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < flow.nodes(); i++) {
      all.add(flow.count(i));
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        all.add(flow.rollouts(e));
        all.add(flow.log(e));
        all.add((double) flow.child(e));
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double[][] rounds(LearningProblem problem, GrowingForest forest) {
    double[][] all = new double[12][];
    for (int t = 0; t < all.length; t++) {
      all[t] = bits(Trees.walk(problem, forest, Trees.student(problem, t), 20, 1, t));
    }
    return all;
  }

  private static void assertSame(double[][] expected, double[][] actual) {
    for (int t = 0; t < expected.length; t++) {
      assertArrayEquals(expected[t], actual[t], "round " + t);
    }
  }

  @Test
  void eachStateIsAskedOnceAndEachLevelInOneCall() {
    Trees.Counting[] counting = new Trees.Counting[1];
    LearningProblem problem =
        Trees.growing(
            Trees.withFeatures(
                Trees.wide(3), features -> counting[0] = new Trees.Counting(features, () -> {})));
    GrowingForest forest = problem.forests().acquire();
    Trees.walk(problem, forest, Trees.student(problem, 1), 50, 1, 0);
    assertTrue(counting[0].calls <= problem.horizon(), "one call per level");
    rounds(problem, forest);
    assertTrue(counting[0].asked.values().stream().allMatch(n -> n == 1));
    assertEquals(counting[0].asked.size(), forest.counts().asked());
    assertEquals(counting[0].asked.size(), forest.counts().kept());
    assertEquals(0, forest.counts().forgotten());
    int calls = counting[0].calls;
    rounds(problem, forest);
    assertEquals(calls, counting[0].calls, "known states are not asked about");
  }

  /**
   * Prompts of one name and two texts are two prompts, whose rollouts have streams of their own.
   */
  @Test
  void rootsAreToldApartByNameAndText() {
    List<Prompt> two = List.of(new Prompt("x", "one"), new Prompt("x", "two"));
    GrowingForest forest = Deep.problem(DEEP, Deep.prompts(3, 1), two).forests().acquire();
    forest.begin();
    for (int r = 1; r <= 2; r++) {
      forest.requestRoot(r);
    }
    forest.expand();
    assertEquals(PathKey.of("x", "one"), forest.root(1).key());
    assertEquals(PathKey.of("x", "two"), forest.root(2).key());
    assertNotEquals(forest.root(1).key(), forest.root(2).key());
  }

  /** A budget for two roots: what was noted before the room is made is not what makes room. */
  @Test
  void aKnownRootThatIsWantedStays() {
    LearningProblem problem = Deep.problem(DEEP, Deep.prompts(1, 1), Deep.prompts(3, 2));
    GrowingForest forest =
        problem.growing(ForestBudget.ofBytes(1 << 20).withEdges(2 * LETTERS)).forests().acquire();
    for (int r = 0; r < 2; r++) {
      forest.begin();
      forest.requestRoot(r);
      forest.expand();
    }
    KnownState first = forest.root(0);
    forest.begin();
    forest.requestRoot(0);
    forest.requestRoot(2);
    forest.expand();
    assertEquals(1, forest.counts().forgotten());
    assertTrue(first == forest.root(0), "it is still the same");
  }

  @Test
  void noNumberDependsOnWhatWasKnownBefore() {
    LearningProblem problem = Trees.growing(Trees.wide(3));
    GrowingForest fresh = problem.forests().acquire();
    double[][] expected = rounds(problem, fresh);
    assertSame(expected, rounds(problem, fresh));
    GrowingForest other = problem.forests().acquire();
    for (int t = 0; t < 5; t++) { // known by another seed, in another order
      Trees.walk(problem, other, Trees.student(problem, 40 - t), 7, 2, 100 - t);
    }
    assertSame(expected, rounds(problem, other));
    GrowingForest backwards = problem.forests().acquire();
    for (int t = expected.length - 1; t >= 0; t--) {
      Flow flow = Trees.walk(problem, backwards, Trees.student(problem, t), 20, 1, t);
      assertArrayEquals(expected[t], bits(flow));
    }
  }

  @Test
  void forgottenStatesAreAskedAgainAndNoNumberChanges() {
    LearningProblem whole = Trees.wide(3);
    double[][] expected = rounds(Trees.growing(whole), Trees.growing(whole).forests().acquire());
    GrowingForest all = Trees.growing(whole).forests().acquire();
    rounds(Trees.growing(whole), all);
    for (long share = 2; share <= 3; share++) {
      LearningProblem problem =
          whole.growing(ForestBudget.ofBytes(1L << 30).withEdges(all.counts().edges() * share / 4));
      GrowingForest forest = problem.forests().acquire();
      assertSame(expected, rounds(problem, forest));
      assertTrue(forest.counts().forgotten() > 0);
      assertEquals(forest.counts().asked(), forest.counts().kept() + forest.counts().forgotten());
      assertTrue(forest.counts().edges() <= problem.forests().budget().edges());
    }
  }

  @Test
  void aLimitOfMemoryWorksLikeOneOfEdges() {
    LearningProblem whole = Trees.wide(3);
    GrowingForest all = Trees.growing(whole).forests().acquire();
    double[][] expected = rounds(Trees.growing(whole), all);
    LearningProblem problem = whole.growing(ForestBudget.ofBytes(all.counts().bytes() / 2));
    GrowingForest forest = problem.forests().acquire();
    assertSame(expected, rounds(problem, forest));
    assertTrue(forest.counts().forgotten() > 0);
    assertTrue(forest.counts().bytes() <= problem.forests().budget().bytes());
  }

  @Test
  void aRunMayStopAtTheLimitInstead() {
    LearningProblem whole = Trees.wide(3);
    GrowingForest all = Trees.growing(whole).forests().acquire();
    rounds(Trees.growing(whole), all);
    LearningProblem problem =
        whole.growing(
            ForestBudget.ofBytes(1L << 30).withEdges(all.counts().edges() / 2).stopping());
    GrowingForest forest = problem.forests().acquire();
    ForestFullException stop =
        assertThrows(ForestFullException.class, () -> rounds(problem, forest));
    StateCounts counts = forest.counts();
    assertTrue(stop.getMessage().contains(counts.kept() + " states are kept"), stop.getMessage());
    assertTrue(stop.getMessage().contains("raise the budget"), stop.getMessage());
    assertEquals(0, counts.forgotten());
  }

  @Test
  void aBatchThatDoesNotFitIsRefused() {
    LearningProblem problem = Trees.wide(3).growing(ForestBudget.ofBytes(1L << 30).withEdges(5));
    ForestFullException stop =
        assertThrows(ForestFullException.class, () -> rounds(problem, problem.forests().acquire()));
    assertTrue(stop.getMessage().contains("fewer rollouts"), stop.getMessage());
  }

  @Test
  void afterAFaultOfAModelNothingWrongIsKnown() {
    LearningProblem whole = Trees.wide(3);
    double[][] expected = rounds(Trees.growing(whole), Trees.growing(whole).forests().acquire());
    for (Throwable fault :
        List.of(new IllegalStateException("model"), new AssertionError("model"))) {
      for (int at = 1; at <= 9; at += 2) {
        AtomicInteger left = new AtomicInteger(at);
        LearningProblem problem =
            Trees.growing(
                Trees.withFeatures(
                    whole, features -> new Trees.Counting(features, () -> fail(left, fault))));
        GrowingForest forest = problem.forests().acquire();
        Throwable thrown = assertThrows(Throwable.class, () -> rounds(problem, forest));
        assertEquals("model", thrown.getMessage());
        assertSame(expected, rounds(problem, forest));
        assertEquals(forest.counts().asked(), forest.counts().kept());
      }
    }
  }

  private static void fail(AtomicInteger left, Throwable fault) {
    if (left.decrementAndGet() == 0) {
      if (fault instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) fault;
    }
  }

  @Test
  void anAnswerThatIsNoNumberIsRefused() {
    LearningProblem problem =
        Trees.growing(
            Trees.withFeatures(
                Trees.wide(3),
                features ->
                    new FeatureMap() {
                      @Override
                      public int dimension() {
                        return features.dimension();
                      }

                      @Override
                      public void features(State state, double[] out) {
                        Arrays.fill(out, state.step() == 2 ? Double.NaN : 0);
                      }
                    }));
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> rounds(problem, problem.forests().acquire()));
    assertTrue(refusal.getMessage().contains("NaN for token"), refusal.getMessage());
  }

  @Test
  void whatNeedsWholeTreesIsRefusedByName() {
    LearningProblem problem = Trees.growing(Trees.wide(3));
    for (Runnable ask :
        List.<Runnable>of(
            () -> problem.target().forest(),
            () -> problem.source().student(),
            () -> problem.source().reference())) {
      IllegalStateException refusal = assertThrows(IllegalStateException.class, ask::run);
      assertTrue(refusal.getMessage().contains("grow where they are walked"));
    }
  }
}

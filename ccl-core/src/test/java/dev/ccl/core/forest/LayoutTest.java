package dev.ccl.core.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Where nodes and blocks of uneven trees lie, budgets of several trees, and what laws keep. */
class LayoutTest {
  private static final Prompt X = Prompt.of("x");
  private static final Prompt Y = Prompt.of("y");

  private static TokenMdp mdp(int letters, FeasibilityRule rule, int horizon) {
    List<String> tokens = new ArrayList<>(List.of("EOS", "null"));
    for (int i = 2; i < letters; i++) {
      tokens.add("t" + i);
    }
    return TokenMdp.of(Vocabulary.of(tokens, "EOS", "null"), rule, horizon);
  }

  private static ImmutableIntArray first(int count) {
    int[] tokens = new int[count];
    Arrays.setAll(tokens, i -> i);
    return ImmutableIntArray.copyOf(tokens);
  }

  private static String refusal(Executable call) {
    return assertThrows(RuntimeException.class, call).getMessage();
  }

  /** Two tokens at each of two steps: one prompt after the other, each from left to right. */
  @Test
  void nodesAreVisitedTreeByTree() {
    Forest forest = Forest.complete(mdp(3, (x, prefix) -> first(2), 3), List.of(Y, X));
    List<String> visited = new ArrayList<>();
    forest.forEachNode((s, state) -> visited.add(s + " " + state));
    assertEquals(
        List.of(
            "0 (y, [])",
            "2 (y, [0])",
            "6 (y, [0, 0])",
            "7 (y, [0, 1])",
            "3 (y, [1])",
            "8 (y, [1, 0])",
            "9 (y, [1, 1])",
            "1 (x, [])",
            "4 (x, [0])",
            "10 (x, [0, 0])",
            "11 (x, [0, 1])",
            "5 (x, [1])",
            "12 (x, [1, 0])",
            "13 (x, [1, 1])"),
        visited);
  }

  /** A node with more edges than a block should have is a block by itself. */
  @Test
  void wideNodesAreBlocksOfTheirOwn() {
    int wide = NodeBlocks.EDGES + 1;
    FeasibilityRule rule =
        (x, prefix) -> prefix.isEmpty() ? first(4) : first(prefix.get(0) == 2 ? wide : 3);
    Forest forest = Forest.complete(mdp(wide, rule, 2), List.of(X));
    NodeBlocks blocks = forest.blocks();
    assertSame(blocks, forest.blocks());
    assertEquals(4, blocks.count());
    int[] firstNode = new int[5];
    int[] firstEdge = new int[5];
    Arrays.setAll(firstNode, blocks::firstNode);
    Arrays.setAll(firstEdge, blocks::firstEdge);
    assertArrayEquals(new int[] {0, 1, 3, 4, 5}, firstNode);
    assertArrayEquals(new int[] {0, 4, 10, 10 + wide, 13 + wide}, firstEdge);
    assertEquals(wide, blocks.edges(2));
    assertEquals(wide, blocks.widest());
    assertEquals(3, blocks.blockOf(4));
    assertEquals(4, blocks.blockOf(5), "behind the last node");
    assertEquals(2, blocks.levels());
    assertEquals(1, blocks.firstBlock(1));
    assertEquals(4, blocks.firstBlock(2));
  }

  /** Of five steps two have a choice, at one prompt only the first. */
  @Test
  void levelsAreThoseThatHaveNodes() {
    FeasibilityRule rule =
        (x, prefix) ->
            prefix.isEmpty() || (prefix.length() == 1 && x.equals(Y)) ? first(2) : first(1);
    Forest forest = Forest.complete(mdp(3, rule, 5), List.of(X, Y));
    assertEquals(4, forest.nodes());
    assertEquals(8, forest.edges());
    assertEquals(2, forest.blocks().levels());
    assertEquals(4, forest.blocks().widest(), "the roots together");
    Forest alone = Forest.complete(mdp(3, rule, 5), List.of(X));
    assertEquals(1, alone.blocks().levels());
    assertEquals(1, alone.blocks().count());
  }

  /** Where one choice comes late, the steps before it have nodes with a single edge. */
  @Test
  void aSingleTokenBeforeAChoiceIsAnEdge() {
    FeasibilityRule late = (x, prefix) -> first(prefix.length() == 2 ? 3 : 1);
    Forest forest = Forest.complete(mdp(3, late, 4), List.of(X));
    assertEquals(3, forest.nodes());
    assertEquals(5, forest.edges());
    assertEquals(ImmutableIntArray.of(0, 0, 2, 0), forest.answer(4));
    assertEquals(2, forest.depth(2));
    FeasibilityRule never = (x, prefix) -> first(1);
    Forest forced = Forest.complete(mdp(3, never, 4), List.of(X, Y));
    assertEquals(2, forced.edges(), "a prompt has a root even so");
    assertEquals(ImmutableIntArray.of(0, 0, 0, 0), forced.answer(1));
  }

  /** The budget is that of all trees together, and the message tells it. */
  @Test
  void budgetsAreOfAllTrees() {
    TokenMdp mdp = mdp(3, (x, prefix) -> first(2), 2);
    assertEquals(12, Forest.complete(mdp, List.of(X, Y), 12).edges());
    assertEquals(12, Forest.complete(mdp, List.of(X, Y), Long.MAX_VALUE).edges());
    assertEquals(
        "the prefix forest has more than 11 edges, which is the budget: raise it, or let the trees"
            + " grow where they are walked (LearningProblem.growing, Dataset.growing), on which"
            + " learners that take rollouts run; the learner \"practical-by-rollouts\" does",
        refusal(() -> Forest.complete(mdp, List.of(X, Y), 11)));
    assertEquals(
        "prompts: the list has duplicates", refusal(() -> Forest.complete(mdp, List.of(X, Y, X))));
    TokenMdp twice =
        mdp(3, (x, prefix) -> prefix.isEmpty() ? first(2) : ImmutableIntArray.of(2, 0, 2), 2);
    assertEquals(
        "the feasibility rule lists token 2 wrongly (unknown or twice) at (y, [0])",
        refusal(() -> Forest.complete(twice, List.of(Y))));
    TokenMdp negative = mdp(3, (x, prefix) -> ImmutableIntArray.of(0, -1), 1);
    assertEquals(
        "the feasibility rule lists token -1 wrongly (unknown or twice) at (x, [])",
        refusal(() -> Forest.complete(negative, List.of(X))));
  }

  /** A name is not enough: prompts of one name and two texts have two trees. */
  @Test
  void datasetsTellPromptsApartByTheirText() {
    TokenMdp mdp = mdp(3, (x, prefix) -> first(2), 2);
    Prompt other = new Prompt("x", "another text");
    List<Prompt> list = List.of(other, X, other, Y);
    assertEquals(List.of(other, X, Y), Dataset.distinct(list));
    Dataset whole = Dataset.complete(mdp, list);
    for (Dataset dataset :
        List.of(whole, whole.growing(), Dataset.growing(mdp, list), whole.growing().growing())) {
      assertEquals(List.of(other, X, Y), dataset.prompts());
      assertEquals(4, dataset.size());
      int[] roots = new int[4];
      Arrays.setAll(roots, dataset::root);
      assertArrayEquals(new int[] {0, 1, 0, 2}, roots);
      double[] weights = dataset.rootWeights();
      assertArrayEquals(new double[] {0.5, 0.25, 0.25}, weights);
      weights[0] = 7;
      assertEquals(0.5, dataset.rootWeights()[0], "a fresh array");
    }
    assertEquals(
        "prompt \"x\" has no tree in the forest",
        refusal(() -> Dataset.of(Forest.complete(mdp, List.of(X, Y)), List.of(X, other))));
    assertEquals("prompts: the list is empty", refusal(() -> Dataset.growing(mdp, List.of())));
    assertTrue(refusal(() -> whole.growing().forest()).contains("of 3 prompts"));
    List<Prompt> changing = new ArrayList<>(List.of(X, Y));
    Forest forest = Forest.complete(mdp, changing);
    changing.clear();
    assertEquals(List.of(X, Y), forest.prompts());
  }

  /** Numbers are read when a law is made; a probability may underflow, its logarithm may not. */
  @Test
  void lawsKeepWhatTheyWereGiven() {
    Forest forest = Forest.complete(mdp(3, (x, prefix) -> first(2), 1), List.of(X));
    double[] logits = {0, -800};
    EdgeLaw law = EdgeLaw.ofLogits(forest, logits);
    assertArrayEquals(new double[] {0, -800}, logits);
    logits[1] = 5;
    assertEquals(-800, law.log(1));
    assertEquals(0, law.probability(1));
    assertEquals(1, law.probability(0));
    double[] probabilities = {0.25, 0.75};
    double[] rests = {1, 0.5};
    EdgeLaw given = EdgeLaw.ofProbabilities(forest, probabilities, rests);
    probabilities[1] = 0.1;
    rests[1] = 0.1;
    assertEquals(0.75, given.probability(1));
    assertEquals(StrictMath.log(0.75) + StrictMath.log(0.5), given.logPath(1), 1e-15);
    assertEquals(
        "edge 1: probability 0.75, then 0.0",
        refusal(
            () -> EdgeLaw.ofProbabilities(forest, new double[] {0.25, 0.75}, new double[] {1, 0})));
    assertEquals("3 values for 2 edges", refusal(() -> EdgeLaw.ofLogits(forest, new double[3])));
  }
}

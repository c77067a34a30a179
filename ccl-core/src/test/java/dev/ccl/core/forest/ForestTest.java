package dev.ccl.core.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ForestTest {
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(
          List.of("A", "B", "C", "D", "E", "F", "G", "H", "I", "EOS", "null"), "EOS", "null");

  @Test
  void leavesAreTheAnswers() {
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      TokenMdp mdp = instance.mdp();
      Forest forest = instance.problem().target().forest();
      Set<String> expected = new TreeSet<>();
      for (Prompt prompt : forest.prompts()) {
        mdp.answers(prompt).forEach(a -> expected.add(prompt.id() + a));
      }
      List<String> leaves = new ArrayList<>();
      for (int e = 0; e < forest.edges(); e++) {
        if (forest.child(e) == Forest.LEAF) {
          leaves.add(forest.state(forest.node(e)).prompt().id() + forest.answer(e));
        }
      }
      assertEquals(expected.size(), leaves.size(), "trial " + trial);
      assertEquals(expected, new TreeSet<>(leaves), "trial " + trial);
      checkShape(forest);
    }
  }

  private static void checkShape(Forest forest) {
    int edges = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      assertEquals(edges, forest.firstEdge(s), "edges of a node are contiguous");
      assertEquals(forest.state(s).legal().length(), forest.degree(s));
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++, edges++) {
        assertEquals(s, forest.node(e));
        assertEquals(forest.state(s).legal().get(e - forest.firstEdge(s)), forest.token(e));
        if (forest.child(e) >= 0) {
          assertTrue(forest.child(e) > s, "parents come first");
          assertEquals(e, forest.parentEdge(forest.child(e)));
          assertEquals(forest.depth(s) + 1, forest.depth(forest.child(e)));
          assertFalse(forest.mdp().isForced(forest.state(forest.child(e))));
        }
      }
      assertTrue(s == 0 || forest.depth(s) >= forest.depth(s - 1), "level by level");
    }
    assertEquals(edges, forest.edges());
    int[] visits = new int[forest.nodes()];
    forest.forEachNode(
        (s, state) -> {
          visits[s]++;
          assertEquals(forest.state(s), state);
        });
    for (int count : visits) {
      assertEquals(1, count, "every node once");
    }
  }

  @Test
  void tooLargeAForestIsRefusedBeforeMemoryIsSpent() {
    TokenMdp huge = TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 12);
    Prompt x = Prompt.of("x");
    BudgetExceededException failure =
        assertThrows(BudgetExceededException.class, () -> Forest.complete(huge, List.of(x)));
    assertTrue(failure.getMessage().contains("20000000"), failure.getMessage());
    BudgetExceededException larger =
        assertThrows(
            BudgetExceededException.class, () -> Forest.complete(huge, List.of(x), 30_000_000));
    assertTrue(larger.getMessage().contains("more than 30000000 edges"), larger.getMessage());
    TokenMdp small = TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 2);
    assertEquals(100, Forest.complete(small, List.of(x), 100).edges());
    assertThrows(BudgetExceededException.class, () -> Forest.complete(small, List.of(x), 99));
    assertEquals(
        List.of(x), Dataset.growing(huge, List.of(x)).prompts(), "the way that the message names");
    assertTrue(failure.getMessage().contains("Dataset.growing"), failure.getMessage());
  }

  @Test
  void badRulesAreNamed() {
    Prompt x = Prompt.of("x");
    TokenMdp twice = TokenMdp.of(VOCABULARY, (p, prefix) -> ImmutableIntArray.of(1, 1), 2);
    assertThrows(IllegalArgumentException.class, () -> Forest.complete(twice, List.of(x)));
    TokenMdp unknown = TokenMdp.of(VOCABULARY, (p, prefix) -> ImmutableIntArray.of(1, 99), 1);
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> Forest.complete(unknown, List.of(x)));
    assertTrue(failure.getMessage().contains("99"), failure.getMessage());
    TokenMdp fine = TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 1);
    assertThrows(IllegalArgumentException.class, () -> Forest.complete(fine, List.of(x, x)));
  }

  @Test
  void blocksCutLevelsWithoutOverlap() {
    TokenMdp mdp = TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 4);
    Forest forest = Forest.complete(mdp, List.of(Prompt.of("x"), Prompt.of("y")));
    NodeBlocks blocks = forest.blocks();
    assertEquals(4, blocks.levels());
    assertEquals(0, blocks.firstNode(0));
    assertEquals(forest.nodes(), blocks.firstNode(blocks.count()));
    int level = 0;
    for (int b = 0; b < blocks.count(); b++) {
      level += b == blocks.firstBlock(level + 1) ? 1 : 0;
      int edges = 0;
      assertTrue(blocks.firstNode(b) < blocks.firstNode(b + 1), "no empty block");
      for (int s = blocks.firstNode(b); s < blocks.firstNode(b + 1); s++) {
        assertEquals(level, forest.depth(s), "one depth per block");
        assertEquals(b, blocks.blockOf(s));
        edges += forest.degree(s);
      }
      assertTrue(edges <= Math.max(NodeBlocks.EDGES, 10) && edges <= blocks.widest());
      assertEquals(edges, blocks.edges(b));
      assertEquals(forest.firstEdge(blocks.firstNode(b)), blocks.firstEdge(b));
    }
  }

  @Test
  void datasetsWeighRepetitions() {
    TokenMdp mdp = TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 1);
    Prompt x = Prompt.of("x");
    Prompt y = Prompt.of("y");
    Dataset dataset = Dataset.complete(mdp, List.of(y, x, y, y));
    assertEquals(4, dataset.size());
    assertEquals(List.of(y, x), dataset.forest().prompts());
    assertEquals(0.75, dataset.rootWeights()[0]);
    assertEquals(0.25, dataset.rootWeights()[1]);
    assertEquals(1, dataset.root(1));
    Dataset some = Dataset.of(Forest.complete(mdp, List.of(x, y, Prompt.of("z"))), List.of(y, y));
    assertArrayEquals(new double[] {0, 1, 0}, some.rootWeights(), "a forest may have more trees");
    assertEquals(1, some.root(0));
    assertEquals(2, some.size());
    assertThrows(IllegalArgumentException.class, () -> Dataset.complete(mdp, List.of()));
  }
}

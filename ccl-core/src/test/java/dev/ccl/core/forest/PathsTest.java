package dev.ccl.core.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From edges back to roots, blocks that are full, and datasets without a forest. */
class PathsTest {
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("A", "B", "C", "D", "E", "F", "G", "EOS", "null"), "EOS", "null");
  private static final List<Prompt> PROMPTS = List.of(Prompt.of("x"), Prompt.of("y"));

  private static TokenMdp mdp(int tokens, int horizon) {
    ImmutableIntArray legal = ImmutableIntArray.copyOf(ints(tokens));
    return TokenMdp.of(VOCABULARY, (prompt, prefix) -> legal, horizon);
  }

  private static int[] ints(int count) {
    int[] ints = new int[count];
    Arrays.setAll(ints, i -> i);
    return ints;
  }

  @Test
  void pathsAreThePrefixesWithTheirTokens() {
    Forest forest = Forest.complete(mdp(2, 3), PROMPTS);
    assertEquals(2 * (2 + 4 + 8), forest.edges());
    for (int e = 0; e < forest.edges(); e++) {
      State state = forest.state(forest.node(e));
      assertEquals(PROMPTS.indexOf(state.prompt()), forest.root(e), "edge " + e);
      int[] path = {-7, -7, -7, -7};
      int length = forest.path(e, path);
      int[] expected = {-7, -7, -7, -7};
      for (int i = 0; i < state.prefix().length(); i++) {
        expected[i] = state.prefix().get(i);
      }
      expected[state.prefix().length()] = forest.token(e);
      assertEquals(state.step(), length);
      assertArrayEquals(expected, path, "edge " + e);
    }
  }

  /** Eight tokens at each of 512 nodes of a level: two blocks of 256 nodes and 2048 edges each. */
  @Test
  void blocksAreFilled() {
    Forest forest = Forest.complete(mdp(8, 4), List.of(Prompt.of("x")));
    NodeBlocks blocks = forest.blocks();
    assertEquals(5, blocks.count());
    assertArrayEquals(new int[] {0, 1, 2, 3, 5}, levels(blocks));
    assertEquals(NodeBlocks.EDGES, blocks.edges(3));
    assertEquals(NodeBlocks.EDGES, blocks.edges(4));
  }

  private static int[] levels(NodeBlocks blocks) {
    int[] first = new int[blocks.levels() + 1];
    Arrays.setAll(first, blocks::firstBlock);
    return first;
  }

  @Test
  void datasetsMayHaveNoForest() {
    TokenMdp mdp = mdp(2, 3);
    Dataset whole = Dataset.complete(mdp, PROMPTS);
    assertTrue(whole.isWhole());
    assertSame(mdp, whole.mdp());
    Dataset growing = whole.growing();
    assertFalse(growing.isWhole());
    assertSame(mdp, growing.mdp());
    assertEquals(PROMPTS, growing.prompts());
    assertEquals(1, growing.root(1));
    assertFalse(Dataset.growing(mdp, PROMPTS).isWhole());
    IllegalStateException refusal = assertThrows(IllegalStateException.class, growing::forest);
    assertTrue(refusal.getMessage().contains("of 2 prompts"), refusal.getMessage());
  }
}

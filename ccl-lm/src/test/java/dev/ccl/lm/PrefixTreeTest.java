package dev.ccl.lm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.primitives.Ints;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefixTreeTest {
  /** Ids on both sides of what two bytes hold: large vocabularies have them. */
  private static final int[] IDS = {0, 1, 2, 255, 65_535, 65_536, 65_537, 131_072, 16_777_215};

  /** One node per prefix, numbered in order, whichever way it is added. */
  @Test
  void aPrefixIsOneNode() {
    PrefixTree tree = PrefixTree.replayed(new TiedModel(10));
    Map<List<Integer>, Integer> known = new HashMap<>();
    Random random = new Random(4);
    for (int round = 0; round < 400; round++) {
      int[] ids = new int[1 + random.nextInt(4)];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = IDS[random.nextInt(IDS.length)];
      }
      for (int length = 1; length <= ids.length; length++) {
        known.putIfAbsent(List.copyOf(Ints.asList(ids).subList(0, length)), known.size());
      }
      int cut = random.nextInt(ids.length);
      int[] first = Arrays.copyOf(ids, cut);
      int[] rest = Arrays.copyOfRange(ids, cut, ids.length);
      int node = tree.add(tree.add(PrefixTree.EMPTY, first), rest);
      assertEquals(known.get(Ints.asList(ids)), node);
      assertArrayEquals(ids, tree.prefix(node));
      assertEquals(ids.length, tree.length(node));
      assertEquals(known.size(), tree.size());
      if (ids.length > 1) {
        List<Integer> shorter = Ints.asList(ids).subList(0, ids.length - 1);
        assertEquals(known.get(shorter), tree.parent(node));
      } else {
        assertEquals(PrefixTree.EMPTY, tree.parent(node));
      }
      assertEquals(ids[ids.length - 1], tree.token(node));
    }
    assertEquals(PrefixTree.EMPTY, tree.add(PrefixTree.EMPTY));
    assertThrows(IndexOutOfBoundsException.class, () -> tree.token(tree.size()));
    assertThrows(IndexOutOfBoundsException.class, () -> tree.prefix(PrefixTree.EMPTY));
  }

  /** In the order of the question, some prefixes twice. */
  @Test
  void prefixesAreAskedInFull() {
    LanguageModel model = new TiedModel(10);
    PrefixTree tree = PrefixTree.replayed(model);
    int one = tree.add(PrefixTree.EMPTY, 3, 1);
    int other = tree.add(one, 4, 1);
    int third = tree.add(PrefixTree.EMPTY, 5);
    int[] nodes = {other, third, one, other};
    List<Integer> seen = new ArrayList<>();
    tree.read(
        nodes,
        (i, at) -> {
          seen.add(i);
          double[] log = new double[1];
          at.logProbabilities(new int[] {4}, log);
          assertEquals(model.logProbabilities(tree.prefix(nodes[i]))[4], log[0]);
        });
    assertEquals(List.of(0, 1, 2, 3), seen);
  }
}

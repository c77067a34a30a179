package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where slices end, and that no node is done twice or by nobody. */
class SlicesTest {
  /** A flow with one level. */
  private static Flow flow(int nodes, int degree) {
    TokenMdp mdp = TokenMdp.of(Deep.vocabulary(degree), Deep.letters(degree), 1);
    KnownState state = new KnownState(mdp.start(Prompt.of("x")), null, 0);
    Flow flow = new Flow();
    flow.beginLevel();
    for (int i = 0; i < nodes; i++) {
      assertEquals(i, flow.add(state, 1, -1, -1));
    }
    return flow;
  }

  private static void assertSlices(int expected, Flow flow, int from, int to) {
    List<int[]> done = new ArrayList<>();
    int slices =
        Slices.share(
            flow,
            from,
            to,
            Workers.ALONE,
            (first, end, slice, worker) -> {
              assertEquals(done.size(), slice);
              assertEquals(0, worker);
              done.add(new int[] {first, end});
            });
    assertEquals(expected, slices);
    assertEquals(expected, done.size());
    int at = from;
    for (int[] slice : done) {
      assertEquals(at, slice[0]);
      int size = slice[1] - slice[0];
      assertTrue(Math.abs(size - (double) (to - from) / expected) < 1, "even: " + size);
      at = slice[1];
    }
    assertEquals(to, at);
  }

  @Test
  void slicesHaveHalfAThousandEdges() {
    Flow flow = flow(100, 60);
    assertSlices(10, flow, 10, 100); // 5400 edges
    assertSlices(11, flow, 0, 100);
    assertSlices(1, flow, 0, 9); // 540
    assertSlices(2, flow, 80, 98); // 1080
    assertSlices(1, flow, 3, 4);
  }

  @Test
  void slicesAreNotMoreThanNodesNorThanSixteen() {
    Flow flow = flow(40, 600);
    assertSlices(3, flow, 5, 8);
    assertSlices(Slices.MOST, flow, 0, 40);
    assertSlices(2, flow(2, 3000), 0, 2); // although 6000 edges would do for eleven
  }
}

package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}

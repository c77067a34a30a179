package dev.ccl.theory.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is left of an instance when something goes. */
class SmallerTest {
  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(1)
                  .withLetters(3)
                  .withPrompts(1, 1)
                  .withFeasibility(Feasibility.EXPLICIT),
              2)
          .instance();

  /** π<sub>pre</sub> of a prompt's first tokens, by their names. */
  private static Map<String, Double> reference(Instance instance, String prompt) {
    StateTable state = instance.prompts().get(prompt).states().get(0);
    Map<String, Double> out = new LinkedHashMap<>();
    for (int k = 0; k < state.tokens().length(); k++) {
      out.put(instance.header().vocabulary().token(state.tokens().get(k)), state.pre(k));
    }
    return out;
  }

  /** The law given that the token is not drawn. */
  @Test
  void withoutATokenTheReferenceIsConditioned() {
    int fewer = 0;
    for (Supplier<Instance> candidate : Smaller.than(INSTANCE)) {
      Instance smaller = candidate.get();
      for (String prompt : smaller.prompts().keySet()) {
        Map<String, Double> before = reference(INSTANCE, prompt);
        Map<String, Double> after = reference(smaller, prompt);
        double kept = after.keySet().stream().mapToDouble(before::get).sum();
        after.forEach((name, p) -> assertEquals(before.get(name) / kept, p, 1e-14, name));
        fewer += after.size() < before.size() ? 1 : 0;
      }
    }
    assertTrue(fewer >= 6, "3 letters, 2 prompts");
  }
}

package dev.ccl.core.mdp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Names of prompts. */
class PromptTest {
  @Test
  void theKindIsWhatStandsBeforeTheSlash() {
    assertEquals("sum", Prompt.of("sum/17/3").kind());
    assertEquals("", Prompt.of("x").kind());
  }
}

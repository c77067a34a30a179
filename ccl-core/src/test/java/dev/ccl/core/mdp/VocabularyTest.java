package dev.ccl.core.mdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class VocabularyTest {
  private static final List<String> TOKENS = List.of("A", "EOS", "B", "null");

  @Test
  void tokensAreNumberedInTheirOrder() {
    Vocabulary vocabulary = Vocabulary.of(TOKENS, "EOS", "null");
    assertEquals(TOKENS, vocabulary.tokens());
    assertEquals(4, vocabulary.size());
    assertEquals(1, vocabulary.eos());
    assertEquals(3, vocabulary.pad());
    for (int i = 0; i < TOKENS.size(); i++) {
      assertEquals(i, vocabulary.id(vocabulary.token(i)));
    }
    assertEquals(-1, vocabulary.id("C"));
  }

  @Test
  void equalMeansSameTokensAndSameSpecialOnes() {
    Vocabulary vocabulary = Vocabulary.of(TOKENS, "EOS", "null");
    assertEquals(vocabulary, Vocabulary.of(TOKENS, "EOS", "null"));
    assertEquals(vocabulary.hashCode(), Vocabulary.of(TOKENS, "EOS", "null").hashCode());
    assertNotEquals(vocabulary, Vocabulary.of(TOKENS, "A", "null"));
    assertNotEquals(vocabulary, Vocabulary.of(TOKENS, "EOS", "B"));
    assertNotEquals(vocabulary, Vocabulary.of(List.of("A", "EOS", "C", "null"), "EOS", "null"));
    assertNotEquals(vocabulary, null);
  }

  @Test
  void missingAndDoubleTokensAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Vocabulary.of(TOKENS, "C", "null"));
    assertThrows(IllegalArgumentException.class, () -> Vocabulary.of(TOKENS, "EOS", "C"));
    assertThrows(IllegalArgumentException.class, () -> Vocabulary.of(TOKENS, "EOS", "EOS"));
    assertThrows(IllegalArgumentException.class, () -> Vocabulary.of(List.of("A", "A"), "A", "A"));
  }
}

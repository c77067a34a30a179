package dev.ccl.core.mdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the token MDP says of bad parts, and special tokens in any place of the vocabulary. */
class WordsTest {
  private static final List<String> TOKENS = List.of("A", "EOS", "B", "null");
  private static final Prompt X = Prompt.of("x");

  private static String refusal(Executable call) {
    return assertThrows(RuntimeException.class, call).getMessage();
  }

  @Test
  void whatIsWrongWithAVocabularyIsNamed() {
    assertEquals(
        "vocabulary: token \"B\" appears twice",
        refusal(() -> Vocabulary.of(List.of("A", "B", "EOS", "B", "null"), "EOS", "null")));
    assertEquals(
        "eos: \"C\" is not in the vocabulary", refusal(() -> Vocabulary.of(TOKENS, "C", "D")));
    assertEquals(
        "pad: \"D\" is not in the vocabulary", refusal(() -> Vocabulary.of(TOKENS, "EOS", "D")));
    assertEquals("pad: must differ from eos", refusal(() -> Vocabulary.of(TOKENS, "A", "A")));
    assertEquals("id", refusal(() -> new Prompt(null, "text")));
    assertEquals("text", refusal(() -> new Prompt("id", null)));
  }

  @Test
  void aVocabularyKeepsItsWords() {
    List<String> tokens = new ArrayList<>(TOKENS);
    Vocabulary vocabulary = Vocabulary.of(tokens, "EOS", "null");
    tokens.set(0, "C");
    assertEquals(TOKENS, vocabulary.tokens());
    assertEquals("A", vocabulary.token(0));
    List<String> otherOrder = List.of("B", "EOS", "A", "null");
    assertNotEquals(vocabulary, Vocabulary.of(otherOrder, "EOS", "null"));
  }

  /** Each pair of special tokens: all but the padding until the end, then the padding alone. */
  @Test
  void specialTokensMayStandAnywhere() {
    for (int eos = 0; eos < 4; eos++) {
      for (int pad = 0; pad < 4; pad++) {
        if (eos == pad) {
          continue;
        }
        Vocabulary vocabulary = Vocabulary.of(TOKENS, TOKENS.get(eos), TOKENS.get(pad));
        FeasibilityRule rule = FeasibilityRule.eosPadded(vocabulary);
        List<Integer> open = new ArrayList<>(List.of(0, 1, 2, 3));
        open.remove((Integer) pad);
        int other = open.get(0) == eos ? open.get(1) : open.get(0);
        assertEquals(open, rule.legal(X, ImmutableIntArray.of()).asList());
        assertEquals(open, rule.legal(X, ImmutableIntArray.of(other, other)).asList());
        assertEquals(List.of(pad), rule.legal(X, ImmutableIntArray.of(eos)).asList());
        assertEquals(List.of(pad), rule.legal(X, ImmutableIntArray.of(other, eos, pad)).asList());
      }
    }
  }

  /** One token at first, a choice at the second step, one token again at the third. */
  @Test
  void aChoiceToComeIsNotForced() {
    Vocabulary vocabulary = Vocabulary.of(TOKENS, "EOS", "null");
    TokenMdp mdp =
        TokenMdp.of(
            vocabulary,
            (prompt, prefix) ->
                prefix.length() == 1 ? ImmutableIntArray.of(2, 0) : ImmutableIntArray.of(1),
            3);
    State start = mdp.start(X);
    State second = mdp.append(start, 1);
    State third = mdp.append(second, 0);
    State last = mdp.append(third, 1);
    assertFalse(mdp.isForced(start));
    assertFalse(mdp.isForced(second));
    assertTrue(mdp.isForced(third));
    assertTrue(mdp.isForced(last));
    assertEquals(ImmutableIntArray.of(1, 0, 1), mdp.complete(third));
    assertEquals(ImmutableIntArray.of(1, 0, 1), mdp.complete(last));
    assertEquals("(x, []) has more than one continuation", refusal(() -> mdp.complete(start)));
    assertEquals("token 1 is illegal at (x, [1])", refusal(() -> mdp.append(second, 1)));
    assertEquals("token 0 is illegal at (x, [1, 0, 1])", refusal(() -> mdp.append(last, 0)));
    assertEquals(
        List.of(ImmutableIntArray.of(1, 2, 1), ImmutableIntArray.of(1, 0, 1)), mdp.answers(X));
    assertEquals("horizon: 0 is not at least 1", refusal(() -> TokenMdp.of(vocabulary, null, 0)));
    List<State> visited = new ArrayList<>();
    mdp.forEachState(X, visited::add);
    assertEquals(List.of(start, second, mdp.append(second, 2), third), visited);
    assertEquals(4, last.step());
    assertEquals("", mdp.text(ImmutableIntArray.of()));
    TokenMdp none =
        TokenMdp.of(
            vocabulary,
            (prompt, prefix) -> prefix.isEmpty() ? ImmutableIntArray.of(2) : ImmutableIntArray.of(),
            3);
    assertEquals(
        "the feasibility rule leaves no legal token at (x, [2])",
        refusal(() -> none.append(none.start(X), 2)));
  }
}

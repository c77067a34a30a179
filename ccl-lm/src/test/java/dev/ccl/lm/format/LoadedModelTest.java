package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import dev.ccl.lm.Fresh;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.token.ByteLevelBpe;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Pieces;
import dev.ccl.lm.token.Tokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where the answers of a model end, and what is said of files in one line. */
class LoadedModelTest {
  private static final LanguageModel MODEL = TinyLlama.of(TinyLlama.EVEN, true, 9).model();
  private static final int[] PREFIX = {5, 7};

  /** A chat whose turns end with one of the tokens, and whose texts with another. */
  private static LoadedModel ending(int turn, OptionalInt end) {
    Pieces.Builder pieces = Pieces.builder();
    for (int id = 0; id < 258; id++) {
      if (id < 256) {
        pieces.text(new byte[] {(byte) id});
      } else {
        pieces.control(id == turn ? "<|im_end|>" : "<" + id + ">");
      }
    }
    Tokenizer bytes =
        ByteLevelBpe.of(pieces.build(), List.of(), List.of(), OptionalInt.empty(), end);
    return new LoadedModel(MODEL, bytes, ChatTemplate.of(ChatTemplate.Family.CHAT_ML, ""));
  }

  @Test
  void anyOfSeveralEndsIsTheEnd() {
    int[] free = ending(-1, OptionalInt.empty()).greedy(PREFIX, 8);
    assertEquals(8, free.length);
    assertEquals(-1, Ints.indexOf(free, 257), "a token that is never said");
    for (int last : free) {
      int[] expected = Arrays.copyOf(free, Ints.indexOf(free, last));
      LoadedModel model = ending(257, OptionalInt.of(last));
      assertArrayEquals(new int[] {257, last}, model.template().ends(model.tokenizer()));
      assertArrayEquals(expected, model.greedy(PREFIX, 8));
    }
  }

  /** Whatever a name of a tensor holds, what is said of it is one line. */
  @Test
  void complaintsAreOneLine() {
    String odd = "a\n\r\u0000\u007f\u0085\u009f\u2028\u2029\u00a0é";
    assertEquals(
        "x: a\\u000a\\u000d\\u0000\\u007f\\u0085\\u009f\\u2028\\u2029\u00a0é: rule",
        ModelFormatException.of("x", odd, "rule").getMessage());
  }

  /** An answer is the beginning of any longer one, down to nothing. */
  @Test
  void limitsCutAnswers() {
    LoadedModel model = ending(257, OptionalInt.empty());
    int[] longest = model.greedy(PREFIX, 6);
    IntStream.rangeClosed(0, 6)
        .forEach(
            limit -> assertArrayEquals(Arrays.copyOf(longest, limit), model.greedy(PREFIX, limit)));
    assertArrayEquals(new int[] {5, 7}, PREFIX);
  }

  /** Every token is the likeliest of all that the tokenizer has, behind those before it. */
  @Test
  void theLikeliestTokenIsSaid() {
    int[] answer = ending(257, OptionalInt.empty()).greedy(PREFIX, 8);
    for (int count = 0; count < answer.length; count++) {
      int[] prefix = Ints.concat(PREFIX, Arrays.copyOf(answer, count));
      double[] logs = Arrays.copyOf(MODEL.logProbabilities(prefix), 258);
      assertEquals(Doubles.max(logs), logs[answer[count]], "token " + count);
    }
    assertTrue(Ints.max(answer) > 2 * Fresh.width(MODEL), "not the first few");
  }

  /** A model may have more tokens than its tokenizer, the likeliest among them. */
  @Test
  void whatTheTokenizerLacksIsNeverSaid() {
    TinyLlama tiny = TinyLlama.of(TinyLlama.EVEN, false, 9);
    LoadedModel some = ending(257, OptionalInt.empty());
    int[] before =
        new LoadedModel(tiny.model(), some.tokenizer(), some.template()).greedy(PREFIX, 8);
    double[] hidden = Fresh.hidden(tiny.model(), PREFIX);
    for (int i = 0; i < hidden.length; i++) { // the tokens 258 and 299 are now the likeliest
      tiny.table("output")[258][i] = (float) (9 * hidden[i]);
      tiny.table("output")[299][i] = (float) (9 * hidden[i]);
    }
    int[] after =
        new LoadedModel(tiny.model(), some.tokenizer(), some.template()).greedy(PREFIX, 8);
    assertArrayEquals(before, after);
    assertThrows(IllegalArgumentException.class, () -> some.withThreads(0));
  }
}

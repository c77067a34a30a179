package dev.ccl.lm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.primitives.Ints;
import dev.ccl.lm.LanguageModel.Cursor;
import dev.ccl.lm.TinyLlama;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LlamaCursorTest {
  private static double[] fresh(LlamaModel model, List<Integer> path) {
    Cursor cursor = model.cursor();
    cursor.moveTo(Ints.toArray(path));
    return Bits.answers(model, cursor);
  }

  /** Tokens count as soon as they are pushed, whether anything was asked about them or not. */
  @Test
  void theLengthIsThatOfAllThatWasPushed() {
    LlamaModel model = TinyLlama.of(TinyLlama.EVEN, true, 3).model();
    Cursor cursor = model.cursor();
    cursor.push(10);
    Bits.answers(model, cursor);
    cursor.push(11);
    cursor.push(12);
    assertEquals(3, cursor.length());
    cursor.moveTo(new int[] {10, 14});
    assertEquals(2, cursor.length());
    assertArrayEquals(fresh(model, List.of(10, 14)), Bits.answers(model, cursor));
  }

  /** In whichever order it is asked for its hidden state and its probabilities. */
  @Test
  void anotherTokenInTheSamePlaceHasItsOwnLaw() {
    LlamaModel model = TinyLlama.of(TinyLlama.EVEN, true, 3).model();
    Cursor cursor = model.cursor();
    cursor.moveTo(new int[] {10, 11});
    Bits.answers(model, cursor);
    cursor.pop();
    cursor.push(77);
    cursor.hidden(new double[model.width()]);
    assertArrayEquals(fresh(model, List.of(10, 77)), Bits.answers(model, cursor));
  }

  /** Several tokens wait, some of them are taken back and others come in their place. */
  @Test
  void whatWasNeverAskedAboutIsNotKnown() {
    LlamaModel model = TinyLlama.of(TinyLlama.EVEN, true, 3).model();
    for (int asked = 0; asked <= 4; asked++) {
      for (int popped = 1; popped <= 5; popped++) {
        Cursor walker = model.cursor();
        List<Integer> path = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
          walker.push(10 + k);
          path.add(10 + k);
          if (k + 1 == asked) {
            Bits.answers(model, walker);
          }
        }
        for (int k = 0; k < popped; k++) {
          walker.pop();
          path.remove(path.size() - 1);
        }
        assertArrayEquals(fresh(model, path), Bits.answers(model, walker));
        walker.push(77);
        path.add(77);
        assertArrayEquals(fresh(model, path), Bits.answers(model, walker));
      }
    }
  }
}

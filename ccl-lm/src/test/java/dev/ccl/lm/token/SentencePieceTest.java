package dev.ccl.lm.token;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SentencePieceTest {
  /** A short piece and a long one, in either order, give the longest piece of the vocabulary. */
  @Test
  void piecesOfUnlikeLengthsAreJoined() {
    Pieces.Builder pieces = Pieces.builder();
    IntStream.range(0, 256).forEach(b -> pieces.text(new byte[] {(byte) b}));
    pieces.text("bc").text("bcd").text("abcd").text("bcde");
    double[] scores = new double[260];
    System.arraycopy(new double[] {-1, -2, -3, -4}, 0, scores, 256, 4);
    OptionalInt none = OptionalInt.empty();
    Tokenizer tokenizer =
        SentencePiece.of(pieces.build(), ImmutableDoubleArray.copyOf(scores), none, none);
    assertArrayEquals(new int[] {' ', 258}, tokenizer.encode("abcd"));
    assertArrayEquals(new int[] {' ', 259}, tokenizer.encode("bcde"));
    assertArrayEquals(new int[] {' ', 258, 'e'}, tokenizer.encode("abcde"));
  }
}

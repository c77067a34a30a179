package dev.ccl.lm.format;

import java.util.Arrays;

/**
 * The alphabet in which byte-level vocabularies are written: a printable character per byte. Bytes
 * that print in Latin-1 stand for themselves, the others for the characters from U+0100 on.
 */
final class ByteAlphabet {
  private static final int[] BYTE_OF = new int[0x180];

  static {
    Arrays.fill(BYTE_OF, -1);
    int next = 0x100;
    for (int value = 0; value < 256; value++) {
      boolean prints =
          (value >= '!' && value <= '~') || (value >= 0xa1 && value <= 0xff && value != 0xad);
      BYTE_OF[prints ? value : next++] = value;
    }
  }

  private ByteAlphabet() {}

  /** Returns the bytes of a word; null if it has characters that stand for none. */
  static byte[] bytes(String word) {
    byte[] result = new byte[word.length()];
    for (int i = 0; i < result.length; i++) {
      char c = word.charAt(i);
      if (c >= BYTE_OF.length || BYTE_OF[c] < 0) {
        return null;
      }
      result[i] = (byte) BYTE_OF[c];
    }
    return result;
  }
}

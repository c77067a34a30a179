package dev.ccl.lm.token;

import java.nio.charset.StandardCharsets;

/** Strings of bytes, held as Java strings with one byte per character. */
final class Utf8 {
  private Utf8() {}

  /** Returns the UTF-8 bytes of a text; a surrogate without its partner is read as U+FFFD. */
  static String bytesOf(String text) {
    StringBuilder clean = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        clean = clean == null ? new StringBuilder(text) : clean;
        clean.setCharAt(i, '\ufffd');
      }
    }
    return latin((clean == null ? text : clean.toString()).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the bytes, one per character. */
  static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Returns one byte. */
  static String latin(int value) {
    return String.valueOf((char) value);
  }

  /** Returns the length in bytes of the character that begins with the byte. */
  static int characterLength(char lead) {
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  }

  /** Returns the characters, one per byte. */
  static byte[] array(String latin) {
    return latin.getBytes(StandardCharsets.ISO_8859_1);
  }
}

package dev.ccl.lm.format;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How vocabularies write tokens that stand for single bytes. */
final class PieceNames {
  private static final Pattern SINGLE_BYTE = Pattern.compile("<0x([0-9A-Fa-f]{2})>");

  private PieceNames() {}

  /** Returns the byte that {@code <0x41>} stands for; nothing for other names. */
  static OptionalInt singleByte(String name) {
    Matcher matcher = SINGLE_BYTE.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1), 16))
        : OptionalInt.empty();
  }
}

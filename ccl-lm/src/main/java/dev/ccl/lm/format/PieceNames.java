package dev.ccl.lm.format;

import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the names of tokens say: which stand for single bytes, and which end a text. */
final class PieceNames {
  private static final Pattern SINGLE_BYTE = Pattern.compile("<0x([0-9A-Fa-f]{2})>");

  /** Tokens that end a turn or a text, whatever kind a file says they are of. */
  private static final Set<String> ENDS =
      Set.of(
          "</s>",
          "<|end|>",
          "<|eot_id|>",
          "<|eom_id|>",
          "<|im_end|>",
          "<|endoftext|>",
          "<|end_of_text|>",
          "<end_of_turn>",
          "<end_of_utterance>",
          "<EOT>",
          "_<EOT>");

  private PieceNames() {}

  static boolean ends(String name) {
    return ENDS.contains(name);
  }

  /** Returns the byte that {@code <0x41>} stands for; nothing for other names. */
  static OptionalInt singleByte(String name) {
    Matcher matcher = SINGLE_BYTE.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1), 16))
        : OptionalInt.empty();
  }
}

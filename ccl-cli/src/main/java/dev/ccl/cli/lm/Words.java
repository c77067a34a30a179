package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits options that hold several words. */
final class Words {
  /** A word in double quotes, in which "" is a quote, or one that does not begin with a quote. */
  private static final Pattern LISTED =
      Pattern.compile("\\G\\s*(?:\"((?:[^\"]|\"\")*+)\"\\s*|((?:[^,\"\\s][^,]*)?)),");

  private Words() {}

  /**
   * Splits a command as a shell does, without a shell: words are divided by blanks, '…' keeps all,
   * "…" all but \" and \\, a backslash the character behind it. Nothing else is special.
   */
  static List<String> ofCommand(String option, String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null; // null between words
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
      if (quote == 0 && Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
        continue;
      }
      word = word == null ? new StringBuilder() : word;
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else if (c == '\\' && (quote == 0 || (quote == '"' && (next == '"' || next == '\\')))) {
        checkArgument(next != 0, "%s: nothing is behind the last backslash of %s", option, text);
        word.append(next);
        i++;
      } else {
        word.append(c);
      }
    }
    checkArgument(quote == 0, "%s: a quote (%s) is not closed in %s", option, quote, text);
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  /** Splits at commas; blanks around a word count in double quotes only. */
  static List<String> ofList(String option, String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = LISTED.matcher(text + ",");
    int end = 0;
    for (; matcher.find(); end = matcher.end()) {
      String quoted = matcher.group(1);
      words.add(quoted == null ? matcher.group(2).strip() : quoted.replace("\"\"", "\""));
    }
    checkArgument(
        end > text.length(), "%s: a quote is not closed where its answer ends: %s", option, text);
    return words;
  }
}

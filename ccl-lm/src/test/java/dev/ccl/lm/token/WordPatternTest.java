package dev.ccl.lm.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns that cut words: what the platform's find, in bounded work. */
class WordPatternTest {
  private static List<String> words(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS).matcher(text);
    List<String> words = new ArrayList<>();
    int from = 0;
    while (matcher.find()) {
      words.add(text.substring(from, matcher.start()));
      words.add(matcher.group());
      from = matcher.end();
    }
    words.add(text.substring(from));
    words.removeIf(String::isEmpty);
    return words;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "ab|a",
        "a|ab",
        "(a|ab)(c|bcd)?",
        "a*?b",
        "a{2,3}",
        "(?:ab){2,}",
        "a{2}",
        "[ab]+(?=c)",
        "[^a]+(?!b)",
        "\\s+(?!\\S)|\\s+",
        "(?i:'s|'ll)|\\p{Lu}\\p{Ll}*",
        "[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++| ?[^\\s\\p{L}]++",
        "\\w+|\\W",
        "[a-c\\d]+|[^\\s]",
        "(a*)*b",
        "(a|b|ab)*c",
        ".b.",
        "[\\p{P}$+<=>^~|]+",
        "\\x61|\\u0062|\\x{63}",
        "(?=[\\p{L}])[^a-z]|d"
      })
  void thePlatformFindsTheSame(String pattern) {
    WordPattern ours = WordPattern.of(pattern);
    Random random = new Random(8);
    String letters = "aaabbcdABxX 1 \n'sl.$\u00e9\u7b49\u0301\ud83d\ude00";
    for (int round = 0; round < 400; round++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(20); length > 0; length--) {
        int at = random.nextInt(letters.length() - 1);
        text.append(at == letters.length() - 2 ? "\ud83d\ude00" : letters.substring(at, at + 1));
      }
      assertEquals(words(pattern, text.toString()), ours.words(text.toString()), text.toString());
    }
  }

  /** Each of these takes more steps than there are atoms where matching tries everything. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(.*a){25}b",
        "(?:a|b)*c",
        "(a*)*b",
        "(a|a)*b",
        "(a+)+$b",
        "(?=(a+)+b)a",
        "(?!(?:a|a)*b)c",
        ".*X|.",
        "(?=.*X)a|b",
        "a++b|a++c"
      })
  void noPatternTakesMoreThanItsLengthTimesThatOfTheText(String pattern) {
    String text = "x".repeat(40) + " " + "a".repeat(20_000) + "!";
    WordPattern compiled = WordPattern.of(pattern);
    assertEquals(text, String.join("", compiled.words(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a",
        "a)",
        "[a",
        "*a",
        "a\\",
        "(?<=a)b",
        "(?<!a)b",
        "(a)\\1",
        "(?<n>a)",
        "\\p{Klingon}",
        "\\p{",
        "\\q",
        "a{3,2}",
        "a{1,9999}",
        "((a{900}){900}){900}",
        "(?i)a",
        "[z-a]",
        "[a&&b]",
        "[[:alpha:]]",
        "(ab)++",
        "\\x{110000000}",
        "\\uZZZZ"
      })
  void whatCannotBeRunIsSaid(String pattern) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> WordPattern.of(pattern)).getMessage();
    assertTrue(message.contains("pattern"), message);
    assertEquals(1, message.lines().count());
  }

  @Test
  void deepAndLongPatternsAreRefused() {
    for (String pattern :
        List.of(
            "(".repeat(5_000) + ")".repeat(2_000),
            "[".repeat(4_000),
            "a?".repeat(3_000),
            "a" + "*".repeat(3_000),
            "a".repeat(9_000))) {
      assertThrows(IllegalArgumentException.class, () -> WordPattern.of(pattern));
    }
  }
}

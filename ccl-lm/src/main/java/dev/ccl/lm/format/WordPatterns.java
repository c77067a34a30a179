package dev.ccl.lm.format;

import java.util.regex.Pattern;

/** The patterns by which byte-level tokenizers cut text into words. */
final class WordPatterns {
  /** Contractions, words, numbers and signs with the space before them, and other white space. */
  static final Pattern GPT2 =
      of("'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+");

  /** The same with numbers of up to three digits, and with line ends apart. */
  static final Pattern LLAMA3 =
      of(
          "(?i:'(?:[sdmt]|ll|ve|re))|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}"
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");

  private WordPatterns() {}

  /** Returns a pattern in which white space is that of Unicode. */
  static Pattern of(String pattern) {
    return Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS);
  }
}

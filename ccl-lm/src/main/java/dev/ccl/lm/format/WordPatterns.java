package dev.ccl.lm.format;

import dev.ccl.lm.token.WordPattern;
import java.util.List;

/**
 * The patterns by which byte-level tokenizers cut text into words, by their names in GGUF files.
 */
final class WordPatterns {
  private static final String WORDS_OF_GPT2 =
      "'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

  /** Contractions, words, numbers and signs with the space before them, and other white space. */
  static final WordPattern GPT2 = WordPattern.of(WORDS_OF_GPT2);

  private static final String LATIN_GREEK_AND_LIKE =
      "A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅ"
          + "ὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⲲⲳ"
          + "Ꙁ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-ﬆﬓ-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃";

  private WordPatterns() {}

  /** Returns the patterns of a name, which cut one after another; null if it is unknown. */
  static List<WordPattern> named(String name) {
    return switch (name) {
      case "gpt-2", "mpt", "olmo", "jais", "trillion", "granite-docling", "phi-2", "roberta-bpe" ->
          List.of(GPT2);
      case "default" -> all("[\\p{P}$+<=>^~|]+", WORDS_OF_GPT2, "\\p{N}+", "[0-9][0-9][0-9]");
      case "falcon" -> all("[\\p{P}$+<=>^~|`]+", WORDS_OF_GPT2, "[0-9][0-9][0-9]");
      case "starcoder", "refact", "command-r", "smollm", "codeshell", "exaone", "minerva-7b" ->
          all("\\p{N}", WORDS_OF_GPT2);
      case "llama-bpe", "llama3", "llama-v3", "falcon3", "pixtral", "smaug-bpe", "dbrx" ->
          List.of(numbersOf("\\p{N}{1,3}"));
      case "qwen2", "stablelm2", "deepseek-r1-qwen", "megrez" -> List.of(numbersOf("\\p{N}"));
      case "tekken" -> List.of(byCase("\\p{N}", ""));
      case "gpt-4o", "llama4" -> List.of(byCase("\\p{N}{1,3}", "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"));
      case "deepseek-llm" ->
          all(
              "[\\r\\n]",
              "\\s?[" + LATIN_GREEK_AND_LIKE + "]+",
              "\\s?[!-/:-~！-／：-～‘-‟\u3000-。]+",
              "\\s+$",
              "[一-龥ࠀ-一가-퟿]+",
              "\\p{N}+");
      case "deepseek-coder" ->
          all("[\\r\\n]", "\\s?\\p{L}+", "\\s?\\p{P}+", "[一-龥ࠀ-一가-퟿]+", "\\p{N}");
      case "deepseek-v3" ->
          all(
              "\\p{N}{1,3}",
              "[一-龥\u3040-ゟ゠-ヿ]+",
              "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
                  + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
                  + "| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");
      default -> null;
    };
  }

  /** Whether tokenizers of a name take words that are tokens as they are. */
  static boolean takesWholeWords(String name) {
    return switch (name) {
      case "llama-bpe", "llama3", "llama-v3", "falcon3", "pixtral", "tekken" -> true;
      default -> false;
    };
  }

  private static List<WordPattern> all(String... patterns) {
    return List.of(patterns).stream().map(WordPattern::of).toList();
  }

  /** Words with one sign before them, numbers by themselves, and line ends apart. */
  private static WordPattern numbersOf(String digits) {
    return WordPattern.of(
        "(?i:'(?:[sdmt]|ll|ve|re))|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|"
            + digits
            + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");
  }

  /** The same, where words also end before a capital letter. */
  private static WordPattern byCase(String digits, String ending) {
    String front = "[^\\r\\n\\p{L}\\p{N}]?";
    String upper = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
    String lower = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";
    return WordPattern.of(
        front
            + upper
            + "*"
            + lower
            + "+"
            + ending
            + "|"
            + front
            + upper
            + "+"
            + lower
            + "*"
            + ending
            + "|"
            + digits
            + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+");
  }
}

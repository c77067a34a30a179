package dev.ccl.algorithms;

import com.google.common.base.Ascii;
import java.util.Optional;

/**
 * A replaceable part of an algorithm: an immutable value whose {@code toString} is the text by
 * which settings name it.
 */
public interface Part {
  /**
   * Returns what may be written for this part and its relatives, for messages and help.
   *
   * @return the text itself, or a description such as {@code "momentum:c"}
   */
  default String form() {
    return toString();
  }

  /**
   * Reads a text. A part with numbers of its own answers to many texts.
   *
   * @param text what follows the equals sign
   * @return the part of that text; empty if it is not a text of this part
   * @throws IllegalArgumentException if the text begins like one of this part and is wrong
   */
  default Optional<Part> read(String text) {
    return text.equals(toString()) ? Optional.of(this) : Optional.empty();
  }

  /**
   * Returns the word by which a constant is written.
   *
   * @param constant the constant of an enumeration
   * @return its name in lower case with hyphens
   */
  static String word(Enum<?> constant) {
    return Ascii.toLowerCase(constant.name()).replace('_', '-');
  }
}

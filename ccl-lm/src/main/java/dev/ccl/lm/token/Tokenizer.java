package dev.ccl.lm.token;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** The tokens of a model, as pieces of UTF-8 text and control tokens. Immutable. */
public interface Tokenizer {
  /** {@return the number of token ids: ids are 0 … this − 1} */
  int vocabulary();

  /**
   * Spells a text. Control tokens never come out, whatever the text contains, and {@link #decode}
   * gives the text back; a surrogate without its partner is read as U+FFFD.
   *
   * @param text any text
   * @return its tokens
   */
  int[] encode(String text);

  /**
   * Spells a text that continues another, so that nothing is put in front of it.
   *
   * @param text any text
   * @return its tokens, whose {@link #continuation} is the text
   */
  default int[] encodeContinuation(String text) {
    return encode(text);
  }

  /**
   * Returns the text of which the tokens are the spelling; bytes that are no UTF-8 come out as
   * U+FFFD, control tokens as nothing.
   *
   * @param ids the tokens of a whole text; read
   * @return the text
   */
  String decode(int... ids);

  /**
   * Returns the bytes that a token adds behind others, a fresh copy. They may be a part of a
   * character only.
   *
   * @param id a token
   * @return its bytes, none for a control token
   */
  byte[] bytes(int id);

  /**
   * Looks a control token up.
   *
   * @param name such as {@code <|im_end|>}
   * @return its id, if the model has a control token of this name
   */
  OptionalInt control(String name);

  /** {@return the token with which every text begins: its id, if the model wants one} */
  OptionalInt begin();

  /** {@return the token that ends an answer: its id, if the model has one} */
  OptionalInt end();

  /**
   * Returns the text that the tokens add behind others, as {@link #decode} does for a beginning.
   *
   * @param ids tokens; read
   * @return their text
   */
  default String continuation(int... ids) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int id : ids) {
      bytes.writeBytes(bytes(id));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

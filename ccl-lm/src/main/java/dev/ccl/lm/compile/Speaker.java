package dev.ccl.lm.compile;

import dev.ccl.lm.LanguageModel;

/** A model with what stands between its token ids and text. */
public interface Speaker {
  /**
   * Returns the model.
   *
   * @return next-token laws and hidden states
   */
  LanguageModel model();

  /**
   * Returns a digest of everything that the text side depends on: vocabulary, merges, template.
   *
   * @return a SHA-256 in hexadecimal digits
   */
  String digest();

  /**
   * Returns the tokens with which the model begins to answer a question.
   *
   * @param question what it is asked
   * @return the question in the form that the model knows, up to the place of its answer
   */
  int[] ask(String question);

  /**
   * Returns the tokens of a text that stands in an answer.
   *
   * @param text not empty
   * @return ids
   */
  int[] tokens(String text);

  /**
   * Returns the text of a token.
   *
   * @param id the token
   * @return its text; what is no whole character is shown in some way
   */
  String text(int id);

  /**
   * Returns the token that ends an answer.
   *
   * @return its id
   */
  int end();
}

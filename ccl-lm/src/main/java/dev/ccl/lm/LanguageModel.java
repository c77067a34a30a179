package dev.ccl.lm;

import java.util.List;

/**
 * An autoregressive language model on token ids: the law of the next token after a prefix, and the
 * hidden state from which it is made. Whoever has a model elsewhere (another runtime, a remote
 * service) implements this interface and nothing else.
 *
 * <p>A model is immutable and may be shared between threads; a {@link Cursor} belongs to one.
 */
public interface LanguageModel {
  /** {@return the number of token ids: ids are 0 … this − 1} */
  int vocabulary();

  /** {@return the size of a hidden state} */
  int width();

  /**
   * {@return a digest of everything that the numbers of the model depend on; a SHA-256 in
   * hexadecimal digits}
   */
  String digest();

  /**
   * Returns the largest number of tokens of a prefix.
   *
   * @return the context; where there is no limit, {@link Integer#MAX_VALUE}
   */
  default int context() {
    return Integer.MAX_VALUE;
  }

  /**
   * Copies the output embedding of a token: its next-token logit is the inner product with the
   * hidden state, or an increasing function of it.
   *
   * @param id the token
   * @param out overwritten, {@link #width} numbers
   */
  void embedding(int id, double[] out);

  /**
   * Starts at the empty prefix.
   *
   * @return a cursor for the use of one thread
   */
  Cursor cursor();

  /**
   * Evaluates many prefixes. The default walks them one after another on one cursor and keeps what
   * a prefix shares with the one before, so sorted prefixes cost least; a model that answers many
   * prefixes at once overrides it. The answers do not depend on their order or on their number.
   *
   * @param prefixes not empty each
   * @param reader called once per prefix, in order, with the cursor after that prefix
   */
  default void forEach(List<int[]> prefixes, Reader reader) {
    Cursor cursor = cursor();
    for (int i = 0; i < prefixes.size(); i++) {
      cursor.moveTo(prefixes.get(i));
      reader.read(i, cursor);
    }
  }

  /**
   * Starts a tree of prefixes. The default puts each prefix to {@link #forEach} in full; a model
   * that can keep its work between two calls overrides it.
   *
   * @return a tree for the use of one thread
   */
  default PrefixTree tree() {
    return PrefixTree.replayed(this);
  }

  /** A place in the tree of prefixes. */
  interface Cursor {
    /**
     * Returns the length of the prefix.
     *
     * @return the number of tokens pushed and not popped
     */
    int length();

    /**
     * Returns a token of the prefix.
     *
     * @param position below {@link #length}
     * @return its id
     */
    int token(int position);

    /**
     * Appends a token.
     *
     * @param id the token
     */
    void push(int id);

    /** Takes the last token away; what was known of the shorter prefix is known still. */
    void pop();

    /**
     * Moves to another prefix by popping down to what it shares with this one and pushing the rest.
     *
     * @param prefix the new prefix; read
     */
    default void moveTo(int[] prefix) {
      int shared = 0;
      while (shared < prefix.length && shared < length() && token(shared) == prefix[shared]) {
        shared++;
      }
      while (length() > shared) {
        pop();
      }
      for (int i = shared; i < prefix.length; i++) {
        push(prefix[i]);
      }
    }

    /**
     * Computes log-probabilities of the next token, normalised over the whole vocabulary.
     *
     * @param ids the tokens that are asked for; read
     * @param out overwritten: {@code out[k]} is log p(ids[k] | prefix)
     */
    void logProbabilities(int[] ids, double[] out);

    /**
     * Copies the hidden state after the last token of the prefix, as the output layer sees it.
     *
     * @param out overwritten, {@link LanguageModel#width} numbers
     */
    void hidden(double[] out);
  }

  /** Receives the answers of {@link #forEach}. */
  @FunctionalInterface
  interface Reader {
    /**
     * Reads one answer.
     *
     * @param index the place of the prefix in the list
     * @param at a cursor after that prefix; valid during the call, not to be moved
     */
    void read(int index, Cursor at);
  }
}

package dev.ccl.lm;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * An autoregressive language model on token ids: the law of the next token after a prefix. A model
 * elsewhere (another runtime, a server) implements {@link #vocabulary}, {@link #digest} and {@link
 * #read}; one that also shows hidden states and embeddings has a {@link #representation}.
 *
 * <p>A model is immutable and may be shared between threads.
 */
public interface LanguageModel {
  /** {@return the number of token ids: ids are 0 … this − 1} */
  int vocabulary();

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
   * Evaluates prefixes. The answers do not depend on their order or on their number.
   *
   * @param prefixes not empty each
   * @param reader called once per prefix, in order
   */
  void read(List<int[]> prefixes, Reader reader);

  /**
   * Starts a growing tree of prefixes. The default puts each prefix to {@link #read} in full; a
   * model that can keep its work between two calls overrides it.
   *
   * @return a tree for the use of one thread
   */
  default PrefixTree tree() {
    return PrefixTree.replayed(this);
  }

  /** {@return the hidden states and embeddings, if the model shows them} */
  default Optional<Representation> representation() {
    return Optional.empty();
  }

  /**
   * Evaluates one prefix.
   *
   * @param prefix not empty; read
   * @return the log-probability of every token after it, a fresh array
   */
  default double[] logProbabilities(int... prefix) {
    double[] out = new double[vocabulary()];
    int[] all = IntStream.range(0, out.length).toArray();
    read(List.of(prefix), (i, at) -> at.logProbabilities(all, out));
    return out;
  }

  /** The vectors from which a model makes its probabilities. */
  interface Representation {
    /** {@return the size of a hidden state} */
    int width();

    /**
     * Copies the output embedding of a token: its next-token logit is the inner product with the
     * hidden state, or an increasing function of it.
     *
     * @param id the token
     * @param out overwritten, {@link #width} numbers
     */
    void embedding(int id, double[] out);
  }

  /** The evaluation of one prefix, valid while its reader is called. */
  interface Evaluation {
    /**
     * Copies log-probabilities of the next token, normalised over the whole vocabulary.
     *
     * @param ids the wanted tokens; read
     * @param out overwritten: {@code out[k]} is log p(ids[k] | prefix)
     */
    void logProbabilities(int[] ids, double[] out);

    /**
     * Copies the hidden state after the last token, as the output layer sees it.
     *
     * @param out overwritten, {@link Representation#width} numbers
     * @throws UnsupportedOperationException if the model has no {@link #representation}
     */
    default void hidden(double[] out) {
      throw new UnsupportedOperationException("this model shows no hidden states");
    }
  }

  /** Receives evaluations. */
  @FunctionalInterface
  interface Reader {
    /**
     * Reads one evaluation.
     *
     * @param index the place of the prefix in the list
     * @param at the evaluation, valid during the call
     */
    void read(int index, Evaluation at);
  }
}

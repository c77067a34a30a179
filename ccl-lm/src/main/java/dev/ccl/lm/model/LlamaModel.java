package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import java.util.List;
import java.util.Optional;

/**
 * A Llama-type model: norms by root mean square, positions as rotations, grouped attention and a
 * gated layer. {@link #read} takes each distinct prefix of its list through the model once, many at
 * a time and on several threads if asked to, with the bits of one after another.
 */
public final class LlamaModel implements LanguageModel, LanguageModel.Representation {
  /** Numbers that the evaluations of one group of prefixes may take: 32 MB per thread. */
  private static final long GROUP = 1L << 23;

  private final LlamaWeights weights;
  private final int threads;
  private final Supplier<String> digest;

  private LlamaModel(LlamaWeights weights, int threads, Supplier<String> digest) {
    this.weights = weights;
    this.threads = threads;
    this.digest = digest;
  }

  /**
   * Creates a model that uses one thread.
   *
   * @param weights its numbers
   * @return the model
   */
  public static LlamaModel of(LlamaWeights weights) {
    return new LlamaModel(weights, 1, Suppliers.memoize(weights::digest));
  }

  /**
   * Returns the same model with another number of threads.
   *
   * @param count at least 1
   * @return the model, with the same answers
   */
  public LlamaModel withThreads(int count) {
    checkArgument(count >= 1, "threads: %s is not at least 1", count);
    return new LlamaModel(weights, count, digest);
  }

  /** {@return the sizes of the model, the shape} */
  public LlamaShape shape() {
    return weights.shape();
  }

  LlamaWeights weights() {
    return weights;
  }

  @Override
  public int vocabulary() {
    return shape().vocabulary();
  }

  @Override
  public int width() {
    return shape().width();
  }

  @Override
  public String digest() {
    return digest.get();
  }

  @Override
  public int context() {
    return shape().context();
  }

  @Override
  public void embedding(int id, double[] out) {
    checkToken(id, shape());
    float[] row = new float[width()];
    weights.output().weights(id, row);
    for (int i = 0; i < row.length; i++) {
      out[i] = row[i];
    }
  }

  @Override
  public Optional<Representation> representation() {
    return Optional.of(this);
  }

  @Override
  public void read(List<int[]> prefixes, Reader reader) {
    PrefixTree tree = tree();
    int[] nodes = new int[prefixes.size()];
    for (int i = 0; i < nodes.length; i++) {
      checkArgument(prefixes.get(i).length > 0, "a prefix is empty");
      checkLength(prefixes.get(i).length, shape());
      nodes[i] = tree.add(PrefixTree.EMPTY, prefixes.get(i));
    }
    tree.read(nodes, reader);
  }

  /** Returns how many prefixes are evaluated before their evaluations are read. */
  static int groupSize(LlamaShape shape, int threads) {
    return (int) Math.max(Forward.COLUMNS, threads * GROUP / (shape.vocabulary() + shape.width()));
  }

  /**
   * {@inheritDoc} Keys and values of known prefixes are kept while they fit into a quarter of the
   * memory of the process; beyond that all are forgotten and computed again where they are needed,
   * with the same bits.
   */
  @Override
  public PrefixTree tree() {
    long memory = Runtime.getRuntime().maxMemory() / 4;
    return new LlamaTree(weights, threads, KeyValues.slots(shape(), memory));
  }

  static void checkToken(int id, LlamaShape shape) {
    checkArgument(
        id >= 0 && id < shape.vocabulary(),
        "token %s is not below the vocabulary of %s",
        id,
        shape.vocabulary());
  }

  static void checkLength(int length, LlamaShape shape) {
    checkArgument(
        length <= shape.context(),
        "a prefix of %s tokens is longer than the context of %s",
        length,
        shape.context());
  }
}

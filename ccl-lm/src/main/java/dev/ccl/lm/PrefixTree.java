package dev.ccl.lm;

import static com.google.common.base.Preconditions.checkElementIndex;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A growing tree of prefixes with cached keys and values: extending a known prefix costs one token.
 * Nodes are numbered in the order in which they are added; evaluations do not depend on it. A tree
 * belongs to one thread.
 */
public abstract class PrefixTree {
  /** The empty prefix, which has no evaluation. */
  public static final int EMPTY = -1;

  private final Map<Long, Integer> places = new HashMap<>(); // (parent, token) to node
  private int[] parents = new int[64];
  private int[] tokens = new int[64];
  private int[] lengths = new int[64];
  private int size;

  /** Begins with the empty prefix. */
  protected PrefixTree() {}

  /**
   * Returns a tree without a cache: each prefix is put to the model in full.
   *
   * @param model the model
   * @return the tree
   */
  static PrefixTree replayed(LanguageModel model) {
    return new PrefixTree() {
      @Override
      public void read(int[] nodes, LanguageModel.Reader reader) {
        model.read(Arrays.stream(nodes).mapToObj(this::prefix).toList(), reader);
      }
    };
  }

  /**
   * Adds tokens behind a prefix, as far as they are not there.
   *
   * @param node a node, or {@link #EMPTY}
   * @param ids the tokens; read
   * @return the node of the longer prefix
   */
  public final int add(int node, int... ids) {
    int at = node;
    for (int id : ids) {
      long key = (long) (at + 1) << 32 | id;
      Integer known = places.get(key);
      if (known == null) {
        known = append(at, id);
        places.put(key, known);
      }
      at = known;
    }
    return at;
  }

  private int append(int parent, int token) {
    if (size == parents.length) {
      parents = Arrays.copyOf(parents, 2 * size);
      tokens = Arrays.copyOf(tokens, 2 * size);
      lengths = Arrays.copyOf(lengths, 2 * size);
    }
    parents[size] = parent;
    tokens[size] = token;
    lengths[size] = parent == EMPTY ? 1 : lengths[parent] + 1;
    return size++;
  }

  /**
   * Evaluates many prefixes at once.
   *
   * @param nodes the prefixes
   * @param reader called once per prefix, in order
   */
  public abstract void read(int[] nodes, LanguageModel.Reader reader);

  /** {@return the number of prefixes: nodes are 0 … this − 1} */
  public final int size() {
    return size;
  }

  /**
   * Returns the prefix without its last token.
   *
   * @param node a node
   * @return a smaller node, or {@link #EMPTY}
   */
  protected final int parent(int node) {
    return parents[checkElementIndex(node, size)];
  }

  /**
   * Returns the last token of a prefix.
   *
   * @param node a node
   * @return its id
   */
  protected final int token(int node) {
    return tokens[checkElementIndex(node, size)];
  }

  /**
   * Returns the length of a prefix.
   *
   * @param node a node
   * @return the number of its tokens
   */
  protected final int length(int node) {
    return lengths[checkElementIndex(node, size)];
  }

  /**
   * Spells a prefix out.
   *
   * @param node a node
   * @return its tokens, a fresh array
   */
  public final int[] prefix(int node) {
    int[] prefix = new int[length(node)];
    for (int at = node; at != EMPTY; at = parent(at)) {
      prefix[length(at) - 1] = token(at);
    }
    return prefix;
  }
}

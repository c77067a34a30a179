package dev.ccl.lm.token;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A vocabulary: which bytes each token stands for, which tokens are control tokens, and which stand
 * for a single byte that no other token covers. Immutable.
 */
public final class Pieces {
  private final List<String> bytes; // one byte per character
  private final Map<String, Integer> text;
  private final Map<String, Integer> controls;
  private final int[] fallback; // of each byte: its token, or -1
  private final int longest;
  private final Map<Long, Integer> defined; // a tree: from a node by a character to a node
  private final Map<Integer, Integer> definedAt; // the tokens at its nodes

  private Pieces(Builder builder) {
    this.bytes = Collections.unmodifiableList(new ArrayList<>(builder.bytes));
    this.text = Map.copyOf(builder.text);
    this.controls = Map.copyOf(builder.controls);
    this.fallback = builder.fallback.clone();
    this.defined = Map.copyOf(builder.defined);
    this.definedAt = Map.copyOf(builder.definedAt);
    this.longest = text.keySet().stream().mapToInt(String::length).max().orElse(0);
  }

  /**
   * Starts an empty vocabulary.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  int size() {
    return bytes.size();
  }

  /** Returns what a token stands for, one byte per character; nothing for a control token. */
  String bytes(int id) {
    return bytes.get(id);
  }

  /** Returns the token that stands for the bytes; -1 if there is none. */
  int find(String latin) {
    return latin.length() > longest ? -1 : text.getOrDefault(latin, -1);
  }

  /** Returns the token for a byte that nothing else covers; -1 if there is none. */
  int fallback(int value) {
    return fallback[value];
  }

  /** Returns the length of the longest piece in bytes. */
  int longest() {
    return longest;
  }

  /** A part of a text: a token that is cut out of any text, or words without any. */
  record Fragment(int token, String words) {}

  /** Cuts the tokens out that are cut out of any text: the first, of several there the longest. */
  List<Fragment> fragments(String whole) {
    List<Fragment> result = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < whole.length() && !definedAt.isEmpty(); ) {
      int end = at;
      int token = -1;
      int node = 0;
      for (int i = at; i < whole.length() && node >= 0; i++) {
        node = defined.getOrDefault(branch(node, whole.charAt(i)), -1);
        if (definedAt.containsKey(node)) {
          token = definedAt.get(node);
          end = i + 1;
        }
      }
      if (token >= 0) {
        if (at > from) {
          result.add(new Fragment(-1, whole.substring(from, at)));
        }
        result.add(new Fragment(token, ""));
        from = end;
      }
      at = Math.max(end, at + 1);
    }
    if (from < whole.length()) {
      result.add(new Fragment(-1, whole.substring(from)));
    }
    return result;
  }

  private static long branch(int node, char next) {
    return (long) node << 16 | next;
  }

  OptionalInt control(String name) {
    Integer id = controls.get(name);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  /** Collects the tokens of a vocabulary in the order of their ids. */
  public static final class Builder {
    private final List<String> bytes = new ArrayList<>();
    private final Map<String, Integer> text = new HashMap<>();
    private final Map<String, Integer> controls = new HashMap<>();
    private final int[] fallback = new int[256];
    private final Map<Long, Integer> defined = new HashMap<>();
    private final Map<Integer, Integer> definedAt = new HashMap<>();

    private Builder() {
      Arrays.fill(fallback, -1);
    }

    /**
     * Returns the id that the next token gets.
     *
     * @return the number of tokens so far
     */
    public int size() {
      return bytes.size();
    }

    /**
     * Adds a piece of text. Of two pieces with the same bytes the first is found in texts.
     *
     * @param piece its bytes; read
     * @return this
     */
    public Builder text(byte[] piece) {
      String latin = Utf8.latin(piece);
      if (!latin.isEmpty()) {
        text.putIfAbsent(latin, bytes.size());
      }
      bytes.add(latin);
      return this;
    }

    /**
     * Adds a piece of text.
     *
     * @param piece the text
     * @return this
     */
    public Builder text(String piece) {
      return text(piece.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds a piece of text that is cut out of every text before anything else is.
     *
     * @param piece the text
     * @return this
     */
    public Builder defined(String piece) {
      int node = 0;
      for (int i = 0; i < piece.length(); i++) {
        int fresh = defined.size() + 1;
        Integer known = defined.putIfAbsent(branch(node, piece.charAt(i)), fresh);
        node = known == null ? fresh : known;
      }
      if (node > 0) {
        definedAt.putIfAbsent(node, bytes.size());
      }
      return text(piece);
    }

    /**
     * Adds a control token, which stands for no bytes.
     *
     * @param name by which {@link Tokenizer#control} finds it
     * @return this
     */
    public Builder control(String name) {
      controls.putIfAbsent(name, bytes.size());
      bytes.add("");
      return this;
    }

    /**
     * Adds the token of a byte that no piece of text covers.
     *
     * @param value the byte, 0 … 255
     * @return this
     */
    public Builder singleByte(int value) {
      checkArgument(value >= 0 && value < 256, "a byte is 0 to 255: %s", value);
      fallback[value] = bytes.size();
      bytes.add(String.valueOf((char) value));
      return this;
    }

    /**
     * Ends the collection.
     *
     * @return the vocabulary
     */
    public Pieces build() {
      return new Pieces(this);
    }
  }
}

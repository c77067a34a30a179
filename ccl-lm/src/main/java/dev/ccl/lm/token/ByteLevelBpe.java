package dev.ccl.lm.token;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Byte pair encoding on bytes: a pattern cuts the text into words, each word begins as its bytes,
 * and the pair of neighbours that is first in the list of merges is joined.
 */
public final class ByteLevelBpe implements Tokenizer {
  private final Pieces pieces;
  private final Map<Long, Merger.Join> merges;
  private final List<Pattern> cuts;
  private final OptionalInt begin;
  private final OptionalInt end;

  private ByteLevelBpe(
      Pieces pieces,
      Map<Long, Merger.Join> merges,
      List<Pattern> cuts,
      OptionalInt begin,
      OptionalInt end) {
    this.pieces = pieces;
    this.merges = merges;
    this.cuts = cuts;
    this.begin = begin;
    this.end = end;
  }

  /**
   * Creates a tokenizer.
   *
   * @param pieces the vocabulary; every byte needs a token
   * @param merges pairs of byte strings, the first joined first; each part and each whole a token
   * @param cuts patterns whose matches, and what lies between them, are cut out of the text one
   *     pattern after another
   * @param begin the token at the beginning of every text
   * @param end the token that ends an answer
   * @return the tokenizer
   */
  public static ByteLevelBpe of(
      Pieces pieces, List<Merge> merges, List<Pattern> cuts, OptionalInt begin, OptionalInt end) {
    for (int value = 0; value < 256; value++) {
      checkArgument(
          pieces.find(Utf8.latin(value)) >= 0,
          "no token stands for the byte 0x%s",
          Integer.toHexString(value));
    }
    Map<Long, Merger.Join> table = new HashMap<>();
    for (int rank = 0; rank < merges.size(); rank++) {
      Merge merge = merges.get(rank);
      int left = pieces.find(merge.left);
      int right = pieces.find(merge.right);
      int whole = pieces.find(merge.left + merge.right);
      checkArgument(
          left >= 0 && right >= 0 && whole >= 0,
          "merge %s joins what is no token, or into what is none",
          rank);
      table.putIfAbsent(key(left, right), new Merger.Join(whole, rank));
    }
    return new ByteLevelBpe(pieces, Map.copyOf(table), List.copyOf(cuts), begin, end);
  }

  /** Two byte strings that are joined. */
  public static final class Merge {
    private final String left;
    private final String right;

    private Merge(String left, String right) {
      this.left = left;
      this.right = right;
    }

    /**
     * Creates a pair.
     *
     * @param left the bytes of the first; read
     * @param right the bytes of the second; read
     * @return the pair
     */
    public static Merge of(byte[] left, byte[] right) {
      return new Merge(Utf8.latin(left), Utf8.latin(right));
    }
  }

  private static long key(int left, int right) {
    return ((long) left << 32) | right;
  }

  @Override
  public int vocabulary() {
    return pieces.size();
  }

  @Override
  public int[] encode(String text) {
    List<String> words = List.of(text);
    for (Pattern cut : cuts) {
      List<String> finer = new ArrayList<>();
      words.forEach(word -> cut(word, cut, finer));
      words = finer;
    }
    return words.stream().flatMapToInt(word -> IntStream.of(spell(word))).toArray();
  }

  private static void cut(String text, Pattern pattern, List<String> words) {
    Matcher matcher = pattern.matcher(text);
    int from = 0;
    while (matcher.find()) {
      if (matcher.start() > from) {
        words.add(text.substring(from, matcher.start()));
      }
      if (matcher.end() > matcher.start()) {
        words.add(matcher.group());
      }
      from = matcher.end();
    }
    if (from < text.length()) {
      words.add(text.substring(from));
    }
  }

  private int[] spell(String word) {
    int[] tokens = Utf8.bytesOf(word).chars().map(b -> pieces.find(Utf8.latin(b))).toArray();
    return Merger.merge(tokens, (left, right) -> merges.get(key(left, right)));
  }

  @Override
  public String decode(int... ids) {
    return continuation(ids);
  }

  @Override
  public byte[] bytes(int id) {
    return Utf8.array(pieces.bytes(id));
  }

  @Override
  public OptionalInt control(String name) {
    return pieces.control(name);
  }

  @Override
  public OptionalInt begin() {
    return begin;
  }

  @Override
  public OptionalInt end() {
    return end;
  }
}

package dev.ccl.lm.token;

import static com.google.common.base.Preconditions.checkArgument;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Byte pair encoding on bytes: a pattern cuts the text into words, each word begins as its bytes,
 * and the pair of neighbours that is first in the list of merges is joined.
 */
public final class ByteLevelBpe implements Tokenizer {
  private final Pieces pieces;
  private final Map<Long, Merger.Join> merges;
  private final List<WordPattern> cuts;
  private final OptionalInt begin;
  private final OptionalInt end;
  private final boolean wholeWords;
  private final boolean composing;

  private ByteLevelBpe(
      Pieces pieces,
      Map<Long, Merger.Join> merges,
      List<WordPattern> cuts,
      OptionalInt begin,
      OptionalInt end,
      boolean wholeWords,
      boolean composing) {
    this.pieces = pieces;
    this.merges = merges;
    this.cuts = cuts;
    this.begin = begin;
    this.end = end;
    this.wholeWords = wholeWords;
    this.composing = composing;
  }

  /**
   * Creates a tokenizer.
   *
   * @param pieces the vocabulary; a letter needs a token; bytes without one are left out
   * @param merges pairs of byte strings, the first joined first; each part and each whole a token
   * @param cuts patterns whose matches, and what lies between them, are cut out of the text one
   *     pattern after another
   * @param begin the token at the beginning of every text
   * @param end the token that ends an answer
   * @return the tokenizer
   */
  public static ByteLevelBpe of(
      Pieces pieces,
      List<Merge> merges,
      List<WordPattern> cuts,
      OptionalInt begin,
      OptionalInt end) {
    for (int value = ' '; value <= '~'; value++) {
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
    return new ByteLevelBpe(pieces, Map.copyOf(table), List.copyOf(cuts), begin, end, false, false);
  }

  /**
   * Takes words that are tokens as they are, whether merges lead there or not.
   *
   * @return the tokenizer with this rule
   */
  public ByteLevelBpe withWholeWords() {
    return new ByteLevelBpe(pieces, merges, cuts, begin, end, true, composing);
  }

  /**
   * Composes characters first, as normal form C of Unicode has them.
   *
   * @return the tokenizer with this rule
   */
  public ByteLevelBpe withComposition() {
    return new ByteLevelBpe(pieces, merges, cuts, begin, end, wholeWords, true);
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

  /** A key of its own for each pair, whose hash is spread over the table. */
  private static long key(int left, int right) {
    return (((long) left << 32) | right) * 0x9e3779b97f4a7c15L;
  }

  @Override
  public int vocabulary() {
    return pieces.size();
  }

  @Override
  public int[] encode(String text) {
    IntStream.Builder ids = IntStream.builder();
    for (Pieces.Fragment fragment : pieces.fragments(text)) {
      if (fragment.token() >= 0) {
        ids.add(fragment.token());
      } else {
        for (String word : words(fragment.words())) {
          IntStream.of(spell(word)).forEach(ids);
        }
      }
    }
    return ids.build().toArray();
  }

  private List<String> words(String text) {
    List<String> words =
        List.of(composing ? Normalizer.normalize(text, Normalizer.Form.NFC) : text);
    for (WordPattern cut : cuts) {
      List<String> finer = new ArrayList<>();
      words.forEach(word -> finer.addAll(cut.words(word)));
      words = finer;
    }
    return words;
  }

  private int[] spell(String word) {
    int whole = wholeWords ? pieces.find(Utf8.bytesOf(word)) : -1;
    if (whole >= 0) {
      return new int[] {whole};
    }
    int[] tokens =
        Utf8.bytesOf(word)
            .chars()
            .map(b -> pieces.find(Utf8.latin(b)))
            .filter(id -> id >= 0)
            .toArray();
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

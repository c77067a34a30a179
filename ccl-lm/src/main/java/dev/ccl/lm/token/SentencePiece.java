package dev.ccl.lm.token;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The tokenizer of the first Llama models: a space in front of the text (and behind each token that
 * is cut out of it), one token per character (or per byte where the vocabulary lacks the
 * character), and then the neighbours whose union has the highest score are joined.
 */
public final class SentencePiece implements Tokenizer {
  private final Pieces pieces;
  private final ImmutableDoubleArray scores;
  private final OptionalInt begin;
  private final OptionalInt end;
  private final boolean spaceInFront;

  private SentencePiece(
      Pieces pieces,
      ImmutableDoubleArray scores,
      OptionalInt begin,
      OptionalInt end,
      boolean spaceInFront) {
    this.pieces = pieces;
    this.scores = scores;
    this.begin = begin;
    this.end = end;
    this.spaceInFront = spaceInFront;
  }

  /**
   * Creates a tokenizer.
   *
   * @param pieces the vocabulary, in which a space is a space; every byte needs a token
   * @param scores one per token; nothing is joined into a token of score −∞
   * @param begin the token at the beginning of every text
   * @param end the token that ends an answer
   * @return the tokenizer
   */
  public static SentencePiece of(
      Pieces pieces, ImmutableDoubleArray scores, OptionalInt begin, OptionalInt end) {
    checkArgument(scores.length() == pieces.size(), "one score per token");
    for (int value = 0; value < 256; value++) {
      boolean covered = pieces.fallback(value) >= 0 || pieces.find(Utf8.latin(value)) >= 0;
      checkArgument(covered, "no token stands for the byte 0x%s", Integer.toHexString(value));
    }
    return new SentencePiece(pieces, scores, begin, end, true);
  }

  /**
   * Puts no space in front of texts, as the Gemma models do not.
   *
   * @return the tokenizer with this rule
   */
  public SentencePiece withoutSpaceInFront() {
    return new SentencePiece(pieces, scores, begin, end, false);
  }

  @Override
  public int vocabulary() {
    return pieces.size();
  }

  @Override
  public int[] encode(String text) {
    return encode(text, spaceInFront);
  }

  @Override
  public int[] encodeContinuation(String text) {
    return encode(text, false);
  }

  private int[] encode(String text, boolean isBegun) {
    IntStream.Builder ids = IntStream.builder();
    boolean space = isBegun;
    for (Pieces.Fragment fragment : pieces.fragments(text)) {
      if (fragment.token() >= 0) {
        ids.add(fragment.token());
      } else {
        IntStream.of(spell(Utf8.bytesOf((space ? " " : "") + fragment.words()))).forEach(ids);
      }
      space = spaceInFront && fragment.token() >= 0;
    }
    return ids.build().toArray();
  }

  private int[] spell(String latin) {
    int[] tokens = new int[latin.length()];
    int count = 0;
    for (int from = 0; from < latin.length(); ) {
      int to = from + Utf8.characterLength(latin.charAt(from));
      int whole = pieces.find(latin.substring(from, to));
      if (whole >= 0) {
        tokens[count++] = whole;
      } else {
        for (int i = from; i < to; i++) {
          tokens[count++] = singleByte(latin.charAt(i));
        }
      }
      from = to;
    }
    return Merger.merge(Arrays.copyOf(tokens, count), this::join);
  }

  private int singleByte(char value) {
    int fallback = pieces.fallback(value);
    return fallback >= 0 ? fallback : pieces.find(Utf8.latin(value));
  }

  private Merger.Join join(int left, int right) {
    if (isFallback(left) || isFallback(right)) {
      return null;
    }
    String a = pieces.bytes(left);
    String b = pieces.bytes(right);
    int whole = a.length() + b.length() > pieces.longest() ? -1 : pieces.find(a + b);
    return whole < 0 || scores.get(whole) == Double.NEGATIVE_INFINITY
        ? null
        : new Merger.Join(whole, -scores.get(whole));
  }

  private boolean isFallback(int id) {
    String bytes = pieces.bytes(id);
    return bytes.length() == 1 && pieces.fallback(bytes.charAt(0)) == id;
  }

  @Override
  public String decode(int... ids) {
    String text = continuation(ids);
    return spaceInFront && text.startsWith(" ") ? text.substring(1) : text;
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

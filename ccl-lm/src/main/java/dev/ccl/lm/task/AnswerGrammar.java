package dev.ccl.lm.task;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;

/**
 * What an answer may be made of: at each position a list of pieces of text, or the k likeliest
 * tokens of the reference and its end. A piece may be several tokens of a model; then its
 * probability is their product. The empty piece {@link #END} ends an answer. No rule looks at a
 * reward.
 */
public final class AnswerGrammar {
  /** The piece that ends an answer before the horizon. */
  public static final String END = "";

  private final ImmutableList<ImmutableList<String>> positions;
  private final int top;
  private final int horizon;

  private AnswerGrammar(ImmutableList<ImmutableList<String>> positions, int top, int horizon) {
    this.positions = positions;
    this.top = top;
    this.horizon = horizon;
  }

  /**
   * Returns a grammar of positions.
   *
   * @param positions for each position its legal pieces, without duplicates; the horizon is their
   *     number
   * @return the grammar
   */
  public static AnswerGrammar positions(List<? extends List<String>> positions) {
    checkArgument(!positions.isEmpty(), "a grammar has at least one position");
    ImmutableList.Builder<ImmutableList<String>> copy = ImmutableList.builder();
    for (int h = 0; h < positions.size(); h++) {
      List<String> pieces = positions.get(h);
      checkArgument(!pieces.isEmpty(), "position %s has no legal piece", h + 1);
      checkArgument(
          ImmutableSet.copyOf(pieces).size() == pieces.size(),
          "position %s lists a piece twice: %s",
          h + 1,
          pieces);
      copy.add(ImmutableList.copyOf(pieces));
    }
    return new AnswerGrammar(copy.build(), 0, positions.size());
  }

  /**
   * Returns the grammar of answers with one piece.
   *
   * @param pieces the answers
   * @return the grammar
   */
  public static AnswerGrammar oneOf(List<String> pieces) {
    return positions(List.of(pieces));
  }

  /**
   * Returns the grammar of numbers with some digits: at least one, and the end after any of them.
   * That 07 is not 7 is for the verifier to say.
   *
   * @param digits the largest number of digits
   * @return the grammar
   */
  public static AnswerGrammar number(int digits) {
    List<List<String>> positions = new ArrayList<>();
    List<String> all = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    for (int h = 0; h < digits; h++) {
      List<String> pieces = new ArrayList<>(all);
      if (h > 0) {
        pieces.add(END);
      }
      positions.add(pieces);
    }
    return positions(positions);
  }

  /**
   * Returns the grammar of the likeliest tokens: at each state the k that the reference finds
   * likeliest, and its end.
   *
   * @param k how many tokens, at least 1
   * @param horizon the longest answer in tokens, at least 1
   * @return the grammar
   */
  public static AnswerGrammar top(int k, int horizon) {
    checkArgument(k >= 1, "top: %s is not at least 1", k);
    checkArgument(horizon >= 1, "horizon: %s is not at least 1", horizon);
    return new AnswerGrammar(ImmutableList.of(), k, horizon);
  }

  /** {@return the largest number of pieces of an answer, H} */
  public int horizon() {
    return horizon;
  }

  /**
   * Counts the answers to one question.
   *
   * @return how many sequences of pieces end by {@link #END} or at the horizon
   */
  public double answers() {
    double answers = 0;
    double open = 1;
    for (int h = 0; h < horizon; h++) {
      boolean ends = top > 0 || positions.get(h).contains(END);
      double going = top > 0 ? top : positions.get(h).size() - (ends ? 1 : 0);
      answers += ends ? open : 0;
      open *= going;
    }
    return answers + open;
  }

  /** {@return how many of the reference's tokens are legal: k, or 0 where pieces are listed} */
  public int top() {
    return top;
  }

  /**
   * Returns the legal pieces of a position.
   *
   * @param position 0 for the first
   * @return the pieces; not to be asked where {@link #top} is positive
   */
  public ImmutableList<String> pieces(int position) {
    checkArgument(top == 0, "the legal pieces are the model's");
    return positions.get(position);
  }

  @Override
  public String toString() {
    return top > 0 ? "top " + top + " and the end, H = " + horizon : positions.toString();
  }
}

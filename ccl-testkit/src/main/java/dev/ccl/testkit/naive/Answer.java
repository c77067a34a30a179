package dev.ccl.testkit.naive;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;

/** One feasible answer: the states it passes, the places of its tokens there, and its reward. */
public final class Answer {
  private final int index;
  private final ImmutableIntArray tokens;
  private final List<Node> nodes;
  private final ImmutableIntArray places;
  private final double reward;

  Answer(
      int index,
      ImmutableIntArray tokens,
      List<Node> nodes,
      ImmutableIntArray places,
      double reward) {
    this.index = index;
    this.tokens = tokens;
    this.nodes = List.copyOf(nodes);
    this.places = places;
    this.reward = reward;
  }

  int index() {
    return index;
  }

  /** {@return the tokens, a<sub>1:H</sub>} */
  public ImmutableIntArray tokens() {
    return tokens;
  }

  /** {@return the number of tokens, H} */
  public int length() {
    return nodes.size();
  }

  /**
   * Returns the state at which a token was chosen.
   *
   * @param h a step, from 1 to H
   * @return s<sub>h</sub>
   */
  public Node node(int h) {
    return nodes.get(h - 1);
  }

  /**
   * Returns the place of a token among the legal ones.
   *
   * @param h a step, from 1 to H
   * @return the place of a<sub>h</sub> at s<sub>h</sub>
   */
  public int place(int h) {
    return places.get(h - 1);
  }

  /** {@return the reward, R(x, a<sub>1:H</sub>), or NaN where the instance does not tell it} */
  public double reward() {
    return reward;
  }

  /**
   * Tells whether the answer begins with the given tokens.
   *
   * @param prefix tokens
   * @return whether they are its first ones
   */
  public boolean startsWith(ImmutableIntArray prefix) {
    if (prefix.length() > tokens.length()) {
      return false;
    }
    for (int k = 0; k < prefix.length(); k++) {
      if (tokens.get(k) != prefix.get(k)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return tokens.toString();
  }
}

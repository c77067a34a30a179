package dev.ccl.policies.features;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import java.util.List;
import java.util.Map;

/**
 * The feature maps. All but {@link #sideBySide} have rows of norm at most 1 if their parts have;
 * all are deterministic, on every machine, and may be shared between threads.
 */
public final class Features {
  private Features() {}

  /** {@return the map with one feature, which is always 1: a bias} */
  public static FeatureMap constant() {
    return RowMap.of(1, (state, token, out, at) -> out[at] = 1);
  }

  /**
   * Returns the indicator of the token.
   *
   * @param vocabulary 𝒜
   * @return the map, with one feature a token
   */
  public static FeatureMap token(Vocabulary vocabulary) {
    return RowMap.of(vocabulary.size(), (state, token, out, at) -> out[at + token] = 1);
  }

  /**
   * Returns the indicator of the step, the same for all tokens of a state.
   *
   * @param horizon H
   * @return the map, with H features
   */
  public static FeatureMap position(int horizon) {
    checkArgument(horizon >= 1, "horizon: %s is not at least 1", horizon);
    return RowMap.of(horizon, (state, token, out, at) -> out[at + state.step() - 1] = 1);
  }

  /**
   * Returns the indicator of the prompt, the same for all tokens of a state; 0 for other prompts.
   *
   * @param prompts distinct prompts
   * @return the map, with one feature a prompt
   */
  public static FeatureMap prompt(List<Prompt> prompts) {
    checkArgument(!prompts.isEmpty(), "prompts: the list is empty");
    ImmutableMap.Builder<Prompt, Integer> places = ImmutableMap.builder();
    for (int i = 0; i < prompts.size(); i++) {
      places.put(prompts.get(i), i);
    }
    ImmutableMap<Prompt, Integer> place = places.buildOrThrow();
    return RowMap.of(
        prompts.size(),
        (state, token, out, at) -> {
          Integer i = place.get(state.prompt());
          if (i != null) {
            out[at + i] = 1;
          }
        });
  }

  /**
   * Returns the map that reads a table. States with one legal token may be missing and have
   * features 0.
   *
   * @param dimension d
   * @param rows for each state the feature rows of its legal tokens, in their order; read
   * @return the map
   * @throws IllegalArgumentException if rows do not fit a state or leave the unit ball
   */
  public static FeatureMap table(int dimension, Map<State, double[]> rows) {
    return TableFeatures.of(dimension, rows);
  }

  /**
   * Returns hashed n-grams of the prefix: for n = 1 … {@code order} the last n − 1 tokens before
   * the token and the token itself choose a bucket and a sign. Beyond the beginning of the answer
   * an n-gram sees a mark. A row with more than one n-gram has norm 1, unless signs cancel.
   *
   * @param order the length of the longest n-gram
   * @param buckets d
   * @param salt chooses one of the hash functions
   * @return the map
   */
  public static FeatureMap hashedNgrams(int order, int buckets, long salt) {
    checkArgument(order >= 1, "order: %s is not at least 1", order);
    checkArgument(buckets >= 1, "buckets: %s is not at least 1", buckets);
    return normalized(HashedNgrams.of(order, buckets, salt));
  }

  /**
   * Returns rows side by side as they are. Rows of n parts in the unit ball have norm at most √n.
   *
   * @param parts the maps
   * @return the map, whose dimension is the sum of theirs
   */
  public static FeatureMap sideBySide(FeatureMap... parts) {
    checkArgument(parts.length >= 1, "parts: there are none");
    return new SideBySide(ImmutableList.copyOf(parts), 1);
  }

  /**
   * Returns rows side by side, divided by √n to stay in the unit ball.
   *
   * @param parts n maps
   * @return the map, whose dimension is the sum of theirs
   */
  public static FeatureMap concatenation(FeatureMap... parts) {
    checkArgument(parts.length >= 1, "parts: there are none");
    return new SideBySide(ImmutableList.copyOf(parts), 1 / Math.sqrt(parts.length));
  }

  /**
   * Returns all products of a feature of the left map and one of the right: the tensor product,
   * whose norm is the product of the norms.
   *
   * @param left the map whose index is the slower one
   * @param right the other map
   * @return the map, whose dimension is the product of theirs
   */
  public static FeatureMap product(FeatureMap left, FeatureMap right) {
    return new ProductFeatures(left, right);
  }

  /**
   * Returns a map with every row outside the unit ball divided by its norm.
   *
   * @param features the map
   * @return a map of the same dimension with rows of norm at most 1
   */
  public static FeatureMap normalized(FeatureMap features) {
    int d = features.dimension();
    return new FeatureMap() {
      @Override
      public int dimension() {
        return d;
      }

      @Override
      public void features(State state, double[] out) {
        features.features(state, out);
        shorten(out, state.legal().length());
      }

      @Override
      public void features(List<State> states, double[][] out) {
        features.features(states, out);
        for (int s = 0; s < out.length; s++) {
          shorten(out[s], states.get(s).legal().length());
        }
      }

      private void shorten(double[] rows, int tokens) {
        for (int k = 0; k < tokens; k++) {
          double norm = norm(rows, k * d, d);
          for (int i = k * d; i < k * d + d && norm > 1; i++) {
            rows[i] /= norm;
          }
        }
      }
    };
  }

  static double norm(double[] rows, int at, int d) {
    return Math.sqrt(Vectors.dot(rows, at, rows, at, d));
  }

  static void checkUnitBall(State state, double[] rows, int d) {
    for (int k = 0; k < state.legal().length(); k++) {
      double norm = norm(rows, k * d, d);
      checkArgument(
          norm <= 1 + ConvexSet.TOLERANCE,
          "features of token %s at %s have norm %s, which is above 1",
          state.legal().get(k),
          state,
          norm);
    }
  }
}

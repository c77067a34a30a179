package dev.ccl.core.policy;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.mdp.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * New states, for which each frozen source of numbers (a feature map, a policy, base logits) is
 * queried once. Users of one source share its rows, which must not be changed.
 */
public final class StateBatch {
  private static final double TOLERANCE = 1e-9; // of the sum of a law

  private final ImmutableList<State> states;
  private final Map<Object, double[][]> doubles = new HashMap<>();
  private final Map<Object, float[][]> singles = new HashMap<>();
  private long calls;

  private StateBatch(List<State> states) {
    this.states = ImmutableList.copyOf(states);
  }

  /**
   * Returns a batch for which no source has been queried yet.
   *
   * @param states states before the horizon
   * @return the frontier
   */
  public static StateBatch of(List<State> states) {
    return new StateBatch(states);
  }

  /** What a frozen source of numbers answers for many states. */
  @FunctionalInterface
  public interface Question {
    /**
     * Computes the rows of all states.
     *
     * @param states the states
     * @param out one array per state, overwritten with the rows of its legal tokens
     */
    void ask(List<State> states, double[][] out);
  }

  /** {@return the states, in the order of all rows} */
  public ImmutableList<State> states() {
    return states;
  }

  /**
   * Returns the feature rows of every state.
   *
   * @param features φ
   * @return one array per state, as {@link FeatureMap#features(State, double[])} fills it
   */
  public double[][] features(FeatureMap features) {
    return rows(features, features.dimension(), features::features);
  }

  /**
   * Returns the token probabilities of every state.
   *
   * @param policy π
   * @return one array per state
   */
  public double[][] probabilities(FrozenPolicy policy) {
    return rows(
        policy,
        1,
        (asked, out) -> {
          policy.probabilities(asked, out);
          for (int i = 0; i < out.length; i++) {
            checkLaw(policy, asked.get(i), out[i]);
          }
        });
  }

  /**
   * Returns the rows of any source, which is asked unless an equal one has been.
   *
   * @param source who answers: two equal sources give the same numbers
   * @param width how many numbers a legal token has
   * @param question asks it
   * @return one array per state
   * @throws IllegalArgumentException if an answer is not a finite number
   */
  public double[][] rows(Object source, int width, Question question) {
    double[][] known = doubles.get(source);
    if (known == null) {
      known = ask(source, width, question);
      doubles.put(source, known);
    }
    return known;
  }

  /**
   * Returns the rows of a source whose numbers are all single-precision ones.
   *
   * @param source who answers: two equal sources give the same numbers
   * @param width how many numbers a legal token has
   * @param question asks it
   * @return one array per state
   * @throws IllegalArgumentException if an answer is not a finite number
   */
  public float[][] singles(Object source, int width, Question question) {
    float[][] known = singles.get(source);
    if (known == null) {
      double[][] rows = ask(source, width, question);
      known = new float[rows.length][];
      for (int i = 0; i < rows.length; i++) {
        known[i] = new float[rows[i].length];
        for (int j = 0; j < rows[i].length; j++) {
          known[i][j] = (float) rows[i][j];
        }
      }
      singles.put(source, known);
    }
    return known;
  }

  /**
   * Tells whether a source has been asked, so that what follows from its answers need not ask it
   * again.
   *
   * @param source who answers
   * @return whether {@link #rows} has its rows
   */
  public boolean isKnown(Object source) {
    return doubles.containsKey(source);
  }

  /**
   * Returns rows that follow from those of a known source, without a call of a model.
   *
   * @param source under which name they are kept
   * @param width how many numbers a legal token has
   * @param computation computes them
   * @return one array per state
   */
  public double[][] derived(Object source, int width, Question computation) {
    long before = calls;
    double[][] rows = rows(source, width, computation);
    calls = before;
    return rows;
  }

  /** Refuses numbers of a policy at a state that are no law. */
  static void checkLaw(FrozenPolicy policy, State state, double[] law) {
    double sum = 0;
    for (int k = 0; k < state.legal().length(); k++) {
      if (!(law[k] > 0)) {
        throw broken(policy, "the probability of token " + state.legal().get(k), state, law[k]);
      }
      sum += law[k];
    }
    if (!(Math.abs(sum - 1) <= TOLERANCE)) {
      throw broken(policy, "the sum of the probabilities", state, sum);
    }
  }

  private static BrokenPartException broken(
      Object source, String what, State state, double number) {
    return new BrokenPartException(
        String.format(
            "%s: %s at %s is %s", BrokenPartException.nameOf(source), what, state, number));
  }

  private double[][] ask(Object source, int width, Question question) {
    double[][] out = new double[states.size()][];
    for (int i = 0; i < out.length; i++) {
      out[i] = new double[states.get(i).legal().length() * width];
    }
    calls++;
    question.ask(states, out);
    for (int i = 0; i < out.length; i++) {
      for (int j = 0; j < out[i].length; j++) {
        if (!Double.isFinite(out[i][j])) {
          throw new BrokenPartException(
              String.format(
                  "%s answers %s for token %s at %s, which is not a finite number",
                  BrokenPartException.nameOf(source),
                  out[i][j],
                  states.get(i).legal().get(j / width),
                  states.get(i)));
        }
      }
    }
    return out;
  }

  /** {@return the number of queries of sources, each about all states} */
  public long calls() {
    return calls;
  }

  /**
   * Returns the memory of the rows of one state.
   *
   * @param i the place of the state
   * @return bytes, with the headers of the arrays
   */
  public long bytes(int i) {
    long bytes = 0;
    for (double[][] rows : doubles.values()) {
      bytes += 16 + 8L * rows[i].length;
    }
    for (float[][] rows : singles.values()) {
      bytes += 16 + 4L * rows[i].length;
    }
    return bytes;
  }
}

package dev.ccl.lm.recipe;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A recipe with its numbers: a feature map on readings that never changes again. Features of a
 * state are centred over its legal pieces; a common factor brings every row of the states that were
 * seen into the unit ball, and a longer row of a new state is shortened to it.
 */
public final class FittedRecipe {
  private static final double SHRINK = 1 - 1e-6; // room for rounding the features to six digits

  private final FeatureRecipe recipe;
  private final ImmutableList<Place> places;
  private final int dimension;
  private final double logScale;
  private final double scale;
  private final int seen;

  private FittedRecipe(
      FeatureRecipe recipe, ImmutableList<Place> places, double logScale, double scale, int seen) {
    this.recipe = recipe;
    this.places = places;
    int columns = 1;
    for (Place place : places) {
      columns += place.columns();
    }
    this.dimension = columns;
    this.logScale = logScale;
    this.scale = scale;
    this.seen = seen;
  }

  /**
   * Fits a recipe.
   *
   * @param recipe which features
   * @param readings what the model says at the states, of source and target alike; no reward is
   *     among it
   * @param seed of the random features
   * @return the frozen features
   */
  public static FittedRecipe fit(FeatureRecipe recipe, List<StateReading> readings, long seed) {
    checkArgument(!readings.isEmpty(), "no state to fit a recipe to");
    checkArgument(
        readings.get(0).width() > 0 || !recipe.needsRepresentation(),
        "recipe \"%s\" needs hidden states and embeddings, which this model does not show;"
            + " log and contrasts need none",
        recipe);
    Map<Integer, List<StateReading>> byPosition = new LinkedHashMap<>();
    readings.forEach(r -> byPosition.computeIfAbsent(r.position(), p -> new ArrayList<>()).add(r));
    ImmutableList.Builder<Place> places = ImmutableList.builder();
    int column = 1;
    for (int p = 0; p < byPosition.size(); p++) {
      List<StateReading> there = byPosition.get(p);
      checkArgument(there != null, "no state has position %s", p);
      RandomStream random = RandomStreams.of(seed).open(Purpose.INSTANCE, 2, p);
      Place place = Place.fit(recipe, there, column, random);
      places.add(place);
      column += place.columns();
    }
    FittedRecipe unscaled = new FittedRecipe(recipe, places.build(), 1, 1, readings.size());
    double logScale = unscaled.logScale(readings);
    FittedRecipe raw = new FittedRecipe(recipe, unscaled.places, logScale, 1, readings.size());
    return new FittedRecipe(
        recipe, raw.places, logScale, SHRINK / raw.longest(readings), readings.size());
  }

  /** One over the standard deviation of the centred log-probabilities. */
  private double logScale(List<StateReading> readings) {
    double squares = 0;
    long count = 0;
    for (StateReading r : readings) {
      double mean = meanLog(r);
      for (int k = 0; k < r.pieces(); k++) {
        squares += (r.logReference(k) - mean) * (r.logReference(k) - mean);
        count++;
      }
    }
    return squares > 0 ? 1 / Math.sqrt(squares / count) : 1;
  }

  private double longest(List<StateReading> readings) {
    double longest = 0;
    for (StateReading r : readings) {
      double[] rows = new double[r.pieces() * dimension];
      raw(r, rows);
      for (int k = 0; k < r.pieces(); k++) {
        longest = Math.max(longest, norm(rows, k * dimension));
      }
    }
    return longest > 0 ? longest : 1;
  }

  /** {@return the recipe} */
  public FeatureRecipe recipe() {
    return recipe;
  }

  /** {@return the number of features, D or d} */
  public int dimension() {
    return dimension;
  }

  /** {@return how many states the fit has seen} */
  public int seen() {
    return seen;
  }

  /**
   * Returns the parameter whose logit is a multiple of log π<sub>pre</sub> and nothing else.
   *
   * @param factor 1 over a temperature; 1 for the reference itself
   * @return a fresh array
   */
  public double[] exponent(double factor) {
    double[] w = new double[dimension];
    w[0] = factor / (logScale * scale);
    return w;
  }

  /**
   * Computes the features of a state. At a position that the fit has not seen they are the log of
   * the reference alone.
   *
   * @param reading what the model says there
   * @param out overwritten, row-major, one row per legal piece
   */
  public void features(StateReading reading, double[] out) {
    raw(reading, out);
    for (int k = 0; k < reading.pieces(); k++) {
      double norm = norm(out, k * dimension) * scale;
      double factor = norm > SHRINK ? scale * SHRINK / norm : scale;
      for (int i = 0; i < dimension; i++) {
        out[k * dimension + i] *= factor;
      }
    }
  }

  /** Unscaled rows, centred over the pieces. */
  private void raw(StateReading r, double[] out) {
    Arrays.fill(out, 0, r.pieces() * dimension, 0.0);
    double mean = meanLog(r);
    for (int k = 0; k < r.pieces(); k++) {
      out[k * dimension] = logScale * (r.logReference(k) - mean);
    }
    if (r.position() < places.size()) {
      places.get(r.position()).features(r, dimension, out);
    }
  }

  /**
   * {@return the number of features of a state alone; one per component of the hidden states, and
   * 1}
   */
  public int stateWidth() {
    return recipe.hidden() + 1;
  }

  /**
   * {@return the number of features of a piece for a product with those of its state; one per
   * component of the embeddings, and the log of the reference}
   */
  public int tokenWidth() {
    return recipe.embedding() + 1;
  }

  /**
   * {@return the product of two coefficients, that of the constant of a state and that of the log
   * of the reference, whose logit is log π<sub>pre</sub>}
   */
  public double logFactor() {
    return 4 * Math.sqrt((double) stateWidth() * tokenWidth()) / logScale;
  }

  /**
   * Computes features of a state alone, of norm at most 1: the components of its hidden state, and
   * a constant. They are the same for all its pieces.
   *
   * @param r what the model says there
   * @param out overwritten, row-major, one row per legal piece
   */
  public void stateFeatures(StateReading r, double[] out) {
    double[] row = new double[stateWidth()];
    if (r.position() < places.size()) {
      places.get(r.position()).hiddenScores(r, row);
    }
    row[row.length - 1] = 1;
    shorten(row);
    for (int k = 0; k < r.pieces(); k++) {
      System.arraycopy(row, 0, out, k * row.length, row.length);
    }
  }

  /**
   * Computes features of each piece, of norm at most 1: the components of its embedding, and the
   * log of the reference.
   *
   * @param r what the model says there
   * @param out overwritten, row-major, one row per legal piece
   */
  public void tokenFeatures(StateReading r, double[] out) {
    double mean = meanLog(r);
    for (int k = 0; k < r.pieces(); k++) {
      double[] row = new double[tokenWidth()];
      if (r.position() < places.size()) {
        places.get(r.position()).embeddingScores(r, k, row);
      }
      row[row.length - 1] = logScale * (r.logReference(k) - mean);
      shorten(row);
      System.arraycopy(row, 0, out, k * row.length, row.length);
    }
  }

  /**
   * Divides a row of numbers with variance 1 by twice its usual length, and cuts what is longer.
   */
  private static void shorten(double[] row) {
    double usual = 2 * Math.sqrt(row.length);
    double norm = Math.sqrt(Vectors.dot(row, row)) / usual;
    Vectors.scale(1 / (usual * Math.max(1, norm)), row);
  }

  private static double meanLog(StateReading r) {
    double mean = 0;
    for (int k = 0; k < r.pieces(); k++) {
      mean += r.logReference(k) / r.pieces();
    }
    return mean;
  }

  private double norm(double[] rows, int from) {
    double squares = 0;
    for (int i = from; i < from + dimension; i++) {
      squares += rows[i] * rows[i];
    }
    return Math.sqrt(squares);
  }

  /** Receives what a fit consists of, number after number, for a record of it. */
  @FunctionalInterface
  public interface Numbers {
    /**
     * Receives a number.
     *
     * @param name of the list to which it belongs
     * @param value the number
     */
    void add(String name, double value);
  }

  /**
   * Lists every number of the fit.
   *
   * @param numbers told them in a fixed order
   */
  public void forEachNumber(Numbers numbers) {
    numbers.add("logScale", logScale);
    numbers.add("scale", scale);
    for (int p = 0; p < places.size(); p++) {
      places.get(p).forEachNumber(Integer.toString(p), numbers);
    }
  }
}

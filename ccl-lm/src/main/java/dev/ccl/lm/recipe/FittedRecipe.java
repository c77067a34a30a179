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
  /** At most this many states of a position are looked at for the components of hidden states. */
  static final int MOST_STATES = 256;

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
      columns += place.columns;
    }
    this.dimension = columns;
    this.logScale = logScale;
    this.scale = scale;
    this.seen = seen;
  }

  /** The features of one position. */
  private static final class Place {
    private final int first; // column
    private final int columns;
    private final int pieces; // legal pieces where they are the same at all states, else 0
    private final Components embedding;
    private final Components hidden;
    private final double[][] directions; // of random features: weights, then the phase

    Place(
        int first,
        int pieces,
        Components e,
        Components h,
        FeatureRecipe recipe,
        RandomStream random) {
      this.first = first;
      this.pieces = pieces;
      this.embedding = e;
      this.hidden = h;
      this.directions = new double[recipe.random()][e.count() + h.count() + 1];
      for (double[] direction : directions) {
        for (int i = 0; i < direction.length - 1; i++) {
          direction[i] = Math.sqrt(3.0) * (2 * random.nextDouble() - 1); // variance 1
        }
        direction[direction.length - 1] = 2 * Math.PI * random.nextDouble();
      }
      this.columns =
          Math.min(recipe.embedding(), e.count())
              + hidden.count() * Math.min(recipe.products(), e.count())
              + (recipe.contrasts() ? pieces - 1 : 0)
              + recipe.random();
    }
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
    Map<Integer, List<StateReading>> byPosition = new LinkedHashMap<>();
    readings.forEach(r -> byPosition.computeIfAbsent(r.position(), p -> new ArrayList<>()).add(r));
    ImmutableList.Builder<Place> places = ImmutableList.builder();
    int column = 1;
    for (int p = 0; p < byPosition.size(); p++) {
      List<StateReading> there = byPosition.get(p);
      checkArgument(there != null, "no state has position %s", p);
      RandomStream random = RandomStreams.of(seed).open(Purpose.INSTANCE, 2, p);
      Place place = place(recipe, there, column, random);
      places.add(place);
      column += place.columns;
    }
    FittedRecipe unscaled = new FittedRecipe(recipe, places.build(), 1, 1, readings.size());
    double logScale = unscaled.logScale(readings);
    FittedRecipe raw = new FittedRecipe(recipe, unscaled.places, logScale, 1, readings.size());
    return new FittedRecipe(
        recipe, raw.places, logScale, SHRINK / raw.longest(readings), readings.size());
  }

  private static Place place(
      FeatureRecipe recipe, List<StateReading> there, int column, RandomStream random) {
    int width = there.get(0).width();
    int pieces = there.get(0).pieces();
    Map<List<Double>, double[]> distinct = new LinkedHashMap<>();
    for (StateReading r : there) {
      pieces = r.pieces() == pieces ? pieces : 0;
      for (int k = 0; k < r.pieces(); k++) {
        double[] e = r.embedding(k);
        distinct.putIfAbsent(Arrays.stream(e).boxed().toList(), e);
      }
    }
    checkArgument(
        !recipe.contrasts() || pieces > 0,
        "contrasts need the same legal pieces at all states of a position");
    List<double[]> tokens =
        new ArrayList<>(distinct.values()).subList(0, Math.min(distinct.size(), MOST_STATES));
    List<double[]> states = new ArrayList<>();
    int step = Math.max(1, (there.size() + MOST_STATES - 1) / MOST_STATES);
    for (int i = 0; i < there.size(); i += step) {
      states.add(there.get(i).hidden());
    }
    Components e = Components.fit(tokens, width, Math.max(recipe.embedding(), recipe.products()));
    Components h = Components.fit(states, width, recipe.products() > 0 ? recipe.hidden() : 0);
    return new Place(column, pieces, e, h, recipe, random);
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

  /**
   * Returns the recipe.
   *
   * @return which features these are
   */
  public FeatureRecipe recipe() {
    return recipe;
  }

  /**
   * Returns the number of features.
   *
   * @return D or d
   */
  public int dimension() {
    return dimension;
  }

  /**
   * Returns how many states the fit has seen.
   *
   * @return the number of readings
   */
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
    if (r.position() >= places.size()) {
      return;
    }
    Place place = places.get(r.position());
    double[] h = scores(place.hidden, r.hidden(), place.hidden.count());
    for (int k = 0; k < r.pieces(); k++) {
      double[] e = scores(place.embedding, r.embedding(k), place.embedding.count());
      row(place, k, h, e, out, k * dimension + place.first);
    }
    centre(r.pieces(), place, out);
  }

  private void row(Place place, int k, double[] h, double[] e, double[] out, int from) {
    int at = from;
    for (int c = 0; c < Math.min(recipe.embedding(), e.length); c++) {
      out[at++] = e[c];
    }
    for (double factor : h) {
      for (int c = 0; c < Math.min(recipe.products(), e.length); c++) {
        out[at++] = factor * e[c];
      }
    }
    for (int j = 1; recipe.contrasts() && j < place.pieces; j++) {
      // Helmert's contrasts: piece j against the mean of those before it, with variance 1
      double size = Math.sqrt((double) place.pieces / (j * (j + 1.0)));
      out[at++] = k < j ? -size : k == j ? j * size : 0;
    }
    for (double[] direction : place.directions) {
      double angle = direction[direction.length - 1];
      for (int i = 0; i < e.length; i++) {
        angle += direction[i] * e[i];
      }
      for (int i = 0; i < h.length; i++) {
        angle += direction[e.length + i] * h[i];
      }
      out[at++] = Math.sqrt(2.0) * cosine(angle);
    }
  }

  private static double cosine(double angle) {
    return StrictMath.cos(angle);
  }

  private void centre(int pieces, Place place, double[] out) {
    for (int i = place.first; i < place.first + place.columns; i++) {
      double mean = 0;
      for (int k = 0; k < pieces; k++) {
        mean += out[k * dimension + i] / pieces;
      }
      for (int k = 0; k < pieces; k++) {
        out[k * dimension + i] -= mean;
      }
    }
  }

  private static double[] scores(Components components, double[] x, int count) {
    double[] scores = new double[count];
    Arrays.setAll(scores, c -> components.score(c, x));
    return scores;
  }

  /**
   * Returns the number of features of a state alone.
   *
   * @return one per component of the hidden states, and 1
   */
  public int stateWidth() {
    return recipe.hidden() + 1;
  }

  /**
   * Returns the number of features of a piece for a product with those of its state.
   *
   * @return one per component of the embeddings, and the log of the reference
   */
  public int tokenWidth() {
    return recipe.embedding() + 1;
  }

  /**
   * Returns the product of two coefficients, that of the constant of a state and that of the log of
   * the reference, whose logit is log π<sub>pre</sub>.
   *
   * @return the product
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
      Components hidden = places.get(r.position()).hidden;
      System.arraycopy(scores(hidden, r.hidden(), hidden.count()), 0, row, 0, hidden.count());
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
        Components e = places.get(r.position()).embedding;
        int count = Math.min(e.count(), recipe.embedding());
        System.arraycopy(scores(e, r.embedding(k), count), 0, row, 0, count);
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
      list(numbers, p + ".embedding", places.get(p).embedding);
      list(numbers, p + ".hidden", places.get(p).hidden);
      for (double[] direction : places.get(p).directions) {
        for (double value : direction) {
          numbers.add(p + ".random", value);
        }
      }
    }
  }

  private static void list(Numbers numbers, String name, Components components) {
    for (int i = 0; components.count() > 0 && i < components.width(); i++) {
      numbers.add(name + ".mean", components.mean(i));
    }
    for (int c = 0; c < components.count(); c++) {
      for (int i = 0; i < components.width(); i++) {
        numbers.add(name + "." + c, components.direction(c, i));
      }
    }
  }
}

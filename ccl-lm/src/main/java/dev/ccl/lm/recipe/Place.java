package dev.ccl.lm.recipe;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The features of one position of an answer, all but the log of the reference. */
final class Place {
  /** At most this many states of a position are looked at for the components of hidden states. */
  private static final int MOST_STATES = 256;

  private final int first; // column
  private final FeatureRecipe recipe;
  private final int columns;
  private final int pieces; // legal pieces where they are the same at all states, else 0
  private final Components embedding;
  private final Components hidden;
  private final double[][] directions; // of random features: weights, then the phase

  private Place(
      int first,
      int pieces,
      Components e,
      Components h,
      FeatureRecipe recipe,
      RandomStream random) {
    this.recipe = recipe;
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

  /** Fits the features of a position to its states. */
  static Place fit(
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

  /** Returns how many features these are. */
  int columns() {
    return columns;
  }

  /** Writes the features of a state into rows of a length, unscaled and centred over the pieces. */
  void features(StateReading r, int dimension, double[] out) {
    double[] h = scores(hidden, r.hidden(), hidden.count());
    for (int k = 0; k < r.pieces(); k++) {
      double[] e = scores(embedding, r.embedding(k), embedding.count());
      row(k, h, e, out, k * dimension + first);
    }
    centre(r.pieces(), dimension, out);
  }

  private void row(int k, double[] h, double[] e, double[] out, int from) {
    int at = from;
    for (int c = 0; c < Math.min(recipe.embedding(), e.length); c++) {
      out[at++] = e[c];
    }
    for (double factor : h) {
      for (int c = 0; c < Math.min(recipe.products(), e.length); c++) {
        out[at++] = factor * e[c];
      }
    }
    for (int j = 1; recipe.contrasts() && j < pieces; j++) {
      // Helmert's contrasts: piece j against the mean of those before it, with variance 1
      double size = Math.sqrt((double) pieces / (j * (j + 1.0)));
      out[at++] = k < j ? -size : k == j ? j * size : 0;
    }
    for (double[] direction : directions) {
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

  private void centre(int count, int dimension, double[] out) {
    for (int i = first; i < first + columns; i++) {
      double mean = 0;
      for (int k = 0; k < count; k++) {
        mean += out[k * dimension + i] / count;
      }
      for (int k = 0; k < count; k++) {
        out[k * dimension + i] -= mean;
      }
    }
  }

  private static double[] scores(Components components, double[] x, int count) {
    double[] scores = new double[count];
    Arrays.setAll(scores, c -> components.score(c, x));
    return scores;
  }

  /** Writes the components of the hidden state. */
  void hiddenScores(StateReading r, double[] out) {
    System.arraycopy(scores(hidden, r.hidden(), hidden.count()), 0, out, 0, hidden.count());
  }

  /** Writes the components of the embedding of a piece, as many as are features. */
  void embeddingScores(StateReading r, int k, double[] out) {
    int count = Math.min(embedding.count(), recipe.embedding());
    System.arraycopy(scores(embedding, r.embedding(k), count), 0, out, 0, count);
  }

  /** Lists every number of the fit under names that begin with that of the position. */
  void forEachNumber(String name, FittedRecipe.Numbers numbers) {
    list(numbers, name + ".embedding", embedding);
    list(numbers, name + ".hidden", hidden);
    for (double[] direction : directions) {
      for (double value : direction) {
        numbers.add(name + ".random", value);
      }
    }
  }

  private static void list(FittedRecipe.Numbers numbers, String name, Components components) {
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

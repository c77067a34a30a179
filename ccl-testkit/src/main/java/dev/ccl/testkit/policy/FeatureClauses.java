package dev.ccl.testkit.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import java.util.Arrays;
import java.util.List;

/** Feature maps: rows in the unit ball, complete, and always the same. */
final class FeatureClauses {
  private static final double SENTINEL = -7.25;
  private static final Tolerance MEMBERSHIP =
      Tolerance.estimate(ConvexSet.TOLERANCE, "what instances may exceed the unit ball by");

  /** A feature map with the states at which it is checked. */
  record FeatureSubject(FeatureMap features, Forest forest) {}

  private FeatureClauses() {}

  static List<Check<FeatureSubject>> all() {
    return List.of(
        Check.of(
            "unit ball",
            "every row has Euclidean norm at most 1",
            "rows are not scaled to norm 1",
            (p, f) -> unitBall(p.features(), p.forest(), f)),
        Check.of(
            "rows",
            "the rows of the legal tokens are overwritten with finite numbers, nothing else is",
            "a loop runs over the vocabulary, or not over all of state.legal()",
            (p, f) -> rows(p.features(), p.forest(), f)),
        Check.of(
            "determinism",
            "a state always has the same features, to the last bit",
            "features depend on something besides the state: a hash order, a clock, chance",
            (p, f) -> determinism(p.features(), p.forest(), f)));
  }

  private static double[] read(FeatureMap features, Forest forest, int s) {
    int length = forest.degree(s) * features.dimension();
    double[] rows = new double[length + 3];
    Arrays.fill(rows, 0, length, Double.NaN);
    Arrays.fill(rows, length, length + 3, SENTINEL);
    features.features(forest.state(s), rows);
    return rows;
  }

  private static void unitBall(FeatureMap features, Forest forest, Findings f) {
    int d = features.dimension();
    for (int s = 0; s < forest.nodes(); s++) {
      double[] rows = read(features, forest, s);
      for (int k = 0; k < forest.degree(s); k++) {
        double[] row = Arrays.copyOfRange(rows, k * d, k * d + d);
        String where = "token " + forest.token(forest.firstEdge(s) + k) + " of " + forest.state(s);
        f.atMost(Vectors.norm(row), 1, MEMBERSHIP, () -> where);
      }
    }
  }

  private static void rows(FeatureMap features, Forest forest, Findings f) {
    for (int s = 0; s < forest.nodes(); s++) {
      double[] rows = read(features, forest, s);
      int length = rows.length - 3;
      for (int i = 0; i < rows.length; i++) {
        boolean right =
            i < length ? Math.abs(rows[i]) < Double.POSITIVE_INFINITY : rows[i] == SENTINEL;
        String where = "entry " + i + " of " + forest.state(s);
        f.isTrue(right, () -> where);
      }
    }
  }

  private static void determinism(FeatureMap features, Forest forest, Findings f) {
    double[][] first = new double[forest.nodes()][];
    Arrays.setAll(first, s -> read(features, forest, s));
    for (int s = forest.nodes() - 1; s >= 0; s--) {
      int node = s;
      f.same(first[s], read(features, forest, s), () -> forest.state(node).toString());
    }
  }
}

package dev.ccl.core.exact;

import dev.ccl.core.exact.SearchDesign.Start;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Local minima along rays from 0, looked at in distances that grow by a factor. */
final class Rays {
  private static final int SHORTEST = -10; // the exponents of distances in powers of 2
  private static final int FAR = 16;
  private static final int MOST = 64; // distances
  private static final int DIFFERENCES = 2_000;

  private final LogRatioCost cost;
  private final ConvexSet set;
  private final int points;
  private final int d;
  private final int longest;

  /** Prepares to look at so many points. */
  Rays(LogRatioCost cost, ConvexSet set, int points) {
    this.cost = cost;
    this.set = set;
    this.points = points;
    this.d = set.dimension();
    this.longest = Math.getExponent(set.radius());
  }

  /**
   * The best local minima on rays that are spread evenly: at random in three dimensions or more.
   */
  List<double[]> evenly(int most) {
    int number = Math.min(d == 1 ? 2 : d == 2 ? 24 : 8 * d, points / 8);
    RandomStream random = RandomStreams.of(SearchDesign.SEED).open(Purpose.INITIAL_POINT, d, 1);
    List<double[]> rays = new ArrayList<>();
    for (int k = 0; k < number; k++) {
      double[] x = new double[d];
      if (d == 1) {
        x[0] = k == 0 ? -1 : 1;
      } else if (d == 2) {
        x[0] = StrictMath.cos(2 * Math.PI * k / number);
        x[1] = StrictMath.sin(2 * Math.PI * k / number);
      } else {
        BallSampler.sample(random, 1, x);
      }
      rays.add(x);
    }
    return along(rays, most);
  }

  /**
   * The best local minima on rays along which two tokens stay equally likely in d − 1 states. Far
   * from 0 all other students are deterministic almost everywhere.
   */
  List<double[]> whereTokensTie(int most) {
    List<double[]> differences = differences();
    if (d == 1 || differences.isEmpty()) {
      return List.of();
    }
    RandomStream random = RandomStreams.of(SearchDesign.SEED).open(Purpose.INITIAL_POINT, d, 2);
    int number = Math.min(d == 2 ? differences.size() : 8 * d * d, points / 16);
    List<double[]> rays = new ArrayList<>();
    for (int k = 0; k < number; k++) {
      double[] x = new double[d];
      BallSampler.sample(random, 1, x);
      List<double[]> normals = new ArrayList<>();
      for (int i = 1; i < d; i++) {
        boolean all = d == 2 && number == differences.size();
        double[] z = differences.get(all ? k : random.nextBelow(differences.size())).clone();
        removeParts(normals, z);
        normals.add(z);
      }
      removeParts(normals, x);
      double[] opposite = x.clone();
      Vectors.scale(-1, opposite);
      rays.add(x);
      rays.add(opposite);
    }
    return along(rays, most);
  }

  /** Subtracts from x its parts along orthogonal vectors. */
  private static void removeParts(List<double[]> normals, double[] x) {
    for (double[] n : normals) {
      double square = Vectors.dot(n, n);
      if (square > 0) {
        Vectors.addScaled(-Vectors.dot(n, x) / square, n, x);
      }
    }
  }

  /** Differences of the derivatives of two tokens' logits; a fixed choice where there are many. */
  private List<double[]> differences() {
    EdgeModel student = cost.student();
    Forest forest = student.forest();
    double[] zero = new double[d];
    double[] rows = new double[forest.edgesOfNodes().longest() * d];
    List<double[]> all = new ArrayList<>();
    int every = 1 + forest.nodes() / DIFFERENCES;
    for (int s = 0; s < forest.nodes() && all.size() < DIFFERENCES; s += every) {
      student.gradients(zero, s, rows);
      for (int a = 0; a < forest.degree(s); a++) {
        for (int b = 0; b < a; b++) {
          double[] z = new double[d];
          for (int i = 0; i < d; i++) {
            z[i] = rows[a * d + i] - rows[b * d + i];
          }
          if (Vectors.norm(z) > 0) {
            all.add(z);
          }
        }
      }
    }
    return all;
  }

  /** Distances that double, and beyond 2^16 grow so fast that there are not too many. */
  private double[] distances(int most) {
    int near = Math.min(longest, FAR) - SHORTEST;
    int step = 1 + Math.max(0, longest - FAR) / Math.max(1, most - near);
    DoubleStream.Builder distances = DoubleStream.builder();
    for (int exponent = SHORTEST; exponent < longest; exponent += exponent < FAR ? 1 : step) {
      distances.add(Math.scalb(1.0, exponent));
    }
    return distances.build().limit(Math.max(0, most)).toArray();
  }

  private List<double[]> along(List<double[]> rays, int most) {
    double[] distances = distances(Math.min(MOST, points / (rays.size() + 1)));
    List<Start> low = new ArrayList<>();
    for (double[] ray : rays) {
      double norm = Vectors.norm(ray);
      if (norm == 0) {
        continue;
      }
      Start[] at = new Start[distances.length];
      for (int i = 0; i < at.length; i++) {
        double[] x = ray.clone();
        Vectors.scale(1 / norm, x);
        Vectors.scale(distances[i], x);
        set.project(x);
        at[i] = new Start(x, cost.value(x));
      }
      for (int i = 0; i < at.length; i++) {
        boolean falls = i == 0 || at[i].value < at[i - 1].value;
        if (falls && (i + 1 == at.length || at[i].value <= at[i + 1].value)) {
          low.add(at[i]);
        }
      }
    }
    return SearchDesign.best(low, most);
  }
}

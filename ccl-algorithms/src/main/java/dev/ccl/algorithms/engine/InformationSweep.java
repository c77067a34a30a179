package dev.ccl.algorithms.engine;

import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.policy.EdgeModel;
import java.util.Arrays;

/**
 * The Fisher information of the answers whose flow the last gradient has left: the sum over nodes
 * of the covariance of the logit gradients, weighted by the rollouts there (eq:ced-score-moment).
 * Where a slice of blocks ends depends on the forest alone, so no result depends on the number of
 * threads.
 */
final class InformationSweep {
  private static final int MOST_SLICES = 16;
  private static final int CHUNK = 256; // edges whose centred gradients are multiplied together

  private final Layout layout;
  private final EdgeModel model;
  private final GradientSweep flow;
  private final double[] parameter;
  private final double[][] sums; // of each slice: the lower triangle of a matrix
  private final Products[] products; // of each worker
  private final Team.Task slice = this::slice;

  InformationSweep(Layout layout, EdgeModel model, GradientSweep flow, int workers) {
    int d = model.dimension();
    this.layout = layout;
    this.model = model;
    this.flow = flow;
    this.parameter = new double[d];
    this.sums = new double[Math.min(MOST_SLICES, layout.blocks.count())][d * d];
    this.products = new Products[workers];
    for (int i = 0; i < workers; i++) {
      products[i] = new Products(d, layout.forest.edgesOfNodes().longest());
    }
  }

  /** Overwrites a matrix with the information of the flow of a student. */
  void at(double[] theta, Team team, double[] matrix) {
    System.arraycopy(theta, 0, parameter, 0, theta.length);
    team.run(0, sums.length, slice);
    Arrays.fill(matrix, 0.0);
    for (double[] sum : sums) {
      for (int i = 0; i < matrix.length; i++) {
        matrix[i] += sum[i];
      }
    }
    FisherInformation.mirror(matrix, theta.length);
  }

  private void slice(int slice, int worker) {
    long blocks = layout.blocks.count();
    int end = (int) ((slice + 1) * blocks / sums.length);
    Products product = products[worker];
    Arrays.fill(sums[slice], 0.0);
    for (int block = (int) (slice * blocks / sums.length); block < end; block++) {
      double[] rollouts = flow.counts(block);
      int base = layout.blocks.firstEdge(block);
      for (int s = layout.blocks.firstNode(block); s < layout.blocks.firstNode(block + 1); s++) {
        int degree = layout.forest.degree(s);
        if (degree > 1 && flow.reached(s) > 0) {
          product.makeRoom(degree, sums[slice]);
          model.gradients(parameter, s, product.rows);
          product.add(rollouts, layout.forest.firstEdge(s) - base, degree, flow.reached(s));
        }
      }
    }
    product.flush(sums[slice]);
  }

  /** Sums of products of centred gradients, which are kept by coordinate so that loops are long. */
  private static final class Products {
    final double[] rows; // of one node, row-major
    private final int d;
    private final int room; // edges
    private final double[] weight; // of each edge kept
    private final double[] scaled;
    private final double[] centred; // of each coordinate, one behind the other
    private int kept;

    Products(int dimension, int widest) {
      this.d = dimension;
      this.room = Math.max(CHUNK, widest);
      this.rows = new double[widest * d];
      this.weight = new double[room];
      this.scaled = new double[room];
      this.centred = new double[room * d];
    }

    void makeRoom(int degree, double[] sum) {
      if (kept + degree > room) {
        flush(sum);
      }
    }

    /** Keeps the gradients of a node, less their mean. */
    void add(double[] rollouts, int from, int degree, double all) {
      for (int i = 0; i < d; i++) {
        double sum = 0;
        for (int k = 0; k < degree; k++) {
          sum += rollouts[from + k] * rows[k * d + i];
        }
        double centre = sum / all;
        int at = i * room + kept;
        for (int k = 0; k < degree; k++) {
          centred[at + k] = rows[k * d + i] - centre;
        }
      }
      System.arraycopy(rollouts, from, weight, kept, degree);
      kept += degree;
    }

    void flush(double[] sum) {
      for (int i = 0; i < d; i++) {
        for (int e = 0; e < kept; e++) {
          scaled[e] = weight[e] * centred[i * room + e];
        }
        for (int j = 0; j <= i; j++) {
          sum[i * d + j] += dot(scaled, centred, j * room, kept);
        }
      }
      kept = 0;
    }

    /** The sum of products in four interleaved lanes. */
    private static double dot(double[] a, double[] b, int from, int length) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      int e = 0;
      for (; e + 3 < length; e += 4) {
        s0 += a[e] * b[from + e];
        s1 += a[e + 1] * b[from + e + 1];
        s2 += a[e + 2] * b[from + e + 2];
        s3 += a[e + 3] * b[from + e + 3];
      }
      for (; e < length; e++) {
        s0 += a[e] * b[from + e];
      }
      return (s0 + s1) + (s2 + s3);
    }
  }
}

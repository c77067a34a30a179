package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.exact.QuadraticModel;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.ConvexSet;
import java.util.Arrays;

/**
 * A calibration that leaves the teacher only as far as the evidence goes, so that it does no harm
 * where the class is misspecified or rewards are few.
 *
 * <p>With δ = w − w<sub>tea</sub> the labels so far say −log L(δ) ≈ ½ δᵀAδ − hᵀδ, each loss
 * expanded at the iterate of its round. The prior is δ ~ N(0, τG<sup>−1</sup>), where G is the
 * information about w in <em>target</em> answers: a ball around the teacher in the metric of what
 * the student is judged by. Its size τ is the smallest whose marginal likelihood is within two nats
 * of the largest, and δ minimises ½ δᵀ(A + (v/τ)G)δ − hᵀδ over W in this metric itself.
 *
 * <p>v is the noise of h in units of A. Labels of one prompt are no independent evidence about
 * other prompts: along each direction the noise is the larger of that of labels and that between
 * prompts, and the latter does not fall with the number of queries.
 */
final class EvidenceStep {
  /**
   * How much likelihood, in nats, is given up for a smaller step away from the teacher: half the
   * 0.95 quantile of χ² with one degree of freedom, so that the prior has the smallest size of a 95
   * % interval.
   */
  private static final double CAUTION = 2;

  /** Sizes of the prior that are compared: 10^−6 … 10^6 in steps of a fifth of a decade. */
  private static final int SIZES = 61;

  private static final double SMALLEST = 1e-6;
  private static final double STEP = 1.584893192461114; // 10^0.2

  /** The prior is looked at again when the number of labels has grown by a tenth. */
  private static final double GROWTH = 1.1;

  private final ConvexSet set;
  private final double[] teacher;
  private final int d;
  private final int prompts;
  private final double[] metric; // G
  private final double[] factor; // C with G = CCᵀ
  private final double[] memory; // A, Σ r²zzᵀ, h; A and h per prompt; count, next, τ/v
  private final int noise;
  private final int score;
  private final int byPrompt;
  private final int scalars;
  private final double[] matrix;
  private final double[] cholesky;
  private final double[] delta;
  private boolean measured;

  private EvidenceStep(ConvexSet set, double[] teacher, int prompts) {
    this.set = set;
    this.teacher = teacher;
    this.d = teacher.length;
    this.prompts = prompts;
    this.metric = new double[d * d];
    this.factor = new double[d * d];
    this.noise = d * d;
    this.score = 2 * d * d;
    this.byPrompt = score + d;
    this.scalars = byPrompt + prompts * (d * d + d);
    this.memory = new double[scalars + 3];
    memory[scalars + 1] = 1;
    this.matrix = new double[d * d];
    this.cholesky = new double[d * d];
    this.delta = new double[d];
  }

  /**
   * Prepares steps, to be {@linkplain #measureBy measured by} a metric before the first.
   *
   * @param set W
   * @param teacher w<sub>tea</sub>; read
   * @param prompts the number of distinct source prompts
   * @return the workspace at the teacher
   */
  static EvidenceStep of(ConvexSet set, double[] teacher, int prompts) {
    return new EvidenceStep(set, teacher.clone(), prompts);
  }

  /** Sets G, which is positive definite and read. */
  void measureBy(double[] information) {
    checkArgument(
        SmallMatrix.factor(information, 0, d, factor),
        "calibration=evidence: the information of the target prompts is not positive definite");
    Vectors.copy(information, metric);
    measured = true;
  }

  /** Tells whether G is known. */
  boolean hasMetric() {
    return measured;
  }

  /**
   * Takes a label in and moves the calibration.
   *
   * @param prompt the source prompt of the round, among the distinct ones
   * @param z z<sub>t</sub>; read
   * @param residual I<sub>t</sub>[σ(zᵀw) − Y<sub>t</sub>]
   * @param curvature I<sub>t</sub> σ′(zᵀw)
   * @param w the calibration; read
   * @param next overwritten with the new one; may be {@code w}
   */
  void step(int prompt, double[] z, double residual, double curvature, double[] w, double[] next) {
    double along = 0; // zᵀδ
    for (int i = 0; i < d; i++) {
      along += z[i] * (w[i] - teacher[i]);
    }
    int own = byPrompt + prompt * (d * d + d);
    SmallMatrix.addOuter(curvature, z, 0, d, memory, 0);
    SmallMatrix.addOuter(curvature, z, 0, d, memory, own);
    SmallMatrix.addOuter(residual * residual, z, 0, d, memory, noise);
    for (int i = 0; i < d; i++) {
      memory[score + i] += z[i] * (curvature * along - residual);
      memory[own + d * d + i] += z[i] * (curvature * along - residual);
    }
    memory[scalars]++;
    if (memory[scalars] >= memory[scalars + 1]) {
      memory[scalars + 1] = Math.floor(GROWTH * memory[scalars]);
      memory[scalars + 2] = freedom(w);
    }
    move(next);
  }

  /**
   * {@return what the rule remembers; its own array, which may be overwritten to restore a state}
   */
  double[] memory() {
    return memory;
  }

  /** Minimises ½ δᵀ(A + (v/τ)G)δ − hᵀδ over W. */
  private void move(double[] out) {
    double freedom = memory[scalars + 2];
    if (freedom == 0) {
      Vectors.copy(teacher, out);
      return;
    }
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = memory[i] + metric[i] / freedom;
    }
    boolean regular = SmallMatrix.factor(matrix, 0, d, cholesky);
    System.arraycopy(memory, score, delta, 0, d);
    SmallMatrix.solve(cholesky, delta);
    Vectors.addScaled(1, teacher, delta);
    if (regular && set.contains(delta)) {
      Vectors.copy(delta, out);
      return;
    }
    System.arraycopy(memory, score, delta, 0, d);
    Vectors.scale(-1, delta); // the gradient at the teacher
    Vectors.copy(new QuadraticModel(teacher, delta, matrix).minimizer(set, 0), out);
  }

  /**
   * Returns τ/v. In coordinates where G is the unit matrix and A diagonal, with entries a, the
   * score has h ~ N(0, noise + τa²).
   */
  private double freedom(double[] w) {
    double[] left = leftovers(w);
    double[] whitened = whitened(0);
    SymmetricEigen eigen = SymmetricEigen.of(whitened);
    double[] labels = whitened(noise);
    double[] h = Arrays.copyOfRange(memory, score, score + d);
    SmallMatrix.forward(factor, h);
    double[] squares = new double[d];
    double[] information = new double[d];
    double[] variance = new double[d];
    double inflation = 0;
    int seen = 0;
    for (int i = 0; i < d; i++) {
      double[] u = eigen.vector(i);
      double dot = Vectors.dot(u, h);
      squares[i] = dot * dot;
      information[i] = eigen.value(i) > 1e-12 * eigen.value(d - 1) ? eigen.value(i) : 0;
      variance[i] = Math.max(SmallMatrix.form(labels, u), betweenPrompts(left, u));
      if (information[i] > 0 && variance[i] > 0) {
        inflation += variance[i] / information[i];
        seen++;
      } else {
        information[i] = 0;
      }
    }
    double size = seen == 0 ? 0 : size(squares, information, variance);
    return size == 0 ? 0 : size * seen / inflation;
  }

  /** The smallest prior size whose log-likelihood is within {@link #CAUTION} of the best. */
  private static double size(double[] squares, double[] information, double[] variance) {
    double[] likelihood = new double[SIZES + 1];
    double best = Double.NEGATIVE_INFINITY;
    double size = 0;
    for (int k = 0; k <= SIZES; k++) {
      size = k == 0 ? 0 : k == 1 ? SMALLEST : size * STEP;
      for (int i = 0; i < squares.length; i++) {
        if (information[i] > 0) {
          double total = variance[i] + size * information[i] * information[i];
          likelihood[k] -= 0.5 * (Elementary.log(total) + squares[i] / total);
        }
      }
      best = Math.max(best, likelihood[k]);
    }
    size = 0;
    for (int k = 0; likelihood[k] < best - CAUTION; k++) {
      size = k == 0 ? SMALLEST : size * STEP;
    }
    return size;
  }

  /** What w leaves of each prompt's score, h − Aδ: 0 on average where the class is right. */
  private double[] leftovers(double[] w) {
    double[] left = new double[prompts * d];
    for (int x = 0; x < prompts; x++) {
      int own = byPrompt + x * (d * d + d);
      for (int i = 0; i < d; i++) {
        double sum = memory[own + d * d + i];
        for (int k = 0; k < d; k++) {
          sum -= memory[own + i * d + k] * (w[k] - teacher[k]);
        }
        left[x * d + i] = sum;
      }
    }
    return left;
  }

  /** Σ over prompts of (uᵀC⁻¹ leftover)², as if there were many prompts. */
  private double betweenPrompts(double[] left, double[] u) {
    double[] dual = u.clone();
    SmallMatrix.backward(factor, dual); // uᵀC⁻¹ = (C⁻ᵀu)ᵀ
    double sum = 0;
    for (int x = 0; x < prompts; x++) {
      double dot = Vectors.dot(left, x * d, dual, 0, d);
      sum += dot * dot;
    }
    return sum * prompts / Math.max(1, prompts - 1);
  }

  /** C⁻¹MC⁻ᵀ for the matrix M at a place of the memory. */
  private double[] whitened(int from) {
    double[] rows = new double[d * d];
    double[] column = new double[d];
    for (int k = 0; k < d; k++) {
      System.arraycopy(memory, from + k * d, column, 0, d); // symmetric: row k is column k
      SmallMatrix.forward(factor, column);
      for (int i = 0; i < d; i++) {
        rows[i * d + k] = column[i];
      }
    }
    double[] out = new double[d * d];
    for (int i = 0; i < d; i++) {
      System.arraycopy(rows, i * d, column, 0, d);
      SmallMatrix.forward(factor, column);
      for (int k = 0; k < d; k++) {
        out[i * d + k] += 0.5 * column[k];
        out[k * d + i] += 0.5 * column[k];
      }
    }
    return out;
  }
}

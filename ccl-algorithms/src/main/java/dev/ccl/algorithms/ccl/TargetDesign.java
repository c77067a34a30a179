package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Sensitivity;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;

/**
 * Compares the teacher's token with the one that the target students need most. An error of w costs
 * the student ½(w−w*)ᵀM(w−w*) ({@link Sensitivity}), and one more comparison of z lowers the mean
 * of that by half of
 *
 * <pre>  σ′(zᵀw) zᵀA⁻¹MA⁻¹z / (1 + σ′(zᵀw) zᵀA⁻¹z)</pre>
 *
 * where A is the information of the comparisons so far. The token with the largest value is taken
 * in three of four rounds; in the fourth it is the student's, as in Algorithm 1, so that every
 * comparison keeps a fourth of its probability and the drift bound a fourth of its constant.
 */
public record TargetDesign() implements Comparisons {
  private static final double EXPLORED = 0.25;
  private static final double GROWTH = 1.25; // rounds from one M to the next, as a ratio

  @Override
  public int alternative(SourceCursor s, double[] theta, RandomStream random) {
    return s.student(theta).draw(random);
  }

  @Override
  public InRun start(Setup setup, double[] w) {
    setup.requireWhole("alternatives=target", "alternatives=student");
    return new Designing(setup, w);
  }

  @Override
  public double[] coverage(LearningProblem problem, EdgeLaw teacher, int s) {
    double[] coverage = Alternatives.STUDENT.coverage(problem, teacher, s);
    Vectors.scale(EXPLORED, coverage);
    return coverage;
  }

  @Override
  public String toString() {
    return "target";
  }

  private static final class Designing implements InRun {
    private final LearningProblem problem;
    private final double[] w;
    private final int dimension;
    private final double[] inverse; // A⁻¹
    private final double[] cost; // M
    private final double[] clock; // the round of the next M
    private final double[] z;
    private final double[] best;
    private final double[] image; // A⁻¹z

    Designing(Setup setup, double[] w) {
      this.problem = setup.problem();
      this.w = w;
      this.dimension = w.length;
      double[] start = new double[dimension * dimension];
      for (int i = 0; i < dimension; i++) {
        start[i * dimension + i] = 1; // of a prior that soon counts for little
      }
      this.inverse = setup.memory().keep("design-inverse", start);
      this.cost = setup.memory().keep("design-cost", start.clone());
      this.clock = setup.memory().keep("design-clock", new double[1]);
      this.z = new double[dimension];
      this.best = new double[dimension];
      this.image = new double[dimension];
    }

    @Override
    public int alternative(long t, SourceCursor s, int c1, double[] theta, RandomStream random) {
      if (t >= clock[0]) {
        weigh(theta);
        clock[0] = Math.ceil(GROWTH * t) + 1;
      }
      boolean explored = random.nextDouble() < EXPLORED;
      int chosen = explored ? s.student(theta).draw(random) : mostUseful(s, c1);
      if (chosen != c1) {
        learn(Elementary.logisticDensity(s.logOdds(c1, chosen, w, best)));
      }
      return chosen;
    }

    private int mostUseful(SourceCursor s, int c1) {
      int chosen = c1;
      double most = -1;
      for (int k = 0; k < s.degree(); k++) {
        if (k != c1) {
          double steep = Elementary.logisticDensity(s.logOdds(c1, k, w, z));
          multiply(z);
          double value = 0;
          for (int i = 0; i < dimension; i++) {
            value += image[i] * Vectors.dot(cost, i * dimension, image, 0, dimension);
          }
          value *= steep / (1 + steep * Vectors.dot(z, image));
          if (value > most) {
            most = value;
            chosen = k;
          }
        }
      }
      return chosen;
    }

    /** A ← A + σ′zzᵀ, for its inverse. */
    private void learn(double steep) {
      multiply(best);
      double share = steep / (1 + steep * Vectors.dot(best, image));
      for (int i = 0; i < dimension; i++) {
        for (int j = 0; j <= i; j++) {
          double entry = inverse[i * dimension + j] - share * image[i] * image[j];
          inverse[i * dimension + j] = entry;
          inverse[j * dimension + i] = entry;
        }
      }
    }

    private void multiply(double[] vector) {
      for (int i = 0; i < dimension; i++) {
        image[i] = Vectors.dot(inverse, i * dimension, vector, 0, dimension);
      }
    }

    /** M at the present calibration and student; the old one where H is not positive definite. */
    private void weigh(double[] theta) {
      double[] hessian = LogRatioCost.calibrated(problem, w).hessian(theta);
      if (SmallMatrix.factor(hessian, 0, theta.length, hessian)) {
        Vectors.copy(Sensitivity.of(problem, w, theta, hessian), cost);
      }
    }
  }
}

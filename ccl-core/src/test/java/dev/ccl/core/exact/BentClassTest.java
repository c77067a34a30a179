package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.brute.BentFamily;
import dev.ccl.core.brute.Romberg;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import org.junit.jupiter.api.Test;

/** Derivatives for a class with curved logits are limits of differences too. */
class BentClassTest {

  private static double[] point(Instance instance, int trial) {
    double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
    double norm = 0;
    for (double x : theta) {
      norm += x * x;
    }
    for (int i = 0; i < theta.length; i++) {
      theta[i] /= 1 + Math.sqrt(norm);
    }
    return theta;
  }

  private static double[] moved(double[] x, int i, double by) {
    double[] y = x.clone();
    y[i] += by;
    return y;
  }

  @Test
  void costsHaveTheirDerivatives() {
    for (int trial = 0; trial < 20; trial++) {
      Instance instance = TrialInstances.of(trial);
      LogRatioCost cost = LogRatioCost.directMatching(BentFamily.bend(instance.problem()));
      double[] theta = point(instance, trial);
      int d = theta.length;
      double[] gradient = new double[d];
      java.util.Arrays.fill(gradient, 5); // overwritten
      cost.gradient(theta, gradient);
      double[] hessian = cost.hessian(theta);
      for (int i = 0; i < d; i++) {
        int coordinate = i;
        Romberg.derivative(t -> cost.value(moved(theta, coordinate, t)))
            .assertLimit(gradient[i], "trial " + trial + " gradient " + i);
        for (int k = 0; k < d; k++) {
          int row = k;
          Romberg.derivative(
                  t -> {
                    double[] g = new double[d];
                    cost.gradient(moved(theta, coordinate, t), g);
                    return g[row];
                  })
              .assertLimit(hessian[k * d + i], "trial " + trial + " Hessian " + k + "," + i);
          assertEquals(hessian[i * d + k], hessian[k * d + i], "symmetric to the bit");
        }
      }
    }
  }

  @Test
  void answersHaveTheirDerivatives() {
    for (int trial = 0; trial < 12; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem problem = BentFamily.bend(instance.problem());
      EdgeModel model = problem.target().student();
      double[] theta = point(instance, trial);
      int d = theta.length;
      Forest forest = model.forest();
      for (int e = forest.edges() - 1; e >= 0; e -= 3) {
        int edge = e;
        double[] score = new double[d];
        Scores.of(model, theta).path(e, score);
        double[] hessian = Scores.of(model, theta).hessian(e);
        for (int i = 0; i < d; i++) {
          int coordinate = i;
          Romberg.derivative(t -> Scores.of(model, moved(theta, coordinate, t)).logLikelihood(edge))
              .assertLimit(score[i], "trial " + trial + " score " + i);
          for (int k = 0; k < d; k++) {
            int row = k;
            Romberg.derivative(
                    t -> {
                      double[] s = new double[d];
                      Scores.of(model, moved(theta, coordinate, t)).path(edge, s);
                      return s[row];
                    })
                .assertLimit(hessian[k * d + i], "trial " + trial + " Hessian " + k + "," + i);
          }
        }
      }
    }
  }
}

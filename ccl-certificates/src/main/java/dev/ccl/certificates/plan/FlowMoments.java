package dev.ccl.certificates.plan;

import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.growing.Flow;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;

/**
 * The moments of a student from rollouts, by one sweep down their tree. With S and G the scores of
 * student and calibration, Z = λ log(π<sub>θ</sub>/π<sub>w</sub>) and K the sum of the covariances
 * of the student's logit gradients along an answer: F = E K, J = −λ E[S Gᵀ], and H = λF + E[(Z −
 * z̄) (SSᵀ − K)] for a linear student, where the mean z̄ of Z only takes away noise.
 */
final class FlowMoments {
  private final LearningProblem problem;
  private final Flow flow;
  private final double[] w;
  private final double[] theta;
  private final int d;
  private final int big; // D
  private final int width; // numbers per node: S, G, K, Z
  private final double[] above; // of each node, what the path to it has
  private final double[] here; // of one edge
  private final double[] log; // of π_w at a node
  private final double[] law;
  private final double[] own;
  private final double[] studentRows;
  private final double[] calibrationRows;
  private final double[] studentMean;
  private final double[] calibrationMean;

  private final double[] fisher;
  private final double[] plain; // Σ (SSᵀ − K)
  private final double[] weighted; // Σ Z(SSᵀ − K)
  private final double[] squares; // Σ Z²SSᵀ
  private final double[] gradient; // Σ Z S
  private final double[][] columns; // Σ S Gᵀ
  private double cost; // Σ Z

  FlowMoments(LearningProblem problem, Flow flow, double[] w, double[] theta) {
    this.problem = problem;
    this.flow = flow;
    this.w = w;
    this.theta = theta;
    this.d = theta.length;
    this.big = w.length;
    this.width = d + big + d * d + 1;
    this.above = new double[flow.nodes() * width];
    this.here = new double[width];
    int widest = problem.mdp().vocabulary().size();
    this.log = new double[widest];
    this.law = new double[widest];
    this.own = new double[widest];
    this.studentRows = new double[widest * d];
    this.calibrationRows = new double[widest * big];
    this.studentMean = new double[d];
    this.calibrationMean = new double[big];
    this.fisher = new double[d * d];
    this.plain = new double[d * d];
    this.weighted = new double[d * d];
    this.squares = new double[d * d];
    this.gradient = new double[d];
    this.columns = new double[big][d];
  }

  StudentMoments moments() {
    for (int i = 0; i < flow.nodes(); i++) {
      visit(i);
    }
    double n = flow.total();
    double lambda = problem.lambda();
    double mean = cost / n;
    double[] hessian = new double[d * d];
    double[] noise = new double[d * d];
    for (int k = 0; k < d * d; k++) {
      hessian[k] = lambda * fisher[k] / n + (weighted[k] - mean * plain[k]) / n;
      noise[k] = squares[k] / n - gradient[k / d] * gradient[k % d] / (n * n);
    }
    Vectors.scale(lambda / n, fisher);
    for (double[] column : columns) {
      Vectors.scale(-lambda / n, column);
    }
    return new StudentMoments(hessian, columns, noise, fisher);
  }

  private void visit(int i) {
    int from = flow.firstEdge(i);
    int degree = flow.firstEdge(i + 1) - from;
    double[] path = new double[width];
    System.arraycopy(above, i * width, path, 0, width);
    flow.state(i).student().gradients(theta, studentRows);
    flow.state(i).calibration().gradients(w, calibrationRows);
    flow.state(i).calibration().logits(w, log);
    Softmax.law(log, 0, degree, law);
    for (int k = 0; k < degree; k++) {
      own[k] = flow.probability(from + k);
    }
    FisherInformation.mean(own, 0, degree, studentRows, studentMean);
    FisherInformation.mean(law, 0, degree, calibrationRows, calibrationMean);
    double[] covariance = new double[d * d];
    FisherInformation.addCovariance( // which also takes the mean from the rows
        1, own, 0, degree, studentRows, studentMean, covariance);
    FisherInformation.mirror(covariance, d);
    for (int k = 0; k < d * d; k++) {
      path[d + big + k] += covariance[k];
    }
    for (int k = 0; k < degree; k++) {
      if (flow.rollouts(from + k) > 0) {
        follow(path, from + k, k);
      }
    }
  }

  private void follow(double[] path, int e, int k) {
    System.arraycopy(path, 0, here, 0, width);
    for (int i = 0; i < d; i++) {
      here[i] += studentRows[k * d + i];
    }
    for (int i = 0; i < big; i++) {
      here[d + i] += calibrationRows[k * big + i] - calibrationMean[i];
    }
    here[width - 1] += problem.lambda() * (flow.log(e) - log[k]);
    if (flow.child(e) >= 0) {
      System.arraycopy(here, 0, above, flow.child(e) * width, width);
    } else {
      add(flow.rollouts(e));
    }
  }

  /** Adds the rollouts of one answer. */
  private void add(double n) {
    double z = here[width - 1];
    cost += n * z;
    for (int i = 0; i < d; i++) {
      gradient[i] += n * z * here[i];
      for (int j = 0; j < d; j++) {
        double square = here[i] * here[j];
        double curvature = here[d + big + i * d + j];
        fisher[i * d + j] += n * curvature;
        plain[i * d + j] += n * (square - curvature);
        weighted[i * d + j] += n * z * (square - curvature);
        squares[i * d + j] += n * z * z * square;
      }
      for (int j = 0; j < big; j++) {
        columns[j][i] += n * here[i] * here[d + j];
      }
    }
  }
}

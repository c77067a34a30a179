package dev.ccl.testkit.naive;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.ConvexSet;

/** The paper's students: logits θᵀφ<sub>stu</sub>(s,a), and ‖θ‖ ≤ B. */
final class LinearStudents implements StudentClass {
  private final ConvexSet set;

  LinearStudents(int dimension, double bound) {
    this.set = Ball.of(dimension, bound);
  }

  @Override
  public ConvexSet set() {
    return set;
  }

  @Override
  public double[] project(double[] theta) {
    return SmallAlgebra.inBall(theta, set.radius());
  }

  @Override
  public double[] logits(double[] theta, Node state) {
    double[] logits = new double[state.size()];
    for (int k = 0; k < logits.length; k++) {
      logits[k] = SmallAlgebra.dot(theta, state.phiStu(k));
    }
    return logits;
  }

  @Override
  public double[][] gradients(double[] theta, Node state) {
    double[][] rows = new double[state.size()][];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = state.phiStu(k);
    }
    return rows;
  }

  @Override
  public double[][] curvature(double[] theta, Node state, double[] weights) {
    return new double[theta.length][theta.length];
  }

  @Override
  public double logitBound() {
    return set.radius();
  }

  @Override
  public double calibratedLogits(Instance.Header header) {
    return header.bound();
  }

  @Override
  public double gradientBound() {
    return 1;
  }

  @Override
  public double hessianBound() {
    return 0;
  }

  @Override
  public boolean isOfThePaper() {
    return true;
  }
}

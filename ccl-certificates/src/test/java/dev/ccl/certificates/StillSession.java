package dev.ccl.certificates;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.problem.LearningProblem;

/** A session whose round and student a test sets. */
final class StillSession implements Session {
  private final LearningProblem problem;
  long round;
  double[] theta;

  StillSession(LearningProblem problem) {
    this.problem = problem;
    this.theta = problem.student().initial().toArray();
  }

  @Override
  public long round() {
    return round;
  }

  @Override
  public void advance(long rounds) {
    round += rounds;
  }

  @Override
  public void calibration(double[] out) {
    throw new AssertionError("a certificate rests on no calibration of the run");
  }

  @Override
  public void student(double[] out) {
    System.arraycopy(theta, 0, out, 0, theta.length);
  }

  @Override
  public LearnerState state() {
    return LearnerState.initial(
        1, problem.calibration().initial(), ImmutableDoubleArray.copyOf(theta));
  }

  @Override
  public void close() {}
}

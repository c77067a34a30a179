package dev.ccl.testkit.naive;

/** The token law of a student, with the derivatives of its logits. */
public final class StudentLaw extends KnownLaw {
  private final StudentClass students;
  private final double[] theta;
  private final double[][][] gradients;

  StudentLaw(StudentClass students, double[] theta, int states, int answers) {
    super(state -> Naive.logSoftmax(students.logits(theta, state)), states, answers);
    this.students = students;
    this.theta = theta;
    this.gradients = new double[states][][];
  }

  /**
   * Returns the derivative of a logit.
   *
   * @param state the state
   * @param k the place of a legal token
   * @return ∇f; only read
   */
  public double[] gradient(Node state, int k) {
    int s = state.index();
    if (gradients[s] == null) {
      gradients[s] = students.gradients(theta, state);
    }
    return gradients[s][k];
  }

  /**
   * Returns ∇²f − E∇²f of a token.
   *
   * @param state the state
   * @param k the place of a legal token
   * @return a fresh matrix
   */
  public double[][] centredCurvature(Node state, int k) {
    double[] weights = new double[state.size()];
    for (int b = 0; b < weights.length; b++) {
      weights[b] = (b == k ? 1 : 0) - StrictMath.exp(log(state)[b]);
    }
    return students.curvature(theta, state, weights);
  }
}

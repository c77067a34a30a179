package dev.ccl.testkit.naive;

/** The token law of a student, with the derivatives of its logits. */
public final class StudentLaw extends CachedLaw {
  private final StudentClass students;
  private final double[] theta;
  private final double[][][] gradients; // by state
  private final double[][][] increments; // by state
  private final double[][] scores; // by answer

  StudentLaw(StudentClass students, double[] theta, int states, int answers) {
    super(state -> Naive.logSoftmax(students.logits(theta, state)), states, answers);
    this.students = students;
    this.theta = theta;
    this.gradients = new double[states][][];
    this.increments = new double[states][][];
    this.scores = new double[answers][];
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

  /** ∇f − E∇f of a token; only read. */
  double[] increment(Node state, int k) {
    int s = state.index();
    if (increments[s] == null) {
      increments[s] = new double[state.size()][];
      for (int c = 0; c < state.size(); c++) {
        increments[s][c] = gradient(state, c).clone();
        for (int b = 0; b < state.size(); b++) {
          SmallAlgebra.add(-probability(state, b), gradient(state, b), increments[s][c]);
        }
      }
    }
    return increments[s][k];
  }

  /** The sum of the increments along an answer; only read. */
  double[] score(Answer answer) {
    int a = answer.index();
    if (scores[a] == null) {
      double[] score = new double[theta.length];
      for (int h = 1; h <= answer.length(); h++) {
        SmallAlgebra.add(1, increment(answer.node(h), answer.place(h)), score);
      }
      scores[a] = score;
    }
    return scores[a];
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
      weights[b] = (b == k ? 1 : 0) - probability(state, b);
    }
    return students.curvature(theta, state, weights);
  }
}

package dev.ccl.algorithms.baseline;

import static com.google.common.base.Preconditions.checkState;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.engine.Cursor;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.algorithms.engine.TokenLaw;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;

/**
 * One sampled answer of a round, with what student, teacher and reference say at every state on its
 * path. A workspace of one run that allocates nothing.
 */
public final class PathWalk {
  private final double lambda;
  private final Cursor cursor;
  private final Draws draws;
  private final int answers; // on the fixed list
  private final int widest;
  private final int[] degree; // of each step
  private final int[] token; // of each step: the place of the token
  private final double[] log; // of each step and token: log π_θ
  private final double[] teacher; // of each step and token: π_tea
  private final double[] logTeacher;
  private final double[] logReference; // of each step, for the token taken
  private final double[] local;
  private double[] theta;
  private long round;
  private long sample;
  private int length;

  private PathWalk(LearningProblem problem, Cursor cursor, Draws draws, int answers) {
    this.lambda = problem.lambda();
    this.cursor = cursor;
    this.draws = draws;
    this.answers = answers;
    this.widest = cursor.widest();
    int horizon = problem.horizon();
    this.degree = new int[horizon];
    this.token = new int[horizon];
    this.log = new double[horizon * widest];
    this.teacher = new double[horizon * widest];
    this.logTeacher = new double[horizon * widest];
    this.logReference = new double[horizon];
    this.local = new double[widest];
    this.theta = new double[0];
  }

  /**
   * Prepares answers for a baseline.
   *
   * @param problem the problem
   * @param engine the forests as the run sees them
   * @param baseline whose side is walked
   * @param draws the random streams of the run
   * @param answers the length of the list of {@link #drawFromList}
   * @return the workspace
   */
  static PathWalk of(
      LearningProblem problem, Engine engine, Baseline baseline, Draws draws, int answers) {
    Cursor cursor = baseline.onSource() ? engine.source() : engine.target();
    return new PathWalk(problem, cursor, draws, answers);
  }

  /**
   * Names the answers to come.
   *
   * @param ofRound t
   * @param ofSample the place in the batch of the round
   * @param student θ; read, and to be left as it is until the next call
   */
  void at(long ofRound, long ofSample, double[] student) {
    round = ofRound;
    sample = ofSample;
    theta = student;
  }

  /**
   * Draws a prompt and the student's answer to it.
   *
   * @param purpose names the stream
   */
  public void drawFromStudent(Purpose purpose) {
    RandomStream random = begin(draws.open(purpose, round, sample));
    while (cursor.isOpen()) {
      TokenLaw student = cursor.student(theta);
      step(student, student.draw(random));
    }
  }

  /**
   * Draws a prompt and the teacher's answer to it.
   *
   * @param purpose names the stream
   */
  public void drawFromTeacher(Purpose purpose) {
    draw(cursor.teacher(), draws.open(purpose, round, sample));
  }

  /**
   * Draws a prompt and the reference's answer to it.
   *
   * @param purpose names the stream
   */
  public void drawFromReference(Purpose purpose) {
    draw(cursor.reference(), draws.open(purpose, round, sample));
  }

  /**
   * Draws from a fixed list of teacher answers, which is spelled by streams of its own.
   *
   * @param place names the stream that draws the place on the list
   * @param answer names the streams of the list
   */
  public void drawFromList(Purpose place, Purpose answer) {
    int at = draws.open(place, round, sample).nextBelow(answers);
    draw(cursor.teacher(), draws.open(answer, at, 0)); // the same answer each time
  }

  private void draw(TokenLaw law, RandomStream stream) {
    RandomStream random = begin(stream);
    while (cursor.isOpen()) {
      step(cursor.student(theta), law.draw(random));
    }
  }

  private RandomStream begin(RandomStream random) {
    length = 0;
    cursor.start(random.nextBelow(cursor.prompts()));
    return random;
  }

  /** Notes what the policies say at this state and goes on. */
  private void step(TokenLaw student, int k) {
    int from = length * widest;
    degree[length] = cursor.degree();
    for (int a = 0; a < degree[length]; a++) {
      log[from + a] = student.log(a);
      teacher[from + a] = cursor.teacher().probability(a);
      logTeacher[from + a] = cursor.teacher().log(a);
    }
    logReference[length] = cursor.reference().log(k);
    token[length] = k;
    length++;
    cursor.follow(k);
  }

  /** {@return the regularisation} */
  public double lambda() {
    return lambda;
  }

  /** {@return the log-probability of the answer under the student, log π<sub>stu,θ</sub>(a|x)} */
  public double logStudent() {
    return along(log);
  }

  /** {@return the log-probability of the answer under the teacher, log π<sub>tea</sub>(a|x)} */
  public double logTeacher() {
    return along(logTeacher);
  }

  private double along(double[] rows) {
    double sum = 0;
    for (int h = 0; h < length; h++) {
      sum += rows[h * widest + token[h]];
    }
    return sum;
  }

  /** {@return the log-probability of the answer under the reference, log π<sub>pre</sub>(a|x)} */
  public double logReference() {
    double sum = 0;
    for (int h = 0; h < length; h++) {
      sum += logReference[h];
    }
    return sum;
  }

  /**
   * Asks the verifier for the reward of the answer.
   *
   * @return R(x, a)
   * @throws IllegalStateException on the target side, where there are no rewards
   */
  public double reward() {
    checkState(cursor instanceof SourceCursor, "rewards exist on source prompts only");
    return ((SourceCursor) cursor).reward();
  }

  /**
   * Adds the score S of the answer.
   *
   * @param scale its factor
   * @param gradient increased
   */
  public void addScore(double scale, double[] gradient) {
    for (int h = 0; h < length; h++) {
      for (int k = 0; k < degree[h]; k++) {
        local[k] = -scale * Elementary.exp(log[h * widest + k]);
      }
      local[token[h]] += scale;
      cursor.pullback(h, theta, local, gradient);
    }
  }

  /**
   * Adds the gradient of Σ over the states of KL(π<sub>tea</sub> ‖ π<sub>θ</sub>), the states held
   * fixed.
   *
   * @param scale its factor
   * @param gradient increased
   */
  public void addForwardDivergence(double scale, double[] gradient) {
    for (int h = 0; h < length; h++) {
      int from = h * widest;
      for (int k = 0; k < degree[h]; k++) {
        local[k] = scale * (Elementary.exp(log[from + k]) - teacher[from + k]);
      }
      cursor.pullback(h, theta, local, gradient);
    }
  }

  /**
   * Adds the gradient of Σ over the states of KL(π<sub>θ</sub> ‖ π<sub>tea</sub>), the states held
   * fixed.
   *
   * @param scale its factor
   * @param gradient increased
   */
  public void addReverseDivergence(double scale, double[] gradient) {
    for (int h = 0; h < length; h++) {
      int from = h * widest;
      double mean = 0;
      for (int k = 0; k < degree[h]; k++) {
        double ratio = log[from + k] - logTeacher[from + k];
        mean += Elementary.exp(log[from + k]) * ratio;
      }
      for (int k = 0; k < degree[h]; k++) {
        double ratio = log[from + k] - logTeacher[from + k];
        local[k] = scale * Elementary.exp(log[from + k]) * (ratio - mean);
      }
      cursor.pullback(h, theta, local, gradient);
    }
  }
}

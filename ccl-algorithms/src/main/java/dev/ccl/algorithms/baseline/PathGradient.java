package dev.ccl.algorithms.baseline;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.random.Stream;
import java.util.Arrays;

/** Gradient samples of every {@link PathObjective}: one answer each. */
public final class PathGradient {
  private final PathObjective objective;
  private final double lambda;
  private final RandomStreams streams;
  private final Stream stream = Stream.of(0, 0, 0, 0);
  private final SourceVerifier verifier;
  private final PathWalk walk;
  private final int answers;
  private final double[] teacher; // probabilities of all edges
  private final double[] logTeacher;
  private final double[] reference;
  private final double[] logReference;

  private PathGradient(
      LearningProblem problem, RandomStreams streams, PathObjective objective, int answers) {
    this.objective = objective;
    this.lambda = problem.lambda();
    this.streams = streams;
    this.answers = answers;
    this.verifier = problem.newVerifier();
    Side side = objective.onSource() ? problem.source() : problem.target();
    this.walk = new PathWalk(side.dataset(), side.student(), problem.horizon());
    EdgeLaw teacherLaw = side.calibration().law(problem.calibration().initial().toArray());
    EdgeLaw referenceLaw = side.reference();
    this.logTeacher = teacherLaw.logs();
    this.logReference = referenceLaw.logs();
    this.teacher = probabilities(teacherLaw);
    this.reference = probabilities(referenceLaw);
  }

  /**
   * Prepares gradient samples.
   *
   * @param problem the problem, with complete forests
   * @param streams where answers get their randomness
   * @param objective what is estimated
   * @param answers the length of the fixed list of teacher answers of {@link PathObjective#SFT}
   * @return the workspace
   */
  public static PathGradient of(
      LearningProblem problem, RandomStreams streams, PathObjective objective, int answers) {
    return new PathGradient(problem, streams, objective, answers);
  }

  private static double[] probabilities(EdgeLaw law) {
    double[] all = new double[law.forest().edges()];
    Arrays.setAll(all, law::probability);
    return all;
  }

  /**
   * Adds one sample of the gradient.
   *
   * @param round t
   * @param sample the place of the sample in its batch
   * @param theta the student; read
   * @param scale the factor of the sample
   * @param gradient increased
   */
  public void add(long round, long sample, double[] theta, double scale, double[] gradient) {
    switch (objective) {
      case DIRECT_MATCHING -> {
        streams.rekey(stream, Purpose.DIRECT_MATCHING, round, sample);
        walk.drawFromStudent(stream, theta);
        // Z_SM of eq:sm-temp-sample
        double z =
            (1 + lambda) * walk.logStudent()
                - walk.sum(logTeacher)
                - lambda * walk.sum(logReference);
        walk.addScore(scale * z, theta, gradient);
      }
      case FORWARD_KL -> {
        streams.rekey(stream, Purpose.TEACHER_ROLLOUT, round, sample);
        walk.drawFrom(teacher, stream, theta);
        walk.addForwardDivergence(scale, teacher, theta, gradient);
      }
      case SFT -> {
        streams.rekey(stream, Purpose.GRADIENT_BATCH, round, sample);
        int answer = stream.nextBelow(answers);
        streams.rekey(stream, Purpose.TEACHER_ROLLOUT, answer, 0); // the same answer each time
        walk.drawFrom(teacher, stream, theta);
        walk.addScore(-scale, theta, gradient);
      }
      case TOKEN_REVERSE_KL -> {
        streams.rekey(stream, Purpose.GRADIENT_BATCH, round, sample);
        walk.drawFromStudent(stream, theta);
        walk.addReverseDivergence(scale, logTeacher, theta, gradient);
      }
      case SOURCE_REWARD -> {
        streams.rekey(stream, Purpose.GRADIENT_BATCH, round, sample);
        walk.drawFromStudent(stream, theta);
        walk.addScore(-scale * regularizedReward(), theta, gradient);
      }
      case IMPORTANCE_WEIGHTED -> {
        streams.rekey(stream, Purpose.COMPLETION, round, sample);
        walk.drawFrom(reference, stream, theta);
        double weight = Elementary.exp(walk.logStudent() - walk.sum(logReference));
        walk.addScore(-scale * weight * regularizedReward(), theta, gradient);
      }
    }
  }

  /** The bracket of eq:ced-return: R − λ log(π_θ/π_pre) of the whole answer. */
  private double regularizedReward() {
    return verifier.query(walk.leaf()) - lambda * (walk.logStudent() - walk.sum(logReference));
  }
}

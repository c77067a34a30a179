package dev.ccl.testkit.naive;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One round of Algorithm 1, one answer at a time, from its formulas. It is slow and shares nothing
 * with the engine but the generator of uniform numbers. A liar is a subclass in which one formula
 * or one draw is wrong.
 */
public class PlainCcl extends RoundFormulas {
  private final Naive model;
  private final TokenLaw teacher;
  private final LruCache<StudentLaw> students;
  private final LruCache<TokenLaw> calibrations;

  /**
   * Makes the algorithm for an instance.
   *
   * @param model the instance, written out
   */
  public PlainCcl(Naive model) {
    super(model);
    this.model = model;
    this.teacher = model.calibrated(model.teacherParameter());
    this.students = new LruCache<>(model::student);
    this.calibrations = new LruCache<>(model::calibrated);
  }

  /**
   * What the source side of a round gives.
   *
   * @param calibration w<sub>t+1</sub>
   * @param accepted I<sub>t</sub>
   */
  public record Calibrated(ImmutableDoubleArray calibration, boolean accepted) {}

  /**
   * What a round gives.
   *
   * @param source its source side
   * @param student θ<sub>t+1</sub>
   * @param gradientRollouts b<sub>t+1</sub>
   * @param validationRollouts 2q<sub>t+1</sub>
   * @param winner k̂<sub>t+1</sub>
   */
  public record Outcome(
      Calibrated source,
      ImmutableDoubleArray student,
      long gradientRollouts,
      long validationRollouts,
      int winner) {}

  /**
   * Does one round.
   *
   * @param streams the streams of the run
   * @param t the round
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return what comes after it
   */
  public final Outcome round(RandomStreams streams, long t, double[] w, double[] theta) {
    Calibrated source = calibrate(streams, t, w, theta);

    // Student gradient update.
    TokenLaw taught = calibrations.at(taughtBy(w, source.calibration().toArray()));
    long b = gradientBatch(t);
    StudentLaw student = students.at(theta);
    Costs costs = Costs.of(model);
    List<Answer> batch = rollouts(student, b, open(streams, Purpose.GRADIENT_BATCH, t));
    double[] estimate = new double[theta.length];
    for (Answer a : batch) {
      estimate =
          SmallAlgebra.plus(
              estimate, costs.logRatioCost(student, taught, a) / b, score(costs, student, a));
    }
    double[] first = projectStudent(SmallAlgebra.plus(theta, -studentStep(), estimate));
    double[] second = explore(open(streams, Purpose.EXPLORATION, t), theta.length);

    // Candidate student evaluation and selection.
    long q = validationBatch(t);
    double cost1 =
        validate(costs, taught, first, q, batch, open(streams, Purpose.VALIDATION_FIRST, t));
    double cost2 =
        validate(costs, taught, second, q, List.of(), open(streams, Purpose.VALIDATION_SECOND, t));
    int k = select(cost1, cost2);
    return new Outcome(source, ImmutableDoubleArray.copyOf(k == 1 ? first : second), b, 2 * q, k);
  }

  /**
   * Does the source side of a round.
   *
   * @param streams the streams of the run
   * @param t the round
   * @param w w<sub>t</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return the calibration after it
   */
  public final Calibrated calibrate(RandomStreams streams, long t, double[] w, double[] theta) {
    // Token-level branching on source.
    int i = open(streams, Purpose.SOURCE_INDEX, t).nextBelow(model.source().size());
    int h = position(open(streams, Purpose.BRANCH_POSITION, t));
    Answer proposal =
        draw(
            open(streams, Purpose.TEACHER_ROLLOUT, t).nextDouble(),
            model.answers(model.source().get(i)),
            0,
            teacher);
    Node s = proposal.node(h);
    int c1 = proposal.place(h);
    int c0 =
        token(
            open(streams, Purpose.STUDENT_ALTERNATIVE, t).nextDouble(), students.at(theta).log(s));
    double[] z = s.difference(c1, c0);

    // Teacher calibration.
    int y =
        open(streams, Purpose.BRANCH_CHOICE, t).nextDouble() < branchProbability(s, c1, c0) ? 1 : 0;
    Answer completed =
        draw(
            open(streams, Purpose.COMPLETION, t).nextDouble(),
            branch(s, y == 1 ? c1 : c0),
            h,
            completion(theta));
    boolean accepted =
        open(streams, Purpose.ACCEPTANCE, t).nextDouble() <= acceptance(completed.reward());
    double[] g = new double[z.length];
    if (accepted) {
      g =
          SmallAlgebra.plus(
              g, SmallAlgebra.sigmoid(SmallAlgebra.dot(z, w)) - label(s, c1, c0, y), z);
    }
    double[] next = projectCalibration(SmallAlgebra.plus(w, -calibrationStep(t), g));
    return new Calibrated(ImmutableDoubleArray.copyOf(next), accepted);
  }

  /**
   * Draws the position of the branch (line:br-design).
   *
   * @param stream the source of randomness
   * @return h<sub>t</sub>
   */
  protected int position(RandomStream stream) {
    return 1 + stream.nextBelow(model.horizon());
  }

  /**
   * Opens the stream of a draw.
   *
   * @param streams the streams of the run
   * @param purpose the draw
   * @param t the round
   * @return a new stream
   */
  protected RandomStream open(RandomStreams streams, Purpose purpose, long t) {
    return streams.open(purpose, t);
  }

  /**
   * Draws the exploring candidate.
   *
   * @param stream the source of randomness
   * @param d its dimension
   * @return a uniform point of Θ
   */
  protected double[] explore(RandomStream stream, int d) {
    double[] point = new double[d];
    BallSampler.sample(stream, model.bound(), point);
    return point;
  }

  /**
   * Estimates the cost of a candidate (line:br-evaluation).
   *
   * @param costs the target side
   * @param calibrated the law of the calibration
   * @param candidate the candidate
   * @param q the number of rollouts
   * @param gradientBatch the answers from which the candidate was made; not to be used
   * @param stream the source of randomness
   * @return Ĉ
   */
  protected double validate(
      Costs costs,
      TokenLaw calibrated,
      double[] candidate,
      long q,
      List<Answer> gradientBatch,
      RandomStream stream) {
    StudentLaw student = students.at(candidate);
    return average(rollouts(student, q, stream), a -> costs.logRatioCost(student, calibrated, a));
  }

  /**
   * Returns the average of a function over answers.
   *
   * @param answers the answers
   * @param f the function
   * @return its mean
   */
  protected static double average(List<Answer> answers, ToDoubleFunction<Answer> f) {
    double sum = 0;
    for (Answer a : answers) {
      sum += f.applyAsDouble(a);
    }
    return sum / answers.size();
  }

  /** One uniform number per rollout: its integer part is the prompt, the rest the answer. */
  private List<Answer> rollouts(TokenLaw student, long n, RandomStream stream) {
    List<Answer> batch = new ArrayList<>();
    for (long l = 0; l < n; l++) {
      double u = stream.nextDouble() * model.target().size();
      batch.add(draw(u - (int) u, model.answers(model.target().get((int) u)), 0, student));
    }
    return batch;
  }
}

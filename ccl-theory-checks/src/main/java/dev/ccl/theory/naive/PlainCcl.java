package dev.ccl.theory.naive;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.random.BallSampler;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.RoundFormulas;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.math.BigInteger;
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
  private final Recent<StudentLaw> students;
  private final Recent<TokenLaw> calibrations;

  /**
   * Makes the algorithm for an instance.
   *
   * @param model the instance, written out
   */
  public PlainCcl(Naive model) {
    super(model);
    this.model = model;
    this.teacher = model.calibrated(model.teacherParameter());
    this.students = new Recent<>(model::student);
    this.calibrations = new Recent<>(model::calibrated);
  }

  /**
   * Does one round.
   *
   * @param state the state before it
   * @return the state after it
   */
  public final LearnerState round(LearnerState state) {
    long t = state.round();
    double[] w = state.calibration().toArray();
    double[] theta = state.student().toArray();
    RandomStreams streams = RandomStreams.of(state.seed());

    // Token-level branching on source.
    int i = open(streams, Purpose.SOURCE_INDEX, t).nextBelow(model.source().size());
    int h = 1 + open(streams, Purpose.BRANCH_POSITION, t).nextBelow(model.horizon());
    Answer proposal =
        draw(
            model.answers(model.source().get(i)),
            0,
            teacher,
            open(streams, Purpose.TEACHER_ROLLOUT, t));
    Node s = proposal.node(h);
    int c1 = proposal.place(h);
    int c0 = token(students.at(theta).log(s), open(streams, Purpose.STUDENT_ALTERNATIVE, t));
    double[] z = s.difference(c1, c0);

    // Teacher calibration.
    int y =
        open(streams, Purpose.BRANCH_CHOICE, t).nextDouble() < branchProbability(s, c1, c0) ? 1 : 0;
    int taken = y == 1 ? c1 : c0;
    List<Answer> branches = new ArrayList<>();
    for (Answer a : model.answers(s.prompt())) {
      if (a.startsWith(s.prefix()) && a.place(h) == taken) {
        branches.add(a);
      }
    }
    Answer completed = draw(branches, h, completion(theta), open(streams, Purpose.COMPLETION, t));
    boolean accepted =
        open(streams, Purpose.ACCEPTANCE, t).nextDouble() <= acceptance(completed.reward());
    double[] g = new double[z.length];
    if (accepted) {
      g =
          SmallAlgebra.plus(
              g, SmallAlgebra.sigmoid(SmallAlgebra.dot(z, w)) - label(s, c1, c0, y), z);
    }
    double[] next = projectCalibration(SmallAlgebra.plus(w, -calibrationStep(t), g));

    // Student gradient update.
    TokenLaw taught = calibrations.at(taughtBy(w, next));
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
    return new LearnerState(
        state.seed(),
        t + 1,
        ImmutableDoubleArray.copyOf(next),
        ImmutableDoubleArray.copyOf(k == 1 ? first : second),
        ImmutableMap.of(),
        spent(state.ledger(), accepted, b, q, k));
  }

  private static Ledger spent(Ledger before, boolean accepted, long b, long q, int k) {
    return new Ledger(
        before.sourceQueries() + 1,
        before.acceptedTrials() + (accepted ? 1 : 0),
        before.gradientRollouts().add(BigInteger.valueOf(b)),
        before.validationRollouts().add(BigInteger.valueOf(2 * q)),
        before.firstWins() + (k == 1 ? 1 : 0),
        before.secondWins() + (k == 2 ? 1 : 0),
        before.largestCount());
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
      batch.add(at(u - (int) u, model.answers(model.target().get((int) u)), 0, student));
    }
    return batch;
  }

  private static Answer draw(List<Answer> answers, int fixed, TokenLaw law, RandomStream stream) {
    return at(stream.nextDouble(), answers, fixed, law);
  }

  private static Answer at(double u, List<Answer> answers, int fixed, TokenLaw law) {
    double sum = 0;
    for (Answer a : answers) {
      sum += fixed == 0 ? law.probability(a) : StrictMath.exp(law.logSuffix(a, fixed + 1));
      if (u < sum) {
        return a;
      }
    }
    return answers.get(answers.size() - 1);
  }

  private static int token(double[] log, RandomStream stream) {
    double u = stream.nextDouble();
    double sum = 0;
    for (int k = 0; k < log.length; k++) {
      sum += StrictMath.exp(log[k]);
      if (u < sum) {
        return k;
      }
    }
    return log.length - 1;
  }
}

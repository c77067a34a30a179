package dev.ccl.theory.naive;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.math.BigInteger;
import java.util.List;

/** One step of Algorithm 2 (alg:sm-temperature), with a method for each of its formulas. */
public class PlainMatching {
  private final Naive model;

  /**
   * Makes the algorithm for an instance.
   *
   * @param model the instance, written out
   */
  public PlainMatching(Naive model) {
    this.model = model;
  }

  /**
   * Does one step.
   *
   * @param state the state before it
   * @return the state after it
   */
  public final LearnerState round(LearnerState state) {
    long t = state.round();
    double[] theta = state.student().toArray();
    RandomStream stream = RandomStreams.of(state.seed()).open(Purpose.DIRECT_MATCHING, t);
    StudentLaw student = model.student(theta);
    List<Answer> answers =
        model.answers(model.target().get(stream.nextBelow(model.target().size())));
    double u = stream.nextDouble();
    Answer drawn = answers.get(answers.size() - 1);
    double sum = 0;
    for (Answer a : answers) {
      sum += StrictMath.exp(student.logAnswer(a));
      if (u < sum) {
        drawn = a;
        break;
      }
    }
    double[] score = Costs.of(model).score(student, drawn);
    double[] next =
        SmallAlgebra.inBall(
            SmallAlgebra.plus(theta, -step(t) * cost(student, drawn), score), model.bound());
    Ledger before = state.ledger();
    Ledger spent =
        new Ledger(
            before.sourceQueries(),
            before.acceptedTrials(),
            before.gradientRollouts().add(BigInteger.ONE),
            before.validationRollouts(),
            before.firstWins(),
            before.secondWins(),
            before.largestCount());
    return new LearnerState(
        state.seed(),
        t + 1,
        state.calibration(),
        ImmutableDoubleArray.copyOf(next),
        ImmutableMap.of(),
        spent);
  }

  /**
   * Returns Z<sub>SM</sub> (eq:sm-temp-sample).
   *
   * @param student the student's law
   * @param answer the answer
   * @return log(π<sub>stu</sub>/π<sub>tea</sub>) + λ log(π<sub>stu</sub>/π<sub>pre</sub>)
   */
  protected double cost(TokenLaw student, Answer answer) {
    double own = student.logAnswer(answer);
    return own
        - model.calibrated(model.teacherParameter()).logAnswer(answer)
        + model.lambda() * (own - model.reference().logAnswer(answer));
  }

  /**
   * Returns the step, 1/(μ<sub>SM</sub>(t+2)).
   *
   * @param t the round
   * @return η<sub>t</sub><sup>SM</sup>
   */
  protected double step(long t) {
    double kappa = SmallAlgebra.sigmoidSlope(model.bound() + StrictMath.log(2));
    return model.studentDimension() / ((1 + model.lambda()) * kappa * (t + 2));
  }
}

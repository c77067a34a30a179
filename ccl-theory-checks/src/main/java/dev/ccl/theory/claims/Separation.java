package dev.ccl.theory.claims;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep.Atom;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Case;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The constants and closed forms of sec:sm-temperature. */
final class Separation {
  private Separation() {}

  /** α of eq:sm-temp-teacher. */
  static double share(Naive naive) {
    return naive.teacherParameter()[0] * naive.lambda() / Math.sqrt(2);
  }

  private static double[] constant(int d, double value) {
    double[] out = new double[d];
    Arrays.fill(out, value);
    return out;
  }

  /** The probability that student u gives to verdict 1 (eq:sm-temp-student). */
  static double p(double u) {
    return SmallAlgebra.sigmoid(u - StrictMath.log(2));
  }

  /** κ_SM. */
  static double curvatureConstant(Naive naive) {
    return SmallAlgebra.sigmoidSlope(naive.bound() + StrictMath.log(2));
  }

  /** θ† (prop:sm-temp-oracle). */
  static double[] oracle(Naive naive) {
    return constant(naive.studentDimension(), 1 / (4 * naive.lambda()));
  }

  /** θ*_SM. */
  static double[] matching(Naive naive) {
    return constant(
        naive.studentDimension(), share(naive) / (4 * naive.lambda() * (1 + naive.lambda())));
  }

  /** What the subject says is θ*_SM, which takes a search. */
  static double[] found(Case c) {
    return c.subject().once(Found.class, () -> new Found(c.subject().matchingMinimizer())).point();
  }

  @SuppressWarnings("ArrayRecordComponent") // only read
  private record Found(double[] point) {}

  /** Z_SM of eq:sm-temp-sample. */
  static double sample(Naive naive, TokenLaw student, Answer a) {
    double own = student.logAnswer(a);
    return own
        - naive.teacher().logAnswer(a)
        + naive.lambda() * (own - naive.reference().logAnswer(a));
  }

  /** μ_SM. */
  static double monotonicity(Naive naive) {
    return (1 + naive.lambda()) * curvatureConstant(naive) / naive.studentDimension();
  }

  /** G_SM/μ_SM. */
  static double ratio(Naive naive) {
    return (2 + naive.lambda()) * naive.bound() / monotonicity(naive);
  }

  /** The bound of thm:sm-temperature at a finite T. */
  static double finite(Naive naive, double rounds) {
    int d = naive.studentDimension();
    double gap =
        Math.sqrt(d) * (1 - share(naive)) / (4 * naive.lambda())
            - ratio(naive) / Math.sqrt(rounds + 1);
    double positive = Math.max(0, gap);
    return curvatureConstant(naive) / (2 * d) * positive * positive;
  }

  /** κ_SM(1−α)²/(128λ²). */
  static double floor(Naive naive) {
    double rest = (1 - share(naive)) / naive.lambda();
    return curvatureConstant(naive) * rest * rest / 128;
  }

  /** The T from which the floor is claimed. */
  static double stated(Naive naive) {
    double unit = (1 - share(naive)) / (8 * naive.lambda());
    return StrictMath.pow(ratio(naive) / unit, 2) / naive.studentDimension();
  }

  /** All values of θ_t − η_t S·Z_SM with their probabilities, one per answer, not projected. */
  static List<Atom> steps(Case c, double[] theta, long t) {
    Naive naive = c.specimen().naive();
    StudentLaw student = naive.student(theta);
    List<Atom> out = new ArrayList<>();
    for (String x : naive.target()) {
      for (Answer a : naive.answers(x)) {
        double step = sample(naive, student, a) / (monotonicity(naive) * (t + 2));
        out.add(
            Atom.of(
                SmallAlgebra.plus(theta, -step, Costs.of(naive).score(student, a)),
                StrictMath.exp(student.logAnswer(a)) / naive.target().size()));
      }
    }
    return out;
  }

  /** All values of θ_{t+1} with their probabilities, one per answer. */
  static List<Atom> images(Case c, double[] theta, long t) {
    double bound = c.specimen().naive().bound();
    return steps(c, theta, t).stream()
        .map(step -> Atom.of(SmallAlgebra.inBall(step.gradient(), bound), step.probability()))
        .toList();
  }
}

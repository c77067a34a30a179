package dev.ccl.testkit.naive;

import java.util.ArrayList;
import java.util.List;

/** The formulas of Algorithm 1, each by itself. A liar overrides one of them. */
public class RoundFormulas {
  private final Naive model;
  private final double gamma;
  private final TokenLaw reference;

  /**
   * Makes the formulas for an instance.
   *
   * @param model the instance, written out
   */
  public RoundFormulas(Naive model) {
    this.model = model;
    this.gamma = SourceStep.of(model).gamma();
    this.reference = model.reference();
  }

  /** {@return the instance, written out} */
  public final Naive model() {
    return model;
  }

  /**
   * Returns P(Y = 1 | s, c<sub>1</sub>, c<sub>0</sub>) (line:br-choice).
   *
   * @param s the state
   * @param c1 the place of the teacher's token
   * @param c0 the place of the alternative
   * @return the probability
   */
  public double branchProbability(Node s, int c1, int c0) {
    return s.pre(c1) / (s.pre(c1) + s.pre(c0));
  }

  /**
   * Returns the policy that completes the branch (line:br-reference).
   *
   * @param theta θ<sub>t</sub>
   * @return π<sub>pre</sub>
   */
  public TokenLaw completion(double[] theta) {
    return reference;
  }

  /**
   * Returns the probability of acceptance (line:br-accept).
   *
   * @param reward R<sub>t</sub>
   * @return e<sup>(R−1)/λ</sup>
   */
  public double acceptance(double reward) {
    return StrictMath.exp((reward - 1) / model.lambda());
  }

  /**
   * Returns the number that stands for Y in the gradient (line:br-gradient).
   *
   * @param s the state
   * @param c1 the place of the teacher's token
   * @param c0 the place of the alternative
   * @param y the branch index
   * @return Y
   */
  public double label(Node s, int c1, int c0, int y) {
    return y;
  }

  /**
   * Returns the step of the calibration (eq:br-budgets).
   *
   * @param t the round
   * @return η<sub>t</sub>
   */
  public double calibrationStep(long t) {
    return 1 / (gamma * (t + 2));
  }

  /**
   * Projects onto W (line:br-project).
   *
   * @param w a point
   * @return its projection
   */
  public double[] projectCalibration(double[] w) {
    double[] point = w.clone();
    model.instance().header().calibrationSet().project(point);
    return point;
  }

  /**
   * Returns the calibration that enters Z.
   *
   * @param before w<sub>t</sub>
   * @param after w<sub>t+1</sub>
   * @return w<sub>t+1</sub>
   */
  public double[] taughtBy(double[] before, double[] after) {
    return after;
  }

  /**
   * Returns the score of an answer.
   *
   * @param costs the target side
   * @param student the student's law
   * @param answer the answer
   * @return S
   */
  public double[] score(Costs costs, StudentLaw student, Answer answer) {
    return costs.score(student, answer);
  }

  /**
   * Returns the size of the gradient batch (eq:br-budgets).
   *
   * @param t the round
   * @return b<sub>t+1</sub>
   */
  public long gradientBatch(long t) {
    return t + 2;
  }

  /**
   * Returns the size of a validation batch (eq:br-budgets).
   *
   * @param t the round
   * @return q<sub>t+1</sub>
   */
  public long validationBatch(long t) {
    return (t + 2) * (t + 2);
  }

  /** {@return the step of the student (lem:ced-smoothness), α<sub>stu</sub> = 1/(2λH(1+8BH))} */
  public double studentStep() {
    return 1 / (2 * Costs.of(model).smoothness());
  }

  /**
   * Projects onto Θ (line:br-exploration).
   *
   * @param theta a point
   * @return its projection
   */
  public double[] projectStudent(double[] theta) {
    return model.students().project(theta);
  }

  /**
   * Selects a candidate (line:br-student).
   *
   * @param first Ĉ<sub>1</sub>
   * @param second Ĉ<sub>2</sub>
   * @return 1 or 2; 1 if the costs are equal
   */
  public int select(double first, double second) {
    return first <= second ? 1 : 2;
  }

  /**
   * Returns the answers that take a branch (line:br-force).
   *
   * @param s the state at which it begins
   * @param taken the place of its token
   * @return the answers through that token
   */
  public final List<Answer> branch(Node s, int taken) {
    int h = s.prefix().length() + 1;
    List<Answer> branch = new ArrayList<>();
    for (Answer a : model.answers(s.prompt())) {
      if (a.startsWith(s.prefix()) && a.place(h) == taken) {
        branch.add(a);
      }
    }
    return branch;
  }

  /**
   * Draws an answer by inversion.
   *
   * @param u a uniform number
   * @param answers answers that begin alike
   * @param fixed the length of what they have in common for certain
   * @param law the law of what follows
   * @return one of the answers
   */
  public static Answer draw(double u, List<Answer> answers, int fixed, TokenLaw law) {
    double sum = 0;
    for (Answer a : answers) {
      sum += fixed == 0 ? law.probability(a) : StrictMath.exp(law.logSuffix(a, fixed + 1));
      if (u < sum) {
        return a;
      }
    }
    return answers.get(answers.size() - 1);
  }

  /**
   * Draws a token by inversion.
   *
   * @param u a uniform number
   * @param log the log-probabilities of the legal tokens; read
   * @return the token's place
   */
  public static int token(double u, double[] log) {
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

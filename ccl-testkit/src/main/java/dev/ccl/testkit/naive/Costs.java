package dev.ccl.testkit.naive;

import java.util.function.ToDoubleFunction;

/**
 * The target side by enumeration: divergences, costs, scores, derivatives. Everything is an average
 * over target prompts of a sum over answers.
 */
public final class Costs {
  private final Naive model;

  private Costs(Naive model) {
    this.model = model;
  }

  /**
   * Returns the costs of an instance.
   *
   * @param model the instance, written out
   * @return its target side
   */
  public static Costs of(Naive model) {
    return new Costs(model);
  }

  /**
   * Returns (1/m) Σ<sub>j</sub> E<sub>a~law</sub> f(a).
   *
   * @param law the law of the answers
   * @param f a function of answers
   * @return its mean
   */
  public double mean(TokenLaw law, ToDoubleFunction<Answer> f) {
    return Naive.mean(
        model.target(),
        j -> {
          double sum = 0;
          for (Answer a : model.answers(model.target().get(j))) {
            sum += law.probability(a) * f.applyAsDouble(a);
          }
          return sum;
        });
  }

  /**
   * Returns the average over target prompts of KL(first ‖ second) between full-answer laws.
   *
   * @param first the law under which the expectation is taken
   * @param second the law it is compared with
   * @return the divergence
   */
  public double divergence(TokenLaw first, TokenLaw second) {
    return mean(first, a -> first.logAnswer(a) - second.logAnswer(a));
  }

  /**
   * Returns C<sub>w</sub>(θ) (eq:ced-cost).
   *
   * @param w w; read
   * @param theta θ; read
   * @return the cost
   */
  public double cost(double[] w, double[] theta) {
    return model.lambda() * divergence(model.student(theta), model.calibrated(w));
  }

  /**
   * Returns J<sub>λ,m</sub>(π) (eq:ced-return).
   *
   * @param law π
   * @return the regularised return
   */
  public double value(TokenLaw law) {
    TokenLaw reference = model.reference();
    return mean(
        law, a -> a.reward() - model.lambda() * (law.logAnswer(a) - reference.logAnswer(a)));
  }

  /**
   * Returns Z(θ; x, a) (lem:ced-z).
   *
   * @param w w; read
   * @param theta θ; read
   * @param answer a
   * @return λ log(π<sub>stu,θ</sub>(a|x)/π<sub>w</sub>(a|x))
   */
  public double logRatioCost(double[] w, double[] theta, Answer answer) {
    return logRatioCost(model.student(theta), model.calibrated(w), answer);
  }

  /**
   * Returns Z of an answer for given laws.
   *
   * @param student the student's law
   * @param calibrated the calibrated teacher's law
   * @param answer a
   * @return λ log(π<sub>stu</sub>(a|x)/π<sub>w</sub>(a|x))
   */
  public double logRatioCost(TokenLaw student, TokenLaw calibrated, Answer answer) {
    return model.lambda() * (student.logAnswer(answer) - calibrated.logAnswer(answer));
  }

  /**
   * Returns one increment of the score, φ<sub>stu</sub>(s,a) − E φ<sub>stu</sub>(s,·).
   *
   * @param student the student's law
   * @param state s
   * @param k the place of a
   * @return D<sub>θ,h</sub>; only read
   */
  public double[] increment(StudentLaw student, Node state, int k) {
    return student.increment(state, k);
  }

  /**
   * Returns the score of a full answer.
   *
   * @param student the student's law
   * @param answer a
   * @return S<sub>stu,θ</sub>(x,a); only read
   */
  public double[] score(StudentLaw student, Answer answer) {
    return student.score(answer);
  }

  /**
   * Returns −∇S, the sum along an answer of the covariances of the features.
   *
   * @param student the student's law
   * @param answer a
   * @return a fresh matrix
   */
  public double[][] information(StudentLaw student, Answer answer) {
    int d = model.studentDimension();
    double[][] out = new double[d][d];
    for (int h = 1; h <= answer.length(); h++) {
      Node s = answer.node(h);
      for (int b = 0; b < s.size(); b++) {
        double[] centred = increment(student, s, b);
        SmallAlgebra.addOuter(student.probability(s, b), centred, centred, out);
      }
      if (model.students().hessianBound() > 0) {
        double[][] curvature = student.centredCurvature(s, answer.place(h));
        for (int i = 0; i < d; i++) {
          out[i] = SmallAlgebra.plus(out[i], -1, curvature[i]);
        }
      }
    }
    return out;
  }

  /**
   * Returns E[S·f] over target prompts and student answers. With f = Z it is ∇C<sub>w</sub>
   * (eq:ced-cost-gradient).
   *
   * @param student the student's law
   * @param f a function of answers
   * @return a fresh vector
   */
  public double[] scoreMean(StudentLaw student, ToDoubleFunction<Answer> f) {
    double[] sum = new double[model.studentDimension()];
    for (String x : model.target()) {
      for (Answer a : model.answers(x)) {
        double weight = student.probability(a) * f.applyAsDouble(a);
        SmallAlgebra.add(weight / model.target().size(), score(student, a), sum);
      }
    }
    return sum;
  }

  /**
   * Returns ∇C<sub>w</sub>(θ) as E[S·Z].
   *
   * @param w w; read
   * @param theta θ; read
   * @return a fresh vector
   */
  public double[] gradient(double[] w, double[] theta) {
    return PotentialCost.calibrated(model, w).gradient(theta);
  }

  /**
   * Returns ∇²C<sub>w</sub>(θ) by eq:ced-hessian-expression.
   *
   * @param w w; read
   * @param theta θ; read
   * @return a fresh matrix
   */
  public double[][] hessian(double[] w, double[] theta) {
    return PotentialCost.calibrated(model, w).hessian(theta);
  }

  /**
   * Returns E‖S·Z − ∇C<sub>w</sub>(θ)‖² for one prompt-answer pair.
   *
   * @param w w; read
   * @param theta θ; read
   * @return the variance of one gradient sample
   */
  public double sampleVariance(double[] w, double[] theta) {
    return PotentialCost.calibrated(model, w).sampleVariance(theta);
  }

  /**
   * Bounds |Z| (lem:ced-z): both classes lie within e<sup>±2F</sup> of the uniform law.
   *
   * @return 2λH(F + F<sub>w</sub>), where F<sub>w</sub> bounds the calibrated logits; 4λBH for the
   *     paper's class
   */
  public double largestLogRatio() {
    StudentClass students = model.students();
    double calibrated = students.calibratedLogits(model.instance().header());
    return 2 * model.lambda() * model.horizon() * (students.logitBound() + calibrated);
  }

  /**
   * Bounds E‖S‖² (eq:ced-score-moment).
   *
   * @return HG²; H for the paper's class
   */
  public double scoreMoment() {
    double g = model.students().gradientBound();
    return model.horizon() * g * g;
  }

  /**
   * Bounds ‖∇S‖ (eq:ced-hessian-expression).
   *
   * @return H(G² + 2M); H for the paper's class
   */
  public double largestScoreDerivative() {
    return scoreMoment() + 2 * model.horizon() * model.students().hessianBound();
  }

  /**
   * Bounds ‖∇²C<sub>w</sub>‖ (eq:ced-hessian-bound).
   *
   * @return L; L<sub>st</sub> = λH(1 + 8BH) for the paper's class
   */
  public double smoothness() {
    return model.lambda() * scoreMoment()
        + largestLogRatio() * (scoreMoment() + largestScoreDerivative());
  }
}

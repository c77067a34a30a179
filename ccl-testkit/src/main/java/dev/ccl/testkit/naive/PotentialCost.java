package dev.ccl.testkit.naive;

import java.util.function.ToDoubleFunction;

/**
 * E[κ log π<sub>stu,θ</sub>(a|x) − ρ(a)] over target prompts and the student's answers, with its
 * derivatives in θ: the shape of every cost of the paper.
 */
public final class PotentialCost {
  private final Naive model;
  private final double kappa;
  private final ToDoubleFunction<Answer> potential;

  private PotentialCost(Naive model, double kappa, ToDoubleFunction<Answer> potential) {
    this.model = model;
    this.kappa = kappa;
    this.potential = potential;
  }

  /**
   * Returns a cost.
   *
   * @param model the instance, written out
   * @param kappa κ
   * @param potential ρ
   * @return the cost
   */
  public static PotentialCost of(Naive model, double kappa, ToDoubleFunction<Answer> potential) {
    return new PotentialCost(model, kappa, potential);
  }

  /**
   * Returns C<sub>w</sub> (eq:ced-cost).
   *
   * @param model the instance, written out
   * @param w w; read
   * @return λ KL(π<sub>stu,θ</sub> ‖ π<sub>w</sub>)
   */
  public static PotentialCost calibrated(Naive model, double[] w) {
    TokenLaw calibrated = model.calibrated(w);
    return of(model, model.lambda(), a -> model.lambda() * calibrated.logAnswer(a));
  }

  /**
   * Returns C<sub>SM</sub>, the cost of direct matching (eq:sm-temp-objective).
   *
   * @param model the instance, written out
   * @return KL to the teacher and λ KL to the reference
   */
  public static PotentialCost direct(Naive model) {
    TokenLaw teacher = model.calibrated(model.teacherParameter());
    TokenLaw reference = model.reference();
    return of(
        model,
        1 + model.lambda(),
        a -> teacher.logAnswer(a) + model.lambda() * reference.logAnswer(a));
  }

  /**
   * Returns λ KL(π<sub>stu,θ</sub> ‖ π*<sub>λ</sub>) (eq:ced-gibbs-student).
   *
   * @param model the instance, written out
   * @return the cost of the true optimum, realizable or not
   */
  public static PotentialCost gibbs(Naive model) {
    TokenLaw optimum = GibbsWeights.of(model).law();
    return of(model, model.lambda(), a -> model.lambda() * optimum.logAnswer(a));
  }

  /**
   * Returns κ log π − ρ of one answer.
   *
   * @param student the student's law
   * @param answer a
   * @return Z
   */
  public double sample(TokenLaw student, Answer answer) {
    return kappa * student.logAnswer(answer) - potential.applyAsDouble(answer);
  }

  /**
   * Returns the cost.
   *
   * @param theta θ; read
   * @return E Z
   */
  public double value(double[] theta) {
    StudentLaw student = model.student(theta);
    return Costs.of(model).mean(student, a -> sample(student, a));
  }

  /**
   * Returns its gradient (eq:ced-cost-gradient).
   *
   * @param theta θ; read
   * @return E[S·Z], a fresh vector
   */
  public double[] gradient(double[] theta) {
    return gradient(model.student(theta));
  }

  double[] gradient(StudentLaw student) {
    return Costs.of(model).scoreMean(student, a -> sample(student, a));
  }

  /**
   * Returns its Hessian (eq:ced-hessian-expression).
   *
   * @param theta θ; read
   * @return E[SSᵀ(Z + κ)] + E[Z ∇S], a fresh matrix
   */
  public double[][] hessian(double[] theta) {
    return hessian(model.student(theta));
  }

  double[][] hessian(StudentLaw student) {
    int d = model.studentDimension();
    Costs costs = Costs.of(model);
    double[][] out = new double[d][d];
    for (String x : model.target()) {
      for (Answer a : model.answers(x)) {
        double p = student.probability(a) / model.target().size();
        double z = sample(student, a);
        double[] score = costs.score(student, a);
        SmallAlgebra.addOuter(p * (z + kappa), score, score, out);
        double[][] information = costs.information(student, a);
        for (int i = 0; i < d; i++) {
          out[i] = SmallAlgebra.plus(out[i], -p * z, information[i]);
        }
      }
    }
    return out;
  }

  /**
   * Returns E‖S·Z − E[S·Z]‖² for one prompt-answer pair.
   *
   * @param theta θ; read
   * @return the variance of one gradient sample
   */
  public double sampleVariance(double[] theta) {
    Costs costs = Costs.of(model);
    StudentLaw student = model.student(theta);
    double[] gradient = gradient(student);
    return costs.mean(
        student,
        a -> {
          double[] error =
              SmallAlgebra.plus(gradient, -sample(student, a), costs.score(student, a));
          return SmallAlgebra.dot(error, error);
        });
  }
}

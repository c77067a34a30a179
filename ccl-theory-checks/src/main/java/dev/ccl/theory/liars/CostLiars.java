package dev.ccl.theory.liars;

import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.theory.Side;
import dev.ccl.theory.Subject;
import java.util.Arrays;
import java.util.List;

/** Liars about costs, scores and their derivatives. */
final class CostLiars {
  private CostLiars() {}

  static List<Liar> all() {
    return List.of(
        Liar.formula("lambda-dropped", "C_w, Z and ∇C_w without λ", LambdaDropped::new),
        Liar.formula("gradient-of-teacher", "∇C_w is taken at w_tea", GradientOfTeacher::new),
        Liar.formula("gradient-rounded", "∇C_w in single precision", GradientRounded::new),
        Liar.formula(
            "score-not-centred", "the score without its centring term", ScoreNotCentred::new),
        Liar.formula(
            "hessian-without-scores",
            "the Hessian without its SSᵀ term",
            HessianWithoutScores::new),
        Liar.formula("variance-not-centred", "E‖S·Z‖² for the variance", VarianceNotCentred::new),
        Liar.formula("smoothness-small", "L_st = λH(1 + 4BH)", SmoothnessSmall::new),
        Liar.formula("step-too-long", "α_stu four times as long", StepTooLong::new),
        Liar.formula(
            "matching-with-lambda",
            "the first term of C_SM has weight λ",
            MatchingWithLambda::new));
  }

  private static final class LambdaDropped extends Subject {
    LambdaDropped(Instance instance) {
      super(instance);
    }

    @Override
    public double cost(double[] w, double[] theta) {
      return super.cost(w, theta) / problem().lambda();
    }

    @Override
    public double logRatioCost(double[] w, double[] theta, int leaf) {
      return super.logRatioCost(w, theta, leaf) / problem().lambda();
    }

    @Override
    public double[] gradient(double[] w, double[] theta) {
      return SmallAlgebra.plus(
          new double[theta.length], 1 / problem().lambda(), super.gradient(w, theta));
    }
  }

  private static final class GradientOfTeacher extends Subject {
    GradientOfTeacher(Instance instance) {
      super(instance);
    }

    @Override
    public double[] gradient(double[] w, double[] theta) {
      return super.gradient(instance().header().teacher().toArray(), theta);
    }
  }

  private static final class GradientRounded extends Subject {
    GradientRounded(Instance instance) {
      super(instance);
    }

    @Override
    public double[] gradient(double[] w, double[] theta) {
      return Arrays.stream(super.gradient(w, theta)).map(x -> (float) x).toArray();
    }
  }

  private static final class ScoreNotCentred extends Subject {
    ScoreNotCentred(Instance instance) {
      super(instance);
    }

    @Override
    public double[] score(double[] theta, int leaf) {
      Forest forest = problem().target().forest();
      double[] path = new double[forest.edges()];
      for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
        path[e] = 1;
      }
      double[] score = new double[theta.length];
      problem().target().student().pullback(theta, path, 0, forest.nodes(), score);
      return score;
    }
  }

  private static final class HessianWithoutScores extends Subject {
    HessianWithoutScores(Instance instance) {
      super(instance);
    }

    @Override
    public double[] hessian(double[] w, double[] theta) {
      double[] hessian = super.hessian(w, theta);
      Naive naive = Naive.of(instance());
      Costs costs = Costs.of(naive);
      StudentLaw student = naive.student(theta);
      int d = theta.length;
      for (int i = 0; i < d; i++) {
        for (int k = 0; k < d; k++) {
          int row = i;
          int column = k;
          hessian[i * d + k] -=
              costs.mean(
                  student,
                  a -> {
                    double[] s = costs.score(student, a);
                    double weight = naive.lambda() + costs.logRatioCost(w, theta, a);
                    return weight * s[row] * s[column];
                  });
        }
      }
      return hessian;
    }
  }

  private static final class VarianceNotCentred extends Subject {
    VarianceNotCentred(Instance instance) {
      super(instance);
    }

    @Override
    public double sampleVariance(double[] w, double[] theta) {
      return LogRatioCost.calibrated(problem(), w).sampleSecondMoment(theta);
    }
  }

  private abstract static class OtherConstants extends Subject {
    OtherConstants(Instance instance) {
      super(instance);
    }

    abstract PaperConstants change(PaperConstants c);

    @Override
    public final PaperConstants constants() {
      return change(super.constants());
    }

    final PaperConstants with(
        PaperConstants c, double smoothness, double studentStep, double excessRange) {
      return new PaperConstants(
          c.muJoint(), c.gamma(), c.logGamma(), smoothness, studentStep, excessRange);
    }
  }

  private static final class SmoothnessSmall extends OtherConstants {
    SmoothnessSmall(Instance instance) {
      super(instance);
    }

    @Override
    PaperConstants change(PaperConstants c) {
      double h = problem().horizon();
      double smoothness = problem().lambda() * h * (1 + 4 * problem().bound() * h);
      return with(c, smoothness, 0.5 / smoothness, c.excessRange());
    }
  }

  private static final class StepTooLong extends OtherConstants {
    StepTooLong(Instance instance) {
      super(instance);
    }

    @Override
    PaperConstants change(PaperConstants c) {
      return with(c, c.smoothness(), 4 * c.studentStep(), c.excessRange());
    }
  }

  private static final class MatchingWithLambda extends Subject {
    MatchingWithLambda(Instance instance) {
      super(instance);
    }

    private LogRatioCost wrong() {
      EdgeLaw teacher = calibrated(Side.TARGET, instance().header().teacher().toArray());
      EdgeLaw reference = reference(Side.TARGET);
      double lambda = problem().lambda();
      double[] potential = new double[teacher.forest().edges()];
      for (int e = 0; e < potential.length; e++) {
        potential[e] = lambda * (teacher.log(e) + reference.log(e));
      }
      return LogRatioCost.of(
          problem().target().student(),
          problem().target().dataset().rootWeights(),
          2 * lambda,
          potential);
    }

    @Override
    public double matchingCost(double[] theta) {
      return wrong().value(theta);
    }

    @Override
    public double[] matchingGradient(double[] theta) {
      double[] gradient = new double[theta.length];
      wrong().gradient(theta, gradient);
      return gradient;
    }

    @Override
    public double[] matchingMinimizer() {
      return GlobalMinimizer.minimize(wrong(), problem().student().set()).point().toArray();
    }
  }
}

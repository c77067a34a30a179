package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.Smoothness;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Slope;
import dev.ccl.policies.BilinearSoftmax;
import dev.ccl.policies.ResidualSoftmax;
import dev.ccl.policies.TabularSoftmax;
import dev.ccl.policies.TanhNetwork;
import dev.ccl.policies.TemperedSoftmax;
import dev.ccl.policies.features.Features;
import dev.ccl.policies.sets.BoxBall;
import dev.ccl.policies.sets.HalfspaceBall;
import dev.ccl.policies.sets.ProductSet;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.policy.Contracts;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every family and every set keeps the contract on which the claims rest (eq:ced-softmax). */
class PoliciesTest {
  private static final Instance INSTANCE =
      RandomInstance.of(RandomSpec.SMALL.withHorizon(2).withLetters(2).withDimensions(2, 2), 21)
          .instance();
  private static final LearningProblem PROBLEM = INSTANCE.problem();
  private static final Forest FOREST = PROBLEM.target().forest();

  /** A family with a set of its parameters. */
  record Policies(PolicyFamily family, ConvexSet set) {
    @Override
    public String toString() {
      return family.getClass().getSimpleName() + " on a " + set;
    }
  }

  static Stream<Policies> families() {
    FeatureMap phi = Features.hashedNgrams(2, 2, 5);
    FeatureMap chi = Features.hashedNgrams(1, 2, 6);
    TabularSoftmax table = TabularSoftmax.of(PROBLEM.mdp(), FOREST.prompts());
    return Stream.of(
        new Policies(PROBLEM.student().family(), Ball.of(2, 1.5)),
        new Policies(TemperedSoftmax.of(phi), Ball.of(3, 1)),
        new Policies(TemperedSoftmax.of(phi), ProductSet.of(Ball.of(2, 1), Ball.of(1, 0.5))),
        new Policies(BilinearSoftmax.of(phi, chi, 2), Ball.of(8, 1.5)),
        new Policies(TanhNetwork.of(phi, 2), Ball.of(6, 2)),
        new Policies(
            ResidualSoftmax.ofLogits(
                (state, out) -> {
                  for (int k = 0; k < state.legal().length(); k++) {
                    out[k] = k % 2 == 0 ? 0.5 : -0.5;
                  }
                },
                0.5,
                phi),
            Ball.of(2, 1)),
        new Policies(table, Ball.of(table.dimension(), 2)));
  }

  static Stream<ConvexSet> sets() {
    Box box = Box.of(new double[] {-1, -0.5}, new double[] {0.5, 2});
    return Stream.of(
        Ball.of(3, 2),
        box,
        BoxBall.of(box, 1.2),
        BoxBall.of(Box.of(new double[] {-2, -0.5}, new double[] {0.5, 3}), 1.2),
        HalfspaceBall.of(new double[] {1, 2}, 0.5, 1.5),
        HalfspaceBall.of(new double[] {1, 2, 0}, -0.5, 1.5),
        ProductSet.of(Ball.of(2, 1), box));
  }

  @ParameterizedTest
  @MethodSource("families")
  void aFamilyKeepsItsContract(Policies policies) {
    Contracts.of(policies.family(), policies.set(), FOREST).require();
  }

  /**
   * C16, C18, C23 and C24 for any family: the cost by enumeration, its derivatives, their bound.
   */
  @ParameterizedTest
  @MethodSource("families")
  void theCostOfAFamilyHasItsDerivativesAndTheirBound(Policies policies) {
    EdgeModel model = policies.family().on(FOREST);
    double[] w = PROBLEM.calibration().initial().toArray();
    EdgeLaw calibrated = PROBLEM.target().calibration().law(w);
    double lambda = PROBLEM.lambda();
    double[] potential = calibrated.logs();
    for (int e = 0; e < potential.length; e++) {
      potential[e] *= lambda;
    }
    double[] weights = PROBLEM.target().dataset().rootWeights();
    LogRatioCost cost = LogRatioCost.of(model, weights, lambda, potential);
    double most =
        Smoothness.of(
            lambda,
            PROBLEM.horizon(),
            (BoundedDerivatives) policies.family(),
            policies.set(),
            INSTANCE.header().calibrationSet().radius());
    assertEquals(smoothness(policies, lambda), most, 1e-12 * most);
    for (int seed = 0; seed < 3; seed++) {
      double[] theta = new double[model.dimension()];
      policies.set().draw(RandomStreams.of(seed).open(Purpose.TRIAL, 1), theta);
      assertEquals(enumerated(policies.family(), calibrated, theta), cost.value(theta), 1e-11);
      double[] gradient = gradient(cost, theta);
      double[][] hessian = SmallAlgebra.rows(cost.hessian(theta), theta.length);
      for (int i = 0; i < theta.length; i++) {
        near(SmallAlgebra.slope(cost::value, theta, i), gradient[i]);
        for (int k = 0; k < theta.length; k++) {
          int at = k;
          near(SmallAlgebra.slope(x -> gradient(cost, x)[at], theta, i), hessian[k][i]);
        }
      }
      assertTrue(SmallAlgebra.operatorNorm(hessian) <= most);
    }
  }

  /** ∇S of an answer is the derivative of its score, and S that of its log-likelihood. */
  @ParameterizedTest
  @MethodSource("families")
  void theScoreOfAFamilyHasItsDerivative(Policies policies) {
    EdgeModel model = policies.family().on(FOREST);
    double[] theta = new double[model.dimension()];
    policies.set().draw(RandomStreams.of(4).open(Purpose.TRIAL, 1), theta);
    int leaf = FOREST.edges() - 1;
    Scores scores = Scores.of(model, theta);
    double[] score = score(model, theta, leaf);
    double[][] derivative = SmallAlgebra.rows(scores.hessian(leaf), theta.length);
    for (int i = 0; i < theta.length; i++) {
      near(SmallAlgebra.slope(x -> Scores.of(model, x).logLikelihood(leaf), theta, i), score[i]);
      for (int k = 0; k < theta.length; k++) {
        int at = k;
        near(SmallAlgebra.slope(x -> score(model, x, leaf)[at], theta, i), derivative[k][i]);
      }
    }
  }

  private static double[] score(EdgeModel model, double[] theta, int leaf) {
    double[] out = new double[theta.length];
    Scores.of(model, theta).path(leaf, out);
    return out;
  }

  private static void near(Slope slope, double derivative) {
    assertEquals(slope.value(), derivative, 10 * slope.error() + 1e-8);
  }

  private static double[] gradient(LogRatioCost cost, double[] theta) {
    double[] out = new double[theta.length];
    cost.gradient(theta, out);
    return out;
  }

  /** λH g² + |Z| H (2g² + 2h) with |Z| ≤ 2λH(ℓ + ℓ_w), g and h bounding the logits' derivatives. */
  private static double smoothness(Policies policies, double lambda) {
    BoundedDerivatives family = (BoundedDerivatives) policies.family();
    double h = PROBLEM.horizon();
    double g = family.gradientBound(policies.set());
    double ell = family.logitBound(policies.set()) + INSTANCE.header().calibrationSet().radius();
    return lambda * h * g * g
        + 4 * lambda * h * h * ell * (g * g + family.hessianBound(policies.set()));
  }

  /** λ KL(student ‖ calibrated), answer by answer from the family's own logits. */
  private static double enumerated(PolicyFamily family, EdgeLaw calibrated, double[] theta) {
    double sum = 0;
    for (int e = 0; e < FOREST.edges(); e++) {
      if (FOREST.child(e) == Forest.LEAF) {
        double log = 0;
        int s = 0;
        for (int step = e; step >= 0; step = FOREST.parentEdge(s)) {
          s = FOREST.node(step);
          double[] logits = new double[FOREST.degree(s)];
          family.logits(theta, FOREST.state(s), logits);
          log += logits[step - FOREST.firstEdge(s)] - SmallAlgebra.logSumExp(logits);
        }
        double weight = PROBLEM.target().dataset().rootWeights()[s];
        sum += weight * StrictMath.exp(log) * (log - calibrated.logPath(e));
      }
    }
    return PROBLEM.lambda() * sum;
  }

  @ParameterizedTest
  @MethodSource("sets")
  void aSetKeepsItsContract(ConvexSet set) {
    Contracts.of(set).require();
  }
}

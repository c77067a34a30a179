package dev.ccl.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Scores;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.MultinomialTree;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.CramerRao;
import dev.ccl.core.truth.GroundTruth;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Arrays stay the caller's: nobody writes to what was given, or reads it again later. */
class GivenArraysTest {
  private static final RandomSpec SHAPE =
      RandomSpec.SMALL.withPrompts(2, 2).withDimensions(2, 2).withHorizon(2);
  private static final Instance INSTANCE = RandomInstance.of(SHAPE, 5).instance();
  private static final LearningProblem PROBLEM = INSTANCE.problem();
  private static final EdgeModel STUDENT = PROBLEM.target().student();
  private static final Forest FOREST = STUDENT.forest();
  private static final Dataset TARGET = PROBLEM.target().dataset();
  private static final double[] POINT = {0.25, -0.5};

  /** Makes a thing of an array and returns what it says. */
  private static void given(
      String what, double[] array, Function<double[], Supplier<double[]>> making) {
    double[] mine = array.clone();
    Supplier<double[]> thing = making.apply(mine);
    assertArrayEquals(array, mine, what + " wrote to what it was given");
    double[] before = thing.get().clone();
    assertArrayEquals(array, mine, what + " wrote to what it was given when it was asked");
    Arrays.fill(mine, 0.125);
    assertArrayEquals(before, thing.get(), what + " reads what it was given again");
  }

  @Test
  void whatIsGivenStaysTheCallers() {
    double[] up = {1, 2};
    given("a box of lower", new double[] {-1, 0}, a -> Box.of(a, up).lower()::toArray);
    given("a box of upper", new double[] {3, 4}, a -> Box.of(up, a).upper()::toArray);
    given("a tree of weights", new double[] {1, 5, 2, 7}, GivenArraysTest::split);
    given("eigenvalues of a matrix", new double[] {2, 1, 1, 5}, GivenArraysTest::eigen);
    double[] logits = new double[FOREST.edges()];
    Arrays.setAll(logits, e -> Math.sqrt(e));
    given("a law of logits", logits, a -> says(EdgeLaw.ofLogits(FOREST, a)));
    double[] shares = new double[FOREST.edges()];
    Arrays.setAll(shares, e -> 1.0 / FOREST.degree(FOREST.node(e)));
    double[] rests = shares.clone();
    Arrays.setAll(rests, e -> FOREST.degree(FOREST.node(e)) == 1 ? 0 : 1 - shares[e]);
    given("a law of shares", shares, a -> says(EdgeLaw.ofProbabilities(FOREST, a, rests)));
    given("scores at a point", POINT, a -> likelihoods(Scores.of(STUDENT, a)));
    double[] roots = TARGET.rootWeights();
    roots[0] += 0.25; // so that what is written over it differs
    double[] potential = logits.clone();
    given("a cost of roots", roots, a -> cost(LogRatioCost.of(STUDENT, a, 0.5, potential)));
    given("a cost of a potential", potential, a -> cost(LogRatioCost.of(STUDENT, roots, 0.5, a)));
    given("a cost of w", POINT, a -> cost(LogRatioCost.calibrated(PROBLEM, a)));
    EdgeLaw law = EdgeLaw.ofLogits(FOREST, logits);
    given("a divergence of roots", roots, a -> divergence(ForwardKl.of(STUDENT, law, a)));
  }

  private static Supplier<double[]> split(double[] weights) {
    MultinomialTree tree = MultinomialTree.of(weights);
    return () -> {
      double[] out = new double[weights.length];
      tree.split(RandomStreams.of(4).open(Purpose.TRIAL, 0), 1000, out);
      return out;
    };
  }

  private static Supplier<double[]> eigen(double[] matrix) {
    SymmetricEigen eigen = SymmetricEigen.of(matrix);
    return () -> new double[] {eigen.value(0), eigen.value(1), eigen.vector(0)[0]};
  }

  private static Supplier<double[]> says(EdgeLaw law) {
    return () -> {
      double[] out = new double[3 * FOREST.edges()];
      for (int e = 0; e < FOREST.edges(); e++) {
        out[3 * e] = law.log(e);
        out[3 * e + 1] = law.probability(e);
        out[3 * e + 2] = law.logPath(e);
      }
      return out;
    };
  }

  private static Supplier<double[]> likelihoods(Scores scores) {
    return () -> {
      double[] out = new double[2 + FOREST.edges()];
      scores.path(FOREST.edges() - 1, out);
      for (int e = 0; e < FOREST.edges(); e++) {
        out[2 + e] = scores.logLikelihood(e);
      }
      return out;
    };
  }

  private static Supplier<double[]> cost(LogRatioCost cost) {
    return () -> {
      double[] out = new double[3];
      out[2] = cost.gradient(POINT, out);
      return out;
    };
  }

  private static Supplier<double[]> divergence(ForwardKl divergence) {
    return () -> {
      double[] out = new double[3];
      out[2] = divergence.gradient(POINT, out);
      return out;
    };
  }

  /** Callers may do what they like with what they got. */
  @Test
  void whatIsReturnedIsTheCallers() {
    EdgeLaw law = EdgeLaw.ofLogits(FOREST, new double[FOREST.edges()]);
    GroundTruth truth = GroundTruth.of(INSTANCE);
    LearningProblem problem = truth.problem();
    EdgeLaw teacher = problem.source().calibration().law(problem.calibration().initial().toArray());
    SymmetricEigen eigen = SymmetricEigen.of(new double[] {2, 1, 1, 5});
    CramerRao bound = CramerRao.of(truth, POINT, teacher);
    returned("logs", law::logs);
    returned("root weights", TARGET::rootWeights);
    returned("an eigenvector", () -> eigen.vector(1));
    returned("an information", bound::information);
  }

  private static void returned(String what, Supplier<double[]> thing) {
    double[] first = thing.get();
    double[] kept = first.clone();
    first[0] += 1;
    assertArrayEquals(kept, thing.get(), what);
    assertNotEquals(kept[0], first[0], what + " was not changed");
  }
}

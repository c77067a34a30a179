package dev.ccl.core.truth;

import static dev.ccl.core.brute.Close.assertClose;
import static dev.ccl.core.brute.Close.isClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.Close;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GroundTruthTest {
  private static final int TRIALS = 120;

  @Test
  void gibbsLawAgreesWithEnumeration() {
    for (int trial = 0; trial < TRIALS; trial++) {
      Instance instance = TrialInstances.of(trial);
      GroundTruth truth = GroundTruth.of(instance);
      Naive naive = Naive.of(instance);
      compare("trial " + trial, naive, truth.source());
      compare("trial " + trial, naive, truth.target());
    }
  }

  private static void compare(String what, Naive naive, GibbsLaw gibbs) {
    GibbsWeights weights = GibbsWeights.of(naive);
    TokenLaw optimum = weights.law();
    TokenLaw reference = naive.reference();
    Forest forest = gibbs.law().forest();
    Map<String, Answer> byText = new HashMap<>();
    for (Prompt prompt : forest.prompts()) {
      for (Answer a : naive.answers(prompt.id())) {
        byText.put(prompt.id() + a.tokens(), a);
      }
    }
    for (int r = 0; r < forest.prompts().size(); r++) {
      String id = forest.prompts().get(r).id();
      assertClose(weights.logNormalizer(id), gibbs.logNormalizer(r), what + " log Z " + id);
    }
    int leaves = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) == Forest.LEAF) {
        leaves++;
        String id = forest.state(forest.node(e)).prompt().id();
        Answer a = byText.get(id + forest.answer(e));
        assertEquals(a.reward(), gibbs.reward(e), what);
        assertClose(optimum.logAnswer(a), gibbs.law().logPath(e), what + " law");
        assertClose(reference.logAnswer(a), gibbs.reference().logPath(e), what + " reference");
      }
    }
    assertEquals(byText.size(), leaves, what + ": every answer is one leaf");
  }

  @Test
  void objectiveAndCostAgreeWithEnumeration() {
    for (int trial = 0; trial < TRIALS; trial++) {
      Instance instance = TrialInstances.of(trial);
      GroundTruth truth = GroundTruth.of(instance);
      Naive naive = Naive.of(instance);
      double lambda = instance.header().lambda();
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      double j = truth.objective(theta);
      assertClose(Costs.of(naive).value(naive.student(theta)), j, "trial " + trial + " J");
      double cost = truth.trueCost().value(theta);
      assertClose(PotentialCost.gibbs(naive).value(theta), cost, "trial " + trial + " cost");
      double mean = 0;
      for (String id : instance.target()) {
        mean += lambda * GibbsWeights.of(naive).logNormalizer(id) / instance.target().size();
      }
      assertClose(mean - j, cost, "trial " + trial + ": J = mean of λ log Z − C");
      EdgeLaw gibbs = truth.target().law();
      assertClose(mean, truth.objective(gibbs), "trial " + trial + ": the Gibbs law attains it");
    }
  }

  @Test
  void oracleIsTheBestStudent() {
    assertOracles(0, 3);
  }

  @Tag("slow")
  @Test
  void oracleIsTheBestStudentOfManyInstances() {
    assertOracles(3, 60);
  }

  private static void assertOracles(int from, int to) {
    for (int trial = from; trial < to; trial++) {
      Instance instance = TrialInstances.of(trial);
      GroundTruth truth = GroundTruth.of(instance);
      Naive naive = Naive.of(instance);
      double lambda = instance.header().lambda();
      Minimum oracle = truth.oracle();
      double[] best = oracle.point().toArray();
      assertTrue(oracle.residual() <= 1e-10, "trial " + trial + ": " + oracle.residual());
      double[] gradient = PotentialCost.gibbs(naive).gradient(best);
      if (oracle.location() == Minimum.Location.INTERIOR) {
        for (double g : gradient) {
          assertEquals(0, g, 1e-9 * lambda, "trial " + trial);
        }
      }
      assertClose(PotentialCost.gibbs(naive).value(best), oracle.cost(), "trial " + trial);
      for (int k = 0; k < 20; k++) {
        double[] theta = TrialInstances.point(instance, best.length, 1000 * trial + k);
        assertTrue(truth.objective(theta) <= truth.objective(best) + 1e-12, "trial " + trial);
        assertClose(
            truth.objective(best) - truth.objective(theta),
            truth.excessCost(theta),
            "trial " + trial + " excess");
        assertTrue(truth.excessCost(theta) >= -1e-12 * Math.max(1, lambda), "trial " + trial);
        assertClose(
            Costs.of(naive).divergence(naive.student(theta), naive.student(best)),
            truth.oracleDivergence(theta),
            "trial " + trial);
      }
      assertEquals(0, truth.oracleDivergence(best));
      assertEquals(0, truth.excessCost(best));
    }
  }

  @Test
  void optimizationErrorIsTheExcessOverTheMinimum() {
    Instance instance = TrialInstances.of(7);
    GroundTruth truth = GroundTruth.of(instance);
    double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), 7);
    double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), 7);
    double error = truth.optimizationError(w, theta);
    LogRatioCost cost = LogRatioCost.calibrated(truth.problem(), w);
    Minimum minimum = GlobalMinimizer.minimize(cost, truth.problem().student().set());
    assertTrue(minimum.cost() > 1e-3, "a minimum of 0 would hide its sign");
    assertClose(cost.value(theta) - cost.value(minimum.point().toArray()), error, "excess");
    for (int k = 0; k < 50; k++) {
      double[] other = TrialInstances.point(instance, theta.length, k);
      assertTrue(cost.value(theta) - cost.value(other) <= error + 1e-12, "nothing is lower");
    }
  }

  @Test
  void missingTargetRewardsAreNamed() {
    Instance instance = onlyTarget(TrialInstances.of(2)).withoutTargetRewards();
    GroundTruth truth = GroundTruth.of(instance);
    assertEquals("y", truth.unrewarded().get(0).id());
    assertTrue(truth.source().logNormalizer(0) > 0, "source rewards are there");
    IllegalStateException failure = assertThrows(IllegalStateException.class, truth::oracle);
    assertTrue(failure.getMessage().contains("y"), failure.getMessage());
    assertThrows(IllegalStateException.class, truth::trueCost);
    double[] theta = new double[instance.header().studentDimension()];
    assertThrows(IllegalStateException.class, () -> truth.objective(theta));
    assertThrows(IllegalStateException.class, () -> truth.oracleDivergence(theta));
    // What needs no target reward is as before.
    double[] w = instance.header().teacher().toArray();
    assertClose(
        CalibrationLaw.of(GroundTruth.of(onlyTarget(TrialInstances.of(2)))).expectedStep(w, theta),
        CalibrationLaw.of(truth).expectedStep(w, theta),
        0,
        "expected step");
  }

  @Test
  void normalizersAreListedWhereRewardsAreKnown() {
    for (int trial = 0; trial < 20; trial++) {
      Instance instance = TrialInstances.of(trial);
      Naive naive = Naive.of(instance);
      Map<Prompt, Double> all = GroundTruth.of(instance).logNormalizers();
      Set<String> listed = new TreeSet<>(instance.source());
      listed.addAll(instance.target());
      assertEquals(listed.size(), all.size());
      for (String id : listed) {
        assertClose(
            GibbsWeights.of(naive).logNormalizer(id),
            all.get(Prompt.of(id)),
            "trial " + trial + " " + id);
      }
    }
    Instance partly = onlyTarget(TrialInstances.of(2)).withoutTargetRewards();
    Map<Prompt, Double> known = GroundTruth.of(partly).logNormalizers();
    assertEquals(Set.of(Prompt.of("x"), Prompt.of("z")), known.keySet());
  }

  @Test
  void policiesOfAnotherForestAreRefused() {
    GroundTruth truth = GroundTruth.of(TrialInstances.of(3));
    EdgeLaw source = truth.source().law();
    assertThrows(IllegalArgumentException.class, () -> truth.objective(source));
  }

  private static Instance onlyTarget(Instance instance) {
    return Instance.of(
        instance.header(),
        instance.prompts().values().asList(),
        java.util.List.of("x", "z"),
        java.util.List.of("y", "x", "y"));
  }

  @Test
  void aUsersOwnRewardsAreChecked() {
    Instance instance = TrialInstances.of(3);
    LearningProblem problem = instance.problem();
    GroundTruth same = GroundTruth.of(problem, (p, a) -> instance.prompts().get(p.id()).reward(a));
    assertClose(
        GroundTruth.of(instance).target().logNormalizer(0),
        same.target().logNormalizer(0),
        0,
        "same rewards");
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> GroundTruth.of(problem, (p, a) -> 1.5));
    assertTrue(failure.getMessage().contains("1.5"), failure.getMessage());
  }

  /** An objective in which EOS does not absorb, or without λ, is seen to differ. */
  @Test
  void liarsAreRejected() {
    boolean withoutLambda = false;
    boolean gibbsWithoutReference = false;
    for (int trial = 0; trial < 20; trial++) {
      Instance instance = TrialInstances.of(trial);
      GroundTruth truth = GroundTruth.of(instance);
      Naive naive = Naive.of(instance);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      TokenLaw student = naive.student(theta);
      TokenLaw reference = naive.reference();
      double plain = 0;
      double uniform = 0;
      for (String id : instance.target()) {
        for (Answer a : naive.answers(id)) {
          double log = student.logAnswer(a);
          plain += Math.exp(log) * (a.reward() - (log - reference.logAnswer(a)));
          uniform += Math.exp((a.reward() - 1) / instance.header().lambda());
        }
      }
      double m = instance.target().size();
      withoutLambda |= !isClose(plain / m, truth.objective(theta), Close.EXACT);
      gibbsWithoutReference |=
          !isClose(Math.log(uniform), truth.target().logNormalizer(0), Close.EXACT);
    }
    assertTrue(withoutLambda, "J without λ");
    assertTrue(gibbsWithoutReference, "Z without π_pre");
  }

  /** Students next to the oracle: the sum that is their divergence may round below 0. */
  @Test
  void noDivergenceIsNegative() {
    Instance instance = TrialInstances.of(4);
    GroundTruth truth = GroundTruth.of(instance);
    double[] best = truth.oracle().point().toArray();
    int below = 0;
    for (int k = 1; k <= 60; k++) {
      double[] theta = best.clone();
      theta[0] += k % 2 == 0 ? k * 1e-11 : -k * 1e-11;
      assertTrue(truth.oracleDivergence(theta) >= 0);
      below +=
          Sweeps.averageDivergence(
                      truth.problem().target().dataset(),
                      truth.problem().target().student().law(theta),
                      truth.problem().target().student().law(best))
                  < 0
              ? 1
              : 0;
    }
    assertTrue(below > 5, below + " of them round below 0");
  }

  /** Normalisers come in the order of the source prompts, then of the other target prompts. */
  @Test
  void normalizersAreInTheOrderOfThePrompts() {
    Instance instance = TrialInstances.of(2);
    List<PromptTable> tables = instance.prompts().values().asList();
    Instance ordered =
        Instance.of(instance.header(), tables, List.of("z", "x"), List.of("y", "x", "z"));
    List<String> ids =
        GroundTruth.of(ordered).logNormalizers().keySet().stream().map(Prompt::id).toList();
    assertEquals(List.of("z", "x", "y"), ids);
  }

  @Test
  void theOracleIsSearchedOnce() {
    GroundTruth truth = GroundTruth.of(TrialInstances.of(3));
    assertSame(truth.oracle(), truth.oracle());
  }
}

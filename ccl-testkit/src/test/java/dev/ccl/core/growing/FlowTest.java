package dev.ccl.core.growing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.policy.StateBatch;
import dev.ccl.core.policy.StateKernel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The flow of a batch on a growing forest has the law of independent rollouts: the number of
 * rollouts at a state is binomial with the probability to get there, which the whole forest gives.
 */
class FlowTest {
  private static final int BATCHES = 600;
  private static final double ROLLOUTS = 25;

  /**
   * The largest |z| over all states. There are fewer than 200 states in each of 3 problems and two
   * statistics for each, so a bound of 8 gives a false alarm with a probability below 1200 ·
   * 1.3e-15 < 2e-12 under the normal approximation.
   */
  private static final double BOUND = 8;

  /** What becomes of the number of rollouts at a node of a flow; a liar changes it. */
  private interface Report {
    double count(Flow flow, int node, boolean known);
  }

  private static double worst(LearningProblem whole, LearningProblem growing, Report report) {
    return worst(whole, growing, report, flow -> {});
  }

  private static double worst(
      LearningProblem whole, LearningProblem growing, Report report, Consumer<Flow> prepared) {
    Forest forest = whole.target().forest();
    double[] theta = Trees.student(whole, 5);
    EdgeLaw law = whole.target().student().law(theta);
    double[] reach = Sweeps.reach(law, whole.target().dataset().rootWeights());
    Map<State, Integer> nodes = Trees.nodes(forest);
    double[] sums = new double[forest.nodes()];
    double[] squares = new double[forest.nodes()];
    for (int b = 0; b < BATCHES; b++) {
      GrowingForest grown = growing.forests().acquire(); // a new one for each batch
      Set<State> before = states(Trees.walk(growing, grown, Trees.student(whole, 77), 5, 99, b));
      Flow flow = Trees.walk(growing, grown, theta, ROLLOUTS, 3, b, prepared);
      for (int i = 0; i < flow.nodes(); i++) {
        int s = nodes.get(flow.state(i).state());
        double n = report.count(flow, i, before.contains(flow.state(i).state()));
        sums[s] += n;
        squares[s] += n * n;
      }
    }
    double worst = 0;
    for (int s = 0; s < reach.length; s++) {
      double p = Math.min(reach[s], 1);
      double mean = ROLLOUTS * p;
      double variance = ROLLOUTS * p * (1 - p);
      if (BATCHES * mean >= 50 && variance > 0) {
        worst = Math.max(worst, Math.abs(sums[s] / BATCHES - mean) * Math.sqrt(BATCHES / variance));
        double second = variance + mean * mean;
        double fourth = fourthMoment(ROLLOUTS, p) - second * second;
        double z = (squares[s] / BATCHES - second) * Math.sqrt(BATCHES / fourth);
        worst =
            Math.max(worst, BATCHES * mean >= 1000 ? Math.abs(z) : 0); // nearly normal only then
      }
    }
    return worst;
  }

  private static Set<State> states(Flow flow) {
    Set<State> states = new HashSet<>();
    for (int i = 0; i < flow.nodes(); i++) {
      states.add(flow.state(i).state());
    }
    return states;
  }

  /** E[N⁴] of a binomial variable, summed term by term. */
  private static double fourthMoment(double n, double p) {
    double sum = 0;
    double term = Math.pow(1 - p, n);
    for (int k = 0; k <= n; k++) {
      sum += term * Math.pow(k, 4);
      term *= (n - k) / (k + 1) * p / (1 - p);
    }
    return sum;
  }

  @Test
  void countsHaveTheLawOfIndependentRollouts() {
    for (long seed = 1; seed <= 3; seed++) {
      LearningProblem whole = Trees.small(seed);
      double z = worst(whole, Trees.growing(whole), (flow, i, known) -> flow.count(i));
      FalseAlarms.declare(2e-12);
      assertTrue(z < BOUND, "z = " + z);
    }
  }

  @Test
  void tokensDrawnOneByOneHaveTheSameLaw() {
    LearningProblem whole = Trees.small(2);
    LearningProblem growing = Trees.growing(whole);
    double z = worst(whole, growing, (flow, i, known) -> flow.count(i), Flow::drawOneByOne);
    FalseAlarms.declare(2e-12);
    assertTrue(z < BOUND, "z = " + z);
    double[] theta = Trees.student(whole, 5);
    GrowingForest forest = growing.forests().acquire();
    Flow split = Trees.walk(growing, forest, theta, 1000, 3, 0);
    Flow single = Trees.walk(growing, forest, theta, 1000, 3, 0, Flow::drawOneByOne);
    assertNotEquals(split.count(0), single.count(0), "another way to draw");
  }

  @Test
  void aBatchThatBeginsAgainForgetsHowItWasDrawn() {
    LearningProblem problem = Trees.growing(Trees.small(2));
    GrowingForest forest = problem.forests().acquire();
    double[] theta = Trees.student(problem, 5);
    RolloutSampler sampler =
        RolloutSampler.on(forest, problem.target().dataset(), RandomStreams.of(3), Workers.ALONE);
    Flow fresh = Trees.walk(problem, forest, theta, 1001, 3, 7);
    for (Consumer<Flow> special :
        List.<Consumer<Flow>>of(Flow::stratifyPrompts, Flow::drawOneByOne)) {
      Flow flow = new Flow();
      begin(flow, theta);
      special.accept(flow);
      sampler.draw(flow);
      assertNotEquals(fresh.count(0), flow.count(0), "another way to draw");
      begin(flow, theta);
      sampler.draw(flow);
      assertEquals(fresh.nodes(), flow.nodes());
      for (int i = 0; i < fresh.nodes(); i++) {
        assertEquals(fresh.count(i), flow.count(i), "node " + i);
      }
    }
  }

  private static void begin(Flow flow, double[] theta) {
    flow.begin((s, out) -> s.student().logits(theta, out), 1001, Purpose.GRADIENT_BATCH, 7, 0);
  }

  @Test
  void aFlowLosesNothing() {
    LearningProblem problem = Trees.growing(Trees.small(4));
    GrowingForest forest = problem.forests().acquire();
    Flow flow = Trees.walk(problem, forest, Trees.student(problem, 5), 1000, 8, 0);
    double ended = 0;
    for (int i = 0; i < flow.nodes(); i++) {
      double through = 0;
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        through += flow.rollouts(e);
        if (flow.child(e) >= 0) {
          assertEquals(flow.rollouts(e), flow.count(flow.child(e)));
          assertEquals(i, flow.parent(flow.child(e)));
          assertEquals(e, flow.parentEdge(flow.child(e)));
        } else {
          ended += flow.rollouts(e);
        }
      }
      assertEquals(flow.count(i), through);
    }
    assertEquals(1000, ended);
  }

  @Test
  void evenSpreadingKeepsTheMeans() {
    LearningProblem whole = Trees.small(2);
    double[] weights = whole.target().dataset().rootWeights();
    double[] sums = new double[weights.length];
    for (int b = 0; b < 4000; b++) {
      Flow flow = balanced(Trees.growing(whole), 5, b);
      for (int i = 0; i < flow.firstNode(1); i++) {
        int r = whole.target().dataset().prompts().indexOf(flow.state(i).state().prompt());
        assertTrue(Math.abs(flow.count(i) - 5 * weights[r]) < 1);
        sums[r] += flow.count(i);
      }
    }
    for (int r = 0; r < weights.length; r++) {
      // a count is one of two neighbours, so its standard deviation is at most 1/2
      assertEquals(5 * weights[r], sums[r] / 4000, 5 * 0.5 / Math.sqrt(4000));
    }
  }

  private static Flow balanced(LearningProblem problem, double rollouts, long round) {
    GrowingForest forest = problem.forests().acquire();
    Flow flow = new Flow();
    double[] theta = new double[problem.student().family().dimension()];
    flow.begin(
        (s, out) -> s.student().logits(theta, out), rollouts, Purpose.GRADIENT_BATCH, round, 0);
    flow.stratifyPrompts();
    RolloutSampler.on(forest, problem.target().dataset(), RandomStreams.of(1), Workers.ALONE)
        .draw(flow);
    return flow;
  }

  @Test
  void rolloutsDroppedAtNewStatesAreNoticed() {
    LearningProblem whole = Trees.small(1);
    Report liar = (flow, i, known) -> known ? flow.count(i) : 0;
    assertTrue(worst(whole, Trees.growing(whole), liar) > BOUND);
  }

  @Test
  void aCountLostAtTheFrontierIsNoticed() {
    LearningProblem whole = Trees.small(1);
    Report liar = (flow, i, known) -> known ? flow.count(i) : flow.count(i) - 1;
    assertTrue(worst(whole, Trees.growing(whole), liar) > BOUND);
  }

  @Test
  void featuresOfASiblingAreNoticed() {
    LearningProblem whole = Trees.small(1);
    LearningProblem liar =
        Trees.growing(Trees.withFeatures(whole, features -> new Swapped(features)));
    assertTrue(worst(whole, liar, (flow, i, known) -> flow.count(i)) > BOUND);
  }

  /** Gives each state the rows of the next one of the same width in the same question. */
  private record Swapped(FeatureMap features) implements FeatureMap {
    @Override
    public int dimension() {
      return features.dimension();
    }

    @Override
    public void features(State state, double[] out) {
      features.features(state, out);
    }

    @Override
    public void features(List<State> states, double[][] out) {
      features.features(states, out);
      for (int i = 0; i + 1 < out.length; i++) {
        if (out[i].length == out[i + 1].length) {
          double[] other = out[i].clone();
          System.arraycopy(out[i + 1], 0, out[i], 0, other.length);
          System.arraycopy(other, 0, out[i + 1], 0, other.length);
        }
      }
    }
  }

  @Test
  void aStaleCacheIsNoticed() {
    LearningProblem whole = Trees.small(1);
    PolicyClass student = whole.student();
    LearningProblem liar =
        Trees.growing(
            whole.withStudent(
                new PolicyClass(new Stale(student.family()), student.set(), student.initial())));
    assertTrue(worst(whole, liar, (flow, i, known) -> flow.count(i)) > BOUND);
  }

  /** Remembers at each state the logits of the first parameter it was asked for. */
  private static final class Stale extends ForwardingFamily {
    private final PolicyFamily family;

    Stale(PolicyFamily family) {
      super(family);
      this.family = family;
    }

    @Override
    public List<StateKernel> at(StateBatch frontier) {
      List<StateKernel> stale = new ArrayList<>();
      for (StateKernel kernel : family.at(frontier)) {
        stale.add(
            new StateKernel() {
              private double[] first;

              @Override
              public void logits(double[] theta, double[] out) {
                first = first == null ? theta.clone() : first;
                kernel.logits(first, out);
              }

              @Override
              public void gradients(double[] theta, double[] out) {
                kernel.gradients(theta, out);
              }
            });
      }
      return stale;
    }
  }
}

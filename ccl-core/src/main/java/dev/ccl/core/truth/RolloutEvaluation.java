package dev.ccl.core.truth;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.growing.Flow;
import dev.ccl.core.growing.GrowingForest;
import dev.ccl.core.growing.KnownState;
import dev.ccl.core.growing.RolloutSampler;
import dev.ccl.core.growing.Workers;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Moments;
import dev.ccl.core.policy.BoundedDerivatives;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Binomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import java.util.function.BiConsumer;

/**
 * What {@link GroundTruth} and {@link SourceInformation} compute from whole trees, estimated from
 * rollouts on trees that grow. Every number is an {@link Estimate}. Ground truth: it sees target
 * rewards, and no learner uses it.
 */
public final class RolloutEvaluation {
  private final LearningProblem problem;
  private final RewardOracle rewards;
  private final RandomStreams streams;
  private final long rollouts;
  private final double level;

  private RolloutEvaluation(
      LearningProblem problem,
      RewardOracle rewards,
      RandomStreams streams,
      long rollouts,
      double level) {
    this.problem = problem;
    this.rewards = rewards;
    this.streams = streams;
    this.rollouts = rollouts;
    this.level = level;
  }

  /**
   * Prepares estimates.
   *
   * @param problem the problem, whose trees may grow
   * @param rewards the rewards of target answers
   * @param seed the seed of the rollouts
   * @param rollouts how many rollouts each estimate takes, from 2 to 10<sup>15</sup>
   * @param level the level of the intervals, such as 0.95
   * @return the evaluation
   */
  public static RolloutEvaluation of(
      LearningProblem problem, RewardOracle rewards, long seed, long rollouts, double level) {
    checkArgument(rollouts >= 2, "rollouts: %s is not at least 2", rollouts);
    checkArgument(rollouts <= Binomial.MAX_TRIALS, "rollouts: %s is more than 10^15", rollouts);
    checkArgument(level > 0 && level < 1, "level: %s is not between 0 and 1", level);
    return new RolloutEvaluation(
        problem, requireNonNull(rewards), RandomStreams.of(seed), rollouts, level);
  }

  /**
   * Estimates J of a student (eq:ced-return).
   *
   * @param theta the student; read
   * @return the expected reward minus λ times the divergence from the reference
   */
  public Estimate objective(double[] theta) {
    return onTarget(theta, 1, problem.lambda(), 0);
  }

  /**
   * Estimates the expected reward of a student's answers to target prompts.
   *
   * @param theta the student; read
   * @return E[R]
   */
  public Estimate reward(double[] theta) {
    return onTarget(theta, 1, 0, 1);
  }

  /**
   * Estimates the divergence of a student from the reference on target prompts.
   *
   * @param theta the student; read
   * @return the mean over prompts of KL(π<sub>stu,θ</sub> ‖ π<sub>pre</sub>)
   */
  public Estimate divergence(double[] theta) {
    return onTarget(theta, 0, -1, 2);
  }

  /**
   * The mean of rate·R − price·Σ KL(student ‖ reference at a state) over the states of an answer:
   * the divergence of each token enters by its expectation, which leaves the mean as it is.
   */
  private Estimate onTarget(double[] theta, double rate, double price, long name) {
    GrowingForest forest = problem.forests().acquire();
    try {
      Flow flow =
          walk(
              forest, problem.target().dataset(), (s, out) -> s.student().logits(theta, out), name);
      if (price != 0) {
        forest.refer(flow.states());
      }
      double[] along = new double[flow.nodes()];
      Moments moments = new Moments();
      for (int i = 0; i < flow.nodes(); i++) {
        along[i] = flow.parent(i) < 0 ? 0 : along[flow.parent(i)];
        if (price != 0) {
          along[i] -= price * divergence(flow, i);
        }
        for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
          if (flow.rollouts(e) > 0 && flow.child(e) < 0) {
            double x = along[i] + (rate == 0 ? 0 : rate * reward(flow, forest, i, e));
            moments.add(x, flow.rollouts(e));
          }
        }
      }
      return Estimate.ofMean(moments, level);
    } finally {
      problem.forests().release(forest);
    }
  }

  private static double divergence(Flow flow, int i) {
    KnownState state = flow.state(i);
    int from = flow.firstEdge(i);
    double sum = 0;
    for (int k = 0; k < state.degree(); k++) {
      sum += flow.probability(from + k) * (flow.log(from + k) - Elementary.log(state.reference(k)));
    }
    return sum;
  }

  private double reward(Flow flow, GrowingForest forest, int i, int e) {
    KnownState state = flow.state(i);
    return rewards.reward(state.state().prompt(), forest.answer(state, e - flow.firstEdge(i)));
  }

  private Flow walk(
      GrowingForest forest, Dataset dataset, BiConsumer<KnownState, double[]> policy, long name) {
    Flow flow = new Flow();
    flow.begin(policy, rollouts, Purpose.EVALUATION, name, 0);
    RolloutSampler.on(forest, dataset, streams, Workers.ALONE).draw(flow);
    return flow;
  }

  /**
   * Estimates μ<sub>joint</sub>, the smallest eigenvalue of G<sub>joint</sub>, from the teacher's
   * answers to source prompts. The interval rests on tails of sums of bounded matrices, so its
   * level holds for every number of rollouts. With m the estimate, D the dimension and L a bound of
   * a rollout's matrix, μ ≥ m/(1 − ε) has a probability of at most D exp(−ε²nμ/2L), and μ ≤ m/(1 +
   * ε) one of at most exp(−ε²nμ/((2 + ε)L)): the first is the lower tail of the smallest
   * eigenvalue, the second the upper tail of one quadratic form.
   *
   * @return the estimate
   */
  public Estimate sourceInformation() {
    double[] joint = joint();
    int d = problem.calibration().family().dimension();
    double m = Math.max(SymmetricEigen.of(joint).value(0), 0);
    checkArgument(
        problem.calibration().family() instanceof BoundedDerivatives,
        "an interval for mu_joint needs a calibration class that bounds its derivatives"
            + " (BoundedDerivatives)");
    double gradient =
        ((BoundedDerivatives) problem.calibration().family())
            .gradientBound(problem.calibration().set());
    double range = 4 * gradient * gradient; // ‖∇u‖² ≤ (2g)²
    double logTail = Elementary.log((1 - level) / 2);
    double upper = range;
    double below = m;
    for (int i = 0; i < 200; i++) {
      double mu = (below + upper) / 2;
      double eps = 1 - m / mu;
      boolean possible = Elementary.log(d) - eps * eps * rollouts * mu / (2 * range) >= logTail;
      below = possible ? mu : below;
      upper = possible ? upper : mu;
    }
    double lower = 0;
    double above = m;
    for (int i = 0; i < 200 && m > 0; i++) {
      double mu = (lower + above) / 2;
      double eps = m / mu - 1;
      boolean possible = -eps * eps * rollouts * mu / ((2 + eps) * range) >= logTail;
      above = possible ? mu : above;
      lower = possible ? lower : mu;
    }
    return new Estimate(m, m > 0 ? lower : 0, upper, level, rollouts);
  }

  private double[] joint() {
    GrowingForest forest = problem.forests().acquire();
    try {
      int widest = problem.mdp().vocabulary().size();
      int d = problem.calibration().family().dimension();
      double[] w = problem.calibration().initial().toArray();
      Flow flow =
          walk(forest, problem.source().dataset(), (s, out) -> s.calibration().logits(w, out), 3);
      double[] rows = new double[widest * d];
      double[] chances = new double[widest];
      double[] joint = new double[d * d];
      for (int i = 0; i < flow.nodes(); i++) {
        int degree = flow.state(i).degree();
        flow.state(i).calibration().gradients(w, rows);
        for (int k = 0; k < degree; k++) {
          chances[k] = flow.probability(flow.firstEdge(i) + k);
        }
        double reach = flow.count(i) / (rollouts * (double) problem.horizon());
        SourceInformation.addComparisons(chances, degree, reach, rows, d, joint);
      }
      return joint;
    } finally {
      problem.forests().release(forest);
    }
  }
}

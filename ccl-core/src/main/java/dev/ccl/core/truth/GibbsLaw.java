package dev.ccl.core.truth;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.RewardOracle;
import java.util.function.Predicate;

/**
 * The unrestricted optimum π*<sub>λ</sub> on a forest, that is π<sub>pre</sub> tilted by
 * e<sup>R/λ</sup> (lem:ced-gibbs), with the rewards and moments of which it is made.
 */
public final class GibbsLaw {
  private final EdgeLaw reference;
  private final double[] rewards;
  private final double[] logMoments;
  private final double[] logNormalizers;
  private final EdgeLaw law;

  private GibbsLaw(EdgeLaw reference, double[] rewards, double lambda) {
    this.reference = reference;
    this.rewards = rewards;
    this.logMoments = Sweeps.logMoments(reference, rewards, lambda);
    this.logNormalizers = Sweeps.logNormalizers(reference, logMoments);
    this.law = Sweeps.gibbs(reference, logMoments);
  }

  /**
   * Computes the law of all prompts of a forest whose rewards are known; the trees of the others
   * get reward 0 and mean nothing.
   */
  static GibbsLaw of(
      EdgeLaw reference, RewardOracle oracle, Predicate<Prompt> isKnown, double lambda) {
    Forest forest = reference.forest();
    double[] rewards = new double[forest.edges()];
    forest.forEachNode(
        (s, state) -> {
          if (!isKnown.test(state.prompt())) {
            return;
          }
          for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
            if (forest.child(e) == Forest.LEAF) {
              var answer = forest.mdp().complete(forest.mdp().append(state, forest.token(e)));
              rewards[e] = oracle.reward(state.prompt(), answer);
              checkArgument(
                  rewards[e] >= 0 && rewards[e] <= 1,
                  "the reward of answer \"%s\" to prompt \"%s\" is %s, outside [0,1]",
                  forest.mdp().text(answer),
                  state.prompt().id(),
                  rewards[e]);
            }
          }
        });
    return new GibbsLaw(reference, rewards, lambda);
  }

  /** {@return π<sub>pre</sub>, the reference on the same forest} */
  public EdgeLaw reference() {
    return reference;
  }

  /** {@return π*<sub>λ</sub> (eq:ced-gibbs), the law} */
  public EdgeLaw law() {
    return law;
  }

  /**
   * Returns the reward of the answer for which a leaf edge stands.
   *
   * @param leaf a leaf edge
   * @return R(x, a<sub>1:H</sub>)
   */
  public double reward(int leaf) {
    return rewards[leaf];
  }

  /**
   * Returns log M, where M is the expectation of e<sup>R/λ</sup> over reference completions of the
   * answer behind an edge (the suffix moment of eq:ced-suffix-moment).
   *
   * @param e an edge
   * @return log M(s, a)
   */
  public double logMoment(int e) {
    return logMoments[e];
  }

  /**
   * Returns log Z<sub>λ</sub>(x).
   *
   * @param root the root of x
   * @return the logarithm of the normaliser
   */
  double logNormalizer(int root) {
    return logNormalizers[root];
  }

  /** Returns R − λ log(π/π_pre) summed along answers of π from each root: the terms of J. */
  double[] returns(EdgeLaw policy, double lambda) {
    Forest forest = law.forest();
    checkArgument(policy.forest() == forest, "the policy lives on another forest");
    double[] values = new double[forest.edges()];
    for (int e = 0; e < values.length; e++) {
      double penalty = lambda * (policy.log(e) - reference.log(e)); // eq:ced-return
      values[e] = (forest.child(e) == Forest.LEAF ? rewards[e] : 0) - penalty;
    }
    return Sweeps.toGo(policy, values);
  }
}

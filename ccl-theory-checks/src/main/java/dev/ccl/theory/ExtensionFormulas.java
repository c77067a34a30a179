package dev.ccl.theory;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.certificates.Bet;
import dev.ccl.certificates.Certificate;
import dev.ccl.certificates.Certifier;
import dev.ccl.certificates.LikelihoodBet;
import dev.ccl.certificates.VarianceBet;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;

/** What goes beyond the paper: evidence about w* and bounds that need no target reward. */
public interface ExtensionFormulas {
  /** The factors of e-processes, each a claim of its own. */
  enum BetKind {
    /** E01: likelihood ratios of accepted labels. */
    ACCEPTED,
    /** E02: the same to the power P. */
    WEIGHTED,
    /** E03: with a soft label. */
    CONTROLLED,
    /** E04: to a power of its own. */
    SHARPENED,
    /** E05: with a stake that follows the variance. */
    VARIANCE
  }

  /**
   * One verified comparison.
   *
   * @param z φ(c<sub>1</sub>) − φ(c<sub>0</sub>)
   * @param first the edge of c<sub>1</sub>
   * @param second the edge of c<sub>0</sub>
   * @param share ρ
   * @param label Y
   * @param leaf the edge of the verified answer
   * @param reward its reward
   */
  record Observation(
      ImmutableDoubleArray z,
      int first,
      int second,
      double share,
      boolean label,
      int leaf,
      double reward) {}

  /** {@return the problem} */
  LearningProblem problem();

  /**
   * Returns a bet.
   *
   * @param kind which
   * @return a workspace
   */
  default Bet bet(BetKind kind) {
    double lambda = problem().lambda();
    return switch (kind) {
      case ACCEPTED -> LikelihoodBet.of(LikelihoodBet.Kind.REJECTION, lambda);
      case WEIGHTED -> LikelihoodBet.of(LikelihoodBet.Kind.WEIGHTED, lambda);
      case CONTROLLED -> LikelihoodBet.of(LikelihoodBet.Kind.CONTROLLED, lambda);
      case SHARPENED -> LikelihoodBet.of(LikelihoodBet.Kind.SHARPENED, lambda);
      case VARIANCE -> VarianceBet.of(lambda);
    };
  }

  /**
   * Returns a certifier.
   *
   * @param delta δ
   * @param exact whether it may rely on rewards themselves, or on labels alone
   * @return one that has seen nothing
   */
  default Certifier certifier(double delta, boolean exact) {
    RewardOracle unreliable = RewardOracle.noisy((prompt, answer) -> 0); // nobody asks it
    return Certifier.of(exact ? problem() : problem().withSourceRewards(unreliable), delta);
  }

  /**
   * Tells a certifier of a comparison.
   *
   * @param certifier who is told
   * @param seen what was seen
   */
  default void observe(Certifier certifier, Observation seen) {
    certifier.observe(
        seen.z().toArray(),
        seen.first(),
        seen.second(),
        seen.share(),
        seen.label(),
        seen.leaf(),
        seen.reward());
  }

  /**
   * Bounds a student.
   *
   * @param certifier with what it has seen
   * @param theta θ; read
   * @return the certificate
   */
  default Certificate certify(Certifier certifier, double[] theta) {
    return certifier.certify(theta);
  }

  /** The equations that verified answers give (E12). */
  interface Equations {
    /**
     * Takes note of a verified answer.
     *
     * @param leaf its edge in the source forest
     * @param reward its reward
     */
    void add(int leaf, double reward);

    /**
     * Solves them.
     *
     * @param w where to start; overwritten
     */
    void solve(double[] w);

    /**
     * Returns what the solution leaves.
     *
     * @return the root mean square of the residuals, in units of the reward
     */
    double residual();

    /**
     * Tells whether there is one solution.
     *
     * @return whether the equations have rank D
     */
    boolean determines();
  }

  /** {@return the equations of verified answers, none yet} */
  default Equations equations() {
    return equations(RewardRegression.of(problem()));
  }

  /**
   * Returns the equations as a regression has them.
   *
   * @param regression the regression
   * @return its equations
   */
  static Equations equations(RewardRegression regression) {
    return new Equations() {
      @Override
      public void add(int leaf, double reward) {
        regression.add(leaf, reward);
      }

      @Override
      public void solve(double[] w) {
        regression.solve(w);
      }

      @Override
      public double residual() {
        return regression.residual();
      }

      @Override
      public boolean determines() {
        return regression.determines();
      }
    };
  }
}

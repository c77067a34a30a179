package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.Part;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.random.Purpose;

/** How the reward of a branch becomes a weight of its label (line:br-accept). */
public interface Acceptance extends Part {
  /**
   * Opens the part for a run.
   *
   * @param run what the run offers
   * @return the workspace
   */
  InRun start(Run run);

  /** The weights of one run. */
  interface InRun {
    /**
     * Returns the weight of the round's label.
     *
     * @param t the round
     * @param reward R<sub>t</sub>
     * @return I<sub>t</sub> or what takes its place, in [0,1]
     */
    double weight(long t, double reward);

    /**
     * Returns the factor of z<sub>t</sub> in g<sub>t</sub> (line:br-gradient).
     *
     * @param c the comparison with its label, informative
     * @param weight I<sub>t</sub>, positive
     * @return I<sub>t</sub>[σ(u) − Y<sub>t</sub>]
     */
    default double residual(Comparison c, double weight) {
      double u = c.logOdds();
      return weight * (c.label() ? -Elementary.sigmoid(-u) : Elementary.sigmoid(u));
    }
  }

  /** The acceptances of this library. */
  enum Choice implements Acceptance {
    /** 1 with probability e<sup>(R−1)/λ</sup>, else 0. */
    REJECTION {
      @Override
      public InRun start(Run run) {
        double lambda = run.problem().lambda();
        Draws draws = run.draws();
        return (t, reward) ->
            draws.open(Purpose.ACCEPTANCE, t).nextDouble() <= chance(reward, lambda) ? 1 : 0;
      }
    },
    /** The probability e<sup>(R−1)/λ</sup> itself, which has the same mean and less variance. */
    EXPECTATION {
      @Override
      public InRun start(Run run) {
        double lambda = run.problem().lambda();
        return (t, reward) -> chance(reward, lambda);
      }
    },
    /**
     * The expectation, and from the label itself the known probability ρ of its draw is subtracted:
     * I(σ − Y) becomes p(σ − Y) + c(Y − ρ) with the mean c of the weights seen so far. The mean is
     * the same, and the noise of Y counts only as far as p differs from c.
     */
    CONTROLLED {
      @Override
      public InRun start(Run run) {
        return new Controlled(run.problem().lambda(), run.memory());
      }
    },
    /**
     * The same with a c of its own for each comparison: m₀m₁/(ρm₁ + (1−ρ)m₀), where m₁ and m₀ are
     * the running means of p behind the two tokens. Were they exact, E[p(σ − Y) + c(Y − ρ) | Y] at
     * w* would be 0 for both labels, and where the token decides the reward no noise would be left.
     * The means are those before the round, so the mean of the step is the same whatever they are.
     */
    VALUED {
      @Override
      public InRun start(Run run) {
        run.requireWhole("acceptance=valued", "acceptance=controlled");
        return new ValuedLabels(run);
      }
    };

    static double chance(double reward, double lambda) {
      return Elementary.exp((reward - 1) / lambda);
    }

    @Override
    public String toString() {
      return Part.word(this);
    }

    /** {@link #CONTROLLED} in a run. */
    private static final class Controlled implements InRun {
      private final double lambda;
      private final double[] weights; // sum and number of the weights seen, with one of 1

      Controlled(double lambda, Memory memory) {
        this.lambda = lambda;
        this.weights = memory.keep("control", new double[] {1, 1});
      }

      @Override
      public double weight(long t, double reward) {
        return chance(reward, lambda);
      }

      @Override
      public double residual(Comparison c, double weight) {
        double control = weights[0] / weights[1];
        weights[0] += weight;
        weights[1]++;
        return InRun.super.residual(c, weight)
            + control * ((c.label() ? 1 : 0) - c.labelProbability());
      }
    }
  }
}

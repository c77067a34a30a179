package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Part;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.random.Purpose;

/** How the reward of a branch becomes a weight of its label (line:br-accept). */
public enum Acceptance implements LabelWeights {
  /** 1 with probability e<sup>(R−1)/λ</sup>, else 0. */
  REJECTION {
    @Override
    public InRun start(Setup setup) {
      double lambda = setup.problem().lambda();
      Draws draws = setup.draws();
      return (t, reward) ->
          draws.open(Purpose.ACCEPTANCE, t).nextDouble() <= chance(reward, lambda) ? 1 : 0;
    }
  },
  /** The probability e<sup>(R−1)/λ</sup> itself, which has the same mean and less variance. */
  EXPECTATION {
    @Override
    public InRun start(Setup setup) {
      double lambda = setup.problem().lambda();
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
    public InRun start(Setup setup) {
      return new ControlledLabels(setup.problem().lambda(), setup.memory());
    }
  },
  /**
   * The same with a c of its own for each comparison: m₀m₁/(ρm₁ + (1−ρ)m₀), where m₁ and m₀ are the
   * running means of p behind the two tokens. Were they exact, E[p(σ − Y) + c(Y − ρ) | Y] at w*
   * would be 0 for both labels, and where the token decides the reward no noise would be left. The
   * means are those before the round, so the mean of the step is the same whatever they are.
   */
  VALUED {
    @Override
    public InRun start(Setup setup) {
      setup.requireWhole("acceptance=valued", "acceptance=controlled");
      return new ValuedLabels(setup);
    }
  };

  static double chance(double reward, double lambda) {
    return Elementary.exp((reward - 1) / lambda);
  }

  @Override
  public String toString() {
    return Part.word(this);
  }
}

package dev.ccl.algorithms.calibration;

import dev.ccl.algorithms.part.Comparison;
import dev.ccl.algorithms.part.Draws;
import dev.ccl.algorithms.part.LabelWeights;
import dev.ccl.algorithms.part.Memory;
import dev.ccl.algorithms.part.Part;
import dev.ccl.algorithms.part.Setup;
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
      return new Controlled(setup.problem().lambda(), setup.memory());
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
      return new Valued(setup);
    }
  };

  private static double chance(double reward, double lambda) {
    return Elementary.exp((reward - 1) / lambda);
  }

  @Override
  public String toString() {
    return Part.word(this);
  }

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
      return InRun.super.residual(c, weight) + control * ((c.label() ? 1 : 0) - c.share());
    }
  }

  private static final class Valued implements InRun {
    private static final int FIELDS = 2; // sum and number of the weights

    private final double lambda;
    private final Setup setup;
    private final double[] behind; // by edge, and of all edges together with one weight of 1

    Valued(Setup setup) {
      this.lambda = setup.problem().lambda();
      this.setup = setup;
      double[] start = new double[FIELDS * (setup.problem().source().forest().edges() + 1)];
      start[start.length - 2] = 1;
      start[start.length - 1] = 1;
      this.behind = setup.memory().keep("values", start);
    }

    @Override
    public double weight(long t, double reward) {
      return chance(reward, lambda);
    }

    @Override
    public double residual(Comparison c, double weight) {
      int one = FIELDS * setup.engine().source().edge(c.step(), c.first());
      int zero = FIELDS * setup.engine().source().edge(c.step(), c.second());
      double m1 = mean(one);
      double m0 = mean(zero);
      double control = m0 * m1 / (c.share() * m1 + (1 - c.share()) * m0);
      add(c.label() ? one : zero, weight);
      add(behind.length - FIELDS, weight);
      return InRun.super.residual(c, weight) + control * ((c.label() ? 1 : 0) - c.share());
    }

    /** A mean behind an edge, in which the mean of all counts as one weight. */
    private double mean(int at) {
      double overall = behind[behind.length - 2] / behind[behind.length - 1];
      return (behind[at] + overall) / (behind[at + 1] + 1);
    }

    private void add(int at, double weight) {
      behind[at] += weight;
      behind[at + 1]++;
    }
  }
}

package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.certificates.LikelihoodBet.Kind;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The factors of every e-process have means of at most 1, and broken ones do not. */
class BetTest {
  private static final double ROUNDING = 1e-12;
  private static final double[] LAMBDAS = {0.25, 0.5, 1, 2, 4, 20};
  private static final List<ComparisonMeans> LAWS = laws();

  private static List<ComparisonMeans> laws() {
    List<ComparisonMeans> laws = new ArrayList<>();
    for (double lambda : LAMBDAS) {
      laws.add(new ComparisonMeans(lambda));
      for (int d = 1; d <= 3; d++) {
        GroundTruth truth = GroundTruth.of(SeparationInstance.of(d, d + 1, lambda, 0.5));
        double[] w = new double[d + 1];
        w[0] = Math.sqrt(2) / lambda;
        laws.add(new ComparisonMeans(truth.problem(), w));
      }
    }
    for (int seed = 0; seed < (Boolean.getBoolean("ccl.thorough") ? 200 : 40); seed++) {
      RandomSpec spec =
          RandomSpec.SMALL
              .withLambda(LAMBDAS[seed % LAMBDAS.length])
              .withHorizon(1 + seed % 3)
              .withFeasibility(seed % 5 == 0 ? Feasibility.EXPLICIT : Feasibility.EOS_PADDED)
              .withConstruction(
                  seed % 4 == 3 ? Construction.REFERENCE_FIRST : Construction.REWARDS_FIRST);
      RandomInstance random = RandomInstance.of(spec, seed);
      laws.add(
          new ComparisonMeans(
              GroundTruth.of(random.instance()).problem(), random.truth().toArray()));
    }
    return laws;
  }

  private static double worst(DoubleFunction<Bet> bets, boolean accepted) {
    return worst(LAWS, bets, accepted);
  }

  private static double worst(
      List<ComparisonMeans> laws, DoubleFunction<Bet> bets, boolean accepted) {
    double worst = 0;
    for (ComparisonMeans law : laws) {
      worst = Math.max(worst, law.worst(bets.apply(law.lambda()), accepted));
    }
    return worst;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void likelihoodRatiosHaveMeansOfAtMostOne(Kind kind) {
    double worst = worst(lambda -> LikelihoodBet.of(kind, lambda), kind == Kind.REJECTION);
    assertEquals(1, worst, ROUNDING, "at v = u* the factor is 1"); // and never more
  }

  @Test
  void variancesHaveMeansOfAtMostOne() {
    assertEquals(1, worst(VarianceBet::of, false), ROUNDING);
  }

  /** A bet with something done to what it hears or says. */
  private static class Broken implements Bet {
    final Bet bet;

    Broken(Bet bet) {
      this.bet = bet;
    }

    @Override
    public void place(Forecast forecast) {
      bet.place(forecast);
    }

    @Override
    public void settle(boolean label, double chance) {
      bet.settle(label, chance);
    }

    @Override
    public double logFactor(double u) {
      return bet.logFactor(u);
    }

    @Override
    public double slope() {
      return 0;
    }

    @Override
    public double curvature() {
      return Double.NEGATIVE_INFINITY;
    }
  }

  private static void rejected(String name, double atLeast, DoubleFunction<Bet> liar) {
    double worst = worst(LAWS.subList(0, 40), liar, false);
    assertTrue(worst > atLeast, name + " reaches " + worst);
  }

  @Test
  void weightsOverTheirMeanAreRejected() {
    rejected(
        "P / mean P",
        1.02,
        lambda ->
            new Broken(LikelihoodBet.of(Kind.WEIGHTED, lambda)) {
              @Override
              public void settle(boolean label, double chance) {
                super.settle(label, chance / ((1 + StrictMath.exp(-1 / lambda)) / 2));
              }
            });
  }

  @Test
  void acceptingAllLabelsIsRejected() {
    rejected(
        "all labels accepted",
        1.1,
        lambda ->
            new Broken(LikelihoodBet.of(Kind.WEIGHTED, lambda)) {
              @Override
              public void settle(boolean label, double chance) {
                super.settle(label, 1);
              }
            });
  }

  @Test
  void aWrongTemperatureIsRejected() {
    for (boolean variance : new boolean[] {false, true}) {
      rejected(
          "λ doubled",
          1.005,
          lambda ->
              new Broken(
                  variance ? VarianceBet.of(lambda) : LikelihoodBet.of(Kind.WEIGHTED, lambda)) {
                @Override
                public void settle(boolean label, double chance) {
                  super.settle(label, Math.sqrt(chance));
                }
              });
    }
  }

  @Test
  void tooHighPowersAreRejected() {
    rejected("twice the power of a weighted bet", 1.01, lambda -> power(Kind.WEIGHTED, lambda, 2));
    rejected("twice the sharp power", 1.1, lambda -> power(Kind.SHARPENED, lambda, 2));
  }

  private static Bet power(Kind kind, double lambda, double power) {
    return new Broken(LikelihoodBet.of(kind, lambda)) {
      @Override
      public double logFactor(double u) {
        return power * super.logFactor(u);
      }
    };
  }

  @Test
  void aPredictionThatHasSeenTheLabelIsRejected() {
    for (boolean variance : new boolean[] {false, true}) {
      rejected(
          "no regret term",
          1.01,
          lambda ->
              new Broken(
                  variance ? VarianceBet.of(lambda) : LikelihoodBet.of(Kind.WEIGHTED, lambda)) {
                private final Forecast seen = new Forecast();
                private Forecast before;

                @Override
                public void place(Forecast forecast) {
                  before = forecast;
                }

                @Override
                public void settle(boolean label, double chance) {
                  seen.of(before.share, before.lo, before.hi, label ? before.hi : before.lo);
                  bet.place(seen);
                  bet.settle(label, chance);
                }
              });
    }
  }

  @Test
  void aFlippedLabelIsRejected() {
    for (boolean variance : new boolean[] {false, true}) {
      rejected(
          "flipped label",
          1.01,
          lambda ->
              new Broken(
                  variance ? VarianceBet.of(lambda) : LikelihoodBet.of(Kind.WEIGHTED, lambda)) {
                @Override
                public void settle(boolean label, double chance) {
                  super.settle(!label, chance);
                }
              });
    }
  }

  @Test
  void aControlThatHasSeenTheRewardIsRejected() {
    rejected(
        "control after P",
        1.001,
        lambda ->
            new Broken(VarianceBet.of(lambda)) {
              private Forecast before;

              @Override
              public void place(Forecast forecast) {
                before = forecast;
              }

              @Override
              public void settle(boolean label, double chance) {
                bet.place(before.guided(chance, before.spread, before.acceptance));
                bet.settle(label, chance);
              }
            });
  }

  @Test
  void varianceLeftOutIsRejected() {
    rejected(
        "no second order",
        1.01,
        lambda ->
            new Broken(VarianceBet.of(lambda)) {
              private double v;
              private double steepness;
              private double chance;

              @Override
              public void place(Forecast forecast) {
                v = forecast.v;
                steepness = forecast.leastSlope();
                bet.place(forecast);
              }

              @Override
              public void settle(boolean label, double acceptance) {
                chance = acceptance;
                bet.settle(label, acceptance);
              }

              @Override
              public double logFactor(double u) {
                return bet.slope() * (v - u) + steepness * chance * (v - u) * (v - u);
              }
            });
  }

  @Test
  void theSeriesOfPsiMeetsTheFormula() {
    for (double b = 2e-4; b < 0.5; b *= 1.3) {
      double direct = (-StrictMath.log1p(-b) - b) / (b * b);
      assertEquals(direct, VarianceBet.psi(b), 1e-8 * direct);
      assertTrue(VarianceBet.psi(b) >= direct - 1e-11, "never too small");
    }
  }
}

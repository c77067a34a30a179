package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.certificates.LikelihoodBet.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Bets as their documentation states them. {@link BetTest} shows that their means are at most 1; a
 * bet that stakes too little would pass it.
 */
class BetFormulasTest {
  private static final double[] LAMBDAS = {0.4, 1, 3, 12};
  private static final double[] SHARES = {0.1, 0.5, 0.8};

  /** What happens to one comparison: the forecast and the outcome. */
  private interface Check {
    void of(double lambda, double share, double lo, double hi, double v, boolean label, double p);
  }

  private static void everywhere(Check check) {
    for (double lambda : LAMBDAS) {
      for (double share : SHARES) {
        double logit = StrictMath.log(share / (1 - share));
        for (double width : new double[] {1, 0.2}) {
          double lo = logit - 0.9 * width / lambda;
          double hi = logit + width / lambda;
          for (double at : new double[] {0, 0.3, 0.9}) {
            double v = lo + at * (hi - lo);
            for (double reward : new double[] {0, 0.35, 1}) {
              double p = StrictMath.exp((reward - 1) / lambda);
              check.of(lambda, share, lo, hi, v, true, p);
              check.of(lambda, share, lo, hi, v, false, p);
            }
          }
        }
      }
    }
  }

  private static double sigma(double u) {
    return 1 / (1 + StrictMath.exp(-u));
  }

  private static double density(double u) {
    return sigma(u) * sigma(-u);
  }

  private static double loss(double soft, double u) {
    return StrictMath.log(1 + StrictMath.exp(u)) - soft * u;
  }

  /** exp(τP[ℓ(Ỹ, u) − ℓ(Ỹ, v)]) with PỸ = PY − c(Y − ρ). */
  @Test
  void likelihoodsAreThoseOfSoftLabels() {
    Map<Kind, Integer> sharp = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      everywhere(
          (lambda, share, lo, hi, v, label, p) -> {
            double least = StrictMath.exp(-1 / lambda);
            double chance = kind == Kind.REJECTION ? 1 : p;
            double y = label ? 1 : 0;
            double c = 0;
            double power = 1;
            double slope = Math.min(density(lo), density(hi));
            if (kind == Kind.CONTROLLED || kind == Kind.SHARPENED) {
              c = least / Math.max(share, 1 - share);
            }
            double widest = Math.max(sigma(hi), 1 - sigma(lo));
            double s2 = StrictMath.pow((1 - least) * widest, 2) / 4;
            if (kind == Kind.SHARPENED && least * slope / s2 > 1) {
              power = least * slope / s2;
              c = (1 + least) / 2;
              sharp.merge(kind, 1, Integer::sum);
            }
            double soft = (chance * y - c * (y - share)) / chance;
            LikelihoodBet bet = LikelihoodBet.of(kind, lambda);
            bet.place(new Forecast().of(0.5, -0.01, 0.01, 0)); // which leaves no trace
            bet.settle(!label, 0.9 * chance);
            bet.place(new Forecast().of(share, lo, hi, v));
            bet.settle(label, chance);
            for (double u : new double[] {lo, (lo + hi) / 2, hi}) {
              double expected = power * chance * (loss(soft, u) - loss(soft, v));
              assertEquals(expected, bet.logFactor(u), 1e-12 * (1 + power), kind.name());
            }
            double score = chance * (y - sigma(v)) - c * (y - share);
            assertEquals(power * score, bet.slope(), 1e-12 * (1 + power));
            assertEquals(power * chance * slope / 2, bet.curvature(), 1e-12 * (1 + power));
          });
    }
    assertTrue(sharp.get(Kind.SHARPENED) > 50, "sharpened in " + sharp);
  }

  @Test
  void aControlKeepsSoftLabelsInTheUnitIntervalAndNoLargerOneDoes() {
    everywhere(
        (lambda, share, lo, hi, v, label, p) -> {
          LikelihoodBet bet = LikelihoodBet.of(Kind.CONTROLLED, lambda);
          bet.place(new Forecast().of(share, lo, hi, v));
          double least = StrictMath.exp(-1 / lambda);
          bet.settle(true, least);
          double up = bet.slope() / least + sigma(v); // Ỹ at the least P
          bet.settle(false, least);
          double down = bet.slope() / least + sigma(v);
          assertTrue(up >= -1e-12 && up <= 1 && down >= 0 && down <= 1 + 1e-12);
          assertEquals(0, Math.min(up, 1 - down), 1e-12, "one of them is on the edge");
        });
  }

  /** exp(ηX h + [ηPκ − ψη²(|X| + Pκr)²]h²), with the stake of the best quadratic for ψ = 1/2. */
  @Test
  void variancesAreThoseOfTheScore() {
    int[] stakes = new int[2];
    for (int guide = 0; guide < 6; guide++) {
      double c = 0.2 * guide;
      double spread = guide % 2 == 0 ? 0.5 : 0.03;
      double acceptance = guide % 3 == 0 ? 1 : 0.4;
      everywhere(
          (lambda, share, lo, hi, v, label, p) -> {
            double least = StrictMath.exp(-1 / lambda);
            double kappa = Math.min(density(lo), density(hi));
            double r = Math.max(hi - v, v - lo);
            double largest = 0; // of |X|, over a grid of P that has its ends
            for (int k = 0; k <= 4; k++) {
              double chance = least + (1 - least) * k / 4;
              largest = Math.max(largest, Math.abs(score(share, v, c, 1, chance)));
              largest = Math.max(largest, Math.abs(score(share, v, c, 0, chance)));
            }
            double reach = r * (largest + kappa * r);
            double wanted = acceptance * kappa / StrictMath.pow(spread + acceptance * kappa * r, 2);
            boolean free = wanted * reach <= 0.5;
            stakes[free ? 1 : 0]++;
            double b = free ? wanted * reach : 0.5;
            double psi = b < 1e-6 ? 0.5 : (-StrictMath.log(1 - b) - b) / (b * b);
            double eta = free ? wanted / (2 * psi) : 0.5 / reach;
            double x = score(share, v, c, label ? 1 : 0, p);
            double square = StrictMath.pow(Math.abs(x) + p * kappa * r, 2);
            VarianceBet bet = VarianceBet.of(lambda);
            bet.place(new Forecast().of(0.5, -0.01, 0.01, 0)); // which leaves no trace
            bet.settle(!label, 0.9 * p);
            bet.place(new Forecast().of(share, lo, hi, v).guided(c, spread, acceptance));
            bet.settle(label, p);
            double curvature = eta * p * kappa - psi * eta * eta * square;
            assertEquals(eta * x, bet.slope(), 1e-6 * (1 + eta));
            assertEquals(curvature, bet.curvature(), 1e-6 * (1 + eta * eta));
            for (double u : new double[] {lo, v, hi}) {
              double h = v - u;
              assertEquals(h * (bet.slope() + bet.curvature() * h), bet.logFactor(u), 1e-12);
            }
          });
    }
    assertTrue(stakes[0] > 50 && stakes[1] > 50, "both limits: " + stakes[0] + ", " + stakes[1]);
  }

  /** ψ(b) = 1/2 + b/3 + b²/4 + …, never less and hardly more. */
  @Test
  void psiIsItsSeries() {
    for (double b = 1e-6; b <= 0.5; b *= 1.1) {
      double series = 0;
      for (int k = 80; k >= 2; k--) {
        series = series * b + 1.0 / k;
      }
      double over = VarianceBet.psi(b) - series;
      assertTrue(over >= -2e-16 / (b * b), b + " gives " + over);
      assertTrue(over <= 2e-12 + (b < 1e-3 ? 0.011 * b * b * b : 2e-16 / (b * b)), b + " " + over);
    }
  }

  private static double score(double share, double v, double c, double y, double p) {
    return p * (y - sigma(v)) - c * (y - share);
  }

  @Test
  void forecastsTellWhatTheyWereGiven() {
    Forecast f = new Forecast().of(0.3, -1, 2, 0.5);
    assertEquals(0.3, f.share());
    assertEquals(-1, f.lo());
    assertEquals(2, f.hi());
    assertEquals(0.5, f.prediction());
    f.guided(0.7, 0.1, 0.6);
    assertEquals(List.of(0.7, 0.1, 0.6), List.of(f.control, f.spread, f.acceptance));
    f.of(0.4, -2, 1, 0.1);
    assertEquals(List.of(0.0, 0.25, 1.0), List.of(f.control, f.spread, f.acceptance));
  }
}

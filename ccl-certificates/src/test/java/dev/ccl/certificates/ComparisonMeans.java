package dev.ccl.certificates;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import java.util.ArrayList;
import java.util.List;

/**
 * The mean of a bet's factor by listing every label and every completed answer of every source
 * comparison, at predictions and intervals chosen by an adversary. An e-process has means of at
 * most 1; nothing else makes Ville's inequality true.
 */
final class ComparisonMeans {
  private final double lambda;
  private final List<double[]> comparisons = new ArrayList<>(); // ρ, u*, then P and its probability

  ComparisonMeans(LearningProblem problem, double[] truth) {
    this.lambda = problem.lambda();
    EdgeModel model = problem.source().calibration();
    Forest forest = model.forest();
    SourceVerifier verifier = problem.newVerifier();
    EdgeLaw reference = problem.source().reference();
    int bigD = model.dimension();
    for (int s = 0; s < forest.nodes(); s++) {
      int from = forest.firstEdge(s);
      double[] rows = new double[forest.degree(s) * bigD];
      model.gradients(truth, s, rows);
      for (int a = 0; a < forest.degree(s); a++) {
        for (int b = 0; b < forest.degree(s); b++) {
          if (a != b) {
            double u = 0;
            for (int i = 0; i < bigD; i++) {
              u += (rows[a * bigD + i] - rows[b * bigD + i]) * truth[i];
            }
            List<Double> outcome = new ArrayList<>();
            double pa = reference.probability(from + a);
            double pb = reference.probability(from + b);
            outcome.add(pa / (pa + pb));
            outcome.add(u);
            leaves(forest, reference, verifier, from + a, 1, pa / (pa + pb), outcome);
            leaves(forest, reference, verifier, from + b, 0, pb / (pa + pb), outcome);
            comparisons.add(outcome.stream().mapToDouble(x -> x).toArray());
          }
        }
      }
    }
  }

  /**
   * Comparisons of no instance: every law of label and reward is that of some w*, because u* is
   * free. Rewards of 0 or 1, in all shares of a grid, are the extreme points of what is possible.
   */
  ComparisonMeans(double lambda) {
    this.lambda = lambda;
    double[] shares = {0.02, 0.3, 0.5, 0.8, 0.999};
    double[] ones = {0, 0.02, 0.3, 0.7, 1};
    for (double share : shares) {
      for (double one : ones) {
        for (double zero : ones) {
          double least = StrictMath.exp(-1 / lambda);
          double m1 = one + (1 - one) * least;
          double m0 = zero + (1 - zero) * least;
          double u = StrictMath.log(share / (1 - share)) + StrictMath.log(m1 / m0);
          comparisons.add(
              new double[] {
                share,
                u,
                1,
                1,
                share * one,
                1,
                0,
                share * (1 - one),
                0,
                1,
                (1 - share) * zero,
                0,
                0,
                (1 - share) * (1 - zero)
              });
        }
      }
    }
  }

  private void leaves(
      Forest forest,
      EdgeLaw reference,
      SourceVerifier verifier,
      int e,
      int label,
      double probability,
      List<Double> out) {
    int c = forest.child(e);
    if (c < 0) {
      out.add((double) label);
      out.add(verifier.query(e));
      out.add(probability);
      return;
    }
    for (int k = forest.firstEdge(c); k < forest.firstEdge(c) + forest.degree(c); k++) {
      double p = probability * reference.probability(k);
      leaves(forest, reference, verifier, k, label, p, out);
    }
  }

  double lambda() {
    return lambda;
  }

  /** The largest mean factor over comparisons, intervals, predictions and guides. */
  double worst(Bet bet, boolean accepted) {
    double worst = 0;
    Forecast f = new Forecast();
    for (double[] c : comparisons) {
      double share = c[0];
      double logit = StrictMath.log(share / (1 - share));
      for (double width : new double[] {1, 0.3, 0.05}) {
        double lo = Math.max(logit - 1 / lambda, c[1] - width / lambda);
        double hi = Math.min(logit + 1 / lambda, c[1] + width * 0.6 / lambda);
        lo = Math.min(lo, c[1]); // u* may lie outside by rounding
        hi = Math.max(hi, c[1]);
        for (int k = 0; k <= 8; k++) {
          double v = lo + (hi - lo) * k / 8;
          for (int guide = 0; guide < 6; guide++) {
            f.of(share, lo, hi, v)
                .guided(0.2 * guide, guide % 2 == 0 ? 0.2 : 0.02, guide % 3 == 0 ? 1 : 0.4);
            worst = Math.max(worst, mean(bet, f, c, accepted));
            if (!(bet instanceof VarianceBet)) {
              break;
            }
          }
        }
      }
    }
    return worst;
  }

  private double mean(Bet bet, Forecast f, double[] c, boolean accepted) {
    double mean = 0;
    for (int i = 2; i < c.length; i += 3) {
      boolean label = c[i] == 1;
      double chance = StrictMath.exp((c[i + 1] - 1) / lambda);
      bet.place(f);
      if (accepted) {
        bet.settle(label, 1);
        mean += c[i + 2] * chance * StrictMath.exp(bet.logFactor(c[1]));
        bet.settle(label, 0);
        mean += c[i + 2] * (1 - chance) * StrictMath.exp(bet.logFactor(c[1]));
      } else {
        bet.settle(label, chance);
        mean += c[i + 2] * StrictMath.exp(bet.logFactor(c[1]));
      }
      double h = f.v - c[1];
      double below = h * (bet.slope() + bet.curvature() * h);
      if (below > bet.logFactor(c[1]) + 1e-12) {
        throw new AssertionError("the quadratic is above the logarithm of the factor");
      }
    }
    return mean;
  }
}

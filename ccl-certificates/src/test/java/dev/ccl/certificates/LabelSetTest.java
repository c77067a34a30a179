package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The rounds of {@link LabelSet} and {@link ModelTest} once more, from the whole list of rounds
 * each time: means as sums, least squares by solving its equations, and the evidence against a
 * point as a sum over the bets.
 */
class LabelSetTest {
  private static final double LAMBDA = 1.3;
  private static final double DELTA = 0.05;
  private static final LearningProblem PROBLEM =
      GroundTruth.of(
              RandomInstance.of(RandomSpec.SMALL.withLambda(LAMBDA).withDimensions(2, 2), 4)
                  .instance())
          .problem();
  private static final double[][] POINTS = {{0, 0}, {0.4, -0.2}, {-0.3, 0.9}};

  /** A comparison with its outcome. */
  private static final class Seen {
    final double[] z;
    final int first;
    final int second;
    final double share;
    final boolean label;
    final double p;

    Seen(double[] z, int first, int second, double share, boolean label, double p) {
      this.z = z;
      this.first = first;
      this.second = second;
      this.share = share;
      this.label = label;
      this.p = p;
    }

    int chosen() {
      return label ? first : second;
    }

    double logit() {
      return StrictMath.log(share / (1 - share));
    }
  }

  /** Labels of a known calibration, some of them with shares that no reward allows. */
  private static List<Seen> rounds(int number, double[] truth, boolean impossible) {
    RandomStream stream = RandomStream.of(7, 1, 2, 3);
    List<Seen> rounds = new ArrayList<>();
    for (int t = 0; t < number; t++) {
      double[] z = {stream.nextDouble() - 0.5, 1.6 * stream.nextDouble() - 0.8};
      double u = Vectors.dot(z, truth);
      double share = sigma(u + (stream.nextDouble() - 0.5) / LAMBDA);
      if (impossible && t % 7 == 3) {
        share = t % 2 == 0 ? 1 : 0.9999;
      }
      double p = StrictMath.exp((stream.nextDouble() - 1) / LAMBDA);
      int first = stream.nextBelow(5);
      rounds.add(new Seen(z, first, first + 18, share, stream.nextDouble() < sigma(u), p));
    }
    return rounds;
  }

  private static double sigma(double u) {
    return 1 / (1 + StrictMath.exp(-u));
  }

  /** Mean and variance of P at an edge among rounds, with one observation of the prior. */
  private static double[] moments(List<Seen> rounds, int edge) {
    double least = StrictMath.exp(-1 / LAMBDA);
    double all = (1 + least) / 2;
    double sum = 0;
    int n = 0;
    for (Seen r : rounds) {
      all += r.p;
      if (r.chosen() == edge) {
        sum += r.p;
        n++;
      }
    }
    all /= rounds.size() + 1;
    double squares = 0;
    for (Seen r : rounds) {
      squares += r.chosen() == edge ? StrictMath.pow(r.p - sum / n, 2) : 0;
    }
    double uniform = (1 - least) * (1 - least) / 12;
    return new double[] {(sum + all) / (n + 1), (squares + uniform) / (n + 1)};
  }

  /** A bet as it was settled, and its share in the equations of the prediction. */
  private static final class Settled {
    final double[] z;
    final double v;
    final double slope;
    final double curvature;
    final double weight;
    final double observed;

    Settled(double[] z, double v, double slope, double curvature, double weight, double observed) {
      this.z = z;
      this.v = v;
      this.slope = slope;
      this.curvature = curvature;
      this.weight = weight;
      this.observed = observed;
    }
  }

  /** w̃: least squares with the pull 1/r² to where it starts, by Cramer's rule. */
  private static double[] prediction(List<Settled> past, double[] start, double radius) {
    double a = 1 / (radius * radius);
    double b = 0;
    double d = a;
    double x = a * start[0];
    double y = a * start[1];
    for (Settled s : past) {
      a += s.weight * s.z[0] * s.z[0];
      b += s.weight * s.z[0] * s.z[1];
      d += s.weight * s.z[1] * s.z[1];
      x += s.weight * s.z[0] * s.observed;
      y += s.weight * s.z[1] * s.observed;
    }
    double det = a * d - b * b;
    return new double[] {(d * x - b * y) / det, (a * y - b * x) / det};
  }

  private static Quadratic sum(List<Settled> bets) {
    Quadratic sum = new Quadratic(2, Memory.of(ImmutableMap.of()), "sum");
    bets.forEach(s -> sum.add(s.z, s.v, s.slope, s.curvature));
    return sum;
  }

  /** One round of the set; null if no w of the known set agrees with the range of rewards. */
  private static Settled settle(Seen r, List<Seen> before, double[] predicted, Ellipsoid known) {
    double mid = Vectors.dot(r.z, known.centre());
    double lo = Math.max(r.logit() - 1 / LAMBDA, mid - known.halfWidth(r.z));
    double hi = Math.min(r.logit() + 1 / LAMBDA, mid + known.halfWidth(r.z));
    if (!(lo <= hi)) {
      return null;
    }
    double v = Math.max(lo, Math.min(hi, Vectors.dot(r.z, predicted)));
    double[] one = moments(before, r.first);
    double[] zero = moments(before, r.second);
    double q = r.share * one[0] + (1 - r.share) * zero[0];
    double c = one[0] * zero[0] / q;
    // E[X²] over the label, P having the mean and the variance of its edge
    double up = one[0] * (1 - sigma(v)) - c * (1 - r.share);
    double down = -zero[0] * sigma(v) + c * r.share;
    double square =
        r.share * (up * up + StrictMath.pow(1 - sigma(v), 2) * one[1])
            + (1 - r.share) * (down * down + StrictMath.pow(sigma(v), 2) * zero[1]);
    VarianceBet bet = VarianceBet.of(LAMBDA);
    bet.place(new Forecast().of(r.share, lo, hi, v).guided(c, Math.sqrt(square), q));
    bet.settle(r.label, r.p);
    double y = r.label ? 1 : 0;
    double score = r.p * (y - sigma(v)) - c * (y - r.share);
    double steep = q * sigma(v) * sigma(-v);
    return new Settled(
        r.z, v, bet.slope(), bet.curvature(), steep * steep / square, v + score / steep);
  }

  /** Q at the points after all rounds; the set is looked at anew when rounds grow by 5 %. */
  private static double[] evidence(List<Seen> rounds, int[] counts) {
    double radius = PROBLEM.calibration().set().radius();
    double[] start = PROBLEM.calibration().initial().toArray();
    Ellipsoid known = Ellipsoid.ball(2, radius);
    List<Settled> bets = new ArrayList<>();
    double next = 8;
    for (int t = 0; t < rounds.size(); t++) {
      if (t >= next) {
        sum(bets).enclose(StrictMath.log(1 / DELTA), radius, known);
        next = Math.max(t + 1, Math.rint(1.05 * t));
        counts[0]++;
      }
      Seen r = rounds.get(t);
      Settled settled = settle(r, rounds.subList(0, t), prediction(bets, start, radius), known);
      if (settled == null) {
        counts[1]++;
      } else {
        bets.add(settled);
      }
    }
    double[] values = new double[POINTS.length];
    for (int i = 0; i < values.length; i++) {
      for (Settled s : bets) {
        double h = s.v - Vectors.dot(s.z, POINTS[i]);
        values[i] += h * (s.slope + s.curvature * h);
      }
    }
    return values;
  }

  private static LabelSet play(List<Seen> rounds) {
    return play(rounds, Memory.of(ImmutableMap.of()));
  }

  private static LabelSet play(List<Seen> rounds, Memory memory) {
    LabelSet set = new LabelSet(PROBLEM, DELTA, memory);
    for (Seen r : rounds) {
      set.observe(r.z, r.first, r.second, r.share, r.label, r.p);
    }
    return set;
  }

  @Test
  void evidenceIsTheSumOverTheBets() {
    for (boolean impossible : new boolean[] {false, true}) {
      List<Seen> rounds = rounds(160, new double[] {0.4, -0.2}, impossible);
      int[] counts = new int[2];
      double[] expected = evidence(rounds, counts);
      LabelSet set = play(rounds);
      for (int i = 0; i < POINTS.length; i++) {
        assertEquals(expected[i], set.logEvidenceAgainst(POINTS[i]), 1e-9, "at point " + i);
      }
      assertEquals(impossible, counts[1] > 10);
      assertTrue(counts[0] > 30, "the set was looked at often");
    }
  }

  @Test
  void theSetIsThatOfTheEvidence() {
    List<Seen> rounds = rounds(200, new double[] {0.4, -0.2}, false);
    Memory memory = Memory.of(ImmutableMap.of());
    LabelSet set = play(rounds, memory);
    Ellipsoid now = set.ellipsoid();
    double radius = PROBLEM.calibration().set().radius();
    double volume = now.shape()[0] * now.shape()[3] - now.shape()[1] * now.shape()[2];
    assertTrue(volume < StrictMath.pow(radius, 4) / 2, "labels have taught something");
    Ellipsoid expected = Ellipsoid.ball(2, radius);
    Quadratic sum = new Quadratic(2, Memory.of(memory.snapshot()), "certificate-bets");
    sum.enclose(StrictMath.log(1 / DELTA), radius, expected);
    assertArrayEquals(expected.centre(), now.centre());
    assertArrayEquals(expected.shape(), now.shape());
  }

  /** SHARPENED bets on the interval of the rewards, v at the log-odds of the edges' means. */
  @Test
  void theTestOfTheModelIsTheSumOverItsBets() {
    List<Seen> rounds = rounds(120, new double[] {0.4, -0.2}, true);
    Memory memory = Memory.of(ImmutableMap.of());
    Memory later = memory;
    ModelTest test = new ModelTest(PROBLEM, memory);
    ModelTest resumed = test;
    Quadratic sum = new Quadratic(2, Memory.of(ImmutableMap.of()), "sum");
    for (int t = 0; t < rounds.size(); t++) {
      Seen r = rounds.get(t);
      if (r.share < 1) {
        double odds =
            StrictMath.log(
                moments(rounds.subList(0, t), r.first)[0]
                    / moments(rounds.subList(0, t), r.second)[0]);
        double lo = r.logit() - 1 / LAMBDA;
        double hi = r.logit() + 1 / LAMBDA;
        double v = Math.max(lo, Math.min(hi, r.logit() + odds));
        LikelihoodBet bet = LikelihoodBet.of(LikelihoodBet.Kind.SHARPENED, LAMBDA);
        bet.place(new Forecast().of(r.share, lo, hi, v));
        bet.settle(r.label, r.p);
        sum.add(r.z, v, bet.slope(), bet.curvature());
      }
      test.observe(r.z, r.first, r.second, r.share, r.label, r.p);
      if (t == 60) {
        later = Memory.of(memory.snapshot());
        resumed = new ModelTest(PROBLEM, later);
      } else if (t > 60) {
        resumed.observe(r.z, r.first, r.second, r.share, r.label, r.p);
      }
    }
    double expected = sum.least(PROBLEM.calibration().set().radius());
    assertEquals(expected, test.logEvidence(), 1e-9);
    assertEquals(memory.snapshot(), later.snapshot());
  }
}

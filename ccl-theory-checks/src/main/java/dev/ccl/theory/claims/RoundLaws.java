package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.Stream;
import dev.ccl.theory.Case;
import dev.ccl.theory.Evidence;
import dev.ccl.theory.Findings;
import dev.ccl.theory.naive.Naive;
import dev.ccl.theory.naive.Node;
import dev.ccl.theory.naive.Small;
import dev.ccl.theory.naive.SourceStep;
import dev.ccl.theory.naive.StudentUpdate;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * One round of the subject as a random variable: many rounds from one state, each with its own
 * seed, against the exact law. Counts are judged by exact binomial tails, with the level divided by
 * the number of counts, so that the stated false-alarm rate is a bound and not an approximation.
 */
final class RoundLaws {
  private static final int ROUNDS = 2000;

  /** How many times as many are played where there is time: draws that share a stream show then. */
  private static final int MORE = 6;

  private RoundLaws() {}

  private static int many(Case c, int n) {
    return c.effort().hasRuns() ? MORE * n : n;
  }

  /** Does rounds from (w, θ, t), each with a seed of its own. */
  static List<LearnerState> rounds(Case c, double[] w, double[] theta, long t, int n) {
    Stream seeds = c.streams().open(Purpose.REPLICATE, t);
    List<LearnerState> out = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      out.add(
          c.subject()
              .round(
                  new LearnerState(
                      seeds.nextLong(),
                      t,
                      ImmutableDoubleArray.copyOf(w),
                      ImmutableDoubleArray.copyOf(theta),
                      ImmutableMap.of(),
                      Ledger.EMPTY)));
    }
    return out;
  }

  /** Two-sided exact p-value of a count whose probability is known up to an error. */
  static double pValue(int n, int count, double probability, double error) {
    double low = Math.max(0, Math.min(1, probability - error));
    double high = Math.max(0, Math.min(1, probability + error));
    double atLeast =
        count == 0 ? 1 : BinomialDistribution.of(n, high).survivalProbability(count - 1);
    double atMost = BinomialDistribution.of(n, low).cumulativeProbability(count);
    return Math.min(1, 2 * Math.min(atLeast, atMost));
  }

  /** The number of accepted trials. */
  static void acceptance(Case c, Findings f) {
    SourceStep step = c.specimen().step();
    double[] p = new double[1];
    step.forEachComparison(
        c.specimen().naive().student(c.theta()),
        (Node s, int c1, int c0, double mass) ->
            p[0] += mass * (step.accepted(s, c1, c0, 1) + step.accepted(s, c1, c0, 0)));
    int accepted = 0;
    for (LearnerState state : rounds(c, c.w(), c.theta(), 0, ROUNDS)) {
      accepted += (int) state.ledger().acceptedTrials();
    }
    f.add(
        Evidence.law(
            accepted + " of " + ROUNDS + " trials accepted, expected " + p[0],
            pValue(ROUNDS, accepted, p[0], 1e-12)));
  }

  /** The law of w_{t+1} given (w_t, θ_t): every value is an image of some g_t, and how often. */
  static void calibration(Case c, Findings f, long t, int rounds) {
    int n = many(c, rounds);
    List<SourceStep.Atom> images = images(c, t);
    int[] counts = new int[images.size()];
    for (LearnerState state : rounds(c, c.w(), c.theta(), t, n)) {
      int k = nearest(images, state.calibration().toArray());
      double distance = Small.distance(images.get(k).gradient(), state.calibration().toArray());
      f.add(
          Evidence.equal(
              "the distance of w_{t+1} to Proj(w_t − η_t g), t = " + t,
              distance,
              0,
              1e-8 * (1 + c.specimen().naive().bound())));
      counts[k]++;
    }
    for (int k = 0; k < counts.length; k++) {
      double p = images.get(k).probability();
      f.add(
          Evidence.law(
              "value " + k + " of w_{t+1}: " + counts[k] + " of " + n + ", expected " + p,
              Math.min(1, counts.length * 2 * pValue(n, counts[k], p, 1e-12))));
    }
  }

  private static List<SourceStep.Atom> images(Case c, long t) {
    double eta = 1 / (c.specimen().gamma() * (t + 2));
    List<SourceStep.Atom> images = new ArrayList<>();
    for (SourceStep.Atom atom : c.specimen().step().law(c.w(), c.theta())) {
      double[] image = Small.plus(c.w(), -eta, atom.gradient());
      c.specimen().instance().header().calibrationSet().project(image);
      boolean known = false;
      for (int k = 0; k < images.size() && !known; k++) {
        SourceStep.Atom other = images.get(k);
        if (Small.distance(other.gradient(), image) <= 1e-6) {
          images.set(k, other.plus(atom.probability()));
          known = true;
        }
      }
      if (!known) {
        images.add(SourceStep.Atom.of(image, atom.probability()));
      }
    }
    return images;
  }

  private static int nearest(List<SourceStep.Atom> atoms, double[] point) {
    int best = 0;
    for (int k = 1; k < atoms.size(); k++) {
      if (Small.distance(atoms.get(k).gradient(), point)
          < Small.distance(atoms.get(best).gradient(), point)) {
        best = k;
      }
    }
    return best;
  }

  /** In rounds won by the gradient step, θ_{t+1} = Proj(θ_t − α ĝ) for a batch of b = 2 answers. */
  static void candidates(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    double tolerance = 1e-9 * (1 + naive.bound());
    int wins = 0;
    for (LearnerState state : rounds(c, c.w(), c.theta(), 0, 100)) {
      if (state.ledger().firstWins() == 1) {
        wins++;
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] candidate :
            StudentUpdate.of(naive, state.calibration().toArray(), c.theta()).candidates(2)) {
          nearest = Math.min(nearest, Small.distance(candidate, state.student().toArray()));
        }
        f.add(Evidence.equal("the distance of θ_{t+1} to Proj(θ_t − α ĝ)", nearest, 0, tolerance));
      }
      f.isTrue(
          "‖θ_{t+1}‖ ≤ B", Small.norm(state.student().toArray()) <= naive.bound() * (1 + 1e-12));
    }
    f.isTrue("a gradient step wins at least once in 100 rounds", wins > 0);
  }

  /** The law of θ_{t+1} given w_{t+1} = w_t, for d = 1. */
  static void student(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    int bins = 4;
    StudentUpdate update = StudentUpdate.of(naive, c.w(), c.theta());
    StudentUpdate.Selection law = update.law(2, 4, bins, 64);
    StudentUpdate.Selection rough = update.law(2, 4, bins, 32);
    int values = law.first().size();
    int[] counts = new int[values + bins];
    int n = 0;
    for (LearnerState state : rounds(c, c.w(), c.theta(), 0, many(c, 2 * ROUNDS))) {
      if (Small.distance(state.calibration().toArray(), c.w()) <= 1e-12) {
        n++;
        double theta = state.student().get(0);
        int at = (int) Math.min(bins - 1, bins * (theta / naive.bound() + 1) / 2);
        int k = values + at;
        if (state.ledger().firstWins() == 1) {
          k = 0;
          for (int i = 1; i < values; i++) {
            k =
                Math.abs(law.first().get(i).value() - theta)
                        < Math.abs(law.first().get(k).value() - theta)
                    ? i
                    : k;
          }
        }
        counts[k]++;
      }
    }
    for (int k = 0; k < counts.length; k++) {
      double p = k < values ? law.first().get(k).probability() : law.bins().get(k - values);
      double coarse =
          k < values ? rough.first().get(k).probability() : rough.bins().get(k - values);
      double error = 2 * Math.abs(p - coarse) + 5e-4;
      f.add(
          Evidence.law(
              "outcome "
                  + k
                  + " of a student update: "
                  + counts[k]
                  + " of "
                  + n
                  + ", expected "
                  + p,
              Math.min(1, counts.length * pValue(n, counts[k], p, error))));
    }
  }
}

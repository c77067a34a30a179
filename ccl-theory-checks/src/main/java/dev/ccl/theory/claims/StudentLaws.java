package dev.ccl.theory.claims;

import com.google.common.primitives.Doubles;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.StudentUpdate;
import dev.ccl.testkit.naive.StudentUpdate.Mass;
import dev.ccl.testkit.naive.StudentUpdate.Selection;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Case;
import dev.ccl.theory.Effort;
import java.util.ArrayList;
import java.util.List;

/** The target side of a round as a random variable: ĝ, the first candidate, and θ_{t+1}. */
final class StudentLaws {
  private static final int ROUNDS = 2000;
  private static final int ESTIMATES = 3000;
  private static final int BINS = 4;
  private static final int POINTS = 64;

  /** A value of w_{t+1} that is rarer than that tells nothing about what follows it. */
  private static final int FEW = 50;

  /**
   * The last round that is played: its batches are drawn as counts and no longer one by one, so
   * that a shared stream shows. And the number of values of Ĉ that can be enumerated.
   */
  private static final int LAST = 22;

  private static final double MOST_VALUES = 600;

  private StudentLaws() {}

  /** Draws of ĝ from a batch of b at the case's (w, θ). */
  static List<double[]> estimates(Case c, long b) {
    RandomStream seeds = c.streams().open(Purpose.REPLICATE, b, 22);
    List<double[]> out = new ArrayList<>();
    for (int i = 0; i < ESTIMATES; i++) {
      out.add(c.subject().estimate(c.w(), c.theta(), b, seeds.nextLong()));
    }
    return out;
  }

  /** The largest ‖S·Z − ∇C‖ of an answer, which bounds ‖ĝ − ∇C‖ for every batch. */
  static double largestError(Case c) {
    Naive naive = c.specimen().naive();
    Costs costs = c.specimen().costs();
    StudentLaw student = naive.student(c.theta());
    TokenLaw calibrated = naive.calibrated(c.w());
    double[] gradient = costs.gradient(c.w(), c.theta());
    double largest = 0;
    for (String x : naive.target()) {
      for (Answer a : naive.answers(x)) {
        double z = costs.logRatioCost(student, calibrated, a);
        largest = Math.max(largest, SmallAlgebra.distance(costs.score(student, a), z, gradient));
      }
    }
    return largest;
  }

  /** In rounds won by the gradient step, θ_{t+1} = Proj(θ_t − α ĝ) for a batch of b = 2 answers. */
  static void candidates(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    Tolerance tolerance = OutcomeTable.step(1e-9, naive.bound());
    int wins = 0;
    for (LearnerState state : Rounds.calibrating(c, 0, 100)) {
      if (state.ledger().firstWins() == 1) {
        wins++;
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] candidate :
            StudentUpdate.of(naive, state.calibration().toArray(), c.theta()).candidates(2)) {
          nearest = Math.min(nearest, SmallAlgebra.distance(candidate, state.student().toArray()));
        }
        f.add(Evidence.equal("the distance of θ_{t+1} to Proj(θ_t − α ĝ)", nearest, 0, tolerance));
      }
      f.isTrue("θ_{t+1} is in Θ", naive.students().set().contains(state.student().toArray()));
    }
    f.isTrue("a gradient step wins at least once in 100 rounds", wins > 0);
  }

  /**
   * The joint law of what both sides of a round end in, for d = 1: θ_{t+1} given each end of the
   * source side, in the first round and in the latest one whose batches can be enumerated. It sees
   * draws that are not independent, and batches that have not the stated size. Rounds of one seed
   * with different numbers must be independent too.
   */
  static void update(Case c, Findings f) {
    int often = c.effort().scale(3 * ROUNDS);
    PlayedRounds first = played(c.corner().centre(), f, 0, often);
    long t = latest(c);
    if (t > 0) {
      int rounds = c.effort() == Effort.ROUNDS ? ROUNDS / 4 : c.effort().scale(ROUNDS);
      PlayedRounds.independence(f, first, played(c.corner(), f, t, rounds));
    }
  }

  /** The last round whose estimates of a cost have few enough values. */
  private static long latest(Case c) {
    Naive naive = c.specimen().naive();
    double[] w = new double[naive.calibrationDimension()];
    for (int i = 0; i < w.length; i++) {
      w[i] = naive.bound() * (0.37 - 0.1 * i); // nowhere special, so that no two costs coincide
    }
    int answers =
        StudentUpdate.of(naive, w, c.theta()).costLaw(new double[] {-0.41 * naive.bound()}).size();
    long t = LAST;
    while (t > 0 && values(answers, (t + 2) * (t + 2)) > MOST_VALUES) {
      t--;
    }
    return t;
  }

  /** The number of ways in which q rollouts fall on some answers. */
  private static double values(int answers, long q) {
    double ways = 1;
    for (int i = 1; i < answers; i++) {
      ways *= (double) (q + i) / i;
    }
    return ways;
  }

  private static PlayedRounds played(Case c, Findings f, long t, int rounds) {
    SourceLaws.Ends ends = SourceLaws.Ends.of(c, t);
    double[] probabilities = ends.probabilities();
    PlayedRounds played = new PlayedRounds(t, ends.events(c, t));
    Selection[] laws = new Selection[ends.size()];
    int[] values = new int[ends.size()];
    for (int k = 0; k < laws.length; k++) {
      if (rounds * probabilities[k] >= FEW) {
        int b = (int) (t + 2);
        double[] w = ends.calibration(k);
        laws[k] = c.specimen().selection(w, c.theta(), b, BINS, POINTS);
        double[] rough = all(c.specimen().selection(w, c.theta(), b, BINS, POINTS / 2));
        played.expect(k, probabilities[k], all(laws[k]), rough);
        values[k] = laws[k].first().size();
      }
    }
    played.studentEvents(values);
    for (LearnerState state : Rounds.seededAlike(c, t, rounds)) {
      int k = ends.of(state);
      double explored = state.ledger().secondWins() == 1 ? state.student().get(0) : Double.NaN;
      played.add(k, laws[k] == null ? 0 : end(c, f, t, laws[k], state), explored);
    }
    played.compare(f);
    return played;
  }

  /** The student's end of a round: a value of ϑ_1 or a bin of ϑ_2. */
  private static int end(Case c, Findings f, long t, Selection law, LearnerState state) {
    double bound = c.specimen().naive().bound();
    double theta = state.student().get(0);
    if (state.ledger().firstWins() == 0) {
      return law.first().size() + (int) Math.min(BINS - 1, BINS * (theta / bound + 1) / 2);
    }
    int nearest = nearest(law.first(), theta);
    f.add(
        Evidence.equal(
            "the distance of θ_{t+1} to Proj(θ_t − α ĝ), t = " + t,
            Math.abs(law.first().get(nearest).value() - theta),
            0,
            OutcomeTable.step(1e-7, bound)));
    return nearest;
  }

  private static double[] all(Selection law) {
    return Doubles.concat(
        law.first().stream().mapToDouble(Mass::probability).toArray(), Doubles.toArray(law.bins()));
  }

  private static int nearest(List<Mass> law, double value) {
    int best = 0;
    for (int k = 1; k < law.size(); k++) {
      best =
          Math.abs(law.get(k).value() - value) < Math.abs(law.get(best).value() - value) ? k : best;
    }
    return best;
  }
}

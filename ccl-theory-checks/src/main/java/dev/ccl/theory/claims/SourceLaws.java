package dev.ccl.theory.claims;

import com.google.common.primitives.Doubles;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.SourceStep.Atom;
import dev.ccl.theory.Case;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The source side of a round as a random variable: acceptance, and the law of w_{t+1}. */
final class SourceLaws {
  private static final int ROUNDS = 2000;

  private SourceLaws() {}

  /** The number of accepted trials. */
  static void acceptance(Case c, Findings f) {
    SourceStep step = c.specimen().step();
    double[] p = new double[1];
    step.forEachComparison(
        c.specimen().naive().student(c.theta()),
        (Node s, int c1, int c0, double mass) ->
            p[0] += mass * (step.accepted(s, c1, c0, 1) + step.accepted(s, c1, c0, 0)));
    int accepted = 0;
    for (LearnerState state : Rounds.calibrating(c, 0, ROUNDS)) {
      accepted += (int) state.ledger().acceptedTrials();
    }
    BinomialTest.count(f, "accepted trials", ROUNDS, accepted, p[0], 1e-12, 1);
  }

  /**
   * The joint law of w_{t+1} and the acceptance given (w_t, θ_t): every w_{t+1} is an image of some
   * g_t, and how often.
   */
  static void calibration(Case c, Findings f, long t, int rounds) {
    int n = c.effort().scale(rounds);
    Ends ends = Ends.of(c, t);
    int[] counts = new int[ends.size()];
    for (LearnerState state : Rounds.calibrating(c, t, n)) {
      f.add(
          Evidence.equal(
              "the distance of w_{t+1} to Proj(w_t − η_t g), t = " + t,
              ends.distance(state),
              0,
              OutcomeTable.step(1e-8, c.specimen().naive().bound())));
      counts[ends.of(state)]++;
    }
    BinomialTest.counts(f, "w_{t+1}, t = " + t, n, counts, ends.probabilities());
  }

  /**
   * What the source side of a round can end in: first no acceptance, then the values of w_{t+1}.
   */
  record Ends(Atom rejected, OutcomeTable accepted) {
    static Ends of(Case c, long t) {
      double eta = 1 / (c.specimen().gamma() * (t + 2));
      List<Atom> images = new ArrayList<>();
      double rejected = 1;
      for (Atom atom : c.specimen().step().acceptedLaw(c.w(), c.theta())) {
        double[] image = SmallAlgebra.plus(c.w(), -eta, atom.gradient());
        c.specimen().instance().header().calibrationSet().project(image);
        images.add(Atom.of(image, atom.probability()));
        rejected -= atom.probability();
      }
      return new Ends(Atom.of(c.w(), Math.max(0, rejected)), OutcomeTable.of(images));
    }

    int size() {
      return 1 + accepted.all().size();
    }

    /** A value of w_{t+1} at the k-th end. */
    double[] calibration(int k) {
      return k == 0 ? rejected.gradient() : accepted.all().get(k - 1).gradient();
    }

    double[] probabilities() {
      return Doubles.concat(new double[] {rejected.probability()}, accepted.probabilities());
    }

    int of(LearnerState state) {
      return wasAccepted(state) ? 1 + accepted.of(state.calibration().toArray()) : 0;
    }

    double distance(LearnerState state) {
      double[] w = state.calibration().toArray();
      return wasAccepted(state)
          ? accepted.distance(w)
          : SmallAlgebra.distance(rejected.gradient(), w);
    }

    /**
     * Sets of ends: all of them, and those at which something is more likely than not: the trial is
     * accepted; then also the tokens differ, the one taken is the first legal one, the prompt is
     * the first, the position is 1. Nothing is drawn to find them.
     */
    List<boolean[]> events(Case c, long t) {
      double eta = 1 / (c.specimen().gamma() * (t + 2));
      SourceStep step = c.specimen().step();
      String prompt = c.specimen().naive().source().get(0);
      double[][] mass = new double[5][size()];
      step.forEachComparison(
          c.specimen().naive().student(c.theta()),
          (s, c1, c0, p) -> {
            for (int y = 0; y <= 1; y++) {
              double[] image = SmallAlgebra.plus(c.w(), -eta, step.gradient(c.w(), s, c1, c0, y));
              c.specimen().instance().header().calibrationSet().project(image);
              int end = 1 + accepted.of(image);
              double q = p * step.accepted(s, c1, c0, y);
              mass[0][end] += q;
              mass[1][end] += c1 != c0 ? q : 0;
              mass[2][end] += c1 != c0 && (y == 1 ? c1 : c0) == 0 ? q : 0;
              mass[3][end] += c1 != c0 && s.prompt().equals(prompt) ? q : 0;
              mass[4][end] += c1 != c0 && s.prefix().length() == 0 ? q : 0;
            }
          });
      List<boolean[]> events = new ArrayList<>();
      boolean[] all = new boolean[size()];
      Arrays.fill(all, true);
      events.add(all);
      for (double[] of : mass) {
        boolean[] event = new boolean[size()];
        for (int k = 1; k < event.length; k++) {
          event[k] = of[k] > 0.5 * mass[0][k];
        }
        events.add(event);
      }
      return events;
    }

    private static boolean wasAccepted(LearnerState state) {
      return state.ledger().acceptedTrials() > 0;
    }
  }
}

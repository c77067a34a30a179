package dev.ccl.theory.claims;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.theory.Case;
import dev.ccl.theory.Evidence;
import dev.ccl.theory.Findings;
import dev.ccl.theory.naive.Node;
import dev.ccl.theory.naive.Small;
import dev.ccl.theory.naive.SourceStep;
import dev.ccl.theory.naive.SourceStep.Atom;
import java.util.ArrayList;
import java.util.List;

/** The source side of a round as a random variable: acceptance, and the law of w_{t+1}. */
final class SourceLaws {
  private static final int ROUNDS = 2000;
  private static final double SAME = 1e-6;

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
    Tails.count(f, "accepted trials", ROUNDS, accepted, p[0], 1e-12, 1);
  }

  /** The law of w_{t+1} given (w_t, θ_t): every value is an image of some g_t, and how often. */
  static void calibration(Case c, Findings f, long t, int rounds) {
    int n = c.effort().scale(rounds);
    List<Atom> images = images(c, t);
    int[] counts = new int[images.size()];
    for (LearnerState state : Rounds.calibrating(c, t, n)) {
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
    double[] probabilities = images.stream().mapToDouble(Atom::probability).toArray();
    Tails.counts(f, "w_{t+1}, t = " + t, n, counts, probabilities);
  }

  /** All values of w_{t+1} with their probabilities. */
  static List<Atom> images(Case c, long t) {
    double eta = 1 / (c.specimen().gamma() * (t + 2));
    List<Atom> images = new ArrayList<>();
    for (Atom atom : c.specimen().step().law(c.w(), c.theta())) {
      double[] image = Small.plus(c.w(), -eta, atom.gradient());
      c.specimen().instance().header().calibrationSet().project(image);
      images.add(Atom.of(image, atom.probability()));
    }
    return merged(images);
  }

  /** A law with values that cannot be told apart made one. */
  static List<Atom> merged(List<Atom> law) {
    List<Atom> out = new ArrayList<>();
    for (Atom atom : law) {
      int k = out.isEmpty() ? -1 : nearest(out, atom.gradient());
      if (k >= 0 && Small.distance(out.get(k).gradient(), atom.gradient()) <= SAME) {
        out.set(k, out.get(k).plus(atom.probability()));
      } else {
        out.add(atom);
      }
    }
    return out;
  }

  /** The atom closest to a point. */
  static int nearest(List<Atom> atoms, double[] point) {
    int best = 0;
    for (int k = 1; k < atoms.size(); k++) {
      if (Small.distance(atoms.get(k).gradient(), point)
          < Small.distance(atoms.get(best).gradient(), point)) {
        best = k;
      }
    }
    return best;
  }
}

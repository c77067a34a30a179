package dev.ccl.theory.claims;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.theory.Case;
import java.util.function.LongFunction;

/** Whole runs of a subject, each with its own seed. */
final class Runs {
  private Runs() {}

  /** A number that is measured at the end of a round. */
  @FunctionalInterface
  interface Measure {
    double of(double[] w, double[] theta);
  }

  /** What is done with the two ends of a round. */
  @FunctionalInterface
  interface Visitor {
    void visit(LearnerState before, LearnerState after);
  }

  /** Algorithm 1 from (w_tea, θ_0). */
  static LongFunction<Session> calibrating(Case c) {
    return seed ->
        c.subject()
            .open(
                LearnerState.initial(
                    seed,
                    c.subject().instance().header().teacher(),
                    c.subject().instance().header().initial()));
  }

  /** Algorithm 2 from θ_0 = 0. */
  static LongFunction<Session> matching(Case c) {
    return seed ->
        c.subject()
            .openMatching(
                LearnerState.initial(
                    seed,
                    c.subject().instance().header().teacher(),
                    ImmutableDoubleArray.copyOf(
                        new double[c.specimen().naive().studentDimension()])));
  }

  /** Measures n runs at the given rounds: one row per round, one column per run. */
  static double[][] measured(
      Case c, LongFunction<Session> opener, long[] rounds, int n, Measure measure) {
    RandomStream seeds = c.streams().open(Purpose.REPLICATE, rounds[rounds.length - 1]);
    double[][] out = new double[rounds.length][n];
    double[] w = new double[c.specimen().naive().calibrationDimension()];
    double[] theta = new double[c.specimen().naive().studentDimension()];
    for (int i = 0; i < n; i++) {
      try (Session session = opener.apply(seeds.nextLong())) {
        for (int k = 0; k < rounds.length; k++) {
          session.advance(rounds[k] - session.round());
          session.calibration(w);
          session.student(theta);
          out[k][i] = measure.of(w, theta);
        }
      }
    }
    return out;
  }

  /** Follows a run of Algorithm 1 from the case's (w, θ) at round t. */
  static void follow(Case c, long t, int rounds, Visitor visitor) {
    LearnerState before =
        Rounds.state(c.streams().open(Purpose.REPLICATE, t, 14).nextLong(), t, c.w(), c.theta());
    try (Session session = c.subject().open(before)) {
      for (int i = 0; i < rounds; i++) {
        session.advance(1);
        LearnerState after = session.state();
        visitor.visit(before, after);
        before = after;
      }
    }
  }
}

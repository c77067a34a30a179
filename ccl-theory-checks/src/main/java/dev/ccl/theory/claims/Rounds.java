package dev.ccl.theory.claims;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.theory.Case;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Single rounds of a subject, many from one state, each with a seed of its own. They are played
 * while one runs through them, which one can do once.
 */
final class Rounds {
  private Rounds() {}

  /** A state with an empty ledger. */
  static LearnerState state(long seed, long t, double[] w, double[] theta) {
    return new LearnerState(
        seed,
        t,
        ImmutableDoubleArray.copyOf(w),
        ImmutableDoubleArray.copyOf(theta),
        ImmutableMap.of(),
        Ledger.EMPTY);
  }

  /** The state after one round. */
  static LearnerState next(Function<LearnerState, Session> opener, LearnerState state) {
    try (Session session = opener.apply(state)) {
      session.advance(1);
      return session.state();
    }
  }

  /** Rounds of Algorithm 1 from the case's (w, θ) at round t. */
  static Iterable<LearnerState> calibrating(Case c, long t, int n) {
    return many(c, seeds(c, t), c.subject()::open, t, c.w(), n);
  }

  /** The same with the seeds that rounds t = 0 have: only the number of the round differs. */
  static Iterable<LearnerState> seededAlike(Case c, long t, int n) {
    return many(c, seeds(c, 0), c.subject()::open, t, c.w(), n);
  }

  private static RandomStream seeds(Case c, long t) {
    return c.streams().open(Purpose.REPLICATE, t);
  }

  /** Steps of Algorithm 2 from the case's θ at round t. */
  static Iterable<LearnerState> matching(Case c, long t, int n) {
    return many(
        c, seeds(c, t), c.subject()::openMatching, t, c.specimen().naive().teacherParameter(), n);
  }

  private static Iterable<LearnerState> many(
      Case c,
      RandomStream seeds,
      Function<LearnerState, Session> opener,
      long t,
      double[] w,
      int n) {
    return IntStream.range(0, n)
            .mapToObj(i -> next(opener, state(seeds.nextLong(), t, w, c.theta())))
        ::iterator;
  }
}

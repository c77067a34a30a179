package dev.ccl.theory;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.random.RandomStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The honest subject, but for one thing that is told of whatever it plays or draws. */
final class Misplayed extends Subject {
  /** What is told wrongly. */
  enum Lie {
    NONE,
    /** w is a little beside where it is. */
    CALIBRATION,
    /** w is far outside of W. */
    ASTRAY,
    /** θ is a little beside where it is. */
    STUDENT,
    /** θ is far outside of Θ. */
    OUTSIDE,
    /** θ is where it was before. */
    RESTING,
    ROUND,
    SOURCE_QUERIES,
    ACCEPTED_TRIALS,
    GRADIENT_ROLLOUTS,
    VALIDATION_ROLLOUTS,
    /** The other candidate has won. */
    WINS,
    /** What is drawn is a little beside. */
    ESTIMATE,
    /** All of the batch is one draw. */
    COPIES,
    /** Half as far from 0 as it was drawn. */
    INNER,
    /** On one side of 0. */
    POSITIVE,
    BEYOND
  }

  private final Lie lie;

  Misplayed(Instance instance, Lie lie) {
    super(instance);
    this.lie = lie;
  }

  @Override
  public Session open(LearnerState state) {
    return told(super.open(state), state);
  }

  @Override
  public Session openMatching(LearnerState state) {
    return told(super.openMatching(state), state);
  }

  @Override
  public double[] estimate(double[] w, double[] theta, long batch, long seed) {
    double[] out = super.estimate(w, theta, lie == Lie.COPIES ? 1 : batch, seed);
    return Arrays.stream(out).map(x -> lie == Lie.ESTIMATE ? 1.5 * x + 0.5 : x).toArray();
  }

  @Override
  public void explore(RandomStream stream, double[] theta) {
    super.explore(stream, theta);
    Arrays.setAll(
        theta,
        i ->
            switch (lie) {
              case INNER -> 0.5 * theta[i];
              case POSITIVE -> Math.abs(theta[i]);
              case BEYOND -> 3 * theta[i];
              default -> theta[i];
            });
  }

  private static ImmutableDoubleArray moved(ImmutableDoubleArray x, double by) {
    double[] out = x.toArray();
    out[out.length - 1] += by;
    return ImmutableDoubleArray.copyOf(out);
  }

  private LearnerState told(LearnerState s, LearnerState start) {
    double bound = instance().header().bound();
    ImmutableDoubleArray theta =
        switch (lie) {
          case STUDENT -> moved(s.student(), 1e-4 * bound);
          case OUTSIDE -> moved(s.student(), 10 * bound);
          case RESTING -> start.student();
          default -> s.student();
        };
    double aside = lie == Lie.CALIBRATION ? 1e-4 * bound : lie == Lie.ASTRAY ? 1e6 * bound : 0;
    return new LearnerState(
        s.seed(),
        s.round() + (lie == Lie.ROUND ? 1 : 0),
        moved(s.calibration(), aside),
        theta,
        s.extras(),
        told(s.ledger()));
  }

  private Ledger told(Ledger ledger) {
    Map<String, BigInteger> entries = new LinkedHashMap<>(ledger.entries());
    String more =
        switch (lie) {
          case SOURCE_QUERIES -> "sourceQueries";
          case ACCEPTED_TRIALS -> "acceptedTrials";
          case GRADIENT_ROLLOUTS -> "gradientRollouts";
          case VALIDATION_ROLLOUTS -> "validationRollouts";
          default -> "";
        };
    entries.computeIfPresent(more, (name, value) -> value.add(BigInteger.ONE));
    if (lie == Lie.WINS) {
      entries.put("firstWins", BigInteger.valueOf(ledger.secondWins()));
      entries.put("secondWins", BigInteger.valueOf(ledger.firstWins()));
    }
    return Ledger.of(entries);
  }

  private Session told(Session session, LearnerState start) {
    return new PassingSession(session) {
      @Override
      public void calibration(double[] out) {
        System.arraycopy(state().calibration().toArray(), 0, out, 0, out.length);
      }

      @Override
      public void student(double[] out) {
        System.arraycopy(state().student().toArray(), 0, out, 0, out.length);
      }

      @Override
      public LearnerState state() {
        return told(session.state(), start);
      }
    };
  }
}

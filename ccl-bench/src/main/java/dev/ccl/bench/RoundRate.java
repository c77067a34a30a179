package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.problem.LearningProblem;
import java.util.Locale;

/**
 * Rounds per second of Algorithm 1 in one thread, in the form of the reference programs: CPU
 * seconds to T = 50, 200 and 1000 in a warm virtual machine (0 where not reached), and the rounds
 * and CPU seconds of the last fifth of the run.
 */
public final class RoundRate {
  private static final long[] MARKS = {50, 200, 1000};
  private static final double LAST_FIFTH = 0.8;
  private static final long WARM_UP_ROUNDS = 1000;

  private final Learner learner;
  private final LearningProblem problem;
  private final long firstRound;
  private final double[] reached = new double[MARKS.length];
  private long rounds;
  private double seconds;
  private long lastRounds;
  private double lastSeconds;
  private long lastBytes;

  private RoundRate(Learner learner, LearningProblem problem, long firstRound) {
    this.learner = learner;
    this.problem = problem;
    this.firstRound = firstRound;
  }

  /**
   * Runs a thousand rounds again and again for a time, and then starts for the time that counts:
   * what is compiled by then has seen the first rounds, with their small batches.
   */
  static RoundRate measure(
      Learner learner, LearningProblem problem, long firstRound, double warmUp, double seconds) {
    double warm = 0;
    while (warm < warmUp) {
      RoundRate rate = new RoundRate(learner, problem, firstRound);
      rate.run(warmUp - warm, WARM_UP_ROUNDS);
      warm += rate.seconds;
    }
    RoundRate rate = new RoundRate(learner, problem, firstRound);
    rate.run(seconds, Long.MAX_VALUE);
    return rate;
  }

  private void run(double cap, long mostRounds) {
    try (Session session = learner.open(problem, at(learner, problem, firstRound), 1)) {
      long begun = Cpu.nanos();
      long stretch = 1;
      double mark = -1;
      while (seconds < cap && rounds < mostRounds) {
        long next = Math.min(rounds + stretch, mostRounds);
        for (long m : MARKS) {
          next = rounds < m && next > m ? m : next;
        }
        session.advance(next - rounds);
        double now = (Cpu.nanos() - begun) * 1e-9;
        for (int i = 0; i < MARKS.length; i++) {
          reached[i] = firstRound + next == MARKS[i] ? now : reached[i];
        }
        if (next - rounds == stretch && now - seconds < 0.005) { // look at the clock every 5 ms
          stretch *= 2;
        } else if (now - seconds > 0.02 && stretch > 1) {
          stretch /= 2;
        }
        rounds = next;
        seconds = now;
        if (mark < 0 && seconds >= LAST_FIFTH * cap) {
          mark = seconds;
          lastRounds = rounds;
          lastBytes = Cpu.allocatedBytes();
        }
      }
      lastRounds = rounds - lastRounds;
      lastSeconds = seconds - mark;
      lastBytes = Cpu.allocatedBytes() - lastBytes;
    }
  }

  /** The initial state, as if some rounds had been done. */
  static LearnerState at(Learner learner, LearningProblem problem, long round) {
    LearnerState start = learner.initial(problem, 1);
    return new LearnerState(
        start.seed(), round, start.calibration(), start.student(), start.extras(), start.ledger());
  }

  /** CPU time of a round in the last fifth, in seconds. */
  double secondsPerRound() {
    return lastSeconds / lastRounds;
  }

  /** Bytes allocated per round in the last fifth. */
  double bytesPerRound() {
    return (double) lastBytes / lastRounds;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "run rounds=%d sec=%.4f t50=%.5g t200=%.5g t1000=%.5g lastrounds=%d lastsec=%.5f"
            + " bytesPerRound=%.1f",
        firstRound + rounds,
        seconds,
        reached[0],
        reached[1],
        reached[2],
        lastRounds,
        lastSeconds,
        bytesPerRound());
  }

  /**
   * Measures.
   *
   * @param args S, M, L or a file; CPU seconds; the first round (0); counts or trajectories
   *     (counts)
   * @throws Exception if the file cannot be read
   */
  public static void main(String[] args) throws Exception {
    if (args.length < 2) {
      System.err.println("usage: RoundRate S|M|L|FILE SECONDS [FIRST_ROUND [counts|trajectories]]");
      System.exit(2);
    }
    LearningProblem problem = Workload.problem(args[0]);
    double seconds = Double.parseDouble(args[1]);
    long firstRound = args.length > 2 ? Long.parseLong(args[2]) : 0;
    Learner learner = Learners.named("ccl").with("sampler", args.length > 3 ? args[3] : "counts");
    System.out.println(measure(learner, problem, firstRound, 0.5 * seconds, seconds));
  }
}

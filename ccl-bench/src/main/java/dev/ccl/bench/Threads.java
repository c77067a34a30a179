package dev.ccl.bench;

import static com.google.common.base.Preconditions.checkState;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * What a second thread brings: seeds side by side on a small problem, blocks side by side inside
 * the rounds of a large one. Times are by the clock on the wall, so the machine has to be idle; the
 * results of both must be equal to the bit.
 */
public final class Threads {
  private static final int REPETITIONS = 5;
  private static final Learner LEARNER = Learners.named("ccl");

  private Threads() {}

  /**
   * Measures.
   *
   * @param args S, M, L or a file, and then the rounds to run; L runs from round 1000 on with
   *     threads inside its rounds, the others run four seeds
   * @throws Exception if the file cannot be read
   */
  public static void main(String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("usage: Threads S|M|L|FILE ROUNDS");
      System.exit(2);
    }
    LearningProblem problem = Workload.problem(args[0]);
    long rounds = Long.parseLong(args[1]);
    boolean inside = problem.target().forest().edges() > 1 << 18;
    compare(
        inside ? "inside rounds" : "over seeds",
        inside
            ? threads -> inside(problem, rounds, threads)
            : threads -> overSeeds(problem, rounds, threads));
  }

  /** What came out, and how long it took. */
  private record Timed(Object result, double seconds) {}

  private static Timed overSeeds(LearningProblem problem, long rounds, int threads) {
    Replicates replicates = Replicates.of(LEARNER, problem, RecordedRounds.logarithmic(rounds));
    long start = System.nanoTime();
    Object result = replicates.run(1, 4, threads);
    return new Timed(result, (System.nanoTime() - start) * 1e-9);
  }

  private static Timed inside(LearningProblem problem, long rounds, int threads) {
    LearnerState start = RoundRate.at(LEARNER, problem, 1000);
    try (Session session = LEARNER.open(problem, start, threads)) {
      session.advance(1); // touches the arrays, which are new
      long begun = System.nanoTime();
      session.advance(rounds);
      return new Timed(session.state(), (System.nanoTime() - begun) * 1e-9);
    }
  }

  private static void compare(String name, IntFunction<Timed> run) {
    double[][] seconds = new double[2][REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
      Object[] results = new Object[2];
      for (int threads = 1; threads <= 2; threads++) {
        Timed timed = run.apply(threads);
        results[threads - 1] = timed.result();
        seconds[threads - 1][i] = timed.seconds();
      }
      checkState(results[0].equals(results[1]), "two threads gave another result than one");
    }
    double one = Arrays.stream(seconds[0]).min().getAsDouble();
    double two = Arrays.stream(seconds[1]).min().getAsDouble();
    System.out.printf(
        Locale.ROOT,
        "%s: %.3f s with one thread, %.3f s with two, ratio %.2f, the same bits%n",
        name,
        one,
        two,
        one / two);
  }
}

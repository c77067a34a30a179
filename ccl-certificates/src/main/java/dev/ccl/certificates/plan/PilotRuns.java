package dev.ccl.certificates.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.math.Moments;
import dev.ccl.core.problem.LearningProblem;
import java.util.function.LongConsumer;

/**
 * The rates of a plan from short runs of {@link Plan#byLabels()}: their mean, and the standard
 * errors by which the runs say how well it is known.
 *
 * @param rates the means of A and B
 * @param errors their standard errors
 */
public record PilotRuns(Rates rates, Rates errors) {
  private static final long ROLLOUTS = 100_000; // that show the target side of a run

  /**
   * Makes the runs.
   *
   * @param problem the problem, over any forests and with any verifier
   * @param gain a of the student that is planned for
   * @param rounds rounds of each run
   * @param seed the first of consecutive seeds
   * @param runs how many runs, at least 2
   * @param completed is told the number of rounds made since it was told last
   * @return what they say
   * @throws IllegalArgumentException if one of them has seen too little
   */
  public static PilotRuns of(
      LearningProblem problem,
      double gain,
      long rounds,
      long seed,
      int runs,
      LongConsumer completed) {
    checkArgument(runs >= 2, "pilots: %s are not at least 2, which show an error", runs);
    checkArgument(rounds >= 1, "pilot: %s rounds are not at least 1", rounds);
    Moments queries = new Moments();
    Moments rollouts = new Moments();
    for (int i = 0; i < runs; i++) {
      Rates rates = once(problem, gain, rounds, seed + i, completed);
      queries.add(rates.queries());
      rollouts.add(rates.rollouts());
    }
    return new PilotRuns(
        new Rates(queries.mean(), rollouts.mean()),
        new Rates(queries.standardError(), rollouts.standardError()));
  }

  private static Rates once(
      LearningProblem problem, double gain, long rounds, long seed, LongConsumer completed) {
    Ccl learner = problem.isWhole() ? Plan.byLabels() : Ccl.practicalByRollouts();
    Pilot pilot = Pilot.of(problem);
    double[] w = problem.calibration().initial().toArray();
    double[] theta = problem.student().initial().toArray();
    try (Session session = learner.open(problem, learner.initial(problem, seed), 1, pilot)) {
      for (long t = 0; t < rounds; t++) {
        session.calibration(w);
        pilot.calibrated(w);
        session.advance(1);
        completed.accept(1);
      }
      session.calibration(w);
      session.student(theta);
    }
    return pilot.rates(w, theta, gain, seed, ROLLOUTS);
  }
}

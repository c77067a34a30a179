package dev.ccl.algorithms.engine;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStreams;

/**
 * The trees of a problem as one run of a learner uses them: a walk on each side and batches of
 * student rollouts. Each of the three parts is the same object for the whole run.
 */
public interface Engine extends AutoCloseable {
  /**
   * Opens the engine that fits the forests of a problem. Its parts are made when they are first
   * asked for.
   *
   * @param problem the problem
   * @param streams where batches get their randomness
   * @param sampler how batches are drawn
   * @param threads how many threads to use inside a round, at least 1; no result depends on it
   * @return the engine; close it
   */
  static Engine open(LearningProblem problem, RandomStreams streams, Sampler sampler, int threads) {
    checkArgument(threads >= 1, "threads: %s is not at least 1", threads);
    return problem.isWhole()
        ? WholeEngine.of(problem, streams, sampler, threads)
        : GrowingEngine.of(problem, streams, sampler, threads);
  }

  /**
   * Tells whether both forests are whole, so that exact expectations and constants of the paper
   * exist.
   *
   * @return whether {@link Rollouts#isExact} batches are answered
   */
  boolean isWhole();

  /** {@return the walk on the source side, with a verifier of its own} */
  SourceCursor source();

  /** {@return the walk on the target side} */
  Cursor target();

  /** {@return the batches on the target side} */
  TargetBatches batches();

  /**
   * {@return the counts of states asked about and kept since the engine was opened; none on whole
   * forests}
   */
  default StateCounts stateCounts() {
    return StateCounts.NONE;
  }

  /**
   * Checks the policy families at one state of each side that is known, or at all of them.
   *
   * @param w a calibration; read
   * @param theta a student; read
   * @param everywhere whether all states are looked at, which costs as much as a round
   * @throws BrokenPartException if a family breaks its contract
   */
  void inspect(double[] w, double[] theta, boolean everywhere);

  /** Ends the threads of the parts and releases the trees. */
  @Override
  void close();
}

package dev.ccl.algorithms.ccl;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.core.problem.LearningProblem;

/**
 * What a part finds when a run is opened.
 *
 * @param problem the problem
 * @param comparisons how the run draws its comparisons
 * @param engine the forests as the run sees them; its parts are made when they are first asked for,
 *     so a part should ask in its rounds and not before
 * @param draws the random streams of the run
 * @param memory where a part keeps what it remembers
 * @param firstStage the rounds before the first one that distils
 */
public record Setup(
    LearningProblem problem,
    Comparisons comparisons,
    Engine engine,
    Draws draws,
    Memory memory,
    long firstStage) {

  /**
   * Describes a run that distils from its first round on.
   *
   * @param problem the problem
   * @param comparisons how the run draws its comparisons
   * @param engine the forests as the run sees them
   * @param draws the random streams of the run
   * @param memory where a part keeps what it remembers
   */
  public Setup(
      LearningProblem problem, Comparisons comparisons, Engine engine, Draws draws, Memory memory) {
    this(problem, comparisons, engine, draws, memory, 0);
  }

  /**
   * Returns a round as the student's steps and budgets count it.
   *
   * @param t the round of the run, which names random streams
   * @return the number of rounds that have distilled before
   */
  public long stage(long t) {
    return t - firstStage;
  }

  /**
   * Refuses forests that grow where they are walked.
   *
   * @param what the setting that needs whole trees, as it is written
   * @param instead what can be set in its place
   */
  public void requireWhole(String what, String instead) {
    checkArgument(
        engine.isWhole(),
        "%s needs whole trees, and these forests grow where they are walked: set %s instead,"
            + " or take the preset practical-by-rollouts",
        what,
        instead);
  }
}

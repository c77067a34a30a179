package dev.ccl.algorithms.part;

import static com.google.common.base.Preconditions.checkArgument;

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
 */
public record Setup(
    LearningProblem problem, Comparisons comparisons, Engine engine, Draws draws, Memory memory) {

  /**
   * Refuses forests that grow where they are walked.
   *
   * @param what the setting that needs whole trees, as it is written
   * @param instead what can be set in its place
   */
  public void requireWhole(String what, String instead) {
    checkArgument(
        engine.isWhole(),
        "%s needs whole trees, and these forests grow where they are walked: set %s instead",
        what,
        instead);
  }
}

package dev.ccl.algorithms;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.problem.LearningProblem;

/** What learners ask of the forests of a problem: they count rollouts on whole trees. */
final class WholeForests {
  private WholeForests() {}

  /**
   * Checks both forests.
   *
   * @throws IllegalArgumentException if one grows where it is walked; the message says what to do
   */
  static void require(LearningProblem problem) {
    checkArgument(
        problem.isWhole(),
        "this learner needs whole trees, and these forests grow where they are walked: take the"
            + " learner \"practical\", or build the problem over Dataset.complete if the trees fit");
    require("source", problem.source().forest());
    require("target", problem.target().forest());
  }

  private static void require(String name, Forest forest) {
    checkArgument(
        forest.isComplete(),
        "the %s forest is a lazy one, of which %s edges have been grown, and learners need whole"
            + " trees: build it by Dataset.complete; if it is too large, raise the budget of"
            + " Forest.complete, or take fewer prompts, a shorter horizon or fewer legal tokens",
        name,
        forest.edges());
  }
}

package dev.ccl.lm.compile;

import dev.ccl.core.instance.Instance;
import dev.ccl.lm.recipe.FittedRecipe;

/**
 * A compiled task.
 *
 * @param instance the problem, explicit to the last number
 * @param calibration the frozen features φ
 * @param student the frozen features φ<sub>stu</sub>
 * @param report what compiling found
 */
public record Compiled(
    Instance instance, FittedRecipe calibration, FittedRecipe student, Report report) {

  /**
   * What compiling found.
   *
   * @param states how many states the model was asked for
   * @param rewards how many answers the verifier judged
   * @param meanMass the model's mean probability of the legal pieces together; where it is near 0,
   *     the legal set is not what the model would say
   * @param leastMass the least such probability
   * @param teacherFit KL from the teacher to its fit in the class, in nats an answer
   */
  public record Report(
      long states, long rewards, double meanMass, double leastMass, double teacherFit) {}
}

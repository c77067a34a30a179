package dev.ccl.lm.compile;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.recipe.FeatureRecipe;

/**
 * What a compiled instance depends on beside the task, the split and the model.
 *
 * @param lambda λ
 * @param bound B, the radius of Θ and a bound of W
 * @param temperature the temperature at which the model is the teacher
 * @param calibration the features φ
 * @param student the features φ<sub>stu</sub>
 * @param kind the student's class; an instance file holds linear ones only
 */
public record CompileSettings(
    double lambda,
    double bound,
    double temperature,
    FeatureRecipe calibration,
    FeatureRecipe student,
    StudentClass kind) {

  /** λ = 1/4, B = 25, teacher at temperature 0.7. */
  public static final CompileSettings DEFAULT =
      new CompileSettings(
          0.25,
          25,
          0.7,
          FeatureRecipe.parse("log,embedding=9,hidden=8x1"),
          FeatureRecipe.parse("log,embedding=9"),
          StudentClass.LINEAR);

  /**
   * {@link #DEFAULT} with fewer features: contrasts are within a position, so that each counts once
   * per position of a long answer.
   */
  public static final CompileSettings ON_DEMAND =
      DEFAULT.withRecipes(
          FeatureRecipe.parse("log,embedding=6,hidden=4x1"),
          FeatureRecipe.parse("log,embedding=6"));

  /**
   * Checks the numbers.
   *
   * @param lambda λ
   * @param bound B
   * @param temperature the temperature of the teacher
   * @param calibration the features φ
   * @param student the features φ<sub>stu</sub>
   * @param kind the student's class
   */
  public CompileSettings {
    checkPositive("lambda", lambda);
    checkPositive("bound", bound);
    checkPositive("temperature", temperature);
  }

  private static void checkPositive(String name, double value) {
    checkArgument(
        value > 0 && value < Double.POSITIVE_INFINITY, "%s: %s is not positive", name, value);
  }

  /**
   * Returns the same with another λ.
   *
   * @param value λ
   * @return a copy
   */
  public CompileSettings withLambda(double value) {
    return new CompileSettings(value, bound, temperature, calibration, student, kind);
  }

  /**
   * Returns the same with another B.
   *
   * @param value B
   * @return a copy
   */
  public CompileSettings withBound(double value) {
    return new CompileSettings(lambda, value, temperature, calibration, student, kind);
  }

  /**
   * Returns the same with the teacher at another temperature.
   *
   * @param degree the temperature
   * @return a copy
   */
  public CompileSettings withTemperature(double degree) {
    return new CompileSettings(lambda, bound, degree, calibration, student, kind);
  }

  /**
   * Returns the same with other features.
   *
   * @param phi the features φ
   * @param phiStu the features φ<sub>stu</sub>
   * @return a copy
   */
  public CompileSettings withRecipes(FeatureRecipe phi, FeatureRecipe phiStu) {
    return new CompileSettings(lambda, bound, temperature, phi, phiStu, kind);
  }

  /**
   * Returns the same with another student's class.
   *
   * @param other the class
   * @return a copy
   */
  public CompileSettings withKind(StudentClass other) {
    return new CompileSettings(lambda, bound, temperature, calibration, student, other);
  }
}

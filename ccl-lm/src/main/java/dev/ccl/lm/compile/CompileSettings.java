package dev.ccl.lm.compile;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.lm.recipe.FeatureRecipe;

/**
 * What a compiled instance depends on beside the task, the split and the model.
 *
 * @param lambda λ
 * @param bound B, the radius of Θ and a bound of W
 * @param smoothing the share of the uniform law in the reference: π<sub>pre</sub> = (1 − share) ·
 *     LM + share · uniform on the legal set, since an unsmoothed log π<sub>pre</sub> forces a large
 *     B, and γ contains e<sup>−4B</sup>
 * @param temperature the temperature at which the model is the teacher
 * @param preamble what stands before each question for the teacher, such as solved examples; often
 *     empty
 * @param calibration the features φ
 * @param student the features φ<sub>stu</sub>
 */
public record CompileSettings(
    double lambda,
    double bound,
    double smoothing,
    double temperature,
    String preamble,
    FeatureRecipe calibration,
    FeatureRecipe student) {

  /** λ = 1/4, B = 25, a tenth of the uniform law, teacher at temperature 0.7. */
  public static final CompileSettings DEFAULT =
      new CompileSettings(
          0.25,
          25,
          0.1,
          0.7,
          "",
          FeatureRecipe.parse("log,embedding=9,hidden=2x4"),
          FeatureRecipe.parse("log,embedding=9"));

  /**
   * Checks the numbers.
   *
   * @param lambda λ
   * @param bound B
   * @param smoothing the share of the uniform law in the reference
   * @param temperature the temperature of the teacher
   * @param preamble what stands before each question for the teacher
   * @param calibration the features φ
   * @param student the features φ<sub>stu</sub>
   */
  public CompileSettings {
    checkPositive("lambda", lambda);
    checkPositive("bound", bound);
    checkPositive("temperature", temperature);
    checkArgument(smoothing > 0 && smoothing <= 1, "smoothing: %s is not in (0,1]", smoothing);
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
    return new CompileSettings(
        value, bound, smoothing, temperature, preamble, calibration, student);
  }

  /**
   * Returns the same with another B.
   *
   * @param value B
   * @return a copy
   */
  public CompileSettings withBound(double value) {
    return new CompileSettings(
        lambda, value, smoothing, temperature, preamble, calibration, student);
  }

  /**
   * Returns the same with another teacher: the model at a temperature, after a preamble.
   *
   * @param degree the temperature
   * @param text the preamble
   * @return a copy
   */
  public CompileSettings withTeacher(double degree, String text) {
    return new CompileSettings(lambda, bound, smoothing, degree, text, calibration, student);
  }

  /**
   * Returns the same with other features.
   *
   * @param phi the features φ
   * @param phiStu the features φ<sub>stu</sub>
   * @return a copy
   */
  public CompileSettings withRecipes(FeatureRecipe phi, FeatureRecipe phiStu) {
    return new CompileSettings(lambda, bound, smoothing, temperature, preamble, phi, phiStu);
  }
}

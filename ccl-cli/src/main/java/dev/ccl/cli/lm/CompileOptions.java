package dev.ccl.cli.lm;

import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.recipe.FeatureRecipe;
import picocli.CommandLine.Option;

/** What a compiled instance depends on beside task and model. */
final class CompileOptions {
  @Option(
      names = "--lambda",
      paramLabel = "X",
      defaultValue = "0.25",
      description = "λ (default: ${DEFAULT-VALUE})")
  private double lambda;

  @Option(
      names = "--bound",
      paramLabel = "B",
      defaultValue = "25",
      description = "B (default: ${DEFAULT-VALUE})")
  private double bound;

  @Option(
      names = "--temperature",
      paramLabel = "X",
      defaultValue = "0.7",
      description = "the temperature at which the model teaches (default: ${DEFAULT-VALUE})")
  private double temperature;

  @Option(
      names = "--features",
      paramLabel = "RECIPE",
      description =
          "the teacher's features (default: log,embedding=9,hidden=8x1; on demand"
              + " log,embedding=6,hidden=4x1)")
  private String features;

  @Option(
      names = "--student-features",
      paramLabel = "RECIPE",
      description = "the student's features (default: log,embedding=9; on demand log,embedding=6)")
  private String studentFeatures;

  @Option(
      names = "--prompts",
      paramLabel = "N",
      defaultValue = "56",
      description = "at most N questions per side (default: ${DEFAULT-VALUE})")
  private int prompts;

  CompileSettings settings() {
    return settings(CompileSettings.DEFAULT);
  }

  /** Returns the settings, with the recipes of a standard where none are given. */
  CompileSettings settings(CompileSettings standard) {
    return standard
        .withLambda(lambda)
        .withBound(bound)
        .withTemperature(temperature)
        .withRecipes(
            features == null ? standard.calibration() : FeatureRecipe.parse(features),
            studentFeatures == null ? standard.student() : FeatureRecipe.parse(studentFeatures));
  }

  int prompts() {
    return prompts;
  }
}

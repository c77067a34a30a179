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
      defaultValue = "log,embedding=9,hidden=8x1",
      description = "the teacher's features (default: ${DEFAULT-VALUE})")
  private String features;

  @Option(
      names = "--student-features",
      paramLabel = "RECIPE",
      defaultValue = "log,embedding=9",
      description = "the student's features (default: ${DEFAULT-VALUE})")
  private String studentFeatures;

  @Option(
      names = "--prompts",
      paramLabel = "N",
      defaultValue = "56",
      description = "at most N questions per side (default: ${DEFAULT-VALUE})")
  private int prompts;

  CompileSettings settings() {
    return CompileSettings.DEFAULT
        .withLambda(lambda)
        .withBound(bound)
        .withTemperature(temperature)
        .withRecipes(FeatureRecipe.parse(features), FeatureRecipe.parse(studentFeatures));
  }

  int prompts() {
    return prompts;
  }
}

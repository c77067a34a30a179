package dev.ccl.cli.lm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.recipe.FeatureRecipe;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is asked for is changed, and what is not is that of the way to run. */
class CompileOptionsTest {
  private static CompileSettings settings(CompileSettings standard, String... args) {
    return CommandLine.populateCommand(new CompileOptions(), args).settings(standard);
  }

  @Test
  void anOptionAloneChangesItsPartAlone() {
    FeatureRecipe recipe = FeatureRecipe.parse("log,random=3");
    for (CompileSettings usual : List.of(CompileSettings.DEFAULT, CompileSettings.ON_DEMAND)) {
      assertEquals(usual, settings(usual));
      assertEquals(usual.withLambda(0.125), settings(usual, "--lambda=0.125"));
      assertEquals(usual.withBound(2.5), settings(usual, "--bound=2.5"));
      assertEquals(usual.withTemperature(1.25), settings(usual, "--temperature=1.25"));
      assertEquals(
          usual.withRecipes(recipe, usual.student()), settings(usual, "--features=log,random=3"));
      assertEquals(
          usual.withRecipes(usual.calibration(), recipe),
          settings(usual, "--student-features=log,random=3"));
    }
    CompileOptions none = CommandLine.populateCommand(new CompileOptions());
    assertEquals(CompileSettings.DEFAULT, none.settings());
    assertEquals(56, none.prompts());
    assertEquals(100, CommandLine.populateCommand(new CompileOptions(), "--prompts=100").prompts());
  }
}

package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableSet;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.compile.Compiled;
import dev.ccl.lm.compile.TaskCompiler;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Tasks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command compiles what a program would, with the same seed for the split and the features. */
class CompileCommandTest {
  private static final FeatureRecipe FEATURES = FeatureRecipe.parse("log,embedding=1,random=2");

  @TempDir private Path directory;

  private Compiled compiled(LoadedModel model, long seed, long ofFeatures) throws IOException {
    Task task = Tasks.named("comparisons");
    Split split = Split.drawUpTo(task.questions(), task.shift("halves"), 4, seed);
    TaskReading reading =
        TaskReading.read(
            task,
            ImmutableSet.<Question>builder().addAll(split.source()).addAll(split.target()).build(),
            new TaskReading.Source(model, model, 0.1, ""),
            done -> {});
    return TaskCompiler.compile(
        reading,
        split,
        "comparisons/halves/" + seed,
        CompileSettings.DEFAULT.withRecipes(FEATURES, FeatureRecipe.parse("log")),
        ofFeatures);
  }

  @Test
  void theInstanceIsThatOfItsSplit() throws IOException {
    Path weights = TinyModelFile.write(directory.resolve("model.bin"), 1);
    Path out = directory.resolve("c.json");
    Outcome outcome =
        Outcome.of(
            "lm",
            "compile",
            "comparisons",
            "--shift=halves",
            "--split=3",
            "--prompts=4",
            "--features=log,embedding=1,random=2",
            "--student-features=log",
            "--weights=" + weights,
            "--out=" + out);
    assertEquals(0, outcome.code(), outcome.err());
    Instance written = InstanceReader.read(out);
    Compiled expected = compiled(Models.open(weights), 3, 3);
    assertEquals(expected.instance(), written);
    assertNotEquals(compiled(Models.open(weights), 3, 1).instance(), written);
    Compiled.Report report = expected.report();
    String line =
        String.format(
            Locale.ROOT,
            "%s: 4 source and 4 target prompts, D = %d, d = %d, %d states, %d answers judged",
            out,
            expected.calibration().dimension(),
            expected.student().dimension(),
            report.states(),
            report.rewards());
    assertTrue(outcome.out().startsWith(line + "\n"), outcome.out());
  }
}

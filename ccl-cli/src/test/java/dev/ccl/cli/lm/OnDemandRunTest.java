package dev.ccl.cli.lm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Learners;
import dev.ccl.cli.TinyModelFile;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.compile.ModelProblem;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Tasks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a student is looked at, and what is said of the time. */
class OnDemandRunTest {
  /** At the usual numbers below the last, and at the last once. */
  @Test
  void theLastCountIsTheOneThatWasAskedFor() {
    assertEquals(List.of(1L), OnDemandRun.counts(1));
    assertEquals(List.of(50L), OnDemandRun.counts(50));
    assertEquals(List.of(50L, 51L), OnDemandRun.counts(51));
    assertEquals(List.of(50L, 200L, 500L, 1000L), OnDemandRun.counts(1000));
    assertEquals(
        List.of(50L, 200L, 500L, 1000L, 5000L, 20_000L, 3_000_000_000L),
        OnDemandRun.counts(3_000_000_000L));
  }

  /** A run that has begun a million seconds ago, or a little more, says so. */
  @Test
  void timesAreSeconds(@TempDir Path directory) throws IOException {
    LoadedModel model = Models.open(TinyModelFile.write(directory.resolve("model.bin"), 1));
    Task task = Tasks.named("words");
    Split split = Split.drawUpTo(task.questions(), task.shift("halves"), 1, 1);
    FeatureRecipe log = FeatureRecipe.parse("log");
    ModelProblem trees =
        ModelProblem.growing(
            task,
            split,
            new TaskReading.Source(model, model, 0.1, ""),
            CompileSettings.ON_DEMAND.withRecipes(log, log),
            1);
    StringWriter said = new StringWriter();
    long begun = System.nanoTime() - 1_000_000_000_000_000L;
    new OnDemandRun(trees, 1, 2, new PrintWriter(said), begun)
        .run(Learners.named("practical-by-rollouts"), 1, 1);
    List<String> lines = said.toString().lines().toList();
    assertEquals(3, lines.size(), said.toString());
    for (String line : lines.subList(1, 3)) {
      assertTrue(line.matches(".* 100[0-9]{4}"), line);
    }
  }
}

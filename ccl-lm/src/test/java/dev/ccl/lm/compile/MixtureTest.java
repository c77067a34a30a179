package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableSet;
import com.google.common.io.Resources;
import dev.ccl.core.instance.Instance;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.Models;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Tasks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The compiled mixture of comparisons that ships with the project. */
class MixtureTest {
  @Test
  void itsProvenanceIsItsOwn() throws IOException {
    String provenance =
        Resources.toString(
            Resources.getResource(LanguageModel.class, "mixture.provenance.json"),
            StandardCharsets.UTF_8);
    assertTrue(provenance.contains(ShippedInstance.mixture().digest()));
  }

  @Test
  void itsPromptsAreThoseOfTheFirstSplit() {
    Task task = Tasks.named("comparisons");
    Split split = Split.drawUpTo(task.questions(), task.shift("mixture"), 56, 1);
    Instance instance = ShippedInstance.mixture();
    assertEquals(split.source().stream().map(Question::id).toList(), instance.source());
    assertEquals(split.target().stream().map(Question::id).toList(), instance.target());
  }

  @Test
  void theModelGivesItAgain() throws IOException {
    String weights = System.getProperty("ccl.lm.weights", "");
    assumeTrue(!weights.isEmpty(), "-Dccl.lm.weights=DIR is not given");
    Task task = Tasks.named("comparisons");
    Split split = Split.drawUpTo(task.questions(), task.shift("mixture"), 56, 1);
    ImmutableSet<Question> questions =
        ImmutableSet.<Question>builder().addAll(split.source()).addAll(split.target()).build();
    TaskReading reading =
        TaskReading.read(
            task,
            questions,
            TaskReading.Source.of(Models.open(Path.of(weights, "minimind2-small"))),
            done -> {});
    assertEquals(
        ShippedInstance.mixture().digest(),
        TaskCompiler.compile(reading, split, "comparisons/mixture/1", CompileSettings.DEFAULT, 1)
            .instance()
            .digest());
  }
}

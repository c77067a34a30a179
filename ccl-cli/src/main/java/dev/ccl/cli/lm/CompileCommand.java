package dev.ccl.cli.lm;

import com.google.common.collect.ImmutableSet;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.compile.Compiled;
import dev.ccl.lm.compile.Provenance;
import dev.ccl.lm.compile.TaskCompiler;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ccl lm compile}: an instance file made of a model. */
@Command(
    name = "compile",
    description = {
      "Compiles a split of a task into an instance file, on which every other command works.",
      "FILE.provenance.json says from what: model, recipe with all its numbers, what was found."
    })
final class CompileCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private Weights weights;

  @Mixin private Teacher teacher;

  @Mixin private TaskChoice choice;

  @Mixin private CompileOptions options;

  @Option(
      names = "--shift",
      paramLabel = "NAME",
      defaultValue = "halves",
      description = "how source and target differ; NAME-reversed exchanges them")
  private String shiftName;

  @Option(
      names = "--split",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "which questions are drawn (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "the instance file")
  private Path out;

  @Override
  public Integer call() throws IOException {
    try (TaskChoice asked = choice) {
      return compile(asked.task());
    }
  }

  private int compile(Task task) throws IOException {
    Shift shift = task.shift(shiftName);
    Split split = Split.drawUpTo(task.questions(), shift, options.prompts(), seed);
    CompileSettings settings = options.settings();
    ImmutableSet<Question> questions =
        ImmutableSet.<Question>builder().addAll(split.source()).addAll(split.target()).build();
    TaskReading reading =
        TaskReading.read(task, questions, teacher.beside(weights.open()), done -> {});
    String name = task.name() + "/" + shiftName + "/" + seed;
    Compiled compiled = TaskCompiler.compile(reading, split, name, settings, seed);
    InstanceWriter.write(compiled.instance(), out);
    Provenance.write(compiled, reading, settings, shiftName, seed, Provenance.beside(out));
    print(compiled, split);
    return 0;
  }

  private void print(Compiled compiled, Split split) {
    PrintWriter text = spec.commandLine().getOut();
    Compiled.Report report = compiled.report();
    text.printf(
        Locale.ROOT,
        "%s: %d source and %d target prompts, D = %d, d = %d, %d states, %d answers judged%n",
        out,
        split.source().size(),
        split.target().size(),
        compiled.calibration().dimension(),
        compiled.student().dimension(),
        report.states(),
        report.rewards());
    text.printf(
        Locale.ROOT,
        "the model's mass on the legal answers: %.3g on average, %.3g at least; the teacher's fit"
            + " leaves %.2g nats%n",
        report.meanMass(),
        report.leastMass(),
        report.teacherFit());
    text.flush();
  }
}

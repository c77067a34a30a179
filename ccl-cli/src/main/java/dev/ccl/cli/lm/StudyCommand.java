package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.compile.Compiled;
import dev.ccl.lm.compile.TaskCompiler;
import dev.ccl.lm.study.SplitStudy;
import dev.ccl.lm.study.StudyFile;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Tasks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ccl lm study}: all tasks, shifts in both directions, all learners and controls. */
@Command(
    name = "study",
    description = {
      "The whole comparison: tasks, shifts in both directions, many splits, all controls.",
      "Each split is a line of FILE as soon as it is measured; started again, it goes on there."
    })
final class StudyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private Weights weights;

  @Mixin private Teacher teacher;

  @Mixin private CompileOptions options;

  @Option(
      names = "--only",
      paramLabel = "TASK/SHIFT",
      description = "these shifts alone, such as comparisons/mixture; may be repeated")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--splits",
      paramLabel = "N",
      defaultValue = "10",
      description = "splits of each shift and direction (default: ${DEFAULT-VALUE})")
  private int splits;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "the rows, .jsonl")
  private Path file;

  @Override
  public Integer call() throws IOException {
    checkArgument(splits >= 1, "--splits: %s is not at least 1", splits);
    List<String> wanted = wanted();
    CompileSettings settings = options.settings();
    TaskReading.Source model = teacher.beside(weights.open());
    StudyFile study = StudyFile.open(file, made(model, settings));
    long begun = System.nanoTime();
    long done = 0;
    long calls = 0;
    long all = missing(wanted, study);
    for (String name : wanted) {
      Task task = Tasks.named(name.substring(0, name.indexOf('/')));
      Shift shift = task.shift(name.substring(name.indexOf('/') + 1));
      TaskReading reading = null;
      for (long seed = 1; seed <= splits; seed++) {
        String row = name + "/" + seed;
        if (!study.has(row)) {
          if (reading == null) {
            reading = read(task, shift, model);
            calls += reading.states();
          }
          study.add(row, measure(reading, task, shift, row, settings, seed));
          progress(row, ++done, all, begun);
        }
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    study.table().forEach(out::println);
    out.printf(
        Locale.ROOT,
        "this session: %d model calls, %.0f seconds; student batches are exact: no rollouts%n",
        calls,
        (System.nanoTime() - begun) * 1e-9);
    out.flush();
    return 0;
  }

  /** What the rows depend on beside the split. */
  private String made(TaskReading.Source model, CompileSettings settings) {
    return String.format(
        Locale.ROOT,
        "model %.12s, teacher %.12s, preamble %s, smoothing %s, %d prompts, %s",
        model.reference().model().digest(),
        model.teacher().model().digest(),
        model.preamble().isEmpty()
            ? "none"
            : Hashing.sha256().hashString(model.preamble(), UTF_8).toString().substring(0, 12),
        model.smoothing(),
        options.prompts(),
        settings);
  }

  private long missing(List<String> wanted, StudyFile study) {
    long missing = 0;
    for (String name : wanted) {
      for (long seed = 1; seed <= splits; seed++) {
        missing += study.has(name + "/" + seed) ? 0 : 1;
      }
    }
    return missing;
  }

  private List<String> wanted() {
    List<String> names = new ArrayList<>();
    List<String> unknown = new ArrayList<>(only);
    for (Task task : Tasks.listed()) {
      for (Shift shift : task.shifts()) {
        String name = task.name() + "/" + shift.name();
        unknown.removeIf(name::equals);
        if (only.isEmpty() || only.contains(name)) {
          names.add(name);
          if (!shift.source().equals(shift.target())) {
            names.add(name + "-reversed");
          }
        }
      }
    }
    checkArgument(unknown.isEmpty(), "--only: there is no shift %s", unknown);
    return names;
  }

  private static TaskReading read(Task task, Shift shift, TaskReading.Source model) {
    List<Question> questions =
        task.questions().stream()
            .filter(
                q -> shift.source().containsKey(q.type()) || shift.target().containsKey(q.type()))
            .toList();
    return TaskReading.read(task, questions, model, done -> {});
  }

  private SplitStudy measure(
      TaskReading reading,
      Task task,
      Shift shift,
      String name,
      CompileSettings settings,
      long seed) {
    Split split = Split.drawUpTo(task.questions(), shift, options.prompts(), seed);
    Compiled compiled = TaskCompiler.compile(reading, split, name, settings, seed);
    return SplitStudy.of(compiled.instance(), SplitStudy.QUERIES, seed);
  }

  private void progress(String row, long done, long all, long begun) {
    double minutes = (System.nanoTime() - begun) / 60e9;
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        Locale.ROOT,
        "%s: %d of %d, about %.0f minutes left%n",
        row,
        done,
        all,
        left(minutes, done, all));
    err.flush();
  }

  /** How long the rest takes if each takes as long as one has taken so far. */
  static double left(double minutes, long done, long all) {
    return minutes / done * (all - done);
  }
}

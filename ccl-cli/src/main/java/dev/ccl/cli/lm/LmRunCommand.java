package dev.ccl.cli.lm;

import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.Session;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.lm.compile.Compiled;
import dev.ccl.lm.compile.TaskCompiler;
import dev.ccl.lm.compile.TaskReading;
import dev.ccl.lm.study.SplitStudy;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ccl lm run}: one learner on one split, with its answers before and after. */
@Command(
    name = "run",
    description = {
      "Compiles a split in memory, runs a learner on it and judges the student exactly:",
      "J against reward queries, residuals in nats, ten answers before and after."
    })
final class LmRunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private Weights weights;

  @Mixin private TaskChoice choice;

  @Mixin private CompileOptions options;

  @Option(
      names = "--shift",
      paramLabel = "NAME",
      defaultValue = "halves",
      description = "how source and target differ; NAME-reversed exchanges them")
  private String shiftName;

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      defaultValue = "careful",
      description = "the learner (default: ${DEFAULT-VALUE})")
  private String learnerName;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of split and learner (default: ${DEFAULT-VALUE})")
  private long seed;

  @Override
  public Integer call() throws IOException {
    Task task = choice.task();
    Learner learner = Learners.named(learnerName);
    Split split = Split.drawUpTo(task.questions(), task.shift(shiftName), options.prompts(), seed);
    ImmutableSet<Question> questions =
        ImmutableSet.<Question>builder().addAll(split.source()).addAll(split.target()).build();
    TaskReading reading =
        TaskReading.read(task, questions, TaskReading.Source.of(weights.open()), done -> {});
    String name = task.name() + "/" + shiftName + "/" + seed;
    Compiled compiled = TaskCompiler.compile(reading, split, name, options.settings(), seed);
    GroundTruth truth = GroundTruth.of(compiled.instance());
    PrintWriter out = spec.commandLine().getOut();
    out.printf(Locale.ROOT, "%s: %d model calls%n", name, reading.states());
    KlProjection projection = KlProjection.of(truth);
    out.printf(
        Locale.ROOT,
        "the class misses %.2f nats on source, %.2f on target (%.2f at best)%n",
        projection.sourceResidual(),
        projection.targetResidual(),
        projection.targetBest());
    double[] theta = learn(truth, learner, out);
    SplitStudy.answers(compiled.instance(), ImmutableDoubleArray.copyOf(theta), 10)
        .forEach(out::println);
    out.flush();
    return 0;
  }

  private double[] learn(GroundTruth truth, Learner learner, PrintWriter out) {
    LearningProblem problem = truth.problem();
    out.printf(Locale.ROOT, "%10s  %s%n", "rewards", "J on target prompts");
    double reference = truth.objective(problem.target().reference());
    out.printf(Locale.ROOT, "%10s  %.4f%n", "reference", reference);
    double[] theta = new double[problem.student().set().dimension()];
    try (Session session = learner.open(problem, learner.initial(problem, seed), 1)) {
      for (long queries : SplitStudy.QUERIES) {
        session.advance(queries - session.round());
        session.student(theta);
        out.printf(Locale.ROOT, "%10d  %.4f%n", queries, truth.objective(theta));
        out.flush();
      }
    }
    return theta;
  }
}

package dev.ccl.cli.lm;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.run.Printable;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.compile.ModelProblem;
import dev.ccl.lm.compile.StudentClass;
import dev.ccl.lm.compile.TaskCompiler;
import dev.ccl.lm.study.AnswerSamples;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
      "J against reward queries, residuals in nats, ten answers before and after.",
      "With --on-demand trees grow where the learner walks, for answers that nobody can list,",
      "and values are estimated from rollouts, with intervals."
    })
final class LmRunCommand implements Callable<Integer> {
  private static final int SHOWN = 10;

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
      names = "--learner",
      paramLabel = "NAME",
      description = {
        "the learner (default: careful; with --on-demand practical-by-rollouts with",
        "calibration=evidence, since the guard of careful needs whole trees)"
      })
  private String learnerName;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "changes a setting of the learner; may be given often")
  private Map<String, String> chosen = new LinkedHashMap<>();

  @Option(
      names = "--student",
      paramLabel = "CLASS",
      defaultValue = "linear",
      description = "linear, residual or bilinear=R (default: ${DEFAULT-VALUE})")
  private String student;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of split and learner (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--on-demand", description = "ask the model where the learner walks")
  private boolean onDemand;

  @Option(
      names = "--rewards",
      paramLabel = "N",
      description = "the number of rewards (default: 20000, or 1000 with --on-demand)")
  private Long rewards;

  @Option(
      names = "--rollouts",
      paramLabel = "N",
      defaultValue = "1000",
      description = "with --on-demand: answers per estimate (default: ${DEFAULT-VALUE})")
  private long rollouts;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the model; they change no digit (default: ${DEFAULT-VALUE})")
  private int threads;

  @Override
  public Integer call() throws IOException {
    checkArgument(threads >= 1, "--threads: %s is not at least 1", threads);
    checkArgument(rewards == null || rewards >= 1, "--rewards: %s is not at least 1", rewards);
    checkArgument(rollouts >= 2, "--rollouts: %s is not at least 2", rollouts);
    try (TaskChoice asked = choice) {
      return run(asked.task());
    }
  }

  private int run(Task task) throws IOException {
    Learner learner = learner();
    CompileSettings settings =
        options
            .settings(onDemand ? CompileSettings.ON_DEMAND : CompileSettings.DEFAULT)
            .withKind(StudentClass.parse(student));
    Split split = Split.drawUpTo(task.questions(), task.shift(shiftName), options.prompts(), seed);
    long begun = System.nanoTime();
    TaskReading.Source source = teacher.beside(weights.open().withThreads(threads));
    if (onDemand) {
      grow(task, split, source, settings, learner, begun);
    } else {
      judge(task, split, source, settings, learner);
    }
    return 0;
  }

  private Learner learner() {
    if (learnerName == null && onDemand) {
      chosen.putIfAbsent("calibration", "evidence");
      learnerName = "practical-by-rollouts";
    }
    String name = learnerName == null ? "careful" : learnerName;
    return LearnerChoice.find(name, Optional.empty(), ImmutableMap.copyOf(chosen));
  }

  private void grow(
      Task task,
      Split split,
      TaskReading.Source source,
      CompileSettings settings,
      Learner learner,
      long begun) {
    PrintWriter out = spec.commandLine().getOut();
    ModelProblem trees = ModelProblem.growing(task, split, source, settings, seed);
    out.printf(
        Locale.ROOT,
        "%s/%s/%d on demand: %s; %d source and %d target prompts, D = %d, d = %d%n",
        task.name(),
        shiftName,
        seed,
        task.grammar(),
        split.source().size(),
        split.target().size(),
        trees.problem().calibration().set().dimension(),
        trees.problem().student().set().dimension());
    out.flush();
    warn(learner, trees.problem());
    OnDemandRun run = new OnDemandRun(trees, seed, rollouts, out, begun);
    double[] theta = run.run(learner, seed, rewards == null ? 1_000 : rewards);
    AnswerSamples.greedy(trees, theta, SHOWN).forEach(out::println);
    out.printf(
        Locale.ROOT,
        "the model was asked about %d states, each once, in %d calls%n",
        trees.states(),
        trees.calls());
    out.flush();
  }

  private void judge(
      Task task,
      Split split,
      TaskReading.Source source,
      CompileSettings settings,
      Learner learner) {
    PrintWriter out = spec.commandLine().getOut();
    String name = task.name() + "/" + shiftName + "/" + seed;
    GroundTruth truth;
    AnswerSamples.Text text;
    long calls;
    if (settings.kind().equals(StudentClass.LINEAR)) {
      ImmutableSet<Question> questions =
          ImmutableSet.<Question>builder().addAll(split.source()).addAll(split.target()).build();
      TaskReading reading = TaskReading.read(task, questions, source, done -> {});
      calls = reading.states();
      truth = GroundTruth.of(TaskCompiler.compile(reading, split, name, settings, seed).instance());
      text = (prompt, answer) -> truth.problem().mdp().text(answer);
    } else {
      ModelProblem trees = ModelProblem.whole(task, split, source, settings, seed);
      calls = trees.states() * (source.isTaughtByReference() ? 1 : 2); // each model is asked
      truth = GroundTruth.of(trees.problem(), trees.rewards());
      text = trees::text;
    }
    out.printf(Locale.ROOT, "%s: %d model calls%n", name, calls);
    KlProjection projection = KlProjection.of(truth);
    out.printf(
        Locale.ROOT,
        "the class misses %.2f nats on source, %.2f on target (%.2f at best)%n",
        projection.sourceResidual(),
        projection.targetResidual(),
        projection.targetBest());
    warn(learner, truth.problem());
    double[] theta = learn(truth, learner, out);
    AnswerSamples.likeliest(truth, theta, text, SHOWN).forEach(out::println);
    out.flush();
  }

  private void warn(Learner learner, LearningProblem problem) {
    PrintWriter err = spec.commandLine().getErr();
    for (String warning : learner.warnings(problem)) {
      err.println("ccl: warning: " + Printable.of(warning));
    }
    err.flush();
  }

  private double[] learn(GroundTruth truth, Learner learner, PrintWriter out) {
    LearningProblem problem = truth.problem();
    long most = rewards == null ? 20_000 : rewards;
    out.printf(Locale.ROOT, "%10s  %s%n", "rewards", "J on target prompts");
    double reference = truth.objective(problem.target().reference());
    out.printf(Locale.ROOT, "%10s  %.4f%n", "reference", reference);
    double[] theta = new double[problem.student().set().dimension()];
    try (Session session = learner.start(problem, seed, 1)) {
      for (long queries : OnDemandRun.counts(most)) {
        session.advance(queries - session.round());
        session.student(theta);
        out.printf(Locale.ROOT, "%10d  %.4f%n", queries, truth.objective(theta));
        out.flush();
      }
    }
    return theta;
  }
}

package dev.ccl.report.reproduce;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Doubles;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the reproduction runs: two instances, the two algorithms, the preset and the ablations. */
public final class Experiments {
  /**
   * One run.
   *
   * @param directory where it goes, below the directory of all runs
   * @param plan what to run
   */
  public record Experiment(String directory, RunPlan plan) {}

  private final Effort effort;
  private final long seed;
  private final List<Experiment> all = new ArrayList<>();

  private Experiments(Effort effort, long seed) {
    this.effort = effort;
    this.seed = seed;
  }

  /**
   * Writes the instances and lists the runs on them.
   *
   * @param effort how much
   * @param seed the first seed of every run
   * @param directory where to write the instances
   * @return the runs in their order
   * @throws IOException if an instance cannot be written
   */
  public static ImmutableList<Experiment> of(Effort effort, long seed, Path directory)
      throws IOException {
    return of(effort, seed, directory, ImmutableMap.of());
  }

  /**
   * Writes the instances and lists the runs on them.
   *
   * @param effort how much
   * @param seed the first seed of every run
   * @param directory where to write the instances
   * @param others instances from elsewhere by name, on which the presets and teacher matching run
   * @return the runs in their order
   * @throws IOException if an instance cannot be written
   */
  public static ImmutableList<Experiment> of(
      Effort effort, long seed, Path directory, Map<String, Instance> others) throws IOException {
    Experiments experiments = new Experiments(effort, seed);
    experiments.add(
        "1-separation",
        directory.resolve("separation.json"),
        SeparationInstance.of(1, 2, 2, 0.5),
        effort.literalRounds());
    experiments.add(
        "2-random",
        directory.resolve("random.json"),
        RandomInstance.of(RandomSpec.SMALL.withLambda(2).withBound(0.8), 1).instance(),
        effort.literalRounds() / 4);
    int number = 3;
    for (Map.Entry<String, Instance> other : others.entrySet()) {
      Path file = directory.resolve(other.getKey() + ".json");
      Subject subject = written(other.getValue(), file);
      for (String learner : List.of("careful", "practical", "uncalibrated")) {
        experiments.add(
            number + "-" + other.getKey(),
            subject,
            Learners.named(learner),
            effort.comparedRounds(),
            Math.max(2, effort.seeds() / 5)); // a round is ten times as long as on the others
      }
      number++;
    }
    return ImmutableList.copyOf(experiments.all);
  }

  private static Subject written(Instance instance, Path file) throws IOException {
    AtomicFile.write(file, out -> InstanceWriter.write(instance, out));
    return Subject.read(file);
  }

  private void add(String name, Path file, Instance instance, long literalRounds)
      throws IOException {
    Subject subject = written(instance, file);
    Learner practical = Learners.named("practical");
    // By labels alone: where exact rewards prove w*, the other settings would change nothing.
    Learner byLabels = practical.with("teaching", "last");
    add(name, subject, Learners.named("ccl"), literalRounds);
    add(name, subject, Learners.named("direct-matching"), literalRounds);
    add(name, subject, practical, effort.practicalRounds());
    long rounds = effort.comparedRounds();
    add(name, subject, byLabels, rounds);
    for (String setting :
        List.of(
            "acceptance=expectation",
            "acceptance=rejection",
            "alternatives=uniform",
            "exploration=off",
            "student-step=paper")) {
      int split = setting.indexOf('=');
      add(
          name,
          subject,
          byLabels.with(setting.substring(0, split), setting.substring(split + 1)),
          rounds);
    }
    add(name, subject, oracle(file), rounds);
    for (String learner : List.of("two-stage", "uncalibrated", "forward-kl", "sft")) {
      add(name, subject, Learners.named(learner), rounds);
    }
  }

  /** The learner that knows w*. */
  private static Learner oracle(Path file) {
    double[] wStar = Realizability.of(GroundTruth.of(InstanceReader.read(file))).wStar().toArray();
    return Learners.named("oracle").with("initial-calibration", Doubles.join(",", wStar));
  }

  private void add(String instance, Subject subject, Learner learner, long rounds) {
    add(instance, subject, learner, rounds, effort.seeds());
  }

  private void add(String instance, Subject subject, Learner learner, long rounds, int seeds) {
    String directory =
        String.format(Locale.ROOT, "%s/%02d-%s", instance, all.size(), learner.name());
    all.add(
        new Experiment(
            directory,
            RunPlan.of(subject, learner, RecordedRounds.logarithmic(rounds), seed, seeds)));
  }
}

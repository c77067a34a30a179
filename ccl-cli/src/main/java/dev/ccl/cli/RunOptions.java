package dev.ccl.cli;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.Certification;
import dev.ccl.certificates.StopRule;
import dev.ccl.cli.run.WholeNumber;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is run, and where it goes: the options of {@code ccl run} on one machine or many. */
public final class RunOptions {
  @Parameters(paramLabel = "FILE", description = "the instance, JSON or .cclz")
  private Path file;

  @Option(
      names = "--rounds",
      paramLabel = "T",
      required = true,
      converter = WholeNumber.class,
      description = "rounds of each seed")
  private long rounds;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many consecutive seeds (default: ${DEFAULT-VALUE})")
  private int seeds;

  @Mixin private FirstSeed seed;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "where to write")
  private Path out;

  @Option(
      names = "--learner",
      paramLabel = "NAME",
      defaultValue = "ccl",
      completionCandidates = LearnerNames.class,
      description = "one of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private String learner;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "of learner ccl: paper, practical, practical-by-rollouts or careful (default: paper)")
  private String preset;

  @Option(
      names = "--sampler",
      paramLabel = "NAME",
      description = "counts or trajectories: short for --set sampler=NAME")
  private String sampler;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of the learner; may be repeated")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--record",
      paramLabel = "R",
      split = ",",
      converter = WholeNumber.class,
      description = "rounds to record besides 0 and T (default: about ten per decade)")
  private List<Long> record;

  @Option(
      names = "--certify",
      description = "also bound the students without target rewards, in columns of DIR/rows.csv")
  private boolean certify;

  @Option(
      names = "--stop-when",
      paramLabel = "RULE",
      description =
          "end a seed at the first recorded round whose certificate says so: excess<X or"
              + " oracle-kl<X, where bounds are not certified searched-excess<X or"
              + " searched-oracle-kl<X; implies --certify")
  private String stopWhen;

  @Option(
      names = "--delta",
      paramLabel = "P",
      description = "the probability with which bounds may fail (default: 0.05)")
  private Double delta;

  /** Creates the options, which the parser fills. */
  public RunOptions() {}

  /**
   * Returns what is to be run.
   *
   * @param chosen the learner, such as {@link #learner}
   * @return the plan
   * @throws IllegalArgumentException if an option or the file breaks a rule
   */
  public RunPlan plan(Learner chosen) {
    checkArgument(rounds >= 1, "--rounds: %s is not at least 1", rounds);
    checkArgument(seeds >= 1, "--seeds: %s is not at least 1", seeds);
    return RunPlan.of(Subject.read(file), chosen, recorded(), seed.value(), seeds)
        .certified(certification());
  }

  private Certification certification() {
    checkArgument(
        delta == null || (delta > 0 && delta < 1), "--delta: %s is not between 0 and 1", delta);
    boolean bounds = certify || stopWhen != null;
    checkArgument(
        delta == null || bounds, "--delta: there are no bounds without --certify or --stop-when");
    try {
      StopRule stop = stopWhen == null ? StopRule.NEVER : StopRule.parse(stopWhen);
      return bounds ? new Certification(delta == null ? 0.05 : delta, stop) : Certification.OFF;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--stop-when: " + e.getMessage(), e);
    }
  }

  /** The file of the instance, as it was given. */
  Path file() {
    return file;
  }

  /** {@return where the files go} */
  public Path out() {
    return out;
  }

  /**
   * Returns the learner with its settings.
   *
   * @return the learner
   * @throws IllegalArgumentException if there is no such learner, preset, key or value
   */
  public Learner learner() {
    return LearnerChoice.find(learner, Optional.ofNullable(preset), chosenSettings());
  }

  private RecordedRounds recorded() {
    if (record == null) {
      return RecordedRounds.logarithmic(rounds);
    }
    for (long round : record) {
      checkArgument(
          round >= 0 && round <= rounds, "--record: %s is not between 0 and %s", round, rounds);
    }
    return RecordedRounds.of(record.stream().mapToLong(Long::longValue).toArray(), rounds);
  }

  private ImmutableMap<String, String> chosenSettings() {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (String setting : settings) {
      int split = setting.indexOf('=');
      checkArgument(split > 0, "--set: \"%s\" is not of the form KEY=VALUE", setting);
      String key = setting.substring(0, split);
      checkArgument(
          chosen.put(key, setting.substring(split + 1)) == null,
          "--set: %s is given twice: give it once",
          key);
    }
    if (sampler != null) {
      refuse("--sampler", "sampler");
      chosen.put("sampler", sampler);
    }
    return ImmutableMap.copyOf(chosen);
  }

  /** Refuses a setting that an option makes as well. */
  void refuse(String option, String key) {
    checkArgument(
        settings.stream().noneMatch(setting -> setting.startsWith(key + "=")),
        "%s and --set %s=… say the same thing: give one of them",
        option,
        key);
  }

  /** The names of all learners, for the help. */
  static final class LearnerNames implements Iterable<String> {
    LearnerNames() {}

    @Override
    public Iterator<String> iterator() {
      return Learners.all().stream().map(Learner::name).iterator();
    }
  }
}

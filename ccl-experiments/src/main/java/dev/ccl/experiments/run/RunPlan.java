package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ContiguousSet;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.algorithms.run.RunIdentity;
import dev.ccl.algorithms.run.Snapshot;
import dev.ccl.certificates.Certification;
import dev.ccl.certificates.Certified;
import dev.ccl.core.problem.LearningProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** What to run: a learner on an instance, over seeds. */
public final class RunPlan {
  private final Subject subject;
  private final Learner learner;
  private final RecordedRounds recorded;
  private final long firstSeed;
  private final int seeds;
  private final Certification certification;

  private RunPlan(
      Subject subject,
      Learner learner,
      RecordedRounds recorded,
      long firstSeed,
      int seeds,
      Certification certification) {
    this.certification = certification;
    this.subject = subject;
    this.learner = learner;
    this.recorded = recorded;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
  }

  /**
   * Returns a plan.
   *
   * @param subject the instance to run on
   * @param learner the method with its settings; the oracle is told w*
   * @param recorded the recorded rounds
   * @param firstSeed the first seed
   * @param seeds how many consecutive seeds, at least 1
   * @return the plan
   * @throws IllegalArgumentException if the learner cannot run on the instance
   */
  public static RunPlan of(
      Subject subject, Learner learner, RecordedRounds recorded, long firstSeed, int seeds) {
    checkArgument(seeds >= 1, "seeds: %s is not at least 1", seeds);
    checkArgument(
        firstSeed <= Long.MAX_VALUE - (seeds - 1),
        "seeds: the last of %s seeds from %s on is beyond %s",
        seeds,
        firstSeed,
        Long.MAX_VALUE);
    return new RunPlan(
            subject, subject.completed(learner), recorded, firstSeed, seeds, Certification.OFF)
        .tried();
  }

  /**
   * Returns the same plan with certificates.
   *
   * @param asked δ and the stop rule
   * @return the plan
   * @throws IllegalArgumentException if the learner cannot be certified on the instance
   */
  public RunPlan certified(Certification asked) {
    return asked.equals(certification)
        ? this
        : new RunPlan(subject, learner, recorded, firstSeed, seeds, asked).tried();
  }

  /** This plan, of which the first run can be opened. */
  private RunPlan tried() {
    try {
      method().start(problem(), firstSeed, 1).close();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          String.format(
              "%s cannot run on %s: %s", learner.name(), subject.fileName(), e.getMessage()),
          e);
    }
    return this;
  }

  private Learner method() {
    return Certified.of(learner, certification);
  }

  /**
   * Returns the plan that a configuration describes.
   *
   * @param subject the instance to run on
   * @param configuration what {@link #configuration} returned
   * @return an equal plan
   * @throws IllegalArgumentException if the configuration is none of this code
   */
  public static RunPlan of(Subject subject, String configuration) {
    JsonNode json = JsonFile.read("a plan", configuration);
    Learner learner = Learners.named(json.path("learner").asText());
    for (Map.Entry<String, JsonNode> setting : json.path("settings").properties()) {
      learner = learner.with(setting.getKey(), setting.getValue().asText());
    }
    long[] rounds = new long[json.path("recorded").size()];
    Arrays.setAll(rounds, i -> json.path("recorded").get(i).longValue());
    return of(
            subject,
            learner,
            RecordedRounds.of(rounds, json.path("rounds").longValue()),
            json.path("seed").longValue(),
            json.path("seeds").intValue())
        .certified(Certification.of(texts(json.path("certification"))));
  }

  private static ImmutableMap<String, String> texts(JsonNode object) {
    return object.properties().stream()
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, e -> e.getValue().asText()));
  }

  /** {@return what the user chose, as text that can travel: a JSON document} */
  public String configuration() {
    return new String(JsonFile.bytes(this::writeConfiguration), StandardCharsets.UTF_8);
  }

  /** {@return the instance} */
  public Subject subject() {
    return subject;
  }

  /** {@return the problem that the learner sees} */
  public LearningProblem problem() {
    return subject.problem();
  }

  /** {@return the method: the learner with its settings} */
  public Learner learner() {
    return learner;
  }

  /** {@return the settings of the learner and the certification: texts by key} */
  public ImmutableMap<String, String> choices() {
    return ImmutableMap.<String, String>builder()
        .putAll(learner.settings().texts())
        .putAll(certification.texts())
        .buildOrThrow();
  }

  /** {@return whether students are bounded, and when a seed may end} */
  public Certification certification() {
    return certification;
  }

  /** {@return the runs: the learner, certified if that is asked for, on the problem} */
  public Replicates replicates() {
    return Replicates.of(method(), problem(), recorded);
  }

  /** {@return the recorded rounds} */
  public RecordedRounds recorded() {
    return recorded;
  }

  /** {@return the seed of the first replicate} */
  public long firstSeed() {
    return firstSeed;
  }

  /** {@return the number of replicates} */
  public int seeds() {
    return seeds;
  }

  /** {@return the seeds of the replicates} */
  public ContiguousSet<Long> allSeeds() {
    return ContiguousSet.closed(firstSeed, firstSeed + (seeds - 1));
  }

  /**
   * Returns the columns of {@code rows.csv} when the run ends.
   *
   * @return the table
   */
  public RunTable table() {
    return table(certification.isOn() ? Measure.CERTIFIED : ImmutableList.of());
  }

  /** The columns of {@code rows.csv} with some measures more. */
  RunTable table(Iterable<Measure> more) {
    return RunTable.of(
        Iterables.concat(Measure.RECORDED, more),
        problem().calibration().set().dimension(),
        problem().student().set().dimension());
  }

  /**
   * Measures a replicate.
   *
   * @param replicate a replicate of this plan
   * @return its rows, one per recorded round
   */
  public ImmutableList<RunTable.Row> measured(Replicate replicate) {
    ImmutableMap<Long, ImmutableMap<Measure, Double>> bounds =
        Certificates.bounds(replicate.state());
    return replicate.record().stream()
        .map(
            snapshot ->
                row(replicate.seed(), snapshot)
                    .with(bounds.getOrDefault(snapshot.round(), ImmutableMap.of())))
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Measures a replicate.
   *
   * @param replicate a replicate of this plan
   * @return its lines of {@code rows.csv}, one per recorded round
   */
  public String rows(Replicate replicate) {
    RunTable table = table();
    StringBuilder text = new StringBuilder();
    measured(replicate).forEach(row -> text.append(table.line(row)));
    return text.toString();
  }

  /**
   * Measures what a replicate was at a recorded round.
   *
   * @param seed the seed of the replicate
   * @param snapshot the state at the round
   * @return its row of {@code rows.csv}, without certificates
   */
  public RunTable.Row row(long seed, Snapshot snapshot) {
    return new RunTable.Row(
        seed,
        snapshot.round(),
        subject
            .evaluator()
            .measure(
                Measure.RECORDED, snapshot.calibration().toArray(), snapshot.student().toArray()),
        snapshot.calibration(),
        snapshot.student());
  }

  /** {@return the rounds of all replicates together} */
  public long work() {
    return recorded.last() > Long.MAX_VALUE / seeds ? Long.MAX_VALUE : recorded.last() * seeds;
  }

  /** {@return what decides the bits of each replicate besides its seed, the identity} */
  public RunIdentity identity() {
    RunIdentity rounds =
        RunIdentity.of(RunIdentity.NUMBERS, subject.digest(), learner, problem(), recorded);
    return RunIdentity.of(
        ImmutableMap.<String, String>builder()
            .putAll(rounds.entries())
            .putAll(certification.texts())
            .buildOrThrow());
  }

  /**
   * {@return a digest of everything that decides the results; 64 hexadecimal digits, equal for
   * equal results}
   */
  public String digest() {
    String text = identity().digest() + " " + firstSeed + " " + seeds;
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  /**
   * Says what a user should know about the results.
   *
   * @return sentences
   */
  public ImmutableList<String> warnings() {
    return ImmutableList.<String>builder()
        .addAll(learner.warnings(problem()))
        .addAll(subject.evaluator().warnings())
        .build();
  }

  /**
   * Writes what the user chose.
   *
   * @param json inside an object
   * @throws IOException if writing fails
   */
  public void writeConfiguration(JsonGenerator json) throws IOException {
    json.writeStringField("instance", subject.fileName());
    json.writeStringField("instanceName", subject.name());
    json.writeStringField("learner", learner.name());
    json.writeObjectFieldStart("settings");
    for (Map.Entry<String, String> setting : learner.settings().texts().entrySet()) {
      json.writeStringField(setting.getKey(), setting.getValue());
    }
    json.writeEndObject();
    if (certification.isOn()) {
      json.writeObjectFieldStart("certification");
      for (Map.Entry<String, String> text : certification.texts().entrySet()) {
        json.writeStringField(text.getKey(), text.getValue());
      }
      json.writeEndObject();
    }
    json.writeNumberField("rounds", recorded.last());
    json.writeNumberField("seed", firstSeed);
    json.writeNumberField("seeds", seeds);
    json.writeFieldName("recorded");
    long[] rounds = recorded.all().toArray();
    json.writeArray(rounds, 0, rounds.length);
  }
}

package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import com.google.common.primitives.Doubles;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.certificates.AgnosticBound;
import dev.ccl.certificates.Certificate;
import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.certificates.Certification;
import dev.ccl.certificates.Certified;
import dev.ccl.certificates.Certifier;
import dev.ccl.certificates.StopRule;
import dev.ccl.core.math.Decimals;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.experiments.run.RunTable.Row;
import dev.ccl.experiments.summary.Median;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Bounds of students without target rewards, as columns of {@code rows.csv}. A certified run writes
 * them by itself; for another one the rounds are done once more, and that the students are those of
 * the run is checked.
 */
public final class Certificates {
  private Certificates() {}

  /** The certificates of a replicate by round, what is finite of them; none without any. */
  static ImmutableMap<Long, ImmutableMap<Measure, Double>> bounds(LearnerState state) {
    ImmutableMap.Builder<Long, ImmutableMap<Measure, Double>> bounds = ImmutableMap.builder();
    for (Certified.AtRound at : Certified.certificates(state)) {
      Certificate c = at.certificate();
      ImmutableMap.Builder<Measure, Double> finite = ImmutableMap.builder();
      put(Measure.CERTIFIED_EXCESS, c.excess(), finite);
      put(Measure.CERTIFIED_ORACLE_KL, c.oracleKl(), finite);
      put(Measure.MODEL_EVIDENCE, c.modelEvidence(), finite);
      bounds.put(at.round(), finite.buildOrThrow());
    }
    return bounds.buildOrThrow();
  }

  private static void put(
      Measure measure, double value, ImmutableMap.Builder<Measure, Double> finite) {
    if (value < Double.POSITIVE_INFINITY) {
      finite.put(measure, value);
    }
  }

  /**
   * Finds the plan of a finished run.
   *
   * @param directory where the run is
   * @param instance the file of its instance
   * @return the plan
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if the run is damaged or of another instance or version
   */
  public static RunPlan plan(Path directory, Path instance) throws IOException {
    FinishedRun run = FinishedRun.open(directory);
    RunPlan plan = RunPlan.of(Subject.read(instance), run.json().path("configuration").toString());
    checkArgument(
        plan.digest().equals(run.json().path("digest").asText()),
        "%s is a run of another instance or version than %s",
        directory,
        instance);
    return plan;
  }

  /**
   * Does the rounds of a finished run once more and adds the columns.
   *
   * @param plan the plan of the run
   * @param directory where the finished run is
   * @param delta δ
   * @param threads how many seeds at once
   * @return the largest residual of a seed's exact rewards, as {@link Certifier#residual} has it
   * @throws IOException if a file cannot be read or written
   * @throws IllegalArgumentException if the run cannot be certified, or another process is in its
   *     directory
   */
  public static double replay(RunPlan plan, Path directory, double delta, int threads)
      throws IOException {
    Learner learner = Certified.of(plan.learner(), new Certification(delta, StopRule.NEVER));
    learner.initial(plan.problem(), plan.firstSeed()); // refuses before the work begins
    FinishedRun.open(directory); // a directory without a run is not locked
    try (RunDirectory locked = RunDirectory.open(directory, StartMode.RESUMED)) {
      return replay(plan, learner, locked, delta, threads);
    }
  }

  private static double replay(
      RunPlan plan, Learner learner, RunDirectory locked, double delta, int threads)
      throws IOException {
    FinishedRun run = FinishedRun.open(locked.path());
    Map<Long, ImmutableMap<Long, ImmutableMap<Measure, Double>>> bounds = new HashMap<>();
    double[] residual = {0};
    Parallel.<JsonNode, LearnerState, IOException>forEach(
        Math.min(threads, plan.seeds()),
        run.json().path("replicates"),
        end -> replay(plan, learner, end),
        end -> {
          bounds.put(end.seed(), bounds(end));
          double unexplained = Certifier.of(plan.problem(), delta, end.extras()).residual();
          residual[0] = Math.max(residual[0], unexplained);
        });
    RowColumns.add(
        plan,
        run,
        Measure.CERTIFIED,
        delta == plan.certification().delta()
            ? ImmutableMap.of()
            : ImmutableMap.of(FinishedRun.DELTA, Decimals.shortest(delta)),
        1,
        row -> bounds.get(row.seed()).getOrDefault(row.round(), ImmutableMap.of()));
    return residual[0];
  }

  private static LearnerState replay(RunPlan plan, Learner learner, JsonNode end) {
    LearningProblem problem = plan.problem();
    LearnerState state = learner.initial(problem, end.path("seed").longValue());
    try (Session session = learner.open(problem, state, 1)) {
      for (long round : plan.recorded().all().toArray()) {
        if (round <= end.path("rounds").longValue()) {
          session.advance(round - session.round());
          session.record();
        }
      }
      state = session.state();
    }
    for (int i = 0; i < state.student().length(); i++) {
      checkArgument(
          end.path("theta").path(i).asDouble() == state.student().get(i),
          "the rounds of seed %s lead to another student than the run's",
          state.seed());
    }
    return state;
  }

  /**
   * Says what holds of the last students of a finished run if the model is wrong.
   *
   * @param problem its problem
   * @param directory where it is
   * @param epsilon by how much a log-probability of a token may be off on target prompts
   * @return a sentence
   * @throws IOException if a file cannot be read
   */
  public static String agnostic(LearningProblem problem, Path directory, double epsilon)
      throws IOException {
    double oscillation = 2 * problem.horizon() * epsilon;
    double[] bounds =
        ImmutableList.copyOf(FinishedRun.open(directory).json().path("replicates")).stream()
            .mapToDouble(
                end ->
                    AgnosticBound.of(
                        problem, vector(end.path("w")), vector(end.path("theta")), oscillation))
            .toArray();
    return String.format(
        Locale.ROOT,
        "Should no w fit, but each token's log-probability be off by at most %.3g on target"
            + " prompts: the excess cost is at most %.3g%n(median; at most %.3g in each). No source"
            + " reward can check that.",
        epsilon,
        Median.of(bounds),
        Doubles.max(bounds));
  }

  private static double[] vector(JsonNode values) {
    double[] vector = new double[values.size()];
    Arrays.setAll(vector, i -> values.path(i).asDouble());
    return vector;
  }

  /**
   * Says what the last certificates of a finished run mean.
   *
   * @param plan its plan
   * @param directory where it is
   * @return sentences; none where nothing is certified
   * @throws IOException if a file cannot be read
   */
  public static Optional<String> words(RunPlan plan, Path directory) throws IOException {
    if (!plan.certification().isOn()) {
      return Optional.empty();
    }
    double delta = Double.parseDouble(delta(FinishedRun.open(directory).json()));
    return Optional.of(words(plan.problem(), directory, delta));
  }

  /**
   * Returns δ of the bounds of a run: the one it was made with, or the one of a later certificate.
   *
   * @param run what {@code run.json} says
   * @return δ as text, or {@code off}
   */
  public static String delta(JsonNode run) {
    return run.has(FinishedRun.DELTA)
        ? run.path(FinishedRun.DELTA).asText()
        : certification(run).path(Certification.CERTIFY).asText("off");
  }

  /**
   * Says what the last certificates of a finished run mean.
   *
   * @param problem its problem
   * @param directory where it is
   * @param delta δ of its bounds
   * @return sentences
   * @throws IOException if a file cannot be read
   */
  public static String words(LearningProblem problem, Path directory, double delta)
      throws IOException {
    FinishedRun run = FinishedRun.open(directory);
    ImmutableList<Row> rows = RunTable.read(run.csv(), Measure.CERTIFIED);
    boolean certified = Certifier.of(problem, delta).strength() == Strength.CERTIFIED;
    return words(rows, run.json(), delta, certified);
  }

  private static double[] ends(List<Row> rows, Measure measure) {
    LinkedHashMap<Long, Double> last = new LinkedHashMap<>();
    rows.forEach(row -> last.put(row.seed(), bound(row.value(measure))));
    return Doubles.toArray(last.values());
  }

  /**
   * Returns a bound.
   *
   * @param recorded a certified measure
   * @return the same, infinite where it is NaN: an empty cell bounds nothing
   */
  public static double bound(double recorded) {
    return Double.isNaN(recorded) ? Double.POSITIVE_INFINITY : recorded;
  }

  static String words(List<Row> rows, JsonNode run, double delta, boolean certified) {
    double[] excess = ends(rows, Measure.CERTIFIED_EXCESS);
    double[] kl = ends(rows, Measure.CERTIFIED_ORACLE_KL);
    double evidence = // what was exceeded once stays said
        rows.stream().mapToDouble(row -> bound(row.value(Measure.MODEL_EVIDENCE))).max().orElse(0);
    StringBuilder text = new StringBuilder();
    if (!(evidence < 1 / delta)) {
      text.append(
          "The source rewards contradict the model (Assumption 1): only the cap without queries"
              + " stands.\n");
    }
    text.append(stops(run));
    text.append(
        String.format(
            Locale.ROOT,
            "without a target reward: the excess cost is at most %.3g (median of %s; at most %.3g"
                + " in each),%nits KL to the oracle student at most %.3g; for all rounds of a seed"
                + " at once with probability %.4g, if the model holds.%n"
                + "Largest evidence against the model: %.3g (%.4g would reject it).",
            Median.of(excess),
            Printable.counted(excess.length, "seed"),
            Doubles.max(excess),
            Median.of(kl),
            1 - delta,
            evidence,
            1 / delta));
    if (!certified) {
      text.append("\nThe bounds were searched for, not certified: d is above 4 or not linear.");
    }
    return text.toString();
  }

  private static JsonNode certification(JsonNode run) {
    return run.path("configuration").path("certification");
  }

  private static String stops(JsonNode run) {
    long wanted = run.path("configuration").path("rounds").longValue();
    double[] rounds =
        ImmutableList.copyOf(run.path("replicates")).stream()
            .filter(end -> end.has("stoppedBy"))
            .mapToDouble(end -> end.path("rounds").longValue())
            .toArray();
    String rule = certification(run).path(Certification.STOP_WHEN).asText("never");
    if (rule.equals("never")) {
      return String.format(Locale.ROOT, "After %d rounds, ", wanted);
    }
    int seeds = Iterables.size(run.path("replicates"));
    if (rounds.length == 0) {
      return String.format(
          Locale.ROOT, "No certificate said %s within %d rounds; ", Printable.of(rule), wanted);
    }
    return String.format(
        Locale.ROOT,
        "Stopped by certificate, %s: %d of %s, after %s rounds in the median and %.0f at most; %d"
            + " were allowed;%n",
        Printable.of(rule),
        rounds.length,
        Printable.counted(seeds, "seed"),
        Median.text(rounds),
        Doubles.max(rounds),
        wanted);
  }
}

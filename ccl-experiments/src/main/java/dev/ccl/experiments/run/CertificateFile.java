package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.hash.Hashing;
import com.google.common.hash.HashingOutputStream;
import com.google.common.primitives.Doubles;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.AtomicFile;
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
import dev.ccl.experiments.summary.Median;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code certificate.csv}: for each row of {@code runs.csv} what can be said about its student
 * without target rewards. A run with {@code certify} writes it by itself; for another one the
 * rounds are done once more, and that the students are those of the run is checked.
 */
public final class CertificateFile {
  /** The name of the file. */
  public static final String NAME = "certificate.csv";

  /** A field of {@code run.json}, where δ is not the one the run was made with. */
  private static final String DELTA = "certificateDelta";

  private static final String HEADER =
      "seed,round,certifiedExcess,certifiedOracleKl,modelEvidence\n";

  private CertificateFile() {}

  /**
   * A row of the file.
   *
   * @param seed the seed
   * @param round how many rounds were completed
   * @param excess an upper bound of Δ
   * @param oracleKl an upper bound of 𝒦; infinite if nothing can be said
   * @param evidence an e-value against Assumption 1; infinite if exact rewards contradict it
   */
  public record Row(long seed, long round, double excess, double oracleKl, double evidence) {}

  static String rows(long seed, List<Certified.AtRound> certificates) {
    StringBuilder text = new StringBuilder();
    for (Certified.AtRound at : certificates) {
      Certificate c = at.certificate();
      text.append(seed).append(',').append(at.round());
      for (double value : new double[] {c.excess(), c.oracleKl(), c.modelEvidence()}) {
        text.append(',').append(value < Double.POSITIVE_INFINITY ? RunTable.number(value) : "");
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** Writes the file and returns its digest. */
  static String write(Path directory, AtomicFile.Content rows) throws IOException {
    AtomicReference<String> digest = new AtomicReference<>();
    AtomicFile.write(
        directory.resolve(NAME),
        out -> {
          HashingOutputStream hashing = new HashingOutputStream(Hashing.sha256(), out);
          hashing.write(HEADER.getBytes(StandardCharsets.UTF_8));
          rows.writeTo(hashing);
          digest.set(hashing.hash().toString());
        });
    return digest.get();
  }

  /**
   * Reads the file of a finished run.
   *
   * @param directory where the run is
   * @return its rows
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is damaged; the message names file, line and rule
   */
  public static ImmutableList<Row> read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    List<String> lines = Files.readAllLines(file);
    checkArgument(
        !lines.isEmpty() && (lines.get(0) + "\n").equals(HEADER),
        "%s: not %s",
        file,
        HEADER.trim());
    ImmutableList.Builder<Row> rows = ImmutableList.builder();
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = Splitter.on(',').splitToList(lines.get(i));
      try {
        checkArgument(cells.size() == 5, "%s cells", cells.size());
        rows.add(
            new Row(
                Long.parseLong(cells.get(0)),
                Long.parseLong(cells.get(1)),
                number(cells.get(2)),
                number(cells.get(3)),
                number(cells.get(4))));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            String.format(Locale.ROOT, "%s: line %d is not five numbers", file, i + 1), e);
      }
    }
    return rows.build();
  }

  private static double number(String cell) {
    return cell.isEmpty() ? Double.POSITIVE_INFINITY : Double.parseDouble(cell);
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
   * Does the rounds of a finished run once more and writes the file.
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
    StringBuilder rows = new StringBuilder();
    double[] residual = {0};
    Parallel.<JsonNode, LearnerState, IOException>forEach(
        Math.min(threads, plan.seeds()),
        run.json().path("replicates"),
        end -> replay(plan, learner, end),
        end -> {
          rows.append(rows(end.seed(), Certified.certificates(end)));
          double unexplained = Certifier.of(plan.problem(), delta, end.extras()).residual();
          residual[0] = Math.max(residual[0], unexplained);
        });
    String asked = Decimals.shortest(delta);
    run.derive(
        NAME,
        root -> {
          root.remove(DELTA);
          if (!asked.equals(delta(root))) {
            root.put(DELTA, asked);
          }
        },
        () -> {
          byte[] bytes = rows.toString().getBytes(StandardCharsets.UTF_8);
          write(locked.path(), out -> out.write(bytes));
          return true;
        });
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
    FinishedRun run = FinishedRun.open(directory);
    return run.has(NAME)
        ? Optional.of(words(plan.problem(), directory, Double.parseDouble(delta(run.json()))))
        : Optional.empty();
  }

  /**
   * Returns δ of the bounds of a run: the one it was made with, or the one of a later certificate.
   *
   * @param run what {@code run.json} says
   * @return δ as text, or {@code off}
   */
  public static String delta(JsonNode run) {
    return run.has(DELTA)
        ? run.path(DELTA).asText()
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
    JsonNode run = FinishedRun.open(directory).json();
    ImmutableList<Row> rows = read(directory);
    boolean certified = Certifier.of(problem, delta).strength() == Strength.CERTIFIED;
    return words(rows, run, delta, certified);
  }

  /**
   * Returns the last row of each seed.
   *
   * @param rows the rows of a file
   * @return one row per seed, in their order
   */
  public static ImmutableList<Row> ends(List<Row> rows) {
    LinkedHashMap<Long, Row> last = new LinkedHashMap<>();
    rows.forEach(row -> last.put(row.seed(), row));
    return ImmutableList.copyOf(last.values());
  }

  /**
   * Returns the largest evidence against the model, over all seeds and their recorded rounds: what
   * was exceeded once stays said.
   *
   * @param rows the rows of a file
   * @return an e-value; infinite if exact rewards contradict the model
   */
  public static double evidence(List<Row> rows) {
    return rows.stream().mapToDouble(Row::evidence).max().orElse(0);
  }

  private static String words(
      ImmutableList<Row> rows, JsonNode run, double delta, boolean certified) {
    double[] excess = ends(rows).stream().mapToDouble(Row::excess).toArray();
    double[] kl = ends(rows).stream().mapToDouble(Row::oracleKl).toArray();
    double evidence = evidence(rows);
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

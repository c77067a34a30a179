package dev.ccl.experiments.recording;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.RunTable.Row;
import dev.ccl.experiments.summary.Numbers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What one learner did on one instance over seeds: the same value of a finished run, of one that
 * goes on, and of one in memory, which has no files. Seeds may have ended at different rounds;
 * curves have the rounds that all of them have reached.
 */
public final class RunRecord {
  private final ImmutableMap<String, String> facts;
  private final ImmutableMap<String, String> settings;
  private final ImmutableList<String> warnings;
  private final ImmutableList<Long> seeds;
  private final double[] rounds;
  private final ImmutableMap<Measure, double[][]> values;
  private final ImmutableList<ImmutableMap<String, BigInteger>> ledgers;

  /**
   * Holds a recording.
   *
   * @param facts what was run: learner, instance, versions and so on
   * @param settings the learner's settings and the certification
   * @param warnings what the learner said before it ran
   * @param seeds the seeds
   * @param rounds the recorded rounds of the seed that went on longest, increasing; read
   * @param values for each measure a row of numbers for each seed, at the first of these rounds, up
   *     to the last one of the seed; NaN where unknown; read
   * @param ledgers what each seed had spent by its last recorded round
   */
  public RunRecord(
      Map<String, String> facts,
      Map<String, String> settings,
      ImmutableList<String> warnings,
      ImmutableList<Long> seeds,
      double[] rounds,
      Map<Measure, double[][]> values,
      ImmutableList<ImmutableMap<String, BigInteger>> ledgers) {
    this.facts = ImmutableMap.copyOf(facts);
    this.settings = ImmutableMap.copyOf(settings);
    this.warnings = warnings;
    this.seeds = seeds;
    this.rounds = rounds.clone();
    this.values = ImmutableMap.copyOf(values);
    this.ledgers = ledgers;
  }

  /**
   * Runs a plan in memory.
   *
   * @param plan what to run
   * @param threads how many threads, at least 1; no result depends on it
   * @return what was recorded
   */
  public static RunRecord of(RunPlan plan, int threads) {
    Map<Long, List<Row>> rows = new LinkedHashMap<>();
    ImmutableList.Builder<ImmutableMap<String, BigInteger>> ledgers = ImmutableList.builder();
    for (Replicate replicate : plan.replicates().run(plan.firstSeed(), plan.seeds(), threads)) {
      rows.put(replicate.seed(), plan.measured(replicate));
      ledgers.add(replicate.ledger());
    }
    return of(
        facts(plan),
        plan.choices(),
        plan.warnings(),
        plan.table().measures(),
        rows,
        ledgers.build());
  }

  /** What is known of a run from its plan alone. */
  static ImmutableMap<String, String> facts(RunPlan plan) {
    ImmutableMap.Builder<String, String> facts = ImmutableMap.builder();
    facts.put("instance", plan.subject().fileName());
    facts.put("instanceName", plan.subject().name());
    facts.put("instanceDigest", plan.subject().digest());
    facts.put("learner", plan.learner().name());
    facts.put("digest", plan.digest());
    return facts.buildOrThrow();
  }

  /** Puts rows together, of which each seed has the first ones of the longest. */
  static RunRecord of(
      Map<String, String> facts,
      Map<String, String> settings,
      ImmutableList<String> warnings,
      Iterable<Measure> known,
      Map<Long, ? extends List<Row>> rows,
      ImmutableList<ImmutableMap<String, BigInteger>> ledgers) {
    List<Row> longest = // a certificate may have ended the others before
        Collections.max(rows.values(), Comparator.comparingInt(List::size));
    EnumMap<Measure, double[][]> values = new EnumMap<>(Measure.class);
    for (Measure measure : known) {
      values.put(
          measure,
          rows.values().stream()
              .map(ofSeed -> ofSeed.stream().mapToDouble(row -> row.value(measure)).toArray())
              .toArray(double[][]::new));
    }
    return new RunRecord(
        facts,
        settings,
        warnings,
        ImmutableList.copyOf(rows.keySet()),
        longest.stream().mapToDouble(Row::round).toArray(),
        values,
        ledgers);
  }

  /**
   * Returns a fact about the run.
   *
   * @param key what to know
   * @return the fact, empty if it is not known
   */
  public String fact(String key) {
    return facts.getOrDefault(key, "");
  }

  /** {@return the learner's settings and the certification: texts by key} */
  public ImmutableMap<String, String> settings() {
    return settings;
  }

  /** {@return what the learner said before it ran, sentences} */
  public ImmutableList<String> warnings() {
    return warnings;
  }

  /** {@return the seeds in order} */
  public ImmutableList<Long> seeds() {
    return seeds;
  }

  /** {@return the last round that all seeds have reached} */
  public double lastRound() {
    return rounds[shortest() - 1];
  }

  /** {@return the recorded rounds that all seeds have reached} */
  public double[] rounds() {
    return Arrays.copyOf(rounds, shortest());
  }

  private int shortest() {
    return lengths().min().orElse(rounds.length);
  }

  private IntStream lengths() {
    return Arrays.stream(values.get(Measure.COST)).mapToInt(row -> row.length);
  }

  /** {@return the last recorded round of each seed: rounds in the order of the seeds} */
  public double[] ends() {
    return lengths().mapToDouble(length -> rounds[length - 1]).toArray();
  }

  /**
   * Returns the last recorded rounds of the seeds for people.
   *
   * @return such as {@code 300}, or {@code 30…300} where seeds ended at different rounds
   */
  public String endsText() {
    DoubleSummaryStatistics ends = Arrays.stream(ends()).summaryStatistics();
    String first = Numbers.count((long) ends.getMin());
    String last = Numbers.count((long) ends.getMax());
    return first.equals(last) ? first : first + "…" + last;
  }

  /**
   * Tells whether a measure is known at every round.
   *
   * @param measure what
   * @return whether it has numbers
   */
  public boolean has(Measure measure) {
    if (!values.containsKey(measure)) {
      return false;
    }
    for (double[] row : values.get(measure)) {
      for (double value : row) {
        if (Double.isNaN(value)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns a measure over rounds.
   *
   * @param measure what
   * @return its medians over seeds, at the rounds that all seeds have reached
   */
  public Curve curve(Measure measure) {
    return Curve.of(rounds(), values.get(measure));
  }

  /**
   * Returns the means over seeds, for what is known of expectations.
   *
   * @param measure what
   * @return one mean per round that all seeds have reached
   */
  public double[] means(Measure measure) {
    double[][] rows = values.get(measure);
    double[] means = new double[shortest()];
    Arrays.setAll(means, i -> Arrays.stream(rows).mapToDouble(row -> row[i]).sum() / rows.length);
    return means;
  }

  /**
   * Returns a measure at the last recorded round of each seed.
   *
   * @param measure what
   * @return numbers in the order of the seeds
   */
  public double[] last(Measure measure) {
    return Arrays.stream(values.get(measure)).mapToDouble(row -> row[row.length - 1]).toArray();
  }

  /**
   * Returns a measure at all recorded rounds of all seeds.
   *
   * @param measure what
   * @return its numbers, those of the first seed first
   */
  public DoubleStream all(Measure measure) {
    return Arrays.stream(values.get(measure)).flatMapToDouble(Arrays::stream);
  }

  /**
   * Returns a measure of a seed at a round.
   *
   * @param measure what
   * @param seed a seed
   * @param round a round
   * @return the number; NaN where it was not recorded
   */
  public double at(Measure measure, long seed, double round) {
    int row = seeds.indexOf(seed);
    int column = Arrays.binarySearch(rounds, round);
    double[][] rows = values.get(measure);
    return row >= 0 && column >= 0 && column < rows[row].length ? rows[row][column] : Double.NaN;
  }

  /**
   * Returns what became of a measure from round 0 to a round that all seeds have reached.
   *
   * @param measure what
   * @param round the round
   * @return the change, if the measure is known and round 0 was recorded
   */
  public Optional<Change> change(Measure measure, double round) {
    double[] until = rounds();
    int index = Arrays.binarySearch(until, round);
    int column = index >= 0 ? index : Math.max(0, -index - 2);
    return starts(measure)
        .map(
            starts ->
                Change.of(
                    starts,
                    Arrays.stream(values.get(measure)).mapToDouble(row -> row[column]).toArray()));
  }

  /**
   * Returns what became of a measure from round 0 to the last recorded round of each seed.
   *
   * @param measure what
   * @return the change, if the measure is known and round 0 was recorded
   */
  public Optional<Change> change(Measure measure) {
    return starts(measure).map(starts -> Change.of(starts, last(measure)));
  }

  private Optional<double[]> starts(Measure measure) {
    return has(measure) && rounds[0] == 0 ? Optional.of(first(measure)) : Optional.empty();
  }

  /**
   * Returns a measure at the first recorded round of each seed.
   *
   * @param measure what
   * @return numbers in the order of the seeds
   */
  public double[] first(Measure measure) {
    return Arrays.stream(values.get(measure)).mapToDouble(row -> row[0]).toArray();
  }

  /**
   * Returns how fast a measure falls.
   *
   * @param measure what
   * @param from the first round to take part, positive
   * @return the slopes of the seeds, up to the last round that all of them have reached
   */
  public Slope slope(Measure measure, double from) {
    return Slope.of(rounds(), values.get(measure), from);
  }

  /**
   * Returns an entry of the ledger, summed over seeds.
   *
   * @param entry its name
   * @return the sum, 0 if it is not known
   */
  public BigInteger spent(String entry) {
    return ledgers.stream()
        .map(ledger -> ledger.getOrDefault(entry, BigInteger.ZERO))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /**
   * Returns what a seed has spent up to a round, on average over seeds, if it spends as much in
   * each.
   *
   * @param entry the name of an entry of the ledger
   * @param round a round
   * @return the mean; of a seed that ended before the round all that it has spent
   */
  public double spentUpTo(String entry, double round) {
    double[] ends = ends();
    double sum = 0;
    for (int i = 0; i < ledgers.size(); i++) {
      double all = ledgers.get(i).getOrDefault(entry, BigInteger.ZERO).doubleValue();
      sum += round < ends[i] ? all * (round / ends[i]) : all;
    }
    return sum / seeds.size();
  }
}

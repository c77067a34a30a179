package dev.ccl.experiments.recording;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.experiments.run.Measure;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;

/** What one learner did on one instance over seeds: the content of a run directory. */
public final class Recording {
  private final ImmutableMap<String, String> facts;
  private final ImmutableMap<String, String> settings;
  private final ImmutableList<String> warnings;
  private final ImmutableList<Long> seeds;
  private final double[] rounds;
  private final ImmutableMap<Measure, double[][]> values;
  private final ImmutableList<Long> ends;
  private final ImmutableList<ImmutableMap<String, BigInteger>> ledgers;
  private final Map<Measure, Bootstrap> bootstraps = new EnumMap<>(Measure.class);

  /**
   * Holds a recording.
   *
   * @param facts what was run: learner, instance, versions and so on
   * @param settings the learner's settings
   * @param warnings what the learner said before it ran
   * @param seeds the seeds
   * @param rounds the recorded rounds, increasing; read
   * @param values for each measure a row of numbers for each seed, NaN where unknown; read
   * @param ends how many rounds each seed has done, which may be more than are shown of it
   * @param ledgers what each seed had spent by then
   */
  Recording(
      Map<String, String> facts,
      Map<String, String> settings,
      ImmutableList<String> warnings,
      ImmutableList<Long> seeds,
      double[] rounds,
      Map<Measure, double[][]> values,
      ImmutableList<Long> ends,
      ImmutableList<ImmutableMap<String, BigInteger>> ledgers) {
    this.facts = ImmutableMap.copyOf(facts);
    this.settings = ImmutableMap.copyOf(settings);
    this.warnings = warnings;
    this.seeds = seeds;
    this.rounds = rounds.clone();
    this.values = ImmutableMap.copyOf(values);
    this.ends = ends;
    this.ledgers = ledgers;
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

  /**
   * Returns the learner's settings.
   *
   * @return keys with values
   */
  public ImmutableMap<String, String> settings() {
    return settings;
  }

  /**
   * Returns what the learner said before it ran.
   *
   * @return sentences
   */
  public ImmutableList<String> warnings() {
    return warnings;
  }

  /** {@return the seeds in order} */
  public ImmutableList<Long> seeds() {
    return seeds;
  }

  /**
   * Returns the last round.
   *
   * @return T
   */
  public double lastRound() {
    return rounds[rounds.length - 1];
  }

  /**
   * Returns the recorded rounds.
   *
   * @return a copy
   */
  public double[] rounds() {
    return rounds.clone();
  }

  /**
   * Tells whether a measure is known at every round.
   *
   * @param measure what
   * @return whether it has numbers
   */
  public boolean has(Measure measure) {
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
   * Returns the resampled seeds of a measure.
   *
   * @param measure what
   * @return its bootstrap
   */
  public Bootstrap bootstrap(Measure measure) {
    return bootstraps.computeIfAbsent(measure, q -> Bootstrap.of(rounds, values.get(q)));
  }

  /**
   * Returns the mean over seeds of a measure.
   *
   * @param measure what
   * @return the curve
   */
  public Curve curve(Measure measure) {
    return bootstrap(measure).curve();
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
    double sum = 0;
    for (int i = 0; i < ledgers.size(); i++) {
      double all = ledgers.get(i).getOrDefault(entry, BigInteger.ZERO).doubleValue();
      sum += round < ends.get(i) ? all * (round / ends.get(i)) : all;
    }
    return sum / seeds.size();
  }
}

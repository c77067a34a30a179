package dev.ccl.experiments.recording;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Snapshot;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.RunTable.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that goes on, seen from outside through its checkpoints: what it has recorded so far. Seeds
 * that are at their end count; while none is, the rounds that all seeds in progress have passed.
 * What was measured once is not measured again.
 */
public final class UnfinishedRun {
  private final RunPlan plan;
  private final Path directory;
  private final Checkpoints checkpoints;
  private final Map<Long, List<Row>> measured = new LinkedHashMap<>();
  private final Map<Long, List<ImmutableMap<String, BigInteger>>> ledgers = new LinkedHashMap<>();
  private Optional<RunRecord> finished = Optional.empty();

  private UnfinishedRun(RunPlan plan, Path directory) {
    this.plan = plan;
    this.directory = directory;
    this.checkpoints =
        Checkpoints.in(directory.resolve("checkpoint"), plan.identity(), Cadence.AT_THE_END);
  }

  /**
   * Looks at a run.
   *
   * @param plan what is run
   * @param directory where; need not exist yet
   * @return the run
   */
  public static UnfinishedRun of(RunPlan plan, Path directory) {
    return new UnfinishedRun(plan, directory);
  }

  /**
   * Reads what there is by now.
   *
   * @return the recording; nothing if nothing was kept yet
   * @throws IOException if a finished run cannot be read
   */
  public Optional<RunRecord> read() throws IOException {
    if (finished.isEmpty() && Files.exists(directory.resolve("run.json"))) {
      finished = Optional.of(RecordingReader.read(directory));
      measured.clear();
      ledgers.clear();
    }
    if (finished.isPresent()) {
      return finished;
    }
    for (long seed : plan.allSeeds()) {
      if (!isWhole(seed)) {
        find(seed).ifPresent(this::measure);
      }
    }
    return recording();
  }

  private boolean isWhole(long seed) {
    return measured.containsKey(seed)
        && measured.get(seed).size() == plan.recorded().all().length();
  }

  /** A checkpoint may be replaced or removed while it is read; then there is a next time. */
  private Optional<Replicate> find(long seed) {
    try {
      return checkpoints.find(seed);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private void measure(Replicate replicate) {
    List<Row> rows = measured.computeIfAbsent(replicate.seed(), s -> new ArrayList<>());
    for (Snapshot snapshot : replicate.record().subList(rows.size(), replicate.record().size())) {
      rows.add(plan.row(replicate.seed(), snapshot));
      ledgers
          .computeIfAbsent(replicate.seed(), s -> new ArrayList<>())
          .add(ImmutableMap.copyOf(snapshot.ledger().entries()));
    }
  }

  private Optional<RunRecord> recording() {
    boolean anyWhole = measured.keySet().stream().anyMatch(this::isWhole);
    ImmutableList<Long> seeds =
        plan.allSeeds().stream()
            .filter(seed -> anyWhole ? isWhole(seed) : measured.containsKey(seed))
            .collect(ImmutableList.toImmutableList());
    int shown = seeds.stream().mapToInt(seed -> measured.get(seed).size()).min().orElse(0);
    if (shown == 0) {
      return Optional.empty();
    }
    Map<Long, List<Row>> rows = new LinkedHashMap<>();
    seeds.forEach(seed -> rows.put(seed, measured.get(seed).subList(0, shown)));
    return Optional.of(
        RunRecord.of(
            ImmutableMap.<String, String>builder()
                .putAll(RunRecord.facts(plan))
                .put("directory", directory.toString())
                .buildOrThrow(),
            plan.choices(),
            plan.warnings(),
            Measure.RECORDED,
            rows,
            seeds.stream()
                .map(seed -> ledgers.get(seed).get(shown - 1))
                .collect(ImmutableList.toImmutableList())));
  }
}

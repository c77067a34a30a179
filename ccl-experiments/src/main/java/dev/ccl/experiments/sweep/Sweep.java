package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.base.Joiner;
import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.Beginning;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Runs a grid of plans. Each cell is a run in a directory of its own under {@code cells/}, named
 * after what decides its results; so a finished cell is recognised and not run again, and a changed
 * one goes elsewhere. When all are finished, {@code sweep.csv} and {@code sweep.json} put them
 * together.
 */
public final class Sweep {
  private static final String COLUMNS =
      "cell,instance,learner,settings,seed,round,"
          + Joiner.on(',').join(Stream.of(Measure.values()).map(Measure::column).iterator());

  private final Path out;
  private final ImmutableList<RunPlan> plans;

  private Sweep(Path out, ImmutableList<RunPlan> plans) {
    this.out = out;
    this.plans = plans;
  }

  /**
   * Returns a sweep.
   *
   * @param out its directory: new, empty or that of a sweep
   * @param plans the cells
   * @return the sweep
   * @throws IOException if the directory cannot be read
   */
  public static Sweep of(Path out, ImmutableList<RunPlan> plans) throws IOException {
    checkArgument(!Files.exists(out) || Files.isDirectory(out), "%s is not a directory", out);
    if (Files.exists(out) && !Files.exists(out.resolve("cells"))) {
      try (Stream<Path> files = Files.list(out)) {
        checkArgument(files.findAny().isEmpty(), "%s is not empty and holds no sweep", out);
      }
    }
    return new Sweep(out, plans);
  }

  /**
   * Returns the rounds of all cells together.
   *
   * @return a number of rounds
   */
  public long work() {
    return plans.stream().mapToLong(RunPlan::work).sum();
  }

  /**
   * Runs what is not finished. Where there are fewer seeds in a cell than threads, several cells
   * run at a time.
   *
   * @param threads how many threads, at least 1
   * @param cadence how often to keep checkpoints
   * @param monitor watches and may stop
   * @return how it ended
   * @throws IOException if a file cannot be written
   */
  public RunJob.End run(int threads, Cadence cadence, Monitor monitor) throws IOException {
    Files.createDirectories(out.resolve("cells"));
    int fewest = plans.stream().mapToInt(RunPlan::seeds).min().orElse(1);
    int atOnce = Math.max(1, Math.min(plans.size(), threads / fewest));
    ExecutorService pool = Executors.newFixedThreadPool(atOnce);
    List<Future<RunJob.End>> ends = new ArrayList<>();
    try {
      for (RunPlan plan : plans) {
        ends.add(pool.submit(() -> run(plan, threads / atOnce, cadence, monitor)));
      }
      for (Future<RunJob.End> end : ends) {
        if (end.get() == RunJob.End.STOPPED) {
          return RunJob.End.STOPPED;
        }
      }
    } catch (ExecutionException e) {
      ends.forEach(end -> end.cancel(false));
      Throwables.throwIfInstanceOf(e.getCause(), IOException.class);
      Throwables.throwIfUnchecked(e.getCause());
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while cells run", e);
    } finally {
      pool.shutdown();
    }
    AtomicFile.write(out.resolve("sweep.csv"), this::writeCsv);
    JsonFile.write(out.resolve("sweep.json"), this::writeJson);
    return RunJob.End.FINISHED;
  }

  private RunJob.End run(RunPlan plan, int threads, Cadence cadence, Monitor monitor)
      throws IOException {
    if (monitor.stopping()) {
      return RunJob.End.STOPPED;
    }
    try (RunJob job = RunJob.open(plan, directory(plan), Beginning.RESUMED)) {
      return job.run(threads, cadence, monitor);
    }
  }

  private static String cell(RunPlan plan) {
    String instance = plan.subject().fileName().replaceFirst("\\.json$", "");
    return instance + "-" + plan.learner().name() + "-" + plan.digest().substring(0, 12);
  }

  private Path directory(RunPlan plan) {
    return out.resolve("cells").resolve(cell(plan));
  }

  /** The rows of all cells, without the parameters, whose number differs between instances. */
  private void writeCsv(OutputStream csv) throws IOException {
    csv.write((COLUMNS + "\n").getBytes(StandardCharsets.UTF_8));
    int kept = 2 + Measure.values().length;
    for (RunPlan plan : plans) {
      String front =
          Joiner.on(',')
              .join(
                  quoted(cell(plan)),
                  quoted(plan.subject().fileName()),
                  plan.learner().name(),
                  quoted(Joiner.on(' ').withKeyValueSeparator('=').join(settings(plan))));
      try (BufferedReader lines = FinishedRun.open(directory(plan)).rows()) {
        String line = lines.readLine(); // the header
        for (line = lines.readLine(); line != null; line = lines.readLine()) {
          int end = -1;
          for (int i = 0; i < kept; i++) {
            end = line.indexOf(',', end + 1);
          }
          csv.write((front + "," + line.substring(0, end) + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  private static Map<String, String> settings(RunPlan plan) {
    return plan.learner().settings().texts();
  }

  private static String quoted(String text) {
    return text.contains(",") || text.contains("\"")
        ? "\"" + text.replace("\"", "\"\"") + "\""
        : text;
  }

  private void writeJson(JsonGenerator json) throws IOException {
    json.writeStringField("format", "ccl-sweep/1");
    json.writeArrayFieldStart("cells");
    for (RunPlan plan : plans) {
      json.writeStartObject();
      json.writeStringField("directory", "cells/" + cell(plan));
      json.writeStringField("digest", plan.digest());
      json.writeObjectFieldStart("configuration");
      plan.writeConfiguration(json);
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}

package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.base.Joiner;
import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.Directories;
import dev.ccl.experiments.run.FinishedRun;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.RunTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a grid of plans. Each cell is a run in a directory of its own under {@code cells/}, named
 * after what decides its results; so a finished cell is recognised and not run again, and a changed
 * one goes elsewhere. When all are finished, {@code sweep.csv} and {@code sweep.json} put them
 * together, {@code cells.csv} has one column per parameter and setting, and {@code study.json} what
 * a report across the cells is made from. Generated instances are written to {@code instances/}.
 */
public final class Sweep {
  private static final RunTable TABLE = RunTable.of(Measure.RECORDED);

  /** Bytes of the name of a cell before its digest; file systems have 255 for the whole. */
  private static final int LONGEST_FRONT = 200;

  private final Path out;
  private final ImmutableList<RunPlan> plans;
  private final Question question;

  private Sweep(Path out, ImmutableList<RunPlan> plans, Question question) {
    this.out = out;
    this.plans = plans;
    this.question = question;
  }

  /**
   * Returns a sweep without a question of its own.
   *
   * @param out its directory: new, empty or that of a sweep
   * @param plans the cells
   * @return the sweep
   * @throws IOException if the directory cannot be read
   */
  public static Sweep of(Path out, ImmutableList<RunPlan> plans) throws IOException {
    return of(out, plans, Question.OPEN);
  }

  /**
   * Returns a sweep.
   *
   * @param out its directory: new, empty or that of a sweep
   * @param plans the cells
   * @param question what the cells are compared for
   * @return the sweep
   * @throws IOException if the directory cannot be read
   */
  public static Sweep of(Path out, ImmutableList<RunPlan> plans, Question question)
      throws IOException {
    checkArgument(!Files.exists(out) || Files.isDirectory(out), "%s is not a directory", out);
    checkArgument(
        !Files.exists(out) || Directories.isEmpty(out) || holdsSweep(out),
        "%s is not empty and holds no sweep",
        out);
    return new Sweep(out, plans, question);
  }

  private static boolean holdsSweep(Path out) throws IOException {
    if (Study.isIn(out)) {
      Study.read(out); // refuses a study.json of another program
      return true;
    }
    return Directories.holdsOnly(
        out.resolve("cells"), cell -> cell.getFileName().toString().matches(".+-[0-9a-f]{12}"));
  }

  /** {@return the rounds of all cells together} */
  public long work() {
    return plans.stream().mapToLong(RunPlan::work).reduce(0, LongMath::saturatedAdd);
  }

  /**
   * Runs what is not finished, and throws the failure of the first cell that failed when all others
   * have ended.
   *
   * @param executor where to run
   * @param monitor watches and may stop
   * @return how it ended
   * @throws IOException if a file cannot be written
   */
  public RunJob.End run(Executor executor, Monitor monitor) throws IOException {
    Map<String, Exception> failed = new ConcurrentHashMap<>();
    RunJob.End end =
        run(executor, monitor, (cell, reason) -> failed.putIfAbsent(cell.name(), reason));
    for (Cell cell : cells()) {
      Exception reason = failed.get(cell.name());
      if (reason != null) {
        Throwables.throwIfInstanceOf(reason, IOException.class);
        Throwables.throwIfUnchecked(reason);
      }
    }
    return end;
  }

  /**
   * Runs what is not finished. A cell that fails hinders no other; the summary files are written
   * when all cells are finished.
   *
   * @param executor where to run
   * @param monitor watches and may stop
   * @param failures told of each cell that fails
   * @return how it ended
   * @throws IOException if a file of the sweep itself cannot be written
   */
  public RunJob.End run(Executor executor, Monitor monitor, Executor.FailureListener failures)
      throws IOException {
    prepare();
    Files.createDirectories(out.resolve("cells"));
    RunJob.End end = executor.run(cells(), monitor, failures);
    if (end == RunJob.End.FINISHED) {
      summarize();
    }
    return end;
  }

  /**
   * A plan and where it goes.
   *
   * @param name the name of the cell, which tells what decides its results
   * @param plan what to run
   * @param directory the directory of the run
   */
  public record Cell(String name, RunPlan plan, Path directory) {}

  /** {@return all cells, in the order of the plans} */
  public ImmutableList<Cell> cells() {
    return plans.stream()
        .map(plan -> new Cell(cell(plan), plan, directory(plan)))
        .collect(ImmutableList.toImmutableList());
  }

  /** Writes what does not depend on results: the generated instances and the study. */
  private void prepare() throws IOException {
    Files.createDirectories(out);
    Study.write(out, question, cells()); // first: by it the directory is known as that of a sweep
    Path instances = out.resolve("instances");
    for (RunPlan plan : plans) {
      if (plan.subject().isGenerated()) {
        Files.createDirectories(instances);
        byte[] bytes = plan.subject().bytes();
        Path file = instances.resolve(plan.subject().fileName());
        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
          AtomicFile.write(file, stream -> stream.write(bytes));
        }
      }
    }
  }

  /** {@return where the cells are in their grid, and what is asked, the study} */
  public Study study() {
    return Study.of(question, cells());
  }

  /**
   * Puts the results of all cells together.
   *
   * @throws IOException if a cell is not finished or a file cannot be written
   */
  void summarize() throws IOException {
    prepare();
    CellsFile.write(out.resolve("cells.csv"), cells());
    AtomicFile.write(out.resolve("sweep.csv"), this::writeCsv);
    JsonFile.write(out.resolve("sweep.json"), this::writeJson);
  }

  private static String cell(RunPlan plan) {
    String instance = plan.subject().fileName().replaceFirst("\\.json$", "");
    String front = instance + "-" + plan.learner().name();
    while (front.getBytes(StandardCharsets.UTF_8).length > LONGEST_FRONT) {
      front = front.substring(0, front.offsetByCodePoints(front.length(), -1));
    }
    return front + "-" + plan.digest().substring(0, 12);
  }

  private Path directory(RunPlan plan) {
    return out.resolve("cells").resolve(cell(plan));
  }

  /** The rows of all cells, without the parameters, whose number differs between instances. */
  private void writeCsv(OutputStream csv) throws IOException {
    write(csv, "cell,instance,learner,settings," + TABLE.header());
    for (RunPlan plan : plans) {
      String front =
          Joiner.on(',')
              .join(
                  quoted(cell(plan)),
                  quoted(plan.subject().fileName()),
                  plan.learner().name(),
                  quoted(Joiner.on(' ').withKeyValueSeparator('=').join(plan.choices())));
      RunTable.read(
          FinishedRun.open(directory(plan)).csv(),
          Measure.RECORDED,
          row -> write(csv, front + "," + TABLE.line(row)));
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  static String quoted(String text) {
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

package dev.ccl.experiments.run;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.core.truth.Evaluation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes {@code evaluation.csv}: everything that can be measured of each row of {@code runs.csv},
 * which has w and θ to the last bit. So it can be made at any time, and again if the process ended
 * before it was whole.
 */
final class EvaluationFile {
  private static final String HEADER =
      "seed,round,oracleKl,excessCost,optimizationError,calibrationErrorSquared,objective\n";
  private static final Splitter CELLS = Splitter.on(',');

  private final Evaluator evaluator;
  private final int bigD;

  private EvaluationFile(RunPlan plan) {
    this.evaluator = plan.subject().evaluator();
    this.bigD = plan.problem().calibration().set().dimension();
  }

  /** Writes the file; returns false, and leaves none, if the monitor stops it. */
  static boolean write(RunPlan plan, RunDirectory directory, int threads, Monitor monitor)
      throws IOException {
    EvaluationFile file = new EvaluationFile(plan);
    List<String> rows = Files.readAllLines(directory.csv(), StandardCharsets.UTF_8);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<String>> lines = new ArrayList<>();
      for (String row : rows.subList(1, rows.size())) {
        lines.add(pool.submit(() -> file.line(row)));
      }
      StringBuilder text = new StringBuilder(HEADER);
      for (Future<String> line : lines) {
        text.append(get(line));
        if (monitor.stopping()) {
          return false;
        }
      }
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      AtomicFile.write(directory.evaluation(), out -> out.write(bytes));
      return true;
    } finally {
      pool.shutdownNow();
    }
  }

  private static String get(Future<String> line) throws IOException {
    try {
      return line.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("evaluating a row: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private String line(String row) {
    List<String> cells = CELLS.splitToList(row);
    int before = 2 + Measure.values().length;
    double[] parameters =
        cells.subList(before, cells.size()).stream().mapToDouble(Double::parseDouble).toArray();
    double[] w = Arrays.copyOf(parameters, bigD);
    double[] theta = Arrays.copyOfRange(parameters, bigD, parameters.length);
    Evaluation e = evaluator.evaluate(w, theta);
    double[] values = {
      e.oracleKl(),
      e.excessCost(),
      e.optimizationError(),
      e.calibrationErrorSquared(),
      e.objective()
    };
    StringBuilder text = new StringBuilder(cells.get(0)).append(',').append(cells.get(1));
    for (double value : values) {
      text.append(',').append(Double.isNaN(value) ? "" : RunFiles.number(value));
    }
    return text.append('\n').toString();
  }
}

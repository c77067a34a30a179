package dev.ccl.experiments.run;

import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.experiments.run.RunTable.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;

/**
 * Writes {@code evaluation.csv}: everything that can be measured of each row of {@code runs.csv},
 * which has w and θ to the last bit. So it can be made at any time, and again if the process ended
 * before it was whole.
 */
final class EvaluationFile {
  private static final RunTable TABLE = RunTable.of(Measure.EVALUATED);

  private EvaluationFile() {}

  /** Writes the file; returns false, and leaves none, if the monitor stops it. */
  static boolean write(RunPlan plan, RunDirectory directory, int threads, Monitor monitor)
      throws IOException {
    Evaluator evaluator = plan.subject().evaluator();
    try {
      AtomicFile.write(
          directory.evaluation(),
          out -> {
            out.write(TABLE.header().getBytes(StandardCharsets.UTF_8));
            Parallel.<Row, String, IOException>forEach(
                threads,
                RunTable.read(directory.csv(), Measure.RECORDED),
                row -> line(evaluator, row, monitor),
                text -> out.write(text.getBytes(StandardCharsets.UTF_8)));
          });
    } catch (CancellationException e) {
      return false;
    }
    return true;
  }

  private static String line(Evaluator evaluator, Row row, Monitor monitor) {
    if (monitor.stopping()) {
      throw new CancellationException("stopped");
    }
    return TABLE.line(
        new Row(
            row.seed(),
            row.round(),
            evaluator.measure(
                Measure.EVALUATED, row.calibration().toArray(), row.student().toArray()),
            row.calibration(),
            row.student()));
  }
}

package dev.ccl.experiments.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Iterables;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Parallel;
import dev.ccl.experiments.run.RunTable.Row;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * Adds columns to the table of a finished run. Its rows have w and θ to the last bit, so that this
 * can be done at any time.
 */
final class RowColumns {
  private RowColumns() {}

  /** Adds what an evaluation knows of each row; returns false if the monitor stops it. */
  static boolean evaluate(RunPlan plan, FinishedRun run, int threads, Monitor monitor)
      throws IOException {
    Evaluator evaluator = plan.subject().evaluator();
    return add(
        plan,
        run,
        Measure.EVALUATED,
        run.json().has(FinishedRun.DELTA)
            ? ImmutableMap.of(FinishedRun.DELTA, run.json().path(FinishedRun.DELTA).asText())
            : ImmutableMap.of(),
        threads,
        row -> {
          if (monitor.stopping()) {
            throw new CancellationException("stopped");
          }
          return evaluator.measure(
              Measure.EVALUATED, row.calibration().toArray(), row.student().toArray());
        });
  }

  /** Adds measures, in place of those of the same names if there are any. */
  static boolean add(
      RunPlan plan,
      FinishedRun run,
      List<Measure> added,
      Map<String, String> said,
      int threads,
      Function<Row, Map<Measure, Double>> values)
      throws IOException {
    ImmutableSet<Measure> present = run.measures();
    ImmutableList.Builder<Measure> more = ImmutableList.builder();
    for (Measure measure : Iterables.concat(Measure.CERTIFIED, Measure.EVALUATED)) {
      if (present.contains(measure) || added.contains(measure)) {
        more.add(measure);
      }
    }
    RunTable table = plan.table(more.build());
    ImmutableList<Row> rows = RunTable.read(run.csv(), Measure.RECORDED);
    return run.replace(
        said,
        out -> {
          out.write(table.header().getBytes(StandardCharsets.UTF_8));
          Parallel.<Row, String, IOException>forEach(
              threads,
              rows,
              row -> table.line(row.without(added).with(values.apply(row))),
              text -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        });
  }
}

package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Checkpoints;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.certificates.Certification;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.judge.Recorded;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Truth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that runs write and say, where d ≠ D, λ ≠ 1 and every seed ends by itself. */
class RunFilesTest {
  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withPrompts(3, 2)
                  .withRepeated(1)
                  .withLambda(0.5)
                  .withBound(0.8),
              3)
          .instance();

  @TempDir private Path directory;
  private Subject subject;
  private RunPlan plan;

  @BeforeEach
  void read() throws IOException {
    Path file = directory.resolve("own.json");
    InstanceWriter.write(INSTANCE, file);
    subject = Subject.read(file);
    plan =
        plan(Learners.named("ccl"))
            .certified(Certification.of(Map.of("certify", "0.1", "stop-when", "excess<0.005")));
  }

  private RunPlan plan(Learner learner) {
    return RunPlan.of(subject, learner, RecordedRounds.of(new long[] {0, 3, 6, 7, 10}, 12), 5, 4);
  }

  private Path run(RunPlan what, String name) throws IOException {
    Path out = directory.resolve(name);
    try (RunJob job = RunJob.open(what, out, StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(2, Cadence.AT_THE_END, Monitor.NONE));
    }
    return out;
  }

  /** Three seeds end by their certificates, one by the last round; two learners, two files. */
  @Test
  void everyFileIsAsRecorded() throws IOException {
    Path out = run(plan, "out");
    try (RunJob job = RunJob.open(plan, out, StartMode.RESUMED)) {
      assertEquals(RunJob.End.FINISHED, job.evaluate(2, Monitor.NONE));
      assertEquals(RunJob.End.FOUND, job.evaluate(2, Monitor.NONE));
    }
    RunPlan other = plan(Learners.named("sft").with("batch", "3"));
    Path plain = run(other, "plain");
    String text =
        WrittenFiles.in(out, List.of(plan)).text(name -> true)
            + WrittenFiles.in(plain, List.of(other)).text(name -> !name.equals("rows.csv"))
            + "== tables\n"
            + ResultTable.read(out)
            + "\n"
            + ResultTable.read(plain)
            + "\n";
    assertRowsAreTheirDefinitions(out);
    Recorded.check(getClass(), "run.txt", text.replace(System.lineSeparator(), "\n"));
  }

  /** Every number of the table from w and θ of its row, and these from the learner. */
  private void assertRowsAreTheirDefinitions(Path out) throws IOException {
    Naive model = Naive.of(INSTANCE);
    Costs costs = Costs.of(model);
    double[] wStar = Truth.of(model).parameter();
    Minimum oracle = Minimum.of(model, wStar);
    List<String> rows = Files.readAllLines(out.resolve("rows.csv"));
    assertEquals(
        "seed,round,oracleKl,excessCost,calibrationErrorSquared,cost,certifiedExcess,"
            + "certifiedOracleKl,modelEvidence,optimizationError,objective,w0,w1,w2,theta0,theta1",
        rows.get(0));
    int at = 1;
    for (Replicate end : plan.replicates().run(5, 4, 1)) {
      for (int i = 0; i < end.record().size(); i++) {
        double[] w = end.record().get(i).calibration().toArray();
        double[] theta = end.record().get(i).student().toArray();
        double kl = costs.divergence(model.student(theta), model.student(oracle.point()));
        double excess = costs.cost(wStar, theta) - oracle.cost();
        double squares = 0;
        for (int k = 0; k < 3; k++) {
          squares += (w[k] - wStar[k]) * (w[k] - wStar[k]);
        }
        double[] row = numbers(rows.get(at));
        near(end.seed(), row[0]);
        near(end.record().get(i).round(), row[1]);
        near(kl, row[2]);
        near(excess, row[3]);
        near(squares, row[4]);
        near(costs.cost(w, theta), row[5]);
        for (int k = 0; k < 3; k++) {
          assertEquals(w[k], row[11 + k]);
        }
        assertEquals(theta[0], row[14]);
        assertEquals(theta[1], row[15]);
        near(costs.cost(w, theta) - Minimum.of(model, w).cost(), row[9]);
        near(costs.value(model.student(theta)), row[10]);
        at++;
      }
    }
    assertEquals(rows.size(), at);
  }

  private static void near(double expected, double found) {
    assertEquals(expected, found, 1e-7);
  }

  private static double[] numbers(String line) {
    return ImmutableList.copyOf(line.split(",", -1)).stream()
        .mapToDouble(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
        .toArray();
  }

  @Test
  void whatWasCutOffEndsWithTheSameBytes() throws IOException {
    Path whole = run(plan, "whole");
    Path out = directory.resolve("cut");
    List<String> ends = new ArrayList<>();
    for (int attempt = 1; !ends.contains("FINISHED"); attempt++) {
      assertTrue(attempt < 30, "never finished: " + ends);
      StartMode mode = attempt == 1 ? StartMode.FRESH : StartMode.RESUMED;
      try (RunJob job = RunJob.open(plan, out, mode)) {
        ends.add(job.unfinished().toString());
        ends.add(job.run(2, Cadence.everyRounds(5), new Stopper(8L * attempt)).toString());
      }
    }
    assertTrue(ends.size() > 4 && ends.get(0).equals("[5, 6, 7, 8]"), ends.toString());
    WrittenFiles names = WrittenFiles.in(out, List.of(plan));
    String expected = WrittenFiles.in(whole, List.of(plan)).text(name -> true);
    assertEquals(expected, names.text(name -> true));
    try (RunJob job = RunJob.open(plan, out, StartMode.RESUMED)) {
      assertEquals(ImmutableList.of(), job.unfinished());
      Stopper told = new Stopper(Long.MAX_VALUE);
      assertEquals(RunJob.End.FOUND, job.run(1, Cadence.AT_THE_END, told));
      assertEquals(4 * 12, told.done.get(), "all of the work");
      assertEquals(RunJob.End.STOPPED, job.evaluate(1, new Stopper(0)));
    }
    assertEquals(expected, names.text(name -> true));
  }

  /** 12 rounds of each seed, one after another: the second is left in its middle. */
  @Test
  void aSeedInItsMiddleIsNotFinished() throws IOException {
    Path out = directory.resolve("middle");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      assertEquals(RunJob.End.STOPPED, job.run(1, Cadence.everyRounds(5), new Stopper(12 + 6)));
      assertTrue(Files.exists(out.resolve("checkpoint").resolve("seed6.json")));
      assertEquals(ImmutableList.of(6L, 7L, 8L), job.unfinished());
    }
  }

  /** Stops after so many rounds, told anew of those that were done before. */
  private static final class Stopper implements Monitor {
    private final AtomicLong done = new AtomicLong();
    private final long most;

    Stopper(long most) {
      this.most = most;
    }

    @Override
    public void completed(long rounds) {
      done.addAndGet(rounds);
    }

    @Override
    public boolean stopping() {
      return done.get() >= most;
    }
  }

  /** Rows are taken as they were sent, and every other machine is named once. */
  @Test
  void seedsFromElsewhereKeepTheirRowsAndNameTheirMachines() throws IOException {
    Path out = directory.resolve("taken");
    List<String> machines = List.of("b", Provenance.here(), "a", "b");
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      for (Replicate end : plan.replicates().run(5, 4, 1)) {
        job.accept(
            end.seed(),
            Checkpoints.bytes(plan.identity(), end),
            plan.rows(end).replace(",0.36", ",0.9" + end.seed()),
            machines.get((int) end.seed() - 5));
      }
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    String made = Files.readString(out.resolve("workers.json")).replaceAll("\\s", "");
    assertEquals("{\"workers\":[\"a\",\"b\"]}", made);
    List<String> rows = Files.readAllLines(out.resolve("rows.csv"));
    for (String row : rows.subList(1, rows.size())) {
      assertTrue(!row.contains(",0.36"), row);
      assertTrue(!row.contains(",0,") || row.contains(",0.9" + row.charAt(0)), row);
    }
    assertTrue(Files.notExists(out.resolve("checkpoint")));
  }
}

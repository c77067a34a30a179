package dev.ccl.experiments.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableSet;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.Certification;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.recording.RecordingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates and evaluations are added to a run, and whatever befalls them, it is readable. */
class DerivedFilesTest {
  private static final RunPlan PLAN =
      RunPlan.of(
              Subject.of("own.json", SeparationInstance.of(1, 2, 2, 0.5)),
              Learners.named("practical"),
              RecordedRounds.of(new long[] {2, 5}, 9),
              4,
              2)
          .certified(Certification.of(Map.of("certify", "0.1")));

  @TempDir private Path out;

  @BeforeEach
  void run() throws IOException {
    try (RunJob job = RunJob.open(PLAN, out, StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
      assertEquals(RunJob.End.FINISHED, job.evaluate(1, Monitor.NONE));
    }
  }

  /** A directory stands where the file would be written: the disk is full, or the process dies. */
  @Test
  void aCertificateThatIsBrokenOffAnywhereLeavesAReadableRun() throws IOException {
    String rows = Files.readString(out.resolve("rows.csv"));
    for (String blocked : new String[] {"run.json.tmp", "rows.csv.next.tmp"}) {
      Path block = Files.createDirectory(out.resolve(blocked));
      assertThrows(IOException.class, () -> Certificates.replay(PLAN, out, 0.01, 1), blocked);
      Files.deleteIfExists(block);
      assertEquals(2, RecordingReader.read(out).seeds().size(), blocked);
      assertEquals("0.1", Certificates.delta(FinishedRun.open(out).json()), blocked);
      assertEquals(rows, Files.readString(out.resolve("rows.csv")), blocked);
    }
  }

  /** run.json knows both tables while one takes the place of the other. */
  @Test
  void betweenTheTablesEitherIsTheRun() throws IOException {
    String before = Files.readString(out.resolve("rows.csv"));
    FinishedRun run = FinishedRun.open(out);
    byte[] after = before.concat("\n").getBytes(UTF_8);
    Path taken = out.resolve("rows.csv");
    Files.delete(taken);
    Files.createDirectory(taken);
    Files.writeString(taken.resolve("file"), "in the way of the last step");
    assertThrows(
        IOException.class,
        () -> run.replace(Map.of("certificateDelta", "0.3"), file -> file.write(after)));
    Files.delete(taken.resolve("file"));
    Files.delete(taken);
    Files.writeString(taken, before);
    assertEquals("0.1", Certificates.delta(FinishedRun.open(out).json()), "the old one");
    Files.write(taken, after);
    assertEquals("0.3", Certificates.delta(FinishedRun.open(out).json()), "the new one");
    Files.writeString(taken, before + "9");
    assertThrows(IllegalArgumentException.class, () -> FinishedRun.open(out), "neither");
  }

  /** Both keep the columns of the other, and the numbers of the run. */
  @Test
  void anEvaluationAndACertificateStandBesideEachOther() throws IOException {
    FinishedRun run = FinishedRun.open(out);
    Set<Measure> all =
        ImmutableSet.<Measure>builder()
            .addAll(Measure.RECORDED)
            .addAll(Measure.CERTIFIED)
            .addAll(Measure.EVALUATED)
            .build();
    assertEquals(all, run.measures());
    List<RunTable.Row> before = RunTable.read(run.csv(), all);
    Certificates.replay(PLAN, out, 0.01, 1);
    List<RunTable.Row> after = RunTable.read(FinishedRun.open(out).csv(), all);
    assertEquals(before.size(), after.size());
    for (int i = 0; i < before.size(); i++) {
      assertEquals(
          before.get(i).without(Measure.CERTIFIED), after.get(i).without(Measure.CERTIFIED));
    }
    assertNotEquals(before, after, "another probability");
    try (RunJob job = RunJob.open(PLAN, out, StartMode.RESUMED)) {
      assertEquals(RunJob.End.FOUND, job.evaluate(1, Monitor.NONE));
    }
  }

  /** Both would write run.json, and one of the two entries would be lost. */
  @Test
  void whoCertifiesIsAloneInTheDirectory() throws IOException {
    String json = Files.readString(out.resolve("run.json"));
    try (RunJob job = RunJob.open(PLAN, out, StartMode.RESUMED)) {
      String message =
          assertThrows(
                  IllegalArgumentException.class, () -> Certificates.replay(PLAN, out, 0.01, 1))
              .getMessage();
      assertEquals("another process is running in " + out, message);
      assertEquals(RunJob.End.FOUND, job.evaluate(1, Monitor.NONE));
    }
    assertEquals(json, Files.readString(out.resolve("run.json")));
    assertFalse(Files.exists(out.resolve("checkpoint")));
  }
}

package dev.ccl.experiments.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.Certification;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in memory is the same value as one that was read from its files. */
class RunRecordTest {
  @TempDir private Path directory;

  /** With seeds that end at different rounds, by their certificates. */
  @Test
  void memoryAndFilesAgree() throws IOException {
    RunPlan plan =
        RunPlan.of(
                Subject.of("judge.json", SeparationInstance.of(1, 2, 2, 0.5)),
                Learners.named("practical"),
                RecordedRounds.of(new long[] {3, 30, 60, 90}, 120),
                5,
                6)
            .certified(Certification.of(Map.of("certify", "0.1", "stop-when", "excess<0.01")));
    RunRecord here = RunRecord.of(plan, 2);
    try (RunJob job = RunJob.open(plan, directory.resolve("run"), StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    RunRecord there = RecordingReader.read(directory.resolve("run"));
    assertEquals(there.seeds(), here.seeds());
    assertEquals(there.settings(), here.settings());
    assertEquals(there.warnings(), here.warnings());
    assertArrayEquals(there.ends(), here.ends());
    assertEquals(there.spent("sourceQueries"), here.spent("sourceQueries"));
    for (Measure measure : plan.table().measures()) {
      assertArrayEquals(there.all(measure).toArray(), here.all(measure).toArray());
    }
    assertEquals(there.curve(Measure.ORACLE_KL).last(), here.curve(Measure.ORACLE_KL).last());
    for (String fact : RunRecord.facts(plan).keySet()) {
      assertEquals(there.fact(fact), here.fact(fact), fact);
    }
    assertEquals("", here.fact("directory"), "it has no files");
  }
}

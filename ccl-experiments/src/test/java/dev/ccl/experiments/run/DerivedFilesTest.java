package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates and evaluations are made from a run, and whatever befalls them, it is readable. */
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
    for (String blocked : new String[] {"run.json.tmp", "certificate.csv.tmp"}) {
      Path block = Files.createDirectory(out.resolve(blocked));
      assertThrows(IOException.class, () -> CertificateFile.replay(PLAN, out, 0.01, 1), blocked);
      Files.deleteIfExists(block);
      assertEquals(2, RecordingReader.read(out).seeds().size(), blocked);
    }
    CertificateFile.replay(PLAN, out, 0.01, 1);
    Files.writeString(out.resolve("certificate.csv"), "a new one, and run.json not yet");
    assertEquals(2, RecordingReader.read(out).seeds().size());
  }

  @Test
  void aDamagedCertificateIsRefusedWhereItIsReadAndCanBeMadeAnew() throws IOException {
    String good = Files.readString(out.resolve("certificate.csv"));
    for (String name : new String[] {"edited", ""}) {
      Files.writeString(out.resolve("certificate.csv"), name);
      String message =
          assertThrows(IllegalArgumentException.class, () -> CertificateFile.words(PLAN, out))
              .getMessage();
      assertTrue(message.startsWith(out.resolve("certificate.csv") + " is damaged"), message);
      CertificateFile.replay(PLAN, out, 0.1, 1);
      assertEquals(good, Files.readString(out.resolve("certificate.csv")));
    }
    assertTrue(CertificateFile.words(PLAN, out).isPresent());
  }

  /** What is not listed is not believed. */
  @Test
  void aCertificateThatRunJsonDoesNotListSaysNothing() throws IOException {
    Path block = Files.createDirectory(out.resolve("certificate.csv.tmp"));
    assertThrows(IOException.class, () -> CertificateFile.replay(PLAN, out, 0.01, 1));
    Files.deleteIfExists(block);
    assertTrue(Files.exists(out.resolve("certificate.csv")), "the old one");
    assertFalse(FinishedRun.open(out).has("certificate.csv"));
    assertEquals(Optional.empty(), CertificateFile.words(PLAN, out));
  }

  @Test
  void aDamagedEvaluationIsMadeAnew() throws IOException {
    Path file = out.resolve("evaluation.csv");
    String good = Files.readString(file);
    for (String damaged : new String[] {"edited", null}) {
      if (damaged == null) {
        Files.delete(file);
      } else {
        Files.writeString(file, damaged);
      }
      try (RunJob job = RunJob.open(PLAN, out, StartMode.RESUMED)) {
        assertEquals(RunJob.End.FOUND, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
        assertEquals(RunJob.End.FINISHED, job.evaluate(1, Monitor.NONE));
        assertEquals(RunJob.End.FOUND, job.evaluate(1, Monitor.NONE));
      }
      assertEquals(good, Files.readString(file));
    }
  }

  /** Both would write run.json, and one of the two entries would be lost. */
  @Test
  void whoCertifiesIsAloneInTheDirectory() throws IOException {
    String json = Files.readString(out.resolve("run.json"));
    try (RunJob job = RunJob.open(PLAN, out, StartMode.RESUMED)) {
      String message =
          assertThrows(
                  IllegalArgumentException.class, () -> CertificateFile.replay(PLAN, out, 0.01, 1))
              .getMessage();
      assertEquals("another process is running in " + out, message);
      assertEquals(RunJob.End.FOUND, job.evaluate(1, Monitor.NONE));
    }
    assertEquals(json, Files.readString(out.resolve("run.json")));
    assertFalse(Files.exists(out.resolve("checkpoint")));
  }
}

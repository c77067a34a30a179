package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.testkit.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of certificates, whoever has written them. */
class CertificateFileTest {
  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withHorizon(2)
          .withPrompts(3, 2)
          .withRepeated(1)
          .withLambda(0.5)
          .withBound(0.8);
  private static final String HEAD = "seed,round,certifiedExcess,certifiedOracleKl,modelEvidence\n";

  @TempDir private Path directory;

  private RunPlan plan(Instance instance, Learner learner, int seeds) {
    return RunPlan.of(
        Subject.of("own.json", instance),
        learner,
        RecordedRounds.of(new long[] {2, 5, 6, 7}, 9),
        4,
        seeds);
  }

  private Path run(String name, RunPlan plan) throws IOException {
    Path out = directory.resolve(name);
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    return out;
  }

  /** Rounds done once more, with another learner's settings or stops, give the same file. */
  @Test
  void aReplayIsWhatTheRunWouldHaveWritten() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    Learner plain = Learners.named("practical").with("calibrate-every", "2");
    Path without = run("without", plan(instance, plain, 3));
    RunPlan certified = plan(instance, plain.with("certify", "0.2"), 3);
    Path with = run("with", certified);
    assertTrue(Files.notExists(without.resolve(CertificateFile.NAME)));
    CertificateFile.replay(plan(instance, plain, 3), without, 0.2, 2);
    assertEquals(
        Files.readString(with.resolve(CertificateFile.NAME)),
        Files.readString(without.resolve(CertificateFile.NAME)));
    assertTrue(FinishedRun.open(without).lists(CertificateFile.NAME));
    assertEquals(
        CertificateFile.words(certified, with).orElseThrow(),
        CertificateFile.words(certified.problem(), without, 0.2));
    assertTrue(CertificateFile.words(plan(instance, plain, 3), without).isEmpty());
    Learner stopping =
        Learners.named("ccl").with("certify", "0.1").with("stop-when", "excess<0.005");
    Path stopped = run("stopped", plan(instance, stopping, 3));
    String bounds = Files.readString(stopped.resolve(CertificateFile.NAME));
    assertTrue(bounds.contains("\n4,9,") && !bounds.contains("\n5,9,"), bounds);
    CertificateFile.replay(plan(instance, stopping, 3), stopped, 0.1, 1);
    assertEquals(bounds, Files.readString(stopped.resolve(CertificateFile.NAME)));
  }

  /** Certificates by hand, of which each seed's last counts, with the sentences about them. */
  @Test
  void theWordsAreAsRecorded() throws IOException {
    Instance small = RandomInstance.of(SPEC, 3).instance();
    Instance large = RandomInstance.of(SPEC.withDimensions(6, 5), 3).instance();
    Learner plain = Learners.named("practical");
    Learner stopping =
        Learners.named("ccl").with("certify", "0.1").with("stop-when", "excess<0.005");
    Learner never = stopping.with("stop-when", "excess<1e-9");
    String three =
        HEAD
            + "4,0,9,9,0.5\n4,9,0.25,0.5,0.75\n"
            + "5,0,0.001,0.002,4.5\n5,9,0.125,2,3.5\n"
            + "6,0,9,9,9\n6,9,0.75,1.5,1.25\n";
    StringBuilder text = new StringBuilder();
    Path one = run("one", plan(small, plain, 1));
    Files.writeString(one.resolve(CertificateFile.NAME), HEAD + "4,0,1,2,3\n4,9,0.03,0.04,7\n");
    say("one seed, ", one, small, 0.1, text);
    Files.writeString(one.resolve(CertificateFile.NAME), HEAD + "4,9,0.03,,10\n");
    say("refuted, ", one, small, 0.1, text);
    Files.writeString(one.resolve(CertificateFile.NAME), HEAD + "4,9,0.03,0.5,\n");
    say("refuted by exact rewards, ", one, small, 0.1, text);
    Path some = run("some", plan(small, plain, 3));
    Files.writeString(some.resolve(CertificateFile.NAME), three);
    say("three seeds, ", some, small, 0.05, text);
    text.append(CertificateFile.agnostic(plan(small, plain, 3).problem(), some, 0.001));
    Path far = run("far", plan(large, plain, 2));
    Files.writeString(far.resolve(CertificateFile.NAME), three.replace("6,", "5,"));
    say("\nlarge, ", far, large, 0.2, text);
    RunPlan rule = plan(small, stopping, 5);
    text.append("some stopped\n").append(CertificateFile.words(rule, run("rule", rule)).get());
    RunPlan strict = plan(small, never, 2);
    text.append("\nnobody stopped\n");
    text.append(CertificateFile.words(strict, run("strict", strict)).get()).append('\n');
    Recorded.check(
        getClass(), "certificates.txt", text.toString().replace(System.lineSeparator(), "\n"));
  }

  private void say(String what, Path out, Instance of, double delta, StringBuilder text)
      throws IOException {
    RunPlan plan = plan(of, Learners.named("practical"), 1);
    text.append(what).append("delta ").append(delta).append('\n');
    text.append(CertificateFile.words(plan.problem(), out, delta)).append('\n');
  }
}

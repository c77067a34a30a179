package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.RunIdentity;
import dev.ccl.certificates.Certification;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Truth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A digest is the same for the same run and for no other. */
class RunPlanTest {
  @TempDir private Path directory;
  private Subject subject;

  @BeforeEach
  void read() throws IOException {
    subject = subject(0.5);
  }

  private Subject subject(double alpha) throws IOException {
    Path file = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, alpha), file);
    return Subject.read(file);
  }

  private RunPlan plan(String every, long[] recorded, long rounds, long seed, int seeds) {
    return RunPlan.of(
        subject,
        Learners.named("ccl").with("calibrate-every", every),
        RecordedRounds.of(recorded, rounds),
        seed,
        seeds);
  }

  @Test
  void everythingThatChangesARunChangesItsDigest() throws IOException {
    long[] some = {3};
    List<RunPlan> plans =
        List.of(
            plan("1", some, 9, 1, 2),
            plan("2", some, 9, 1, 2),
            plan("1", new long[] {4}, 9, 1, 2),
            plan("1", some, 10, 1, 2),
            plan("1", some, 9, 2, 2),
            plan("1", some, 9, 1, 13),
            plan("1", some, 9, 11, 3),
            plan("1", some, 9, 1, 3),
            RunPlan.of(subject, Learners.named("practical"), RecordedRounds.of(some, 9), 1, 2),
            RunPlan.of(
                subject(0.6),
                Learners.named("ccl").with("calibrate-every", "1"),
                RecordedRounds.of(some, 9),
                1,
                2));
    Set<String> digests = new HashSet<>();
    plans.forEach(plan -> digests.add(plan.digest()));
    assertEquals(plans.size(), digests.size());
    RunPlan first = plans.get(0);
    assertEquals(first.digest(), plan("1", some, 9, 1, 2).digest());
    assertEquals(first.digest(), RunPlan.of(subject(0.5), first.configuration()).digest());
    for (RunPlan plan : plans) {
      assertEquals(
          plan.digest(), RunPlan.of(plan.subject(), plan.configuration()).digest(), "travelled");
    }
  }

  /** Checkpoints of a run with another value of any setting belong to another run. */
  @Test
  void everySettingIsPartOfTheIdentity() {
    RunPlan plan = plan("1", new long[] {3}, 9, 1, 2);
    assertEquals(RunIdentity.NUMBERS, plan.identity().entries().get("code"));
    assertEquals(subject.digest(), plan.identity().entries().get("instance"));
    plan.learner()
        .settings()
        .texts()
        .forEach(
            (key, value) ->
                assertEquals(value, plan.identity().entries().get("setting " + key), key));
    Certification asked = Certification.of(Map.of("certify", "0.1", "stop-when", "excess<1e-9"));
    RunPlan certified = plan.certified(asked);
    assertEquals("0.1", certified.identity().entries().get("certify"));
    assertEquals("excess<1.0E-9", certified.identity().entries().get("stop-when"));
    RunPlan travelled = RunPlan.of(certified.subject(), certified.configuration());
    assertEquals(asked, travelled.certification());
    assertEquals(certified.digest(), travelled.digest());
    assertEquals(plan.digest(), certified.certified(Certification.OFF).digest());
    assertNotEquals(plan.digest(), certified.digest());
  }

  /** Two seeds that are there are not the three that are asked for. */
  @Test
  void aFinishedRunOfFewerSeedsIsNotTakenForThisOne() throws IOException {
    Path out = directory.resolve("out");
    try (RunJob job = RunJob.open(plan("1", new long[0], 4, 1, 2), out, StartMode.FRESH)) {
      assertEquals(RunJob.End.FINISHED, job.run(1, Cadence.AT_THE_END, Monitor.NONE));
    }
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> RunJob.open(plan("1", new long[0], 4, 1, 3), out, StartMode.RESUMED));
    assertTrue(refusal.getMessage().contains("of another instance, configuration"));
  }

  /** A preset is the learner of its name, and what is set comes on top of it. */
  @Test
  void aPresetIsTheLearnerOfItsName() {
    assertEquals(
        Learners.named("practical").settings().texts(),
        LearnerChoice.find("ccl", Optional.of("practical"), Map.of()).settings().texts());
    assertEquals(
        Learners.named("ccl").settings().texts(),
        LearnerChoice.find("ccl", Optional.of("paper"), Map.of()).settings().texts());
    for (Learner other : Learners.all()) {
      if (!other.name().equals("ccl")) {
        assertEquals(
            "preset practical is one of learner ccl; there is none of " + other.name(),
            assertThrows(
                    IllegalArgumentException.class,
                    () -> LearnerChoice.find(other.name(), Optional.of("practical"), Map.of()))
                .getMessage());
      }
    }
    Learner sft = LearnerChoice.find("sft", Optional.of("paper"), Map.of("batch", "3"));
    assertEquals("sft", sft.name());
    assertEquals(
        Learners.named("sft").with("batch", "3").settings().texts(), sft.settings().texts());
    assertEquals(
        Learners.named("practical").settings().texts(),
        LearnerChoice.find("practical", Optional.empty(), Map.of()).settings().texts());
    assertEquals(
        Learners.named("practical").with("exploration", "off").settings().texts(),
        LearnerChoice.find("ccl", Optional.of("practical"), Map.of("exploration", "off"))
            .settings()
            .texts());
  }

  /** What the learner knows of comes first, then what only the truth tells. */
  @Test
  void warningsAreThoseOfTheLearnerAndOfTheInstance() {
    Subject wrong = Subject.of("wrong.json", BrokenInstance.NOT_REALIZABLE.instance());
    Learner sft = Learners.named("sft");
    List<String> first = sft.warnings(wrong.problem());
    List<String> second = wrong.evaluator().warnings();
    assertTrue(!first.isEmpty() && !second.isEmpty());
    RunPlan plan = RunPlan.of(wrong, sft, RecordedRounds.of(new long[0], 4), 1, 1);
    assertEquals(Stream.concat(first.stream(), second.stream()).toList(), plan.warnings());
  }

  /** The oracle is told w* of its instance, unless the user has told it something else. */
  @Test
  void theOracleKnowsTheTruthOfItsInstance() {
    double[] truth = Truth.of(Naive.of(SeparationInstance.of(1, 2, 2, 0.5))).parameter();
    double[] teacher = subject.problem().calibration().initial().toArray();
    double[] known = start(Learners.named("oracle"));
    for (int i = 0; i < truth.length; i++) {
      assertEquals(truth[i], known[i], 1e-9);
    }
    assertTrue(Math.abs(truth[0] - teacher[0]) + Math.abs(truth[1] - teacher[1]) > 0.1);
    double[] told = start(Learners.named("oracle").with("initial-calibration", "0.25,-0.125"));
    assertEquals(0.25, told[0]);
    assertEquals(-0.125, told[1]);
    assertEquals(teacher[0], start(Learners.named("ccl"))[0], "nobody else is");
  }

  private double[] start(Learner learner) {
    RunPlan plan = RunPlan.of(subject, learner, RecordedRounds.of(new long[0], 4), 1, 1);
    return plan.learner().initial(plan.problem(), 1).calibration().toArray();
  }

  /** What would move a cursor is spelled; numbers agree with their nouns. */
  @Test
  void whatIsPrintedIsSafeAndCounted() {
    assertEquals("a\\u001b[2J\\u000ab ü𝒦", Printable.of("a\u001b[2J\nb ü𝒦"));
    assertEquals("\\u202e\\u2028\\ud800", Printable.of("\u202e\u2028\ud800"));
    assertEquals("\\udb40\\udc01 null", Printable.of("\udb40\udc01 ") + Printable.of(null));
    assertEquals("\\u2029\\u0085\\u007f\\u0378", Printable.of("\u2029\u0085\u007f\u0378"));
    assertEquals("\u00a0\ue000~", Printable.of("\u00a0\ue000~"));
    assertEquals("0 seeds, 1 seed, 2 seeds", counted(0) + ", " + counted(1) + ", " + counted(2));
  }

  private static String counted(long count) {
    return Printable.counted(count, "seed");
  }
}

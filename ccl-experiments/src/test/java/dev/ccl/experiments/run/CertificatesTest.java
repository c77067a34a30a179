package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.certificates.AgnosticBound;
import dev.ccl.certificates.Certification;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of certificates, whoever has written them. */
class CertificatesTest {
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

  private static Certification certification(String delta, String stop) {
    return Certification.of(Map.of("certify", delta, "stop-when", stop));
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
    RunPlan certified = plan(instance, plain, 3).certified(certification("0.2", "never"));
    Path with = run("with", certified);
    assertNotEquals(
        Files.readString(with.resolve(FinishedRun.ROWS)),
        Files.readString(without.resolve(FinishedRun.ROWS)));
    Certificates.replay(plan(instance, plain, 3), without, 0.2, 2);
    assertEquals(
        Files.readString(with.resolve(FinishedRun.ROWS)),
        Files.readString(without.resolve(FinishedRun.ROWS)));
    assertEquals(
        Certificates.words(certified, with).orElseThrow(),
        Certificates.words(certified.problem(), without, 0.2));
    assertTrue(Certificates.words(plan(instance, plain, 3), without).isEmpty());
    RunPlan stopping =
        plan(instance, Learners.named("ccl"), 3).certified(certification("0.1", "excess<0.005"));
    Path stopped = run("stopped", stopping);
    String bounds = Files.readString(stopped.resolve(FinishedRun.ROWS));
    assertTrue(bounds.contains("\n4,9,") && !bounds.contains("\n5,9,"), bounds);
    Certificates.replay(stopping, stopped, 0.1, 1);
    assertEquals(bounds, Files.readString(stopped.resolve(FinishedRun.ROWS)));
  }

  /** What is infinite has an empty cell, which bounds nothing when it is read again. */
  @Test
  void anEmptyCellBoundsNothing() throws IOException {
    List<RunTable.Row> rows = byHand("4,5000000000,0.5,,1.0\n");
    assertEquals(5_000_000_000L, rows.get(0).round());
    assertEquals(0.5, Certificates.bound(rows.get(0).value(Measure.CERTIFIED_EXCESS)));
    assertEquals(
        Double.POSITIVE_INFINITY,
        Certificates.bound(rows.get(0).value(Measure.CERTIFIED_ORACLE_KL)));
  }

  private List<RunTable.Row> byHand(String rows) throws IOException {
    Path file = Files.writeString(directory.resolve("by-hand.csv"), HEAD + rows);
    return RunTable.read(file, Measure.CERTIFIED);
  }

  /** One number of one seed's student is another, be it the last one. */
  @Test
  void aReplayThatEndsElsewhereIsRefused() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan = plan(instance, Learners.named("practical"), 3);
    Path out = run("out", plan);
    Path json = out.resolve("run.json");
    String good = Files.readString(json);
    String rows = Files.readString(out.resolve(FinishedRun.ROWS));
    JsonNode whole = new JsonMapper().readTree(good);
    int dimension = whole.path("replicates").path(0).path("theta").size();
    assertEquals(2, dimension);
    for (int seed = 0; seed < 3; seed++) {
      for (int i = 0; i < dimension; i++) {
        ObjectNode changed = whole.deepCopy();
        ArrayNode theta = (ArrayNode) changed.path("replicates").path(seed).path("theta");
        theta.set(i, theta.get(i).asDouble() + 1e-9);
        write(changed, json);
        IllegalArgumentException e =
            assertThrows(
                IllegalArgumentException.class, () -> Certificates.replay(plan, out, 0.1, 1));
        assertEquals(
            "the rounds of seed " + (4 + seed) + " lead to another student than the run's",
            e.getMessage());
        assertEquals(rows, Files.readString(out.resolve(FinishedRun.ROWS)));
      }
    }
    Files.writeString(json, good);
    Certificates.replay(plan, out, 0.1, 1);
    assertTrue(FinishedRun.open(out).measures().containsAll(Measure.CERTIFIED));
  }

  /** Of three seeds the second has seen most that no w explains; the largest is what counts. */
  @Test
  void theResidualIsThatOfTheWorstSeed() throws IOException {
    Path file = directory.resolve("wrong.json");
    InstanceWriter.write(RandomInstance.of(SPEC, 3).instance(), file);
    String rewards = Files.readString(file).replaceAll("(\"reward\": 0)\\.[0-4]\\d*", "$1.0");
    Instance wrong = InstanceReader.read(Files.writeString(file, rewards));
    Learner practical = Learners.named("practical");
    double[] alone = new double[3];
    for (int i = 0; i < 3; i++) {
      RunPlan one = longer(wrong, practical, 4 + i, 1);
      alone[i] = Certificates.replay(one, run("alone" + i, one), 0.1, 1);
    }
    RunPlan all = longer(wrong, practical, 4, 3);
    double largest = Certificates.replay(all, run("all", all), 0.1, 2);
    assertEquals(Math.max(alone[0], Math.max(alone[1], alone[2])), largest);
    assertTrue(largest > alone[0] && largest > alone[2], Arrays.toString(alone));
  }

  private static RunPlan longer(Instance instance, Learner learner, long seed, int seeds) {
    RecordedRounds rounds = RecordedRounds.of(new long[0], 40);
    return RunPlan.of(Subject.of("own.json", instance), learner, rounds, seed, seeds);
  }

  /** Bounds with another probability take the place of those that are there. */
  @Test
  void aRunCanBeCertifiedAnew() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan = plan(instance, Learners.named("ccl"), 2);
    Path out = run("out", plan);
    Certificates.replay(plan, out, 0.01, 1);
    String first = Files.readString(out.resolve(FinishedRun.ROWS));
    Certificates.replay(plan, out, 0.4, 1);
    String second = Files.readString(out.resolve(FinishedRun.ROWS));
    assertNotEquals(first, second);
    assertEquals("0.4", Certificates.delta(FinishedRun.open(out).json()), "and fits its digest");
    Certificates.replay(plan, out, 0.01, 1);
    assertEquals(first, Files.readString(out.resolve(FinishedRun.ROWS)));
  }

  /** The words are about the bounds that are there, not about those that were there before. */
  @Test
  void theProbabilityIsThatOfTheFile() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan =
        plan(instance, Learners.named("practical"), 2).certified(certification("0.2", "never"));
    Path out = run("out", plan);
    String before = Files.readString(out.resolve(FinishedRun.ROWS));
    for (String delta : List.of("0.01", "0.25", "0.2")) {
      Certificates.replay(plan, out, Double.parseDouble(delta), 1);
      assertEquals(delta, Certificates.delta(FinishedRun.open(out).json()));
      assertEquals(
          Certificates.words(plan.problem(), out, Double.parseDouble(delta)),
          Certificates.words(plan, out).orElseThrow());
    }
    assertEquals(before, Files.readString(out.resolve(FinishedRun.ROWS)));
  }

  /** Seeds and rounds are 64 bits wide, in what is done once more and in what is said. */
  @Test
  void seedsAndRoundsBeyond32BitsAreTakenWhole() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan = longer(instance, Learners.named("practical"), 5_000_000_000L, 1);
    Path out = run("out", plan);
    Certificates.replay(plan, out, 0.1, 1);
    assertEquals(
        5_000_000_000L,
        RunTable.read(FinishedRun.open(out).csv(), Measure.CERTIFIED).get(0).seed());
    ObjectNode run = FinishedRun.open(out).json().deepCopy();
    ((ObjectNode) run.path("configuration")).put("rounds", 7_000_000_000L);
    write(run, out.resolve("run.json"));
    String words = Certificates.words(plan.problem(), out, 0.1);
    assertTrue(words.startsWith("After 7000000000 rounds, "), words);
    ((ObjectNode) run.path("configuration"))
        .putObject("certification")
        .put("stop-when", "excess<1");
    ((ObjectNode) run.path("replicates").path(0)).put("rounds", 6_000_000_000L).put("stoppedBy", 1);
    write(run, out.resolve("run.json"));
    String stopped = Certificates.words(plan.problem(), out, 0.1);
    assertTrue(
        stopped.contains(
            "after 6000000000 rounds in the median and 6000000000 at most; 7000000000 were"),
        stopped);
  }

  private static void write(ObjectNode run, Path json) throws IOException {
    run.remove("checksum");
    JsonFile.writeSealed(
        json,
        generator -> {
          for (Map.Entry<String, JsonNode> field : run.properties()) {
            generator.writeFieldName(field.getKey());
            new JsonMapper().writeTree(generator, field.getValue());
          }
        });
  }

  /** Evidence that exceeded 1/δ at one round rejects the model, however little there is later. */
  @Test
  void aContradictionOnTheWayStaysSaid() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan = plan(instance, Learners.named("practical"), 2);
    Path out = run("out", plan);
    String contradicted = "The source rewards contradict the model (Assumption 1)";
    JsonNode json = FinishedRun.open(out).json();
    for (String largest : List.of("9.5", "10.5", "")) {
      List<RunTable.Row> rows =
          byHand("4,0,9,9,1\n4,5,8,9," + largest + "\n4,9,3,4,2\n5,0,9,9,1\n5,9,3,4,1.5\n");
      String words = Certificates.words(rows, json, 0.1, true);
      assertEquals(!largest.equals("9.5"), words.startsWith(contradicted), words);
      assertTrue(words.contains("(median of 2 seeds; at most 3.00 in each)"), words);
    }
  }

  /** Of an even number of seeds the median is the mean of the middle two. */
  @Test
  void theMedianOfFourIsBetweenTheMiddleTwo() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    Path out = run("out", plan(instance, Learners.named("practical"), 4));
    List<RunTable.Row> rows = byHand("4,9,8,80,1\n5,9,1,,1\n6,9,2,30,1\n7,9,4,40,1\n");
    String words = Certificates.words(rows, FinishedRun.open(out).json(), 0.1, true);
    assertTrue(words.contains("at most 3.00 (median of 4 seeds; at most 8.00 in each)"), words);
    assertTrue(words.contains("its KL to the oracle student at most 60.0;"), words);
    assertNotEquals(
        words,
        Certificates.words(rows, FinishedRun.open(out).json(), 0.1, false),
        "what was searched for is not called certified");
  }

  /** Both ends of three tokens may be off by ε each. */
  @Test
  void theAgnosticBoundIsThatOfTwoHTimesEpsilon() throws IOException {
    Instance instance = RandomInstance.of(SPEC.withHorizon(3), 3).instance();
    RunPlan plan = plan(instance, Learners.named("practical"), 1);
    Path out = run("out", plan);
    JsonNode end = FinishedRun.open(out).json().path("replicates").path(0);
    double[] w = new double[end.path("w").size()];
    Arrays.setAll(w, i -> end.path("w").path(i).asDouble());
    double[] theta = new double[end.path("theta").size()];
    Arrays.setAll(theta, i -> end.path("theta").path(i).asDouble());
    String bound =
        String.format(Locale.ROOT, "%.3g", AgnosticBound.of(plan.problem(), w, theta, 6 * 0.0123));
    String text = Certificates.agnostic(plan.problem(), out, 0.0123);
    assertTrue(text.contains("off by at most 0.0123 on"), text);
    assertTrue(text.contains("the excess cost is at most " + bound), text);
    assertTrue(text.contains("at most " + bound + " in each"), text);
  }
}

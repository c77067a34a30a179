package dev.ccl.experiments.run;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import dev.ccl.certificates.Certificate;
import dev.ccl.certificates.Certification;
import dev.ccl.certificates.Certified;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.judge.Recorded;
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
    assertTrue(Files.notExists(without.resolve(CertificateFile.NAME)));
    CertificateFile.replay(plan(instance, plain, 3), without, 0.2, 2);
    assertEquals(
        Files.readString(with.resolve(CertificateFile.NAME)),
        Files.readString(without.resolve(CertificateFile.NAME)));
    assertTrue(FinishedRun.open(without).has(CertificateFile.NAME));
    assertEquals(
        CertificateFile.words(certified, with).orElseThrow(),
        CertificateFile.words(certified.problem(), without, 0.2));
    assertTrue(CertificateFile.words(plan(instance, plain, 3), without).isEmpty());
    RunPlan stopping =
        plan(instance, Learners.named("ccl"), 3).certified(certification("0.1", "excess<0.005"));
    Path stopped = run("stopped", stopping);
    String bounds = Files.readString(stopped.resolve(CertificateFile.NAME));
    assertTrue(bounds.contains("\n4,9,") && !bounds.contains("\n5,9,"), bounds);
    CertificateFile.replay(stopping, stopped, 0.1, 1);
    assertEquals(bounds, Files.readString(stopped.resolve(CertificateFile.NAME)));
  }

  /** What is infinite has an empty cell, from which it is read again. */
  @Test
  void rowsAreReadAsTheyWereWritten() throws IOException {
    double none = Double.POSITIVE_INFINITY;
    String rows =
        CertificateFile.rows(
            -7,
            List.of(
                new Certified.AtRound(0, certificate(0.5, none, 1)),
                new Certified.AtRound(3, certificate(0.25, 0.125, none)),
                new Certified.AtRound(5_000_000_000L, certificate(1e-12, 2, 1e20))));
    assertEquals("-7,0,0.5,,1.0\n-7,3,0.25,0.125,\n-7,5000000000,1.0E-12,2.0,1.0E20\n", rows);
    CertificateFile.write(directory, file -> file.write(rows.getBytes(UTF_8)));
    assertEquals(
        List.of(
            new CertificateFile.Row(-7, 0, 0.5, none, 1),
            new CertificateFile.Row(-7, 3, 0.25, 0.125, none),
            new CertificateFile.Row(-7, 5_000_000_000L, 1e-12, 2, 1e20)),
        CertificateFile.read(directory));
  }

  /** All numbers of a certificate are apart. */
  private static Certificate certificate(double excess, double kl, double evidence) {
    return new Certificate(excess, 77, 88, kl, Certificate.Strength.SEARCHED, evidence, 99);
  }

  /** One number of one seed's student is another, be it the last one. */
  @Test
  void aReplayThatEndsElsewhereIsRefused() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan = plan(instance, Learners.named("practical"), 3);
    Path out = run("out", plan);
    Path json = out.resolve("run.json");
    String good = Files.readString(json);
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
                IllegalArgumentException.class, () -> CertificateFile.replay(plan, out, 0.1, 1));
        assertEquals(
            "the rounds of seed " + (4 + seed) + " lead to another student than the run's",
            e.getMessage());
        assertTrue(Files.notExists(out.resolve(CertificateFile.NAME)));
      }
    }
    Files.writeString(json, good);
    CertificateFile.replay(plan, out, 0.1, 1);
    assertTrue(Files.exists(out.resolve(CertificateFile.NAME)));
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
      alone[i] = CertificateFile.replay(one, run("alone" + i, one), 0.1, 1);
    }
    RunPlan all = longer(wrong, practical, 4, 3);
    double largest = CertificateFile.replay(all, run("all", all), 0.1, 2);
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
    CertificateFile.replay(plan, out, 0.01, 1);
    String first = Files.readString(out.resolve(CertificateFile.NAME));
    CertificateFile.replay(plan, out, 0.4, 1);
    String second = Files.readString(out.resolve(CertificateFile.NAME));
    assertNotEquals(first, second);
    assertTrue(FinishedRun.open(out).has(CertificateFile.NAME), "and fits its digest");
    CertificateFile.replay(plan, out, 0.01, 1);
    assertEquals(first, Files.readString(out.resolve(CertificateFile.NAME)));
  }

  /** The words are about the bounds that are there, not about those that were there before. */
  @Test
  void theProbabilityIsThatOfTheFile() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan =
        plan(instance, Learners.named("practical"), 2).certified(certification("0.2", "never"));
    Path out = run("out", plan);
    String before = Files.readString(out.resolve("run.json"));
    for (String delta : List.of("0.01", "0.25", "0.2")) {
      CertificateFile.replay(plan, out, Double.parseDouble(delta), 1);
      assertEquals(delta, CertificateFile.delta(FinishedRun.open(out).json()));
      assertEquals(
          CertificateFile.words(plan.problem(), out, Double.parseDouble(delta)),
          CertificateFile.words(plan, out).orElseThrow());
    }
    assertEquals(before, Files.readString(out.resolve("run.json")));
  }

  /** Seeds and rounds are 64 bits wide, in what is done once more and in what is said. */
  @Test
  void seedsAndRoundsBeyond32BitsAreTakenWhole() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan = longer(instance, Learners.named("practical"), 5_000_000_000L, 1);
    Path out = run("out", plan);
    CertificateFile.replay(plan, out, 0.1, 1);
    assertEquals(5_000_000_000L, CertificateFile.read(out).get(0).seed());
    ObjectNode run = FinishedRun.open(out).json().deepCopy();
    ((ObjectNode) run.path("configuration")).put("rounds", 7_000_000_000L);
    write(run, out.resolve("run.json"));
    String words = CertificateFile.words(plan.problem(), out, 0.1);
    assertTrue(words.startsWith("After 7000000000 rounds, "), words);
    ((ObjectNode) run.path("configuration"))
        .putObject("certification")
        .put("stop-when", "excess<1");
    ((ObjectNode) run.path("replicates").path(0)).put("rounds", 6_000_000_000L).put("stoppedBy", 1);
    write(run, out.resolve("run.json"));
    String stopped = CertificateFile.words(plan.problem(), out, 0.1);
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
    for (String largest : List.of("9.5", "10.5")) {
      Files.writeString(
          out.resolve(CertificateFile.NAME),
          HEAD + "4,0,9,9,1\n4,5,8,9," + largest + "\n4,9,3,4,2\n5,0,9,9,1\n5,9,3,4,1.5\n");
      String words = CertificateFile.words(plan.problem(), out, 0.1);
      assertEquals(largest.equals("10.5"), words.startsWith(contradicted), words);
      assertTrue(words.contains("Largest evidence against the model: " + largest), words);
    }
  }

  /** Of an even number of seeds the median is the mean of the middle two. */
  @Test
  void theMedianOfFourIsBetweenTheMiddleTwo() throws IOException {
    Instance instance = RandomInstance.of(SPEC, 3).instance();
    RunPlan plan = plan(instance, Learners.named("practical"), 4);
    Path out = run("out", plan);
    Files.writeString(
        out.resolve(CertificateFile.NAME), HEAD + "4,9,8,80,1\n5,9,1,,1\n6,9,2,30,1\n7,9,4,40,1\n");
    String words = CertificateFile.words(plan.problem(), out, 0.1);
    assertTrue(words.contains("at most 3.00 (median of 4 seeds; at most 8.00 in each)"), words);
    assertTrue(words.contains("its KL to the oracle student at most 60.0;"), words);
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
    String text = CertificateFile.agnostic(plan.problem(), out, 0.0123);
    assertTrue(text.contains("off by at most 0.0123 on"), text);
    assertTrue(text.contains("the excess cost is at most " + bound), text);
    assertTrue(text.contains("at most " + bound + " in each"), text);
  }

  /** Certificates by hand, of which each seed's last counts, with the sentences about them. */
  @Test
  void theWordsAreAsRecorded() throws IOException {
    Instance small = RandomInstance.of(SPEC, 3).instance();
    Instance large = RandomInstance.of(SPEC.withDimensions(6, 5), 3).instance();
    Learner plain = Learners.named("practical");
    Learner stopping = Learners.named("ccl");
    Certification never = certification("0.1", "excess<1e-9");
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
    Path pair = run("pair", plan(small, plain, 4));
    text.append("\nof four seeds: ");
    text.append(CertificateFile.agnostic(plan(small, plain, 4).problem(), pair, 0.5));
    Path far = run("far", plan(large, plain, 2));
    Files.writeString(far.resolve(CertificateFile.NAME), three.replace("6,", "5,"));
    say("\nlarge, ", far, large, 0.2, text);
    RunPlan rule = plan(small, stopping, 5).certified(certification("0.1", "excess<0.005"));
    text.append("some stopped\n").append(CertificateFile.words(rule, run("rule", rule)).get());
    RunPlan strict = plan(small, stopping, 2).certified(never);
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

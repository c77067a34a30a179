package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Splitter;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RunCommandTest {
  private static final Instance INSTANCE = SeparationInstance.of(2, 3, 2, 0.5);

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void writeInstance() throws IOException {
    file = directory.resolve("separation.json");
    InstanceWriter.write(INSTANCE, file);
  }

  private Outcome run(Path instance, String out, String... more) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("run", instance.toString(), "--out", directory.resolve(out).toString()));
    args.addAll(Arrays.asList(more));
    return Outcome.of(args.toArray(new String[0]));
  }

  private void ran(String out, String... more) {
    Outcome outcome = run(file, out, more);
    assertEquals(0, outcome.code(), outcome.err());
  }

  private String read(String out, String name) throws IOException {
    return Files.readString(directory.resolve(out).resolve(name));
  }

  /** Who asks for a checkpoint every so many rounds gets it, watched or not. */
  @Test
  void checkpointsAreKeptAsAsked() {
    String[][] lines = {
      {"", "every 10.0 seconds"},
      {"--watch", "every 2.0 seconds"},
      {"--checkpoint-every=5", "every 5 rounds"},
      {"--checkpoint-every=5 --watch", "every 5 rounds"}
    };
    for (String[] line : lines) {
      RunCommand command = new RunCommand();
      String asked = "run.json --rounds=9 --out=x " + line[0];
      new CommandLine(command).parseArgs(asked.strip().split(" "));
      assertEquals(line[1], command.cadence().toString(), asked);
    }
  }

  private void assertSameFiles(String one, String other) throws IOException {
    assertEquals(read(one, "rows.csv"), read(other, "rows.csv"));
    assertEquals(read(one, "run.json"), read(other, "run.json"));
  }

  private List<List<String>> rows(String out) throws IOException {
    return read(out, "rows.csv").lines().map(Splitter.on(',')::splitToList).toList();
  }

  @Test
  void rowsAreThoseOfTheContract() throws IOException {
    ran("out", "--rounds", "50", "--seeds", "2", "--seed", "-1", "--record", "7,20,7");
    List<List<String>> rows = rows("out");
    assertEquals(
        "seed,round,oracleKl,excessCost,calibrationErrorSquared,cost,w0,w1,w2,theta0,theta1",
        String.join(",", rows.get(0)));
    assertEquals(1 + 2 * 4, rows.size());
    GroundTruth truth = GroundTruth.of(INSTANCE);
    double[] wStar = {Math.sqrt(2) / 2, 0, 0};
    int line = 1;
    for (String seed : List.of("-1", "0")) {
      for (String round : List.of("0", "7", "20", "50")) {
        List<String> row = rows.get(line++);
        assertEquals(List.of(seed, round), row.subList(0, 2));
        double[] x = row.stream().mapToDouble(Double::parseDouble).toArray();
        double[] w = Arrays.copyOfRange(x, 6, 9);
        double[] theta = Arrays.copyOfRange(x, 9, 11);
        assertEquals(truth.oracleDivergence(theta), x[2]);
        assertEquals(truth.excessCost(theta), x[3]);
        double squares = 0;
        for (int i = 0; i < 3; i++) {
          squares += (w[i] - wStar[i]) * (w[i] - wStar[i]);
        }
        assertEquals(squares, x[4], 1e-12 * (1 + squares));
        assertEquals(LogRatioCost.calibrated(truth.problem(), w).value(theta), x[5]);
      }
    }
    assertEquals(
        INSTANCE.header().teacher(),
        ImmutableDoubleArray.copyOf(
            rows.get(1).subList(6, 9).stream().map(Double::valueOf).toList()));
  }

  @Test
  void everythingIsMeasuredWhereAsked() throws IOException {
    String[] base = {"--rounds", "30", "--seeds", "2", "--record", "4"};
    ran("out", with(base, "--evaluate", "--threads", "2"));
    List<List<String>> rows = rows("out");
    assertEquals(
        "seed,round,oracleKl,excessCost,calibrationErrorSquared,cost,optimizationError,objective,"
            + "w0,w1,w2,theta0,theta1",
        String.join(",", rows.get(0)));
    GroundTruth truth = GroundTruth.of(INSTANCE);
    for (List<String> row : rows.subList(1, rows.size())) {
      double[] x = row.stream().mapToDouble(Double::parseDouble).toArray();
      double[] theta = Arrays.copyOfRange(x, 11, 13);
      assertEquals(truth.optimizationError(Arrays.copyOfRange(x, 8, 11), theta), x[6]);
      assertEquals(truth.objective(theta), x[7]);
    }
    ran("later", base);
    Files.writeString(directory.resolve("later/rows.csv.next.tmp"), "of a process that died");
    ran("later", with(base, "--resume", "--evaluate", "--threads", "1"));
    assertSameFiles("out", "later");
    try (java.util.stream.Stream<Path> files = Files.list(directory.resolve("later"))) {
      assertEquals(2, files.count(), "nothing else is left");
    }
  }

  @Test
  void theDocumentSaysWhatWasRun() throws IOException {
    ran("out", "--rounds", "30", "--seeds", "2", "--seed", "5", "--set", "updates=2");
    JsonNode run = JsonFile.read(directory.resolve("out/run.json"));
    JsonNode configuration = run.path("configuration");
    assertEquals("ccl", configuration.path("learner").asText());
    assertEquals("2", configuration.path("settings").path("updates").asText());
    assertEquals(30, configuration.path("rounds").asLong());
    JsonNode provenance = run.path("provenance");
    assertEquals(INSTANCE.digest(), provenance.path("instanceDigest").asText());
    assertEquals("[5,6]", provenance.path("seeds").toString());
    assertEquals(System.getProperty("java.version"), provenance.path("java").asText());
    assertEquals(System.getProperty("os.arch"), provenance.path("architecture").asText());
    assertTrue(provenance.path("code").asText().matches("\\d.*"), provenance.toString());
    provenance.path("libraries").forEach(v -> assertTrue(v.asText().matches("\\d.*"), v.asText()));
    assertEquals(2, run.path("replicates").size());
    List<List<String>> rows = rows("out");
    JsonNode last = run.path("replicates").path(1);
    assertEquals(30, last.path("ledger").path("sourceQueries").asLong());
    assertEquals(
        rows.get(rows.size() - 1).subList(6, 9),
        List.of(last.at("/w/0").asText(), last.at("/w/1").asText(), last.at("/w/2").asText()));
    try (java.util.stream.Stream<Path> files = Files.list(directory.resolve("out"))) {
      assertEquals(2, files.count(), "run.json and rows.csv, nothing else");
    }
  }

  @Test
  void threadsAndCheckpointsChangeNoByte() throws IOException {
    String[] base = {"--rounds", "200", "--seeds", "3", "--seed", "9"};
    ran("one", with(base, "--threads", "1"));
    ran("two", with(base, "--threads", "2", "--checkpoint-every", "17"));
    ran("sixteen", with(base, "--threads", "16", "--checkpoint-every", "1000"));
    assertSameFiles("one", "two");
    assertSameFiles("one", "sixteen");
  }

  @Test
  void aSeedRunsAloneAsItRunsAmongOthers() throws IOException {
    ran("many", "--rounds", "40", "--seeds", "3", "--seed", "1");
    ran("alone", "--rounds", "40", "--seeds", "1", "--seed", "3");
    List<List<String>> many = rows("many");
    List<List<String>> alone = rows("alone");
    int n = alone.size() - 1;
    assertEquals(alone.subList(1, n + 1), many.subList(2 * n + 1, 3 * n + 1));
  }

  @Test
  void targetRewardsChangeNoBitOfTheLearner() throws IOException {
    Path bare = directory.resolve("bare.json");
    InstanceWriter.write(INSTANCE.withoutTargetRewards(), bare);
    String[] base = {"--rounds", "100", "--seeds", "2"};
    ran("with", base);
    Outcome outcome = run(bare, "without", base);
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains("oracleKl and excessCost are empty"), outcome.err());
    List<List<String>> with = rows("with");
    List<List<String>> without = rows("without");
    assertEquals(with.size(), without.size());
    for (int i = 1; i < with.size(); i++) {
      assertEquals(with.get(i).subList(5, 11), without.get(i).subList(5, 11));
      assertEquals(List.of("", ""), without.get(i).subList(2, 4));
      assertFalse(without.get(i).get(4).isEmpty());
    }
  }

  @Test
  void everyLearnerAndPresetRuns() throws IOException {
    for (String learner :
        List.of("ccl", "two-stage", "uncalibrated", "oracle", "direct-matching")) {
      ran(learner, "--rounds", "5", "--learner", learner);
    }
    ran("practical", "--rounds", "5", "--preset", "practical");
    ran("trajectories", "--rounds", "5", "--sampler", "trajectories");
    List<String> oracle = rows("oracle").get(1);
    assertEquals(0, Double.parseDouble(oracle.get(4)), 1e-20, "the oracle is told w*");
  }

  @Test
  void aFinishedRunIsNotRunAgain() throws IOException {
    ran("out", "--rounds", "20");
    String before = read("out", "run.json");
    ran("out", "--rounds", "20", "--resume", "--tensorboard", directory.resolve("logs").toString());
    assertEquals(before, read("out", "run.json"));
    assertTrue(Files.isDirectory(directory.resolve("logs/out/seed1")), "written of what was there");
    Outcome again = run(file, "out", "--rounds", "20");
    assertEquals(2, again.code());
    assertTrue(again.err().contains("--resume"), again.err());
    Outcome other = run(file, "out", "--rounds", "21", "--resume");
    assertEquals(2, other.code());
    assertTrue(other.err().contains("another instance, configuration or version"), other.err());
    assertEquals(before, read("out", "run.json"));
  }

  @Test
  void resumingNothingIsBeginning() throws IOException {
    ran("a", "--rounds", "20");
    ran("b", "--rounds", "20", "--resume");
    assertSameFiles("a", "b");
  }

  @Test
  void foreignFilesAreLeftAlone() throws IOException {
    Path foreign = Files.createDirectory(directory.resolve("foreign"));
    Files.writeString(foreign.resolve("thesis.txt"), "x");
    for (String[] more : new String[][] {{}, {"--resume"}}) {
      Outcome outcome = run(file, "foreign", with(more, "--rounds", "5"));
      assertEquals(2, outcome.code());
      assertTrue(outcome.err().contains("foreign"), outcome.err());
    }
    try (java.util.stream.Stream<Path> files = Files.list(foreign)) {
      assertEquals(List.of(foreign.resolve("thesis.txt")), files.toList());
    }
  }

  @Test
  void badInputIsOneLineAndLeavesNothing() throws IOException {
    String[][] bad = {
      {"--rounds", "0", "--rounds"},
      {"--rounds", "-5", "--rounds"},
      {"--rounds", "1.5", "1.5"},
      {"--rounds", "1e30", "1e30"},
      {"--rounds", "1e999999999", "1e999999999"},
      {"--rounds", "many", "many"},
      {"--seeds", "0", "--seeds"},
      {"--seeds", "x", "--seeds"},
      {"--seeds", "99999999999", "--seeds"},
      {"--seed", "one", "--seed"},
      {"--seed", "9223372036854775808", "--seed"},
      {"--threads", "0", "--threads"},
      {"--checkpoint-every", "0", "--checkpoint-every"},
      {"--record", "5,11", "--record"},
      {"--record", "-1", "--record"},
      {"--record", "a", "--record"},
      {"--learner", "cll", "there is no learner"},
      {"--preset", "best", "preset"},
      {"--sampler", "magic", "sampler"},
      {"--set", "speed=9", "speed"},
      {"--set", "updates=0", "updates"},
      {"--set", "updates", "--set"},
      {"--no-such-flag", "1", "--no-such-flag"},
    };
    for (String[] pair : bad) {
      String[] rounds =
          pair[0].equals("--rounds") ? new String[0] : new String[] {"--rounds", "10"};
      Outcome outcome = run(file, "bad", with(rounds, pair[0], pair[1]));
      assertEquals(2, outcome.code(), pair[0] + " " + pair[1] + ": " + outcome.err());
      outcome.assertOneLine();
      assertTrue(outcome.err().contains(pair[2]), outcome.err());
      assertTrue(Files.notExists(directory.resolve("bad")), pair[0]);
    }
    Outcome twoLast =
        run(file, "bad", "--rounds", "1", "--seed", "9223372036854775807", "--seeds", "2");
    assertEquals(2, twoLast.code());
    twoLast.assertOneLine();
    assertEquals(2, run(directory.resolve("absent.json"), "bad", "--rounds", "1").code());
    assertEquals(2, run(directory, "bad", "--rounds", "1").code());
    Outcome overFile = run(file, "separation.json", "--rounds", "1");
    assertEquals(2, overFile.code());
    overFile.assertOneLine();
  }

  @Test
  void anInstanceThatCannotBeRunIsRefused() throws IOException {
    Path blind = directory.resolve("blind.json");
    InstanceWriter.write(BrokenInstance.NOT_IDENTIFIED.instance(), blind);
    Outcome outcome = run(blind, "blind", "--rounds", "5");
    assertEquals(2, outcome.code());
    outcome.assertOneLine();
    assertTrue(outcome.err().contains("blind.json"), outcome.err());
    assertTrue(Files.notExists(directory.resolve("blind")));
  }

  @Test
  void theTableFitsAScreen() throws IOException {
    Path demo = directory.resolve("demo.json");
    InstanceWriter.write(DemoInstance.of(), demo);
    Outcome outcome =
        run(demo, "demo", "--rounds", "1000", "--seeds", "2", "--preset", "practical");
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().lines().count() <= 24, outcome.out());
    assertTrue(
        outcome.out().lines().allMatch(line -> line.length() <= 100 || line.startsWith("written")));
  }

  private static String[] with(String[] base, String... more) {
    String[] all = Arrays.copyOf(base, base.length + more.length);
    System.arraycopy(more, 0, all, base.length, more.length);
    return all;
  }

  /** The guard of careful stays closed where the source says nothing, and that is no secret. */
  @Test
  void kindsThatTheSourceDoesNotHaveAreNamed() throws IOException {
    Path instance = directory.resolve("kinds.json");
    InstanceWriter.write(MisspecifiedInstance.NEW_KIND.of(1), instance);
    Outcome outcome = run(instance, "out", "--learner", "careful", "--rounds", "2");
    assertEquals(0, outcome.code(), outcome.err());
    String named = "there are fewer of \"two\"";
    assertTrue(outcome.err().contains(named), outcome.err());
    assertTrue(outcome.err().contains("ccl: warning: the student will match the teacher"));
    assertEquals(0, Outcome.of("report", directory.resolve("out").toString()).code());
    String report = Files.readString(directory.resolve("out/report/report.html"));
    assertTrue(report.contains("there are fewer of"), "the report says so as well");
  }
}

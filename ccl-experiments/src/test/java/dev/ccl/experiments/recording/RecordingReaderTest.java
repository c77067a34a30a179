package dev.ccl.experiments.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.run.Refusals;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that were written by hand, read back number by number. */
class RecordingReaderTest {
  private static final String HEAD =
      "seed,round,oracleKl,excessCost,calibrationErrorSquared,cost,w0,theta0\n";

  /** Seed 4 ended after round 5, seed 9 went on; costs of seed 4 are unknown at round 0. */
  private static final String ROWS =
      HEAD
          + "9,0,8,4,1,0.5,0,0\n9,2,4,2,2,0.25,0,0\n9,5,2,1,3,0.125,0,0\n9,8,1,1,4,0.1,0,0\n"
          + "4,0,8,2,1,,0,0\n4,2,6,6,0.5,0.75,0,0\n4,5,1,8,0.25,0.5,0,0\n";

  @TempDir private Path directory;

  private Path run(String name, String rows) throws IOException {
    return run(name, rows, new String[][] {{"9", "8", "16", "3"}, {"4", "5", "20", "1"}});
  }

  private Path run(String name, String rows, String[][] replicates) throws IOException {
    Path run = Files.createDirectories(directory.resolve(name));
    Files.writeString(run.resolve("rows.csv"), rows);
    String digest = Hashing.sha256().hashString(rows, StandardCharsets.UTF_8).toString();
    JsonFile.writeSealed(
        run.resolve("run.json"),
        json -> {
          json.writeStringField("format", "ccl-run/2");
          json.writeStringField("digest", "of the plan");
          json.writeObjectFieldStart("configuration");
          for (String key : List.of("instance", "instanceName", "learner")) {
            json.writeStringField(key, "the " + key);
          }
          json.writeObjectFieldStart("settings");
          json.writeStringField("step", "long");
          json.writeStringField("batch", "7");
          json.writeEndObject();
          json.writeEndObject();
          json.writeObjectFieldStart("provenance");
          for (String key : List.of("instanceDigest", "code", "java", "vm", "os", "architecture")) {
            json.writeStringField(key, "the " + key);
          }
          json.writeEndObject();
          json.writeArrayFieldStart("warnings");
          json.writeString("first");
          json.writeString("second");
          json.writeEndArray();
          json.writeObjectFieldStart("files");
          json.writeStringField("rows.csv", digest);
          json.writeEndObject();
          json.writeArrayFieldStart("replicates");
          for (String[] end : replicates) {
            json.writeStartObject();
            json.writeFieldName("seed");
            json.writeNumber(end[0]);
            json.writeFieldName("rounds");
            json.writeNumber(end[1]);
            json.writeObjectFieldStart("ledger");
            json.writeFieldName("sourceQueries");
            json.writeNumber(end[2]);
            json.writeFieldName("firstWins");
            json.writeNumber(end[3]);
            json.writeEndObject();
            json.writeEndObject();
          }
          json.writeEndArray();
        });
    return run;
  }

  @Test
  void everythingIsReadFromItsPlace() throws IOException {
    Path directoryOfRun = run("mine", ROWS);
    RunRecord run = RecordingReader.read(directoryOfRun);
    for (String key :
        List.of(
            "instance",
            "instanceName",
            "learner",
            "instanceDigest",
            "code",
            "java",
            "os",
            "architecture")) {
      assertEquals("the " + key, run.fact(key));
    }
    assertEquals("of the plan", run.fact("digest"));
    assertEquals(
        Hashing.sha256().hashString(ROWS, StandardCharsets.UTF_8).toString(),
        run.fact("csvDigest"));
    assertEquals(directoryOfRun.toString(), run.fact("directory"));
    assertEquals("", run.fact("nothing"));
    assertEquals(Map.of("step", "long", "batch", "7"), run.settings());
    assertEquals(List.of("first", "second"), run.warnings());
    assertEquals(List.of(9L, 4L), run.seeds());
    assertEquals("[0.0, 2.0, 5.0]", Arrays.toString(run.rounds()), "as far as all seeds went");
    assertEquals(5, run.lastRound());
    assertEquals("[8.0, 5.0, 1.5]", medians(run, Measure.ORACLE_KL));
    assertEquals("[3.0, 4.0, 4.5]", medians(run, Measure.EXCESS_COST));
    assertEquals("[1.0, 1.25, 1.625]", medians(run, Measure.CALIBRATION_ERROR_SQUARED));
    assertTrue(run.has(Measure.ORACLE_KL) && run.has(Measure.EXCESS_COST));
    assertTrue(!run.has(Measure.COST), "one number is missing");
    assertEquals(BigInteger.valueOf(36), run.spent("sourceQueries"));
    assertEquals(BigInteger.valueOf(4), run.spent("firstWins"));
    assertEquals(BigInteger.ZERO, run.spent("nothing"));
    assertEquals((4.0 + 8) / 2, run.spentUpTo("sourceQueries", 2), 1e-12);
    assertEquals("[8.0, 5.0]", Arrays.toString(run.ends()));
    assertEquals("[1.0, 1.0]", Arrays.toString(run.last(Measure.ORACLE_KL)), "of each its own");
    assertEquals(1, run.at(Measure.EXCESS_COST, 9, 8));
    assertEquals(8, run.at(Measure.EXCESS_COST, 4, 5));
    assertTrue(Double.isNaN(run.at(Measure.EXCESS_COST, 4, 8)), "it has ended before");
    assertTrue(Double.isNaN(run.at(Measure.EXCESS_COST, 4, 3)), "it was not recorded");
    assertTrue(Double.isNaN(run.at(Measure.EXCESS_COST, 5, 5)), "there is no such seed");
    assertEquals((10.0 + 20) / 2, run.spentUpTo("sourceQueries", 5), 1e-12);
    assertEquals((14.0 + 20) / 2, run.spentUpTo("sourceQueries", 7), 1e-12);
    assertEquals((16.0 + 20) / 2, run.spentUpTo("sourceQueries", 99), 1e-12);
    run.rounds()[0] = 77;
    assertEquals(0, run.rounds()[0], "a copy");
  }

  private static String medians(RunRecord run, Measure measure) {
    assertEquals(
        Arrays.toString(run.curve(measure).rounds().toArray()), Arrays.toString(run.rounds()));
    return Arrays.toString(run.curve(measure).medians());
  }

  /** The start is that of round 0. */
  @Test
  void changesAreUpToTheRoundThatIsAsked() throws IOException {
    RunRecord run = RecordingReader.read(run("mine", ROWS));
    double[][] ends = {{2, 5}, {4.5, 5}, {5, 1.5}, {1, 8}, {99, 1.5}};
    for (double[] end : ends) {
      Change change = run.change(Measure.ORACLE_KL, end[0]).orElseThrow();
      assertEquals(8, change.start());
      assertEquals(end[1], change.end().median(), "at " + end[0]);
      assertEquals(end[1] - 8, change.difference().median());
    }
    assertEquals(1, run.change(Measure.ORACLE_KL).orElseThrow().end().median(), "own ends");
    assertEquals(Optional.empty(), run.change(Measure.COST, 5));
  }

  /** Also deep below, in the order of names; nothing where there is none. */
  @Test
  void runsAreFoundBelow() throws IOException {
    Path deep = run("all/b/1/2/3", ROWS);
    Path first = run("all/a", ROWS);
    run("all/b/1/2/3/4/5/6", ROWS); // further down than anyone puts runs
    assertEquals(List.of(first, deep), RecordingReader.find(directory.resolve("all")));
    Path deepest = run("all/c/1/2/3/4", ROWS);
    run("all/d/1/2/3/4/5", ROWS);
    Path other = Files.createDirectories(directory.resolve("all/e"));
    Files.writeString(other.resolve("no-run.json"), "");
    assertEquals(List.of(first, deep, deepest), RecordingReader.find(directory.resolve("all")));
    assertEquals(List.of(first), RecordingReader.find(first));
    assertThrows(IllegalArgumentException.class, () -> RecordingReader.find(first.resolve("x")));
    Path empty = Files.createDirectories(directory.resolve("empty"));
    Refusals refusals = new Refusals();
    refusals.add("no directory", () -> RecordingReader.find(first.resolve("run.json")));
    refusals.add("no run", () -> RecordingReader.find(empty));
    String[][] bad = {
      {"no rows", HEAD},
      {"rounds twice", HEAD + "9,0,8,4,1,0.5,0,0\n9,0,8,4,1,0.5,0,0\n"},
      {"rounds backwards", ROWS + "3,5,8,4,1,0.5,0,0\n3,2,8,4,1,0.5,0,0\n"},
      {"other rounds", ROWS + "3,0,8,4,1,0.5,0,0\n3,1,8,4,1,0.5,0,0\n3,5,8,4,1,0.5,0,0\n"},
      {"no cost", ROWS.replace(",cost,", ",costs,")},
      {"a word", ROWS.replace("9,2,4", "9,2,four")},
      {"a round of a half", ROWS.replace("9,2,4", "9,2.5,4")},
      {"too few cells", ROWS.replace("9,2,4", "9,2")},
    };
    for (String[] rows : bad) {
      Path run = run(rows[0].replace(' ', '-'), rows[1]);
      refusals.add(rows[0], () -> RecordingReader.read(run));
    }
  }

  /** Rounds and seeds beyond 32 bits, and more rollouts than 64 bits can count. */
  @Test
  void largeNumbersAreReadWhole() throws IOException {
    String rows =
        HEAD
            + "-5000000000,0,8,4,1,0.5,0,0\n-5000000000,3000000000,4,2,2,0.25,0,0\n"
            + "7000000000,0,8,4,1,0.5,0,0\n7000000000,3000000000,2,2,2,0.25,0,0\n";
    String[][] replicates = {
      {"-5000000000", "3000000000", "9000000000000000000", "1"},
      {"7000000000", "3000000000", "30000000000000000000", "1"}
    };
    RunRecord run = RecordingReader.read(run("large", rows, replicates));
    assertEquals(List.of(-5_000_000_000L, 7_000_000_000L), run.seeds());
    assertEquals(3e9, run.lastRound());
    assertEquals(new BigInteger("39000000000000000000"), run.spent("sourceQueries"));
    assertEquals((9e18 + 30e18) / 2, run.spentUpTo("sourceQueries", 3e9));
    assertEquals((4.5e18 + 15e18) / 2, run.spentUpTo("sourceQueries", 1.5e9));
  }
}

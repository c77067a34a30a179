package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertifyCommandTest {
  @TempDir Path directory;
  private String file;
  private String out;

  @BeforeEach
  void writeInstance() throws IOException {
    file = directory.resolve("separation.json").toString();
    out = directory.resolve("out").toString();
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), Path.of(file));
  }

  private Outcome run(String... more) {
    String[] args = {
      "run", file, "--out", out, "--preset", "practical", "--rounds", "200", "--seeds", "2"
    };
    return Outcome.of(
        Stream.concat(Arrays.stream(args), Arrays.stream(more)).toArray(String[]::new));
  }

  private List<List<String>> rows(String name) throws IOException {
    return Files.readAllLines(Path.of(out, name)).stream()
        .map(Splitter.on(',')::splitToList)
        .toList();
  }

  /** Some columns of a table, by their names. */
  private static List<List<String>> columns(List<List<String>> rows, String... names) {
    List<Integer> places = Stream.of(names).map(rows.get(0)::indexOf).toList();
    return rows.stream().map(row -> places.stream().map(row::get).toList()).toList();
  }

  @Test
  void everyRowIsBounded() throws IOException {
    Outcome outcome = run("--certify");
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("without a target reward"), outcome.out());
    List<List<String>> truth = rows("rows.csv");
    List<List<String>> bounds =
        columns(
            rows("rows.csv"),
            "seed",
            "round",
            "certifiedExcess",
            "certifiedOracleKl",
            "modelEvidence");
    assertEquals(
        "seed,round,certifiedExcess,certifiedOracleKl,modelEvidence",
        String.join(",", bounds.get(0)));
    assertEquals(truth.size(), bounds.size());
    for (int i = 1; i < truth.size(); i++) {
      assertEquals(truth.get(i).subList(0, 2), bounds.get(i).subList(0, 2));
      double excess = Double.parseDouble(truth.get(i).get(3));
      double kl = Double.parseDouble(truth.get(i).get(2));
      assertTrue(excess <= Double.parseDouble(bounds.get(i).get(2)) + 1e-12);
      assertTrue(kl <= Double.parseDouble(bounds.get(i).get(3)) + 1e-9);
    }
  }

  @Test
  void aFinishedRunGetsTheSameFile() throws IOException {
    assertEquals(0, run("--certify").code());
    String together = Files.readString(Path.of(out, "rows.csv"));
    String seal = Files.readString(Path.of(out, "run.json"));
    Outcome outcome = Outcome.of("certify", out, file);
    assertEquals(0, outcome.code(), outcome.err());
    assertEquals(together, Files.readString(Path.of(out, "rows.csv")));
    assertEquals(seal, Files.readString(Path.of(out, "run.json")));
  }

  @Test
  void whatCannotBeCertifiedIsRefusedBeforeTheRun() {
    for (String[] wrong :
        List.of(
            new String[] {"--certify", "--set", "calibration=frozen"},
            new String[] {"--set", "stop-when=excess<0.1"},
            new String[] {"--stop-when", "excess>0.1"})) {
      Outcome outcome = run(wrong);
      assertEquals(2, outcome.code());
      outcome.assertOneLine();
      assertFalse(Files.exists(Path.of(out)));
    }
    Outcome other =
        Outcome.of("run", file, "--out", out, "--rounds", "9", "--learner", "oracle", "--certify");
    assertEquals(2, other.code());
    other.assertOneLine();
    assertTrue(other.err().contains("nothing to certify"), other.err());
    Outcome delta = run("--certify", "--delta", "1.5");
    assertEquals(2, delta.code());
    delta.assertOneLine();
  }

  @Test
  void aRunStopsOnItsCertificate() throws IOException {
    Outcome outcome = run("--stop-when", "excess<1e-3", "--evaluate");
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("Stopped by certificate, excess<0.001: 2 of 2 seeds"));
    String json = Files.readString(Path.of(out, "run.json"));
    assertTrue(json.contains("\"stop-when\":\"excess<0.001\""), json);
    assertTrue(json.contains("\"stoppedBy\":\"excess<0.001\""), json);
    List<List<String>> truth = rows("rows.csv");
    List<List<String>> bounds =
        columns(
            rows("rows.csv"),
            "seed",
            "round",
            "certifiedExcess",
            "certifiedOracleKl",
            "modelEvidence");
    assertEquals(truth.size(), bounds.size());
    for (int i = 1; i < truth.size(); i++) {
      assertEquals(truth.get(i).subList(0, 2), bounds.get(i).subList(0, 2));
      boolean last = i + 1 == truth.size() || !truth.get(i + 1).get(0).equals(truth.get(i).get(0));
      assertEquals(last, Double.parseDouble(bounds.get(i).get(2)) < 1e-3);
    }
    assertTrue(truth.size() < 40, "it ended early");
    String before = Files.readString(Path.of(out, "rows.csv"));
    assertEquals(0, Outcome.of("certify", out, file).code(), "each seed as far as it went");
    assertEquals(before, Files.readString(Path.of(out, "rows.csv")));
    for (String residual : List.of("0.01", "0")) {
      Outcome agnostic = Outcome.of("certify", out, file, "--residual", residual);
      assertTrue(agnostic.out().contains("Should no w fit"), agnostic.out());
    }
    Outcome again = run("--stop-when", "excess<1e-3", "--resume");
    assertTrue(again.out().contains("already finished"), again.out());
    Outcome report = Outcome.of("report", out, "--instance", file, "--out", out + "-report");
    assertEquals(0, report.code(), report.err());
    String page = Files.readString(Path.of(out + "-report", "report.html"));
    assertTrue(page.contains("Without target rewards"), "a part of its own");
    assertTrue(page.contains("the raw teacher&#39;s") || page.contains("the raw teacher's"));
    assertTrue(page.contains("excess&lt;0.001"), "the stop rule");
  }

  /** δ counts whether the run is to stop or not, and is what the words are about. */
  @Test
  void theProbabilityThatWasAskedForIsThatOfTheBounds() throws IOException {
    Outcome outcome = run("--stop-when", "excess<1e-3", "--delta", "0.2");
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("with probability 0.8000"), outcome.out());
    assertTrue(outcome.out().contains("(5.000 would reject it)"), outcome.out());
    String json = Files.readString(Path.of(out, "run.json"));
    assertTrue(json.contains("\"certify\":\"0.2\""), json);
  }

  @Test
  void anotherInstanceIsRefused() throws IOException {
    assertEquals(0, run().code());
    String other = directory.resolve("other.json").toString();
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.6), Path.of(other));
    Outcome outcome = Outcome.of("certify", out, other);
    assertEquals(2, outcome.code());
    outcome.assertOneLine();
  }
}

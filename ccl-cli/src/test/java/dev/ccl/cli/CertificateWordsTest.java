package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.base.Splitter;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.ccl.certificates.AgnosticBound;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of certificates, from the rows that were written. */
class CertificateWordsTest {
  private static final Instance JUDGE = SeparationInstance.of(1, 2, 2, 0.5);
  private static final Instance BROKEN = BrokenInstance.NOT_REALIZABLE.instance();

  @TempDir Path directory;

  private Path file(Instance instance) throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(instance, file);
    return file;
  }

  private Path run(Path file, String name, int first, int seeds, int rounds) {
    Path out = directory.resolve(name);
    Outcome outcome =
        Outcome.of(
            "run",
            file.toString(),
            "--out",
            out.toString(),
            "--preset",
            "practical",
            "--rounds",
            Integer.toString(rounds),
            "--seed",
            Integer.toString(first),
            "--seeds",
            Integer.toString(seeds));
    assertEquals(0, outcome.code(), outcome.err());
    return out;
  }

  private static String certify(Path out, Path file, String... more) {
    List<String> words = new ArrayList<>(List.of("certify", out.toString(), file.toString()));
    words.addAll(List.of(more));
    Outcome outcome = Outcome.of(words.toArray(String[]::new));
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out();
  }

  private static List<List<String>> rows(Path out) throws IOException {
    List<List<String>> lines =
        Files.readAllLines(out.resolve("rows.csv")).stream()
            .map(Splitter.on(',')::splitToList)
            .toList();
    List<Integer> places =
        Stream.of("seed", "round", "certifiedExcess", "certifiedOracleKl", "modelEvidence")
            .map(lines.get(0)::indexOf)
            .toList();
    return lines.subList(1, lines.size()).stream()
        .map(row -> places.stream().map(row::get).toList())
        .toList();
  }

  /** The last row of each seed. */
  private static List<List<String>> ends(Path out) throws IOException {
    Map<String, List<String>> ends = new LinkedHashMap<>();
    rows(out).forEach(row -> ends.put(row.get(0), row));
    return List.copyOf(ends.values());
  }

  private static List<Double> sorted(List<List<String>> rows, int column) {
    return rows.stream().map(row -> Double.parseDouble(row.get(column))).sorted().toList();
  }

  /** Bounds are those of the last rows; evidence that was there once stays said. */
  @Test
  void boundsAreOfTheLastRowsAndTheEvidenceIsOfAll() throws IOException {
    Path file = file(JUDGE);
    for (int seeds : new int[] {4, 5}) {
      Path out = run(file, "out" + seeds, 3, seeds, 60);
      String words = certify(out, file, "--residual", "0.05", "--delta", "0.1");
      List<List<String>> ends = ends(out);
      assertEquals(seeds, ends.size());
      List<Double> excess = sorted(ends, 2);
      List<Double> kl = sorted(ends, 3);
      double evidence = largest(rows(out), 4);
      String expected =
          String.format(
              "the excess cost is at most %.3g (median of %d seeds; at most %.3g in each),%n"
                  + "its KL to the oracle student at most %.3g; for all rounds of a seed at once"
                  + " with probability 0.9000, if the model holds.%n"
                  + "Largest evidence against the model: %.3g (10.00 would reject it).",
              median(excess), seeds, excess.get(seeds - 1), median(kl), evidence);
      assertTrue(words.contains(expected), words + "\nexpected\n" + expected);
      assertTrue(evidence > largest(ends, 4), "there was more on the way than at the end");
    }
  }

  private static double median(List<Double> sorted) {
    int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }

  private static double largest(List<List<String>> rows, int column) {
    return sorted(rows, column).get(rows.size() - 1);
  }

  /** Seeds that stop before their first round have one row each. */
  @Test
  void seedsThatStopAtOnceAreAllCounted() throws IOException {
    Path file = file(JUDGE);
    Path out = directory.resolve("out");
    Outcome outcome =
        Outcome.of(
            "run",
            file.toString(),
            "--out",
            out.toString(),
            "--rounds",
            "9",
            "--seeds",
            "3",
            "--stop-when",
            "excess<1000");
    assertEquals(0, outcome.code(), outcome.err());
    assertEquals(3, ends(out).size());
    assertTrue(outcome.out().contains("3 of 3 seeds, after 0 rounds"), outcome.out());
    assertTrue(outcome.out().contains("median of 3 seeds"), outcome.out());
  }

  /** With d = 5 a bound is found by climbing, and no run ends on it unless the rule says so. */
  @Test
  void searchedBoundsEndARunByTheirOwnWordOnly() throws IOException {
    Path file = directory.resolve("five.json");
    String made = "instance random --seed 1 --horizon 1 -d 5 --out " + file;
    assertEquals(0, Outcome.of(made.split(" ")).code());
    Path out = directory.resolve("five");
    String run = "run " + file + " --out " + out + " --rounds 9 --stop-when ";
    Outcome refused = Outcome.of((run + "excess<1000").split(" "));
    assertEquals(2, refused.code());
    assertTrue(
        refused
            .err()
            .contains("stop-when=excess<1000.0 needs certified bounds, and those of this problem"),
        refused.err());
    assertFalse(Files.exists(out));
    Outcome ended = Outcome.of((run + "searched-excess<1000").split(" "));
    assertEquals(0, ended.code(), ended.err());
    assertTrue(ended.out().contains("1 of 1 seed, after 0 rounds"), ended.out());
    assertTrue(ended.out().contains("searched for, not certified"), ended.out());
  }

  /** Both ends of H steps may be off by ε, so what they differ by oscillates by 2Hε. */
  @Test
  void aWrongModelIsBoundedByHowFarTokensMayBeOff() throws IOException {
    Path file = file(JUDGE);
    Path out = run(file, "out", 3, 3, 40);
    String words = certify(out, file, "--residual", "0.05");
    JsonNode json = new JsonMapper().readTree(Files.readString(out.resolve("run.json")));
    Function<JsonNode, double[]> vector =
        node -> {
          double[] x = new double[node.size()];
          for (int i = 0; i < x.length; i++) {
            x[i] = node.get(i).asDouble();
          }
          return x;
        };
    List<Double> bounds = new ArrayList<>();
    for (JsonNode end : json.path("replicates")) {
      bounds.add(
          AgnosticBound.of(
              JUDGE.problem(),
              vector.apply(end.path("w")),
              vector.apply(end.path("theta")),
              2 * JUDGE.header().horizon() * 0.05));
    }
    List<Double> sorted = bounds.stream().sorted().toList();
    String expected =
        String.format(
            Locale.ROOT,
            "the excess cost is at most %.3g%n(median; at most %.3g in each)",
            sorted.get(1),
            sorted.get(2));
    assertTrue(words.contains(expected), words + "\nexpected\n" + expected);
  }

  private static double unexplained(String words) {
    Matcher matcher = Pattern.compile("no w explains (\\S+) \\(rms\\)").matcher(words);
    assertTrue(matcher.find(), words);
    return Double.parseDouble(matcher.group(1));
  }

  /** Of several seeds the largest residual is told, whichever seed has it. */
  @Test
  void whatNoCalibrationExplainsIsTheWorstOfTheSeeds() throws IOException {
    Path file = file(BROKEN);
    int rounds = 7;
    double[] alone = new double[4];
    double largest = 0;
    for (int i = 0; i < alone.length; i++) {
      alone[i] = unexplained(certify(run(file, "seed" + i, 1 + i, 1, rounds), file));
      largest = Math.max(largest, alone[i]);
    }
    assertTrue(
        alone[alone.length - 1] < largest,
        "the last seed would hide that it alone counts: " + Arrays.toString(alone));
    assertEquals(largest, unexplained(certify(run(file, "all", 1, alone.length, rounds), file)));
  }

  /** Whoever runs it where numbers are written otherwise reads the same. */
  @Test
  void wordsAreTheSameInEveryLanguage() throws IOException {
    Path file = file(JUDGE);
    Locale before = Locale.getDefault();
    List<String> said = new ArrayList<>();
    try {
      for (String language : List.of("en", "de", "ar-EG")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        Path out = directory.resolve("out"); // the same name each time
        Outcome outcome =
            Outcome.of(
                "run",
                file.toString(),
                "--out=" + out,
                "--preset=practical",
                "--rounds=30",
                "--seeds=3",
                "--stop-when=excess<1e-3");
        assertEquals(0, outcome.code(), outcome.err());
        said.add(
            outcome.out()
                + certify(out, file, "--residual=0.05")
                + Outcome.of("plan", file.toString(), "--epsilon=1e-3").out());
        MoreFiles.deleteRecursively(out, RecursiveDeleteOption.ALLOW_INSECURE);
      }
    } finally {
      Locale.setDefault(before);
    }
    assertEquals(said.get(0), said.get(1));
    assertEquals(said.get(0), said.get(2));
  }
}

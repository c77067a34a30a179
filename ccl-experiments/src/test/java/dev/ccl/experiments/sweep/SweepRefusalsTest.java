package dev.ccl.experiments.sweep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.Refusals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every rule that a sweep's file can break, and what is said then. */
class SweepRefusalsTest {
  private static final String GRID =
      """
      instances:
        - judge.json
        - {generate: separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.75]}
      learners:
        - direct-matching
        - {learner: ccl, preset: paper, settings: {updates: [1, 2]}}
      rounds: 30
      seeds: 2
      seed: 5
      record: [0, 3]
      ask: {against: alpha, by: [learner, updates], map: lambda, measure: excessCost}
      """;

  /** What to replace, and by what; each alone. */
  private static final List<List<String>> EDITS =
      List.of(
          List.of("instances:", "instancs:"),
          List.of("rounds: 30\n", ""),
          List.of("rounds: 30", "rounds: 0"),
          List.of("rounds: 30", "rounds: 3.5"),
          List.of("rounds: 30", "rounds: '30'"),
          List.of("rounds: 30", "rounds: 99999999999999999999"),
          List.of("rounds: 30", "rounds:"),
          List.of("seeds: 2", "seeds: 0"),
          List.of("seeds: 2", "seeds: 2147483648"),
          List.of("seeds: 2", "seeds: [2]"),
          List.of("seed: 5", "seed: five"),
          List.of("seed: 5", "seed: 9223372036854775807"),
          List.of("record: [0, 3]", "record: []"),
          List.of("record: [0, 3]", "record: 3"),
          List.of("record: [0, 3]", "record: [0, -1]"),
          List.of("record: [0, 3]", "record: [0, 31]"),
          List.of("seed: 5", "seed: 5\nseed: 6"),
          List.of("seeds: 2", "seeds: [2"),
          List.of("  - judge.json\n", "  - juge.json\n"),
          List.of("  - judge.json\n", "  - 7\n"),
          List.of("  - judge.json\n", "  - 'none/*.json'\n"),
          List.of("  - judge.json\n", "  - '*.txt'\n"),
          List.of("  - judge.json\n", "  - './*.txt'\n"),
          List.of("  - judge.json\n", "  - 'grid.*'\n"),
          List.of("  - judge.json\n", "  - {d: 1}\n"),
          List.of("  - judge.json\n", "  - judge.json\n  - judge.json\n"),
          List.of("generate: separation", "generate: [separation]"),
          List.of("generate: separation", "generate: seperation"),
          List.of("alpha: [0.5, 0.75]", "alpha: []"),
          List.of("alpha: [0.5, 0.75]", "alpha: [0.5, 0.2]"),
          List.of("alpha: [0.5, 0.75]", "alpha: [0.5, {a: 1}]"),
          List.of("alpha: [0.5, 0.75]", "alpha: [0.5, 0.50]"),
          List.of("alpha: [0.5, 0.75]", "alfa: 0.5"),
          List.of("alpha: [0.5, 0.75]", "alpha:"),
          List.of("d: 1,", "d: 5..1,"),
          List.of("d: 1,", "d: 1..10001,"),
          List.of("d: 1,", "d: -9223372036854775808..9223372036854775807,"),
          List.of("d: 1,", "d: 9223372036854775807..-9223372036854775808,"),
          List.of("d: 1,", "d: 1..2501,"),
          List.of("d: 1,", "d: 1..x,"),
          List.of("d: 1,", "d: x..3,"),
          List.of("d: 1,", "d: 1.5,"),
          List.of("d: 1,", "d: 5000,"),
          List.of("lambda: [1, 2]", "lambda: [1, two]"),
          List.of("separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.75]", "random, seed: 1e3"),
          List.of("separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.75]", "random, set: round"),
          List.of("separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.75]", "random, horizon: 40"),
          List.of("separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.75]", "broken, kind: no"),
          List.of("separation, d: 1, lambda: [1, 2], alpha: [0.5, 0.75]", "demo, d: 1"),
          List.of("  - direct-matching\n", "  - direkt-matching\n"),
          List.of("learner: ccl,", "learnr: ccl,"),
          List.of("learner: ccl,", "learner: sft,"),
          List.of("learner: ccl,", "learner: [ccl, sft],"),
          List.of("preset: paper", "preset: fast"),
          List.of("preset: paper", "preset:"),
          List.of("updates: [1, 2]", "updates: [1, 0]"),
          List.of("updates: [1, 2]", "update: 1"),
          List.of("{updates: [1, 2]}", "updates"),
          List.of("{updates: [1, 2]}", "{}, certification: {stop-when: excess<0.1}"),
          List.of("{updates: [1, 2]}", "{}, certification: {certify: 1.5}"),
          List.of("{updates: [1, 2]}", "{}, certification: {delta: 0.1}"),
          List.of("{updates: [1, 2]}", "{initial-calibration: '9,9'}"),
          List.of("against: alpha", "versus: alpha"),
          List.of("against: alpha", "against: beta"),
          List.of("against: alpha", "against: [alpha]"),
          List.of("map: lambda", "map: round"),
          List.of("by: [learner, updates]", "by: [learner, round]"),
          List.of("by: [learner, updates]", "by: []"),
          List.of("by: [learner, updates]", "by: [learner, [d]]"),
          List.of("measure: excessCost", "measure: objective"),
          List.of("measure: excessCost", "measure: " + "x".repeat(41)));

  @TempDir private Path directory;

  @Test
  void everythingThatIsWrongIsRefusedInOneLine() throws IOException {
    InstanceWriter.write(SeparationInstance.of(1, 2, 3, 0.5), directory.resolve("judge.json"));
    Refusals refusals = new Refusals();
    Path file = directory.resolve("grid.yaml");
    for (List<String> edit : EDITS) {
      assertTrue(GRID.contains(edit.get(0)), edit.get(0));
      Files.writeString(file, GRID.replace(edit.get(0), edit.get(1)));
      refusals.add(edit.get(0) + " → " + edit.get(1), () -> SweepFile.open(file));
    }
    for (String whole : List.of("", " \n", "- a\n", "7\n", "a: &x [*y]\n", "instances: {\n")) {
      Files.writeString(file, whole);
      refusals.add("file: " + whole, () -> SweepFile.open(file));
    }
    Files.write(file, "a: ü".getBytes(StandardCharsets.ISO_8859_1));
    refusals.add("not in UTF-8", () -> SweepFile.open(file));
    refusals.add("a directory", () -> SweepFile.open(directory));
    refusals.add("no file", () -> SweepFile.open(directory.resolve("no.yaml")));
    refusals.add("a list", () -> SweepFile.parse("name", "[1]", Map.of("rounds", 3), directory));
    refusals.add(
        "a change", () -> SweepFile.parse("name", GRID, Map.of("rounds", "many"), directory));
    refusals.add("no study", () -> ReadyStudies.yaml("bios"));
    Files.writeString(file, GRID);
    SweepFile good = SweepFile.open(file);
    refusals.add("a sweep in a file", () -> Sweep.of(file, good.plans()));
    refusals.add("a sweep among others", () -> Sweep.of(directory, good.plans()));
  }
}

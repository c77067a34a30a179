package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that were cut or edited after they were written are believed by nobody. */
class DamagedFilesTest {
  @TempDir Path directory;

  @BeforeEach
  void aFinishedRun() throws IOException {
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), directory.resolve("judge.json"));
    assertEquals(0, run().code());
  }

  private Outcome run(String... more) {
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of("run", directory.resolve("judge.json").toString(), "--rounds=20", "--seeds=2"));
    words.add("--out=" + directory.resolve("out"));
    words.addAll(List.of(more));
    return Outcome.of(words.toArray(String[]::new));
  }

  private void damage(String name, UnaryOperator<String> change) throws IOException {
    Path file = directory.resolve("out").resolve(name);
    String before = Files.readString(file);
    String after = change.apply(before);
    assertTrue(!after.equals(before), before);
    Files.writeString(file, after);
  }

  private void assertRefused(String name, Outcome outcome) {
    assertEquals(2, outcome.code(), outcome.out());
    outcome.assertOneLine();
    assertTrue(outcome.err().contains(name + " is damaged"), outcome.err());
    assertEquals("", outcome.out());
  }

  private void assertEveryoneRefuses(String name) {
    assertRefused(name, run("--resume"));
    assertRefused(name, run("--resume", "--evaluate"));
    assertRefused(name, Outcome.of("report", directory.resolve("out").toString()));
    assertTrue(Files.notExists(directory.resolve("out").resolve("report")));
  }

  @Test
  void aFinishedRunIsToldSo() {
    Outcome again = run("--resume");
    assertEquals(0, again.code(), again.err());
    assertTrue(again.out().contains("already finished"), again.out());
    assertTrue(!again.out().contains("written:"), again.out());
    assertTrue(run("--resume", "--evaluate").out().contains("written: "));
    assertTrue(run("--resume", "--evaluate").out().contains("already finished"));
  }

  @Test
  void cutRowsAreNoticed() throws IOException {
    damage("rows.csv", text -> text.substring(0, 500));
    assertEveryoneRefuses("rows.csv");
  }

  @Test
  void anEditedNumberIsNoticed() throws IOException {
    damage("rows.csv", text -> text.replaceFirst("0\\.", "1."));
    assertEveryoneRefuses("rows.csv");
  }

  @Test
  void anEditedLedgerIsNoticed() throws IOException {
    damage("run.json", text -> text.replace("\"sourceQueries\":20", "\"sourceQueries\":10"));
    assertEveryoneRefuses("run.json");
  }

  @Test
  void aSweepRefusesAnEditedCell() throws IOException {
    Path sweep = directory.resolve("sweep.yaml");
    Files.writeString(sweep, "instances: [judge.json]\nlearners: [ccl]\nrounds: 20\n");
    String[] words = {"sweep", sweep.toString(), "--out=" + directory.resolve("out/sweep")};
    assertEquals(0, Outcome.of(words).code());
    try (var cells = Files.list(directory.resolve("out/sweep/cells"))) {
      Path cell = directory.resolve("out").relativize(cells.findFirst().orElseThrow());
      damage(cell + "/rows.csv", text -> text.replaceFirst("0\\.", "1."));
    }
    assertRefused("rows.csv", Outcome.of(words));
  }
}

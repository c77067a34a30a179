package dev.ccl.lm.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.truth.GroundTruth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {
  private static final Instance INSTANCE = BrokenInstance.NOT_REALIZABLE.instance();
  private static final SplitStudy ROW = SplitStudy.of(INSTANCE, List.of(5L, 20L), 1);

  @TempDir Path directory;

  @Test
  void aStudyGoesOnWhereItsFileEnds() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile first = StudyFile.open(file);
    first.add("t/s/1", ROW);
    Files.writeString(file, "{\"split\": \"t/s/2\", \"J\"", StandardOpenOption.APPEND);
    StudyFile second = StudyFile.open(file);
    assertTrue(second.has("t/s/1"));
    assertFalse(second.has("t/s/2"), "a line that was not finished is measured again");
    second.add("t/s/2", ROW);
    StudyFile third = StudyFile.open(file);
    assertEquals(second.table(), third.table());
    String table = String.join("\n", third.table());
    assertTrue(table.contains("t/s: 2 splits"), table);
    assertTrue(table.contains("rewards asked for by the learners: 120"), table);
    for (String answer : ROW.answers()) {
      assertTrue(table.contains(answer), answer);
    }
  }

  @Test
  void aDamagedRowIsNamed() throws IOException {
    Path file = directory.resolve("study.jsonl");
    Files.writeString(file, "{}\n{}\n");
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file));
    assertTrue(failure.getMessage().contains("line 1: not a row of a study"));
  }

  /** No control has more than what it is bounded by. */
  @Test
  void controlsAreOrdered() {
    double oracle = ROW.objectives().get(Control.ORACLE.toString());
    double best = ROW.objectives().get(Control.UNRESTRICTED.toString());
    assertTrue(oracle <= best + 1e-12);
    for (Control control :
        List.of(
            Control.TEACHER,
            Control.SFT_LIMIT,
            Control.DIRECT_MATCHING_LIMIT,
            Control.SOURCE_LIMIT,
            Control.CCL_LIMIT)) {
      assertTrue(ROW.objectives().get(control.toString()) <= oracle + 1e-9, control.toString());
    }
    GroundTruth truth = GroundTruth.of(INSTANCE);
    assertEquals(
        truth.objective(truth.problem().target().reference()),
        ROW.objectives().get(Control.REFERENCE.toString()));
  }
}

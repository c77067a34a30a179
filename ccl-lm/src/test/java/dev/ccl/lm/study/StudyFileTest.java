package dev.ccl.lm.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFileTest {
  private static final Instance INSTANCE = BrokenInstance.NOT_REALIZABLE.instance();
  private static final SplitStudy ROW = SplitStudy.of(INSTANCE, List.of(5L, 20L), 1);

  @TempDir Path directory;

  @Test
  void aStudyGoesOnWhereItsFileEnds() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile first = StudyFile.open(file, "this");
    first.add("t/s/1", ROW);
    Files.writeString(file, "{\"split\":\"t/s/2\",\"J\"", StandardOpenOption.APPEND);
    StudyFile second = StudyFile.open(file, "this");
    assertTrue(second.has("t/s/1"));
    assertFalse(second.has("t/s/2"), "a line that was not finished is measured again");
    second.add("t/s/2", ROW);
    StudyFile third = StudyFile.open(file, "this");
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
        assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file, "this"));
    assertTrue(failure.getMessage().contains("line 1: not a row of a study"));
  }

  /** Wherever the last row is cut, in the middle of a character too, the others are kept. */
  @Test
  void aStudyMayStopAtAnyByte() throws IOException {
    Path file = directory.resolve("study.jsonl");
    SplitStudy row =
        new SplitStudy(
            ROW.objectives(), ROW.accuracy(), 1, 2, 3, 4, 5, ImmutableList.of("3和5哪个数更大？ 5"));
    StudyFile whole = StudyFile.open(file, "this");
    whole.add("t/s/1", row);
    int first = (int) Files.size(file);
    whole.add("t/s/2", row);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = first; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      StudyFile resumed = StudyFile.open(file, "this");
      assertTrue(resumed.has("t/s/1"));
      assertFalse(resumed.has("t/s/2"));
      resumed.add("t/s/2", row);
      assertArrayEquals(bytes, Files.readAllBytes(file), "cut behind byte " + length);
    }
  }

  @Test
  void otherFilesAreNeitherReadNorChanged() throws IOException {
    Path file = directory.resolve("notes.txt");
    for (String text : List.of("my notes", "my notes\n", "{\"a\": 1}", "{\"a\": 1}\nx")) {
      Files.writeString(file, text);
      assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file, "this"), text);
      assertEquals(text, Files.readString(file));
    }
    Path nowhere = directory.resolve("none").resolve("study.jsonl");
    assertThrows(NoSuchFileException.class, () -> StudyFile.open(nowhere, "this"));
  }

  @Test
  void rowsOfAnotherStudyAreRefused() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile.open(file, "lambda 1").add("t/s/1", ROW);
    String message =
        assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file, "lambda 2"))
            .getMessage();
    assertTrue(message.endsWith("line 1: made with lambda 1, not with lambda 2"), message);
  }

  /** A result that somebody has edited is not believed, whichever byte it was. */
  @Test
  void anEditedRowIsRefused() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile study = StudyFile.open(file, "this");
    study.add("t/s/1", row(1, 2, 3));
    study.add("t/s/2", row(1, 2, 3));
    byte[] bytes = Files.readAllBytes(file);
    for (int i = bytes.length / 2; i < bytes.length - 1; i++) {
      byte[] edited = bytes.clone();
      edited[i] = (byte) (edited[i] == '1' ? '2' : '1');
      Files.write(file, edited);
      String message =
          assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file, "this"))
              .getMessage();
      assertTrue(message.startsWith(file + ", line 2: "), message);
      assertArrayEquals(edited, Files.readAllBytes(file));
    }
    Files.writeString(
        file, new String(bytes, UTF_8).replace("careful 20\":3.0", "careful 20\":9.0"));
    assertEquals(
        file + ", line 1: changed after it was written: the seal does not fit", refusal(file));
  }

  /** Rows of older versions bear no seal, so that nobody knows who wrote them. */
  @Test
  void aRowWithoutASealIsRefused() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile.open(file, "this").add("t/s/1", ROW);
    Files.writeString(file, Files.readString(file).replaceAll(",\"seal\":\"[^\"]*\"", ""));
    assertEquals(
        file + ", line 1: no seal: the row is of an older version; measure it again, in a new file",
        refusal(file));
  }

  private static String refusal(Path file) {
    return assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file, "this"))
        .getMessage();
  }

  @Test
  void everyPartOfARowIsNeeded() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile.open(file, "this").add("t/s/1", ROW);
    String row = Files.readString(file);
    for (String key :
        List.of(
            "split",
            "J",
            "accuracy",
            "sourceResidual",
            "targetResidual",
            "targetBest",
            "muJoint",
            "queries",
            "made",
            "answers")) {
      Files.writeString(file, row + row.replace("\"" + key + "\"", "\"other\""));
      assertEquals(file + ", line 2: not a row of a study", refusal(file), key);
    }
    for (String rest : List.of("\n", "[]\n", "notes", "{} {}\n")) {
      Files.writeString(file, row + rest);
      assertEquals(file + ", line 2: not a row of a study", refusal(file), rest);
    }
  }

  /** Large counts, tiny constants, long numbers and words of any language come back. */
  @Test
  void rowsComeBackToTheLastDigit() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile written = StudyFile.open(file, "made 以 x");
    written.add(
        "t/s/1",
        new SplitStudy(
            ImmutableMap.of("reference", 98765.4321, "careful 5", 123456.7891),
            ImmutableMap.of("reference", 0.123),
            7654321.12,
            1234567.89,
            2345678.91,
            1.5e-50,
            3_000_000_001L,
            ImmutableList.of("3和5哪个数更大？ 5", "é", "a\u2028b\u0085c")));
    List<String> expected =
        List.of(
            "t/s: 1 splits, residual 7654321.12 nats on source, 1234567.89 on target (best"
                + " 2345678.91), mu_joint 1.5e-50",
            "  reference              J 98765.4321 ± NaN   careful exceeds it by 24691.3570 ± NaN,"
                + " on 1 of 1 splits",
            "  careful 5              J 123456.7891 ± NaN   careful exceeds it by  0.0000 ± NaN,"
                + " on 0 of 1 splits",
            "  likeliest answer right, reference          0.123",
            "  rewards asked for by the learners: 3000000001; ten answers of the first split,"
                + " before and after, with their rewards:",
            "    3和5哪个数更大？ 5",
            "    é",
            "    a\u2028b\u0085c");
    assertEquals(expected, written.table());
    assertEquals(expected, StudyFile.open(file, "made 以 x").table());
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertEquals(expected, StudyFile.open(file, "made 以 x").table(), "in another language");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** A file may be named from where one stands. */
  @Test
  void aFileInTheDirectoryWhereOneIs() throws IOException {
    Path name = Path.of("no-study-is-called-like-this.jsonl");
    assertFalse(StudyFile.open(name, "this").has("t/s/1"));
    assertFalse(Files.exists(name), "nothing is written before there is a row");
  }

  /** What is no text is no name and no answer. */
  @Test
  void otherValuesThanTextsAreRefused() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile.open(file, "this").add("t/s/1", row(1, 2, 3));
    String good = Files.readString(file);
    for (String bad :
        List.of(
            good.replace("\"t/s/1\"", "7"),
            good.replace("\"this\"", "null"),
            good.replace("[]", "[\"a\",1]"))) {
      assertNotEquals(good, bad);
      Files.writeString(file, good + bad);
      String message =
          assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file, "this"))
              .getMessage();
      assertEquals(file + ", line 2: not a row of a study", message);
    }
  }

  private static SplitStudy row(double reference, double early, double careful) {
    return new SplitStudy(
        ImmutableMap.of("reference", reference, "careful 5", early, "careful 20", careful),
        ImmutableMap.of("reference", reference),
        1,
        2,
        3,
        4,
        5,
        ImmutableList.of());
  }

  /** Means 7/3 and 4 with errors √(7/3/3) and √(4/3); gains 3, 1, 1 with the error √(4/3/3). */
  @Test
  void standardErrorsAreThoseOfMeans() throws IOException {
    StudyFile study = StudyFile.open(directory.resolve("study.jsonl"), "this");
    study.add("t/s/1", row(1, 9, 4));
    study.add("t/s/2", row(2, 9, 3));
    study.add("t/s/3", row(4, 9, 5));
    List<String> table = study.table();
    assertEquals(
        "  reference              J  2.3333 ± 0.8819"
            + "   careful exceeds it by  1.6667 ± 0.6667, on 3 of 3 splits",
        table.get(1));
    assertTrue(table.get(2).endsWith("exceeds it by -5.0000 ± 0.5774, on 0 of 3 splits"));
    assertTrue(table.get(3).contains("J  4.0000 ± 0.5774   careful exceeds it by  0.0000 ± 0.0"));
  }

  /** A split that is measured once more has its last row, at once and when it is read again. */
  @Test
  void theLastRowOfASplitCounts() throws IOException {
    Path file = directory.resolve("study.jsonl");
    StudyFile study = StudyFile.open(file, "this");
    study.add("t/s/1", row(1, 2, 3));
    study.add("t/r/1", row(1, 1, 1));
    study.add("t/s/1", row(5, 6, 8));
    List<String> table = study.table();
    assertTrue(table.get(0).startsWith("t/s: 1 splits"), table.get(0));
    assertTrue(table.get(1).startsWith("  reference              J  5.0000"), table.get(1));
    assertTrue(table.get(1).contains("careful exceeds it by  3.0000"), table.get(1));
    assertTrue(table.get(6).startsWith("t/r: 1 splits"), table.get(6));
    assertEquals(table, StudyFile.open(file, "this").table());
  }
}

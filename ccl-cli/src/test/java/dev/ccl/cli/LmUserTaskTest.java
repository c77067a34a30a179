package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task of one's own and a study, with a model of a few kilobytes. */
class LmUserTaskTest {
  @TempDir Path directory;
  private Path model;
  private Path questions;
  private Path out;

  @BeforeEach
  void files() throws IOException {
    model = TinyModelFile.write(directory.resolve("model.bin"), 1);
    questions = directory.resolve("mine.jsonl");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      lines.add("{\"id\": \"" + i + "\", \"text\": \"Is " + i + " even?\"}");
    }
    Files.write(questions, lines);
    out = directory.resolve("mine.json");
  }

  private Outcome lm(String... args) {
    List<String> all = new ArrayList<>(List.of("lm"));
    all.addAll(List.of(args));
    all.addAll(List.of("--weights", model.toString()));
    return Outcome.of(all.toArray(new String[0]));
  }

  private Outcome compile(String answers, String verifier) {
    return lm(
        "compile",
        questions.toString(),
        "--answers",
        answers,
        "--verifier",
        verifier,
        "--features",
        "log",
        "--student-features",
        "log",
        "--out",
        out.toString());
  }

  @Test
  void aCommandJudges() throws IOException {
    Path judge =
        Files.writeString(directory.resolve("judge.sh"), "grep -q yes && echo 1 || echo 0\n");
    Outcome outcome = compile("yes,no", "sh " + judge);
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("12 answers judged"), outcome.out());
    assertTrue(Files.exists(out));
  }

  @Test
  void whatCannotBeJudgedIsNamedAndNothingIsWritten() throws IOException {
    Path latin = Files.write(directory.resolve("latin.jsonl"), new byte[] {'{', (byte) 0xff, '}'});
    String[][] wrong = {
      {"yes,no", "false", "12 of 12 answers could not be judged: question \"0\", answer \"yes\""},
      {"yes,no", "no-such-program", "12 of 12 answers could not be judged"},
      {"yes,no", "echo 2", "the reward 2.0 is outside [0,1]"},
      {"yes,,no", "echo 1", "--answers: an answer of \"yes,,no\" is empty"},
      {"", "echo 1", "--answers: an answer of \"\" is empty"}
    };
    for (String[] line : wrong) {
      Outcome outcome = compile(line[0], line[1]);
      assertEquals(2, outcome.code(), outcome.err());
      outcome.assertOneLine();
      assertTrue(outcome.err().contains(line[2]), outcome.err());
      assertFalse(Files.exists(out));
    }
    Outcome hurried =
        lm(
            "compile",
            questions.toString(),
            "--answers=yes,no",
            "--verifier=echo 1",
            "--verifier-seconds=0",
            "--out=" + out);
    assertEquals(2, hurried.code());
    assertTrue(hurried.err().contains("a positive time"), hurried.err());
    questions = latin;
    Outcome outcome = compile("yes,no", "echo 1");
    assertEquals(2, outcome.code());
    assertTrue(outcome.err().contains("latin.jsonl: not in UTF-8"), outcome.err());
  }

  /** Two questions with one state each, of which a second voice is asked as well. */
  @Test
  void modelCallsAreCountedAlikeForEveryClass() throws IOException {
    Path other = TinyModelFile.write(directory.resolve("other.bin"), 2);
    Path examples = Files.writeString(directory.resolve("examples.txt"), "Is 7 even? no\n");
    for (String student : List.of("linear", "residual", "bilinear=1")) {
      for (String taught :
          List.of("--seed=1", "--teacher=" + other, "--teacher-examples=" + examples)) {
        Outcome outcome =
            lm(
                "run",
                questions.toString(),
                "--answers=yes,no",
                "--verifier=echo 1",
                "--features=log",
                "--student-features=log,embedding=2",
                "--prompts=1",
                "--rewards=1",
                "--student=" + student,
                taught);
        assertEquals(0, outcome.code(), outcome.err());
        String first = outcome.out().lines().findFirst().orElseThrow();
        int calls = taught.startsWith("--seed") ? 2 : 4;
        assertTrue(first.endsWith(": " + calls + " model calls"), student + taught + first);
      }
    }
  }

  private Outcome study(Path file, String... more) {
    List<String> args = new ArrayList<>(List.of("study", "--splits=2", "--out=" + file));
    args.add("--only=comparisons/halves");
    for (String usual : List.of("--prompts=4", "--features=log", "--student-features=log")) {
      String name = usual.substring(0, usual.indexOf('=') + 1);
      if (Arrays.stream(more).noneMatch(option -> option.startsWith(name))) {
        args.add(usual);
      }
    }
    args.addAll(List.of(more));
    return lm(args.toArray(new String[0]));
  }

  @Test
  void aStudyGoesOnToTheSameBytes() throws IOException {
    Path file = directory.resolve("study.jsonl");
    Outcome whole = study(file);
    assertEquals(0, whole.code(), whole.err());
    assertTrue(whole.err().contains("comparisons/halves/2: 2 of 2, about 0 minutes left"));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 20));
    Outcome resumed = study(file);
    assertArrayEquals(bytes, Files.readAllBytes(file));
    assertTrue(resumed.err().contains("comparisons/halves/2: 1 of 1"), resumed.err());
    assertEquals(table(whole), table(resumed));
    Outcome twice = study(file, "--only=comparisons/halves");
    assertEquals(0, twice.code(), "named twice, it is there once: " + twice.err());
    assertEquals(table(whole), table(twice));
    Path other = TinyModelFile.write(directory.resolve("other.bin"), 2);
    for (String option :
        List.of(
            "--lambda=0.5",
            "--bound=9",
            "--temperature=0.9",
            "--prompts=3",
            "--features=log,embedding=1",
            "--student-features=log,embedding=1",
            "--smoothing=0.2",
            "--teacher=" + other,
            "--teacher-examples=" + questions)) {
      Outcome otherwise = study(file, option);
      assertEquals(2, otherwise.code(), option);
      otherwise.assertOneLine();
      assertTrue(otherwise.err().contains("line 1: made with model"), otherwise.err());
    }
    assertArrayEquals(bytes, Files.readAllBytes(file));
  }

  private static List<String> table(Outcome outcome) {
    return outcome.out().lines().filter(line -> !line.startsWith("this session")).toList();
  }

  @Test
  void wrongStudiesAreRefusedBeforeAnythingIsMeasured() {
    Path file = directory.resolve("study.jsonl");
    String[][] wrong = {
      {"--only", "comparisons/sideways", "there is no shift [comparisons/sideways]"},
      {"--out", directory.resolve("none/study.jsonl").toString(), "there is no such file"},
      {"--out", questions.toString(), "line 1: not a row of a study"},
      {"--prompts", "0", "prompts: 0 is not at least 1"},
      {"--splits", "0", "--splits: 0 is not at least 1"}
    };
    for (String[] line : wrong) {
      List<String> args = new ArrayList<>(List.of("study", line[0], line[1]));
      if (!line[0].equals("--out")) {
        args.addAll(List.of("--out", file.toString()));
      }
      args.addAll(List.of("--only", "comparisons/halves"));
      Outcome outcome = lm(args.toArray(new String[0]));
      assertEquals(2, outcome.code(), outcome.err());
      outcome.assertOneLine();
      assertTrue(outcome.err().contains(line[2]), outcome.err());
      assertFalse(Files.exists(file));
    }
  }
}

package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands say the same wherever they are, in signs that the machine has. */
class LanguagesTest {
  private static final String MODEL =
      " --prompts=2 --features=log --student-features=log --weights=@model.bin";

  /** Names behind an @ are in a directory of their own. */
  private static final List<String> LINES =
      List.of(
          "instance random --seed=7 --horizon=1 --set=small-ball --feasibility=explicit"
              + " --geometry=axes --precision=single --construction=rewards-first --out=@a.json",
          "instance random --seed=7 --horizon=9 --letters=9 --budget=123456",
          "instance broken not-identified --out=@b.json",
          "inspect @a.json",
          "inspect @a.json --json",
          "inspect @b.json",
          "evaluate @a.json --w=[0.5,0,0] --theta=[0.25,1]",
          "run @a.json --rounds=1200 --record=1000 --preset=practical --evaluate --out=@run",
          "certify @run @a.json --residual=0.5",
          "report @run --out=@report",
          "plan @a.json --epsilon=1e-4 --pilot=20 --pilots=2",
          "plan @a.json --epsilon=0.5 --replay=2",
          "learners practical",
          "verify --claims=C16,C05 --instances=@a.json",
          "verify --claims=C16 --instances=@a.json --liar=lambda-dropped --out=@found",
          "sweep --study=budget --instance=@a.json --rounds=8 --seeds=1 --out=@answer",
          "lm compile comparisons --out=@c.json" + MODEL,
          "lm run comparisons --rewards=2" + MODEL,
          "lm study --only=comparisons/halves --splits=1 --out=@s.jsonl" + MODEL);

  @TempDir private Path directory;

  private List<String> said(String language) throws IOException {
    Path place = Files.createDirectory(directory.resolve(language));
    TinyModelFile.write(place.resolve("model.bin"), 1);
    List<String> said = new ArrayList<>();
    for (String line : LINES) {
      String[] words =
          Splitter.on(' ').splitToStream(line.replace("@", place + "/")).toArray(String[]::new);
      Outcome outcome = Outcome.of(words);
      String all = outcome.out() + outcome.err() + "= " + outcome.code();
      said.add(
          (line + "\n" + all)
              .replace(place + "/", "@")
              .replaceAll("calls, \\d+ seconds", "calls, … seconds"));
    }
    for (String file : List.of("run/rows.csv", "answer/cells.csv", "s.jsonl")) {
      said.add(Files.readString(place.resolve(file)));
    }
    return said;
  }

  /** Also where digits are others, and where the small letter of I is none of ASCII. */
  @Test
  void wordsAndFilesAreTheSameInEveryLanguage() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      List<String> expected = said("root");
      for (String language : List.of("ar-EG", "tr")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        List<String> found = said(language);
        for (int i = 0; i < expected.size(); i++) {
          assertEquals(expected.get(i), found.get(i), language);
        }
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /**
   * Where the machine writes ASCII alone, all is printed in ASCII with the same numbers; and where
   * lines end otherwise, those of one command end alike.
   */
  @Test
  void whatIsPrintedIsAsciiWhereNothingElseCanBeWritten() throws Exception {
    Path blind = directory.resolve("blind.json");
    Path wide = directory.resolve("wide.json");
    Path judge = directory.resolve("judge.json");
    Path run = directory.resolve("run");
    assertEquals(0, Outcome.of("instance", "broken", "not-identified", "--out=" + blind).code());
    String line = "instance random --seed=2 --horizon=1 --letters=1 --source=9 -D=8 -d=7 --out=";
    assertEquals(0, Outcome.of((line + wide).split(" ", -1)).code());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=US-ASCII",
                "-Dline.separator=\r\n",
                "-cp",
                System.getProperty("java.class.path"),
                BarsTest.Several.class.getName(),
                "inspect " + blind,
                "inspect " + wide,
                "instance random --seed=1 --out=" + judge,
                "run " + judge + " --preset=practical --rounds=50 --seeds=6 --certify --out=" + run,
                "certify " + run + " " + judge + " --residual=0.01",
                "report " + run,
                "plan " + judge + " --epsilon=0.1 --pilot=10",
                "run --help-settings",
                "run " + judge + " --rounds=5 --out=" + run)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertTrue(said.chars().allMatch(c -> c < 128), said);
    for (String words :
        List.of(
            "  lambda = 1, B = ",
            "  +   features in the unit ball",
            "largest |phi| ",
            ", largest |phi_stu| ",
            "smallest pi_pre ",
            "  -   source comparisons identify w* (mu_joint > 0)",
            "theta_dagger = [",
            "inside Theta",
            "  gamma = 0, L_st = ",
            ", alpha_stu = ",
            "the steps eta = 1/(gamma(t+2)) are infinite",
            "the bound 4/(gamma^2(T+2)) on E|w - w*|^2 says",
            ", ...]")) {
      assertTrue(said.contains(words), words + " in " + said);
    }
    assertTrue(said.contains("*10^-") && said.contains(" +- "), said);
    for (String each : said.split("\n", -1)) {
      assertEquals(each.startsWith("= "), each.endsWith("\r"), each);
    }
    assertEquals(9, said.split("\n= [012]\r", -1).length - 1, said);
  }
}

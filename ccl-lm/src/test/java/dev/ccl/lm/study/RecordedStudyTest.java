package dev.ccl.lm.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.Instance;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.compile.ModelProblem;
import dev.ccl.lm.compile.TaskCompiler;
import dev.ccl.lm.compile.ToyModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.testkit.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study of a tiny model as a whole: its rows, its table and the answers that are shown. */
class RecordedStudyTest {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(E-?\\d+)?");

  @TempDir Path directory;

  private static Task task(AnswerGrammar grammar) {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String type = i % 3 == 0 ? "b" : "a";
      questions.add(Question.of("q" + i, type, "q" + i, "say " + i, Map.of("n", "" + i)));
    }
    return Task.of(
        "toy",
        questions,
        grammar,
        (q, answer) -> (3 * answer.length() + q.number("n")) % 7 / 6.0,
        List.of(
            Shift.mixture("mixture", "a", "b"),
            Shift.between("types", List.of("a"), List.of("b"))));
  }

  private static CompileSettings settings() {
    return CompileSettings.DEFAULT
        .withLambda(0.3)
        .withBound(4)
        .withRecipes(
            FeatureRecipe.parse("log,embedding=2"), FeatureRecipe.parse("log,embedding=1"));
  }

  private static Instance instance(Task task, Split split) {
    TaskReading reading =
        TaskReading.read(
            task, task.questions(), TaskReading.Source.of(ToyModel.loaded(5)), n -> {});
    return TaskCompiler.compile(reading, split, "toy", settings(), 2).instance();
  }

  /** Six digits behind the point. */
  private static String rounded(String text) {
    return NUMBER.matcher(text).replaceAll(RecordedStudyTest::six);
  }

  private static String six(MatchResult number) {
    double value = Double.parseDouble(number.group());
    return String.format(Locale.ROOT, Math.abs(value) < 1e-3 ? "%.4e" : "%.6f", value);
  }

  @Test
  void rows() throws IOException {
    Task task =
        task(AnswerGrammar.positions(List.of(List.of("x", "zx", "y"), List.of("y", "", "xx"))));
    Path file = directory.resolve("study.jsonl");
    StudyFile study = StudyFile.open(file, "tiny, lambda 0.3");
    Split drawn = Split.draw(task.questions(), task.shift("mixture"), 4, 1);
    study.add("toy/mixture/1", SplitStudy.of(instance(task, drawn), List.of(3L, 12L), 1));
    List<Question> q = task.questions();
    Split uneven =
        new Split(
            ImmutableList.of(q.get(3), q.get(0), q.get(3)), ImmutableList.copyOf(q.subList(4, 16)));
    study.add("toy/uneven/7", SplitStudy.of(instance(task, uneven), List.of(20L), 7));
    Recorded.check(
        RecordedStudyTest.class,
        "rows.txt",
        rounded(Files.readString(file).replace(",\"", ",\n  \"")));
  }

  @Test
  void table() throws IOException {
    StudyFile study = StudyFile.open(directory.resolve("study.jsonl"), "made up");
    for (int i = 1; i <= 5; i++) {
      double early = 0.1 * i * i;
      double late = 0.3 + 0.05 * i;
      study.add(
          "a-task/" + (i <= 3 ? "mixture" : "mixture-en") + "/" + i,
          new SplitStudy(
              ImmutableMap.of(
                  "reference",
                  -0.2 * i,
                  "SFT, forward KL limit",
                  early,
                  "practical 12",
                  0.9 - 0.1 * i,
                  "careful 3",
                  early,
                  "careful 12",
                  late,
                  "two-stage 12",
                  late - 0.01 * (i % 3 - 1)),
              ImmutableMap.of("reference", 0.25 * (i % 4), "careful 12", i / 5.0),
              1.5 * i,
              2.5 * i,
              0.5 * i,
              1e-3 / i,
              36 + i,
              ImmutableList.of("first of " + i, "second of " + i)));
    }
    Recorded.check(RecordedStudyTest.class, "table.txt", String.join("\n", study.table()) + "\n");
    assertEquals(
        study.table(), StudyFile.open(directory.resolve("study.jsonl"), "made up").table());
  }

  /** Twelve target prompts, of which some are shown; of trees that grow and of whole ones. */
  @Test
  void answers() {
    StringBuilder out = new StringBuilder();
    for (AnswerGrammar grammar :
        List.of(
            AnswerGrammar.top(3, 4),
            AnswerGrammar.positions(List.of(List.of("x", "zx", "y"), List.of("y", "", "xx"))))) {
      Task task = task(grammar);
      List<Question> q = task.questions();
      Split split =
          new Split(ImmutableList.copyOf(q.subList(0, 5)), ImmutableList.copyOf(q.subList(7, 20)));
      ModelProblem trees =
          ModelProblem.growing(
              task, split, TaskReading.Source.of(ToyModel.loaded(5)), settings(), 1);
      double[] theta = trees.problem().student().initial().toArray();
      for (int i = 0; i < theta.length; i++) {
        theta[i] -= 2 + i;
      }
      for (int count : new int[] {1, 5, 13, 20}) {
        out.append(count + " of " + grammar + "\n");
        AnswerSamples.greedy(trees, theta, count).forEach(line -> out.append(line + "\n"));
      }
    }
    Recorded.check(RecordedStudyTest.class, "answers.txt", out.toString());
  }

  private final StringBuilder refusals = new StringBuilder();

  private void refused(Path file, String text) throws IOException {
    Files.writeString(file, text);
    String message =
        assertThrows(IllegalArgumentException.class, () -> StudyFile.open(file, "this"), text)
            .getMessage();
    refusals.append(message.replace(directory.toString(), "DIR")).append('\n');
    assertEquals(text, Files.readString(file));
  }

  @Test
  void rowsThatAreRefused() throws IOException {
    Path file = directory.resolve("study.jsonl");
    String row =
        "{\"split\":\"t/s/1\",\"J\":{\"reference\":1},\"accuracy\":{},\"sourceResidual\":1,"
            + "\"targetResidual\":2,\"targetBest\":3,\"muJoint\":4,\"queries\":5,"
            + "\"made\":\"this\",\"answers\":[\"a\"]}\n";
    Files.writeString(file, row);
    assertEquals(true, StudyFile.open(file, "this").has("t/s/1"));
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
      refused(file, row + row.replace("\"" + key + "\"", "\"other\""));
    }
    refused(file, row + row.replace("\"this\"", "\"that\""));
    refused(file, row.replace("\n", " {}\n"));
    refused(file, row + "\n" + row);
    refused(file, row + "notes");
    refused(file, "[]\n");
    Recorded.check(RecordedStudyTest.class, "refused-rows.txt", refusals.toString());
  }
}

package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Ints;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.judge.Recorded;
import dev.ccl.lm.Fresh;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.recipe.FittedRecipe;
import dev.ccl.lm.recipe.StateReading;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Problems made of a tiny model as a whole: sides of different sizes and weights, openings, pieces
 * of several tokens, answers that end early, and a teacher that is another model.
 */
class RecordedProblemsTest {
  private static final LoadedModel REFERENCE = ToyModel.loaded(5);
  private static final TaskReading.Source SOURCE =
      new TaskReading.Source(REFERENCE, ToyModel.loaded(9), 0.2, "say xyz ");
  private static final CompileSettings SETTINGS =
      new CompileSettings(
          0.6,
          7,
          0.45,
          FeatureRecipe.parse("log,embedding=2,hidden=2x1,random=1"),
          FeatureRecipe.parse("log,contrasts"),
          StudentClass.LINEAR);
  private static final Task TASK = task();
  private static final Split SPLIT = split(TASK);

  @TempDir Path directory;

  private static Task task() {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String id = i % 3 == 0 ? "kind/" + i : "q" + i;
      String opening = i % 2 == 0 ? "" : "y z";
      questions.add(
          new Question(
              id, i % 2 == 0 ? "a" : "b", id, "say " + i, opening, ImmutableMap.of("n", "" + i)));
    }
    return Task.of(
        "toy",
        questions,
        AnswerGrammar.positions(
            List.of(List.of("x", "zx"), List.of("y", AnswerGrammar.END, "xyz"), List.of("z", "y"))),
        (q, answer) -> (answer.length() + q.number("n")) % 5 / 4.0,
        List.of(Shift.between("types", List.of("a"), List.of("b"))));
  }

  /** A source question that is listed twice, and more target questions than source questions. */
  private static Split split(Task task) {
    List<Question> q = task.questions();
    return new Split(
        ImmutableList.of(q.get(4), q.get(0), q.get(4)),
        ImmutableList.of(q.get(1), q.get(5), q.get(3), q.get(2)));
  }

  private static Compiled compiled(TaskReading reading) {
    return TaskCompiler.compile(reading, SPLIT, "toy, as recorded", SETTINGS, 11);
  }

  private static TaskReading reading() {
    return TaskReading.read(TASK, TASK.questions(), SOURCE, n -> {});
  }

  private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(E-?\\d+)?");

  /** Nine digits, in which all virtual machines agree. */
  private static String rounded(String text) {
    return NUMBER.matcher(text).replaceAll(RecordedProblemsTest::nine);
  }

  private static String nine(MatchResult number) {
    return shown(Double.parseDouble(number.group()));
  }

  private static String shown(double value) {
    String text = String.format(Locale.ROOT, "%.8f", value + 0.0);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "").replaceAll("^-0$", "0");
  }

  /** Every state, reward and feature once more, from the model and the definition alone. */
  @Test
  void numbersOfTheInstance() {
    Compiled compiled = compiled(reading());
    Instance instance = compiled.instance();
    assertEquals(6, instance.prompts().size());
    for (PromptTable table : instance.prompts().values()) {
      Question question = question(table.prompt().id());
      int choices = 0;
      for (StateTable state : table.states()) {
        List<String> prefix = texts(instance, state.prefix().toArray());
        if (!prefix.contains("EOS")) {
          checkState(compiled, question, prefix, state);
          choices++;
        }
      }
      assertEquals(1 + 2 + 4, choices);
      assertEquals(2 * (1 + 2 * 2), table.rewards().size());
      table
          .rewards()
          .forEach(
              (answer, reward) -> {
                String text = String.join("", texts(instance, answer.toArray()));
                int length = text.replaceAll("EOS(null)*", "").length();
                assertEquals((length + question.number("n")) % 5 / 4.0, reward, text);
              });
    }
  }

  private static Question question(String prompt) {
    return TASK.questions().stream().filter(q -> q.id().equals(prompt)).findFirst().get();
  }

  private static List<String> texts(Instance instance, int[] tokens) {
    return Arrays.stream(tokens).mapToObj(t -> instance.header().vocabulary().token(t)).toList();
  }

  private static void checkState(
      Compiled compiled, Question question, List<String> prefix, StateTable state) {
    List<String> pieces = texts(compiled.instance(), state.tokens().toArray());
    int[] before =
        Ints.concat(
            REFERENCE.prompt(question.text()),
            REFERENCE.tokenizer().encode(question.opening() + String.join("", prefix)));
    double[] p = new double[pieces.size()];
    double[][] embeddings = new double[pieces.size()][];
    for (int k = 0; k < p.length; k++) {
      int[] ids =
          pieces.get(k).equals("EOS")
              ? new int[] {REFERENCE.tokenizer().end().getAsInt()}
              : REFERENCE.tokenizer().encode(pieces.get(k));
      p[k] = Math.exp(logProbability(before, ids));
      embeddings[k] = meanEmbedding(ids);
    }
    double mass = Arrays.stream(p).sum();
    double[] logs = new double[p.length];
    for (int k = 0; k < p.length; k++) {
      double smoothed = 0.8 * p[k] / mass + 0.2 / p.length;
      assertEquals(smoothed, state.pre(k), 1e-12);
      logs[k] = Math.log(smoothed);
    }
    double[] hidden = Fresh.hidden(REFERENCE.model(), before);
    float[] single = new float[hidden.length];
    for (int i = 0; i < hidden.length; i++) {
      single[i] = (float) hidden[i];
    }
    StateReading reading = StateReading.of(prefix.size(), logs, single, embeddings);
    double[] phi = features(compiled.calibration(), reading);
    double[] phiStu = features(compiled.student(), reading);
    for (int k = 0; k < p.length; k++) {
      for (int i = 0; i < compiled.calibration().dimension(); i++) {
        assertEquals(phi[k * compiled.calibration().dimension() + i], state.phi(k, i), 1e-6);
      }
      for (int i = 0; i < compiled.student().dimension(); i++) {
        assertEquals(phiStu[k * compiled.student().dimension() + i], state.phiStu(k, i), 1e-6);
      }
    }
  }

  private static double[] features(FittedRecipe recipe, StateReading reading) {
    double[] rows = new double[reading.pieces() * recipe.dimension()];
    recipe.features(reading, rows);
    return rows;
  }

  private static double logProbability(int[] before, int[] ids) {
    double sum = 0;
    for (int j = 0; j < ids.length; j++) {
      int[] prefix = Ints.concat(before, Arrays.copyOf(ids, j));
      sum += REFERENCE.model().logProbabilities(prefix)[ids[j]];
    }
    return sum;
  }

  private static double[] meanEmbedding(int[] ids) {
    double[] mean = new double[Fresh.width(REFERENCE.model())];
    double[] row = new double[mean.length];
    for (int id : ids) {
      Fresh.embedding(REFERENCE.model(), id, row);
      for (int i = 0; i < row.length; i++) {
        mean[i] += row[i] / ids.length;
      }
    }
    return mean;
  }

  /** Digests and numbers are those of the parts; the rest as it stands. */
  @Test
  void provenance() throws IOException {
    TaskReading reading = reading();
    Compiled compiled = compiled(reading);
    Path file = Provenance.beside(directory.resolve("my.toy.json"));
    assertEquals("my.toy.provenance.json", file.getFileName().toString());
    Files.writeString(file, "something older");
    Provenance.write(compiled, reading, SETTINGS, "types-reversed", 11, file);
    try (var files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(Files.readString(file));
    assertEquals(compiled.instance().digest(), json.remove("instance").textValue());
    assertEquals(digest(compiled.calibration()), remove(json, "phi"));
    assertEquals(digest(compiled.student()), remove(json, "phiStu"));
    json.remove("code");
    assertEquals(numbers(compiled.calibration()), numbers(json, "phi"));
    assertEquals(numbers(compiled.student()), numbers(json, "phiStu"));
    String text = json.toPrettyString();
    Recorded.check(RecordedProblemsTest.class, "provenance.txt", rounded(text));
  }

  private static String remove(JsonNode json, String recipe) {
    return ((ObjectNode) json.path(recipe)).remove("numbersDigest").textValue();
  }

  /** Every number of a recipe, as a float, under its name. */
  private static Map<String, List<Float>> numbers(FittedRecipe recipe) {
    Map<String, List<Float>> numbers = new LinkedHashMap<>();
    recipe.forEachNumber(
        (name, value) -> numbers.computeIfAbsent(name, n -> new ArrayList<>()).add((float) value));
    return numbers;
  }

  private static Map<String, List<Float>> numbers(JsonNode json, String recipe) {
    Map<String, List<Float>> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> e :
        ((ObjectNode) json.path(recipe)).remove("numbers").properties()) {
      List<Float> list = new ArrayList<>();
      e.getValue().forEach(value -> list.add(value.floatValue()));
      numbers.put(e.getKey(), list);
    }
    return numbers;
  }

  private static String digest(FittedRecipe recipe) {
    StringBuilder all = new StringBuilder();
    recipe.forEachNumber((name, value) -> all.append(value).append('\n'));
    return Hashing.sha256().hashString(all, StandardCharsets.UTF_8).toString();
  }
}

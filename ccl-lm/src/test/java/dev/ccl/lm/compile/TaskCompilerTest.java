package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.lm.TiedModel;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Verifier;
import dev.ccl.lm.task.VerifierException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskCompilerTest {
  private static final LoadedModel MODEL = ToyModel.loaded(5);
  private static final CompileSettings SETTINGS =
      CompileSettings.DEFAULT.withRecipes(
          FeatureRecipe.parse("log,embedding=2,hidden=2x1,random=1"),
          FeatureRecipe.parse("log,contrasts"));

  @TempDir Path directory;

  private static Task task() {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      questions.add(Question.of("q" + i, "a", "q" + i, "say " + i, Map.of("n", "" + i)));
    }
    AnswerGrammar grammar =
        AnswerGrammar.positions(
            List.of(
                List.of("x", "y", "zx"), List.of("x", "y", AnswerGrammar.END), List.of("x", "y")));
    return Task.of(
        "toy",
        questions,
        grammar,
        (q, answer) -> answer.length() == q.number("n") % 4 + 1 ? 1 : 0,
        List.of(Shift.between("halves", List.of("a"), List.of("a"))));
  }

  private static Compiled compile(Task task) {
    Split split = Split.draw(task.questions(), task.shifts().get(0), 4, 3);
    TaskReading reading =
        TaskReading.read(task, task.questions(), TaskReading.Source.of(MODEL), n -> {});
    return TaskCompiler.compile(reading, split, "toy", SETTINGS, 1);
  }

  /** Who waits ten seconds for each of a thousand answers learns of it after three hours. */
  @Test
  void threeTimeoutsInARowAreEnough() {
    List<String> asked = new ArrayList<>();
    Verifier slow =
        (q, answer) -> {
          asked.add(answer);
          if (asked.size() == 2) {
            return 1;
          }
          throw VerifierException.timeout("no reward after 10 ms");
        };
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      questions.add(Question.of("q" + i, "a", "q" + i, "say " + i, Map.of()));
    }
    Task task =
        Task.of(
            "slow",
            questions,
            AnswerGrammar.positions(List.of(List.of("x", "y"), List.of("x", AnswerGrammar.END))),
            slow,
            List.of(Shift.between("halves", List.of("a"), List.of("a"))));
    TaskReading reading =
        TaskReading.read(task, questions, TaskReading.Source.of(MODEL), done -> {});
    Split split = Split.draw(questions, task.shifts().get(0), 2, 1);
    VerifierException failure =
        assertThrows(
            VerifierException.class,
            () -> TaskCompiler.compile(reading, split, "slow", CompileSettings.DEFAULT, 1));
    assertEquals(5, asked.size(), "one, then one that is judged, then three");
    assertTrue(
        failure
            .getMessage()
            .startsWith("the verifier's time was over 3 times in a row, 11 answers were left: "),
        failure.getMessage());
    assertTrue(failure.getMessage().endsWith(": no reward after 10 ms"), failure.getMessage());
  }

  @Test
  void whatIsCompiledKeepsEveryRuleOfTheFormat() throws IOException {
    Instance instance = compile(task()).instance();
    Path file = directory.resolve("toy.json");
    InstanceWriter.write(instance, file);
    assertEquals(instance, InstanceReader.read(file));
    assertEquals(
        instance.digest(), compile(task()).instance().digest(), "compiling is deterministic");
  }

  /** People see the question, and how the answer begins where that is given. */
  @Test
  void aPromptShowsItsOpening() {
    Question plain = Question.of("q", "a", "q", "3 or 7?", Map.of());
    Question opened = new Question("q", "a", "q", "3 or 7?", "It is", ImmutableMap.of());
    assertEquals("3 or 7?", TaskCompiler.shown(plain));
    assertEquals("3 or 7? | It is", TaskCompiler.shown(opened));
  }

  @Test
  void referenceIsTheSmoothedModelOnTheLegalPieces() {
    Instance instance = compile(task()).instance();
    for (PromptTable prompt : instance.prompts().values()) {
      StateTable root = prompt.states().get(0);
      int[] asked = MODEL.prompt(prompt.prompt().text());
      double[] p = new double[3];
      double sum = 0;
      List<String> pieces = List.of("x", "y", "zx");
      for (int k = 0; k < 3; k++) {
        p[k] = StrictMath.exp(ToyModel.logProbability(MODEL, asked, pieces.get(k)));
        sum += p[k];
      }
      for (int k = 0; k < 3; k++) {
        assertEquals(0.9 * p[k] / sum + 0.1 / 3, root.pre(k), 1e-12);
      }
    }
  }

  @Test
  void rewardsAreTheVerifiersAndEndedAnswersArePadded() {
    Instance instance = compile(task()).instance();
    for (PromptTable prompt : instance.prompts().values()) {
      int n = Integer.parseInt(prompt.prompt().id().substring(1)) % 4 + 1;
      assertEquals(3 * (2 * 2 + 1), prompt.rewards().size());
      for (Map.Entry<ImmutableIntArray, Double> e : prompt.rewards().entrySet()) {
        String text = instance.mdp().text(e.getKey()).replaceAll("EOS|null| ", "");
        assertEquals(text.length() == n ? 1.0 : 0.0, e.getValue(), text);
      }
    }
  }

  @Test
  void featuresStayInTheUnitBallAndTheTeacherFits() {
    Compiled compiled = compile(task());
    int d = compiled.calibration().dimension();
    for (PromptTable prompt : compiled.instance().prompts().values()) {
      for (StateTable state : prompt.states()) {
        for (int k = 0; k < state.tokens().length(); k++) {
          double squares = 0;
          for (int i = 0; i < d; i++) {
            squares += state.phi(k, i) * state.phi(k, i);
          }
          assertTrue(squares <= 1 + 1e-9);
        }
      }
    }
    assertTrue(compiled.report().teacherFit() < 0.05, "" + compiled.report().teacherFit());
    assertTrue(compiled.report().meanMass() > 0 && compiled.report().meanMass() <= 1);
  }

  /** Pieces that are equally likely have the feature 0, which is written without a sign. */
  @Test
  void noZeroIsNegative() throws IOException {
    Task honest = task();
    LoadedModel tied = new LoadedModel(new TiedModel(300), MODEL.tokenizer(), MODEL.template());
    for (int pieces = 2; pieces <= 6; pieces++) {
      List<String> legal = List.of("x", "y", "z", "xy", "yz", "zx").subList(0, pieces);
      Task one =
          Task.of("one", honest.questions(), AnswerGrammar.oneOf(legal), (q, a) -> 0, List.of());
      Split split =
          new Split(
              ImmutableList.copyOf(one.questions().subList(0, 4)),
              ImmutableList.copyOf(one.questions().subList(4, 8)));
      CompileSettings plain =
          SETTINGS.withRecipes(FeatureRecipe.TEMPERATURE, FeatureRecipe.parse("log,contrasts"));
      TaskReading reading =
          TaskReading.read(one, one.questions(), TaskReading.Source.of(tied), n -> {});
      Path file = directory.resolve("zeros.json");
      InstanceWriter.write(TaskCompiler.compile(reading, split, "one", plain, 1).instance(), file);
      assertFalse(Files.readString(file).matches("(?s).*-0(\\.0)?[^.0-9].*"));
    }
  }

  /** Components may see prompts of both sides, and do. */
  @Test
  void theRecipeSeesTheStatesOfBothSides() {
    Compiled compiled = compile(task());
    assertEquals(8 * (1 + 3 + 3 * 2), compiled.report().states());
    assertEquals(compiled.report().states(), compiled.calibration().seen());
    assertEquals(compiled.report().states(), compiled.student().seen());
  }

  /** The model at its temperature, and the teacher's KL from it: half on source, half on target. */
  @Test
  void theTeacherIsProjectedOnBothSides() {
    Task whole = task();
    Task one =
        Task.of(
            "one",
            whole.questions(),
            AnswerGrammar.oneOf(List.of("x", "y", "zx")),
            (q, a) -> 0,
            whole.shifts());
    Split split = Split.draw(one.questions(), one.shifts().get(0), 4, 3);
    TaskReading reading =
        TaskReading.read(one, one.questions(), TaskReading.Source.of(MODEL), n -> {});
    CompileSettings settings =
        SETTINGS.withRecipes(FeatureRecipe.TEMPERATURE, FeatureRecipe.TEMPERATURE);
    Compiled compiled = TaskCompiler.compile(reading, split, "one", settings, 1);
    double w = compiled.instance().header().teacher().get(0);
    double least = divergence(compiled, split, w);
    assertEquals(least, compiled.report().teacherFit(), 1e-9);
    assertTrue(least > 1e-6, "the model is not in the class");
    for (double other : new double[] {w - 0.01, w + 0.01}) {
      assertTrue(divergence(compiled, split, other) > least);
    }
  }

  private static double divergence(Compiled compiled, Split split, double w) {
    double sum = 0;
    for (List<Question> side : List.of(split.source(), split.target())) {
      for (Question question : side) {
        StateTable root = compiled.instance().prompts().get(question.id()).states().get(0);
        double[] model = new double[3];
        double[] taught = new double[3];
        for (int k = 0; k < 3; k++) {
          String piece = List.of("x", "y", "zx").get(k);
          double log = ToyModel.logProbability(MODEL, MODEL.prompt(question.text()), piece);
          model[k] = Math.exp(log / SETTINGS.temperature());
          taught[k] = Math.exp(w * root.phi(k, 0));
        }
        double z = model[0] + model[1] + model[2];
        double y = taught[0] + taught[1] + taught[2];
        for (int k = 0; k < 3; k++) {
          sum += 0.5 / side.size() * model[k] / z * Math.log(model[k] / z / (taught[k] / y));
        }
      }
    }
    return sum;
  }

  @Test
  void rewardsChangeNoFeatureAndNoTeacher() {
    Task honest = task();
    Task other =
        Task.of("toy", honest.questions(), honest.grammar(), (q, a) -> 0.5, honest.shifts());
    Instance one = compile(honest).instance();
    Instance two = compile(other).instance();
    assertEquals(one.header(), two.header());
    for (String id : one.prompts().keySet()) {
      assertEquals(one.prompts().get(id).states(), two.prompts().get(id).states());
    }
  }

  @Test
  void answersThatCannotBeJudgedAreNamedAndNothingIsCompiled() {
    Task honest = task();
    Task failing =
        Task.of(
            "toy",
            honest.questions(),
            honest.grammar(),
            (q, a) -> a.equals("xxx") ? Double.NaN : 0,
            honest.shifts());
    Locale before = Locale.getDefault();
    VerifierException failure;
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG")); // where numbers are written otherwise
      failure = assertThrows(VerifierException.class, () -> compile(failing));
    } finally {
      Locale.setDefault(before);
    }
    List<String> named = new ArrayList<>();
    Split split = Split.draw(failing.questions(), failing.shifts().get(0), 4, 3);
    split.source().forEach(q -> named.add(q.id()));
    split.target().forEach(q -> named.add(q.id()));
    String each = "question \"%s\", answer \"xxx\": the reward NaN is outside [0,1]";
    assertEquals(
        "8 of 120 answers could not be judged: "
            + named.stream()
                .limit(5)
                .map(id -> String.format(each, id))
                .collect(Collectors.joining("; ")),
        failure.getMessage());
    Task once =
        Task.of(
            "toy",
            honest.questions(),
            honest.grammar(),
            (q, a) -> q.id().equals("q2") && a.equals("zxyx") ? 2 : 0,
            honest.shifts());
    assertEquals(
        "1 of 120 answers could not be judged: question \"q2\", answer \"zxyx\": the reward 2.0 is"
            + " outside [0,1]",
        assertThrows(VerifierException.class, () -> compile(once)).getMessage());
  }

  @Test
  void likeliestTokensCanBeTheLegalSet() {
    Task honest = task();
    Task top =
        Task.of("top", honest.questions(), AnswerGrammar.top(3, 2), (q, a) -> 0, honest.shifts());
    Split split = Split.draw(top.questions(), top.shifts().get(0), 2, 3);
    TaskReading reading =
        TaskReading.read(top, top.questions(), TaskReading.Source.of(MODEL), n -> {});
    CompileSettings plain =
        SETTINGS.withRecipes(FeatureRecipe.parse("log,embedding=2"), FeatureRecipe.TEMPERATURE);
    Instance instance = TaskCompiler.compile(reading, split, "top", plain, 1).instance();
    for (PromptTable prompt : instance.prompts().values()) {
      assertEquals(4, prompt.states().get(0).tokens().length());
      assertEquals(3 * 4 + 1, prompt.rewards().size());
    }
  }

  /** The class as it is in a jar of some version, beside all others as they are. */
  private Class<?> packed(String version) throws IOException, ReflectiveOperationException {
    String name = Provenance.class.getName();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    Path jar = directory.resolve("some.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream in = Provenance.class.getResourceAsStream("Provenance.class")) {
      out.putNextEntry(new ZipEntry(name.replace('.', '/') + ".class"));
      in.transferTo(out);
    }
    ClassLoader others = Provenance.class.getClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, others) {
          @Override
          public Class<?> loadClass(String wanted) throws ClassNotFoundException {
            return wanted.equals(name) ? findClass(wanted) : super.loadClass(wanted);
          }
        }) {
      return loader.loadClass(name);
    }
  }

  @Test
  void provenanceNamesTheVersionOfItsJar() throws IOException, ReflectiveOperationException {
    Task task = task();
    TaskReading reading =
        TaskReading.read(task, task.questions(), TaskReading.Source.of(MODEL), n -> {});
    Path file = directory.resolve("versioned.json");
    Arrays.stream(packed("7.8.9").getMethods())
        .filter(method -> method.getName().equals("write"))
        .findFirst()
        .orElseThrow()
        .invoke(null, compile(task), reading, SETTINGS, "halves", 3, file);
    JsonNode json = new ObjectMapper().readTree(Files.readAllBytes(file));
    assertEquals("7.8.9", json.path("code").textValue());
  }

  @Test
  void provenanceNamesModelRecipeAndInstance() throws IOException {
    Task task = task();
    TaskReading reading =
        TaskReading.read(task, task.questions(), TaskReading.Source.of(MODEL), n -> {});
    Compiled compiled = compile(task);
    Path file = Provenance.beside(directory.resolve("toy.json"));
    Provenance.write(compiled, reading, SETTINGS, "halves", 3, file);
    String text = Files.readString(file);
    assertTrue(text.contains(compiled.instance().digest()));
    assertTrue(text.contains(MODEL.model().digest()));
    assertTrue(text.contains("log,embedding=2,hidden=2x1,random=1"));
    assertEquals(directory.resolve("toy.provenance.json"), file);
    assertTrue(text.contains("\"code\" : \"classes\","), "made from no jar");
    long large = -(1L << 40) - 5;
    assertTrue(
        Provenance.text(compiled, reading, SETTINGS, "halves", large)
            .contains("\"seed\" : -1099511627781,"));
    Path named = directory.resolve("named.json");
    Provenance.write(compiled, reading, SETTINGS, "和-é", 3, named);
    JsonNode read = new ObjectMapper().readTree(Files.readAllBytes(named));
    assertEquals("和-é", read.path("shift").textValue());
    Files.delete(named);
    assertEquals(Path.of("toy.provenance.json"), Provenance.beside(Path.of("toy.json")));
    Path full = Files.createDirectories(directory.resolve("full/inside")).getParent();
    assertThrows(
        IOException.class, () -> Provenance.write(compiled, reading, SETTINGS, "halves", 3, full));
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(Set.of(file, full), left.collect(Collectors.toSet()), "nothing unfinished");
    }
    for (String name : List.of("toy", "toy.jsonl", "toy.json.json", "toyjson")) {
      assertEquals(
          Path.of("a", name.replace(".json.json", ".json") + ".provenance.json"),
          Provenance.beside(Path.of("a", name)));
    }
  }
}

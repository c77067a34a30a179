package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Collections2;
import com.google.common.collect.ImmutableMap;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.Recorded;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.recipe.FittedRecipe;
import dev.ccl.lm.study.SplitStudy;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What becomes of each setting, whatever the others are. */
class CompileSettingsTest {
  private static final LoadedModel MODEL = ToyModel.loaded(5);

  /** λ, B, both recipes and both starts, on demand and whole, whoever teaches. */
  @Test
  void everySettingReachesTheProblem() {
    Task task = ModelProblemTest.task(AnswerGrammar.top(3, 3));
    CompileSettings settings =
        CompileSettings.DEFAULT
            .withRecipes(
                FeatureRecipe.parse("log,embedding=2,hidden=1x1"),
                FeatureRecipe.parse("log,embedding=1"))
            .withLambda(0.6)
            .withBound(0.5);
    TaskReading.Source own = TaskReading.Source.of(MODEL);
    TaskReading.Source taught = new TaskReading.Source(MODEL, ToyModel.loaded(9), 0.1, "");
    for (TaskReading.Source source : List.of(own, taught)) {
      for (String kind : List.of("linear", "residual", "bilinear=2")) {
        CompileSettings of = settings.withKind(StudentClass.parse(kind));
        check(ModelProblem.whole(task, ModelProblemTest.split(task), source, of, 1), of);
        check(ModelProblem.growing(task, ModelProblemTest.split(task), source, of, 1), of);
      }
    }
  }

  private static void check(ModelProblem trees, CompileSettings settings) {
    LearningProblem problem = trees.problem();
    assertEquals(settings.lambda(), problem.lambda());
    assertEquals(settings.bound(), problem.bound());
    assertEquals(settings.calibration(), trees.calibration().recipe());
    assertEquals(settings.student(), trees.student().recipe());
    for (LearningProblem.PolicyClass kind : List.of(problem.calibration(), problem.student())) {
      assertEquals(settings.bound(), kind.set().radius());
      assertEquals(kind.family().dimension(), kind.set().dimension());
      assertTrue(kind.set().contains(kind.initial().toArray()), settings.kind().toString());
    }
  }

  /** One factor pair is the tempered log; of the others each has one state feature, in turn. */
  @Test
  void manyFactorsStartApart() {
    CompileSettings settings =
        CompileSettings.DEFAULT
            .withRecipes(
                FeatureRecipe.TEMPERATURE, FeatureRecipe.parse("log,embedding=2,hidden=1x1"))
            .withBound(1000)
            .withKind(StudentClass.parse("bilinear=6"));
    ModelProblem trees = ModelProblem.whole(TASK, SPLIT, TaskReading.Source.of(MODEL), settings, 1);
    int states = 2;
    int tokens = 3;
    double[] expected = new double[6 * (states + tokens)];
    double factor = Math.sqrt(trees.student().logFactor() / settings.temperature());
    expected[1] = factor; // the constant
    for (int k = 1; k < 6; k++) {
      expected[k * states + (k % 2 == 1 ? 0 : 1)] = 1;
    }
    expected[6 * states + 2] = factor; // the log
    assertArrayEquals(expected, trees.problem().student().initial().toArray(), 1e-12);
  }

  @Test
  void classesAreReadAndWrittenAlike() {
    for (String text : List.of("linear", "residual", "bilinear=1", "bilinear=12", "bilinear=99")) {
      assertEquals(text, StudentClass.parse(text).toString());
    }
    assertEquals(12, StudentClass.parse("bilinear=12").rank());
    for (String text : List.of("", "square", "bilinear", "bilinear=0", "bilinear=100")) {
      assertThrows(IllegalArgumentException.class, () -> StudentClass.parse(text), text);
    }
  }

  /** People see the opening too. */
  @Test
  void aPromptShowsItsOpening() {
    Question question = new Question("q", "a", "q", "3 or 7?", "It is", ImmutableMap.of());
    assertEquals("3 or 7? | It is", TaskCompiler.shown(question));
    assertEquals("3 or 7?", TaskCompiler.shown(Question.of("q", "a", "q", "3 or 7?", Map.of())));
  }

  /** With all else as it was. */
  @Test
  void aSettingThatIsChangedLeavesTheOthers() throws ReflectiveOperationException {
    CompileSettings before =
        new CompileSettings(
            2,
            3,
            4,
            FeatureRecipe.parse("log,embedding=5"),
            FeatureRecipe.parse("log,embedding=6"),
            StudentClass.parse("bilinear=7"));
    FeatureRecipe phi = FeatureRecipe.parse("log,random=8");
    FeatureRecipe phiStu = FeatureRecipe.parse("log,random=9");
    Map<CompileSettings, Set<String>> changed =
        Map.of(
            before.withLambda(20), Set.of("lambda"),
            before.withBound(30), Set.of("bound"),
            before.withTemperature(40), Set.of("temperature"),
            before.withRecipes(phi, phiStu), Set.of("calibration", "student"),
            before.withKind(StudentClass.RESIDUAL), Set.of("kind"));
    for (Map.Entry<CompileSettings, Set<String>> entry : changed.entrySet()) {
      Set<String> differ = new HashSet<>();
      for (RecordComponent part : CompileSettings.class.getRecordComponents()) {
        Object old = part.getAccessor().invoke(before);
        if (!old.equals(part.getAccessor().invoke(entry.getKey()))) {
          differ.add(part.getName());
        }
      }
      assertEquals(entry.getValue(), differ);
    }
    assertEquals(phiStu, before.withRecipes(phi, phiStu).student());
  }

  private static final Task TASK =
      ModelProblemTest.task(AnswerGrammar.oneOf(List.of("x", "y", "zx")));
  private static final Split SPLIT = ModelProblemTest.split(TASK);
  private static final CompileSettings OTHER =
      CompileSettings.DEFAULT.withRecipes(FeatureRecipe.TEMPERATURE, FeatureRecipe.TEMPERATURE);

  private static TaskReading reading(Task task) {
    return TaskReading.read(task, task.questions(), TaskReading.Source.of(MODEL), n -> {});
  }

  private static String parsed(Function<String, Object> parse, String text) {
    try {
      return "'" + text + "' " + parse.apply(text) + "\n";
    } catch (IllegalArgumentException e) {
      return "'" + text + "' refused: " + e.getMessage() + "\n";
    }
  }

  /** What holds where nothing is said, and how recipes, classes and numbers are read. */
  /** No part of a recipe takes back another. */
  @Test
  void partsOfARecipeStandInAnyOrder() {
    List<String> parts = List.of("log", "embedding=4", "hidden=2x3", "contrasts", "random=5");
    FeatureRecipe whole = new FeatureRecipe(4, 2, 3, true, 5);
    Collections2.permutations(parts)
        .forEach(order -> assertEquals(whole, FeatureRecipe.parse(String.join(",", order))));
  }

  @Test
  void settings() {
    StringBuilder out = new StringBuilder();
    out.append(CompileSettings.DEFAULT + "\n" + CompileSettings.ON_DEMAND + "\n");
    out.append("smoothing " + TaskReading.Source.of(MODEL).smoothing());
    out.append(", rollouts " + ModelProblem.FITTING_ROLLOUTS);
    out.append(", queries " + SplitStudy.QUERIES + "\n");
    for (String text :
        List.of(
            "log",
            "log,contrasts",
            " log , random=7 ",
            "random=3,contrasts,log,hidden=2x3",
            "log,embedding=12,hidden=0x2",
            "log,hidden=5x0,embedding=0",
            "log,embedding=1,embedding=2",
            "",
            "embedding=2",
            "log,embedding",
            "log,hidden=3",
            "log,embedding=1000",
            "log,,random=1",
            "log,hidden=-1x2",
            "LOG")) {
      out.append(parsed(FeatureRecipe::parse, text));
    }
    for (String text : List.of("linear", "residual", "bilinear=7", "bilinear=0", "bilinear", "x")) {
      out.append(parsed(StudentClass::parse, text));
    }
    for (double value : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-300}) {
      out.append(parsed(t -> OTHER.withLambda(value).lambda(), "lambda " + value));
      out.append(parsed(t -> OTHER.withBound(value).bound(), "bound " + value));
      out.append(parsed(t -> OTHER.withTemperature(value).temperature(), "at " + value));
    }
    out.append(parsed(t -> new FeatureRecipe(0, 0, -1, false, 0), "products"));
    CompileSettings residual = OTHER.withKind(StudentClass.RESIDUAL);
    out.append(parsed(t -> TaskCompiler.compile(reading(TASK), SPLIT, t, residual, 1), "residual"));
    out.append(parsed(t -> FittedRecipe.fit(OTHER.student(), List.of(), 1), "no states"));
    Task seven =
        Task.of("seven", TASK.questions(), AnswerGrammar.top(9, 7), (q, a) -> 0, TASK.shifts());
    out.append(
        parsed(
            t -> ModelProblem.whole(seven, SPLIT, TaskReading.Source.of(MODEL), OTHER, 1),
            "too many"));
    for (String piece : List.of("EOS", "null")) {
      Task odd =
          Task.of(
              "odd",
              TASK.questions(),
              AnswerGrammar.positions(List.of(List.of("x", piece), List.of("z"))),
              (q, a) -> 0,
              TASK.shifts());
      out.append(
          parsed(
              t -> TaskCompiler.compile(reading(odd), SPLIT, "odd", OTHER, 1), "a piece " + piece));
    }
    Recorded.check(CompileSettingsTest.class, "settings.txt", out.toString());
  }
}

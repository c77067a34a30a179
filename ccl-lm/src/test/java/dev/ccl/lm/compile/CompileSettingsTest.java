package dev.ccl.lm.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Task;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
}

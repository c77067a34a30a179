package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Setting;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.sweep.Generator;
import dev.ccl.lm.ModelSource;
import dev.ccl.lm.compile.StudentClass;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Tasks;
import dev.ccl.report.verify.VerifyInstances;
import dev.ccl.theory.Claim;
import dev.ccl.theory.claims.Claims;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Whatever is found by its name is found by all of it, and by nothing else. */
class NamesTest {
  @Test
  void learners() {
    List<String> names = Learners.all().stream().map(Learner::name).toList();
    exactly(names, name -> Learners.named(name).name());
    exactly(names, name -> LearnerChoice.find(name, Optional.empty(), Map.of()).name());
  }

  @Test
  void tasksAndTheirShifts() {
    exactly(Tasks.all().stream().map(Task::name).toList(), name -> Tasks.named(name).name());
    for (Task task : Tasks.all()) {
      Set<String> names = new LinkedHashSet<>();
      for (Shift shift : task.shifts()) {
        names.add(shift.name());
        names.add(shift.name() + "-reversed");
      }
      exactly(List.copyOf(names), name -> task.shift(name).name());
    }
  }

  @Test
  void models() {
    exactly(
        Arrays.stream(ModelSource.values()).map(ModelSource::shortName).toList(),
        name -> ModelSource.named(name).orElseThrow(IllegalArgumentException::new).shortName());
  }

  @Test
  void claims() {
    exactly(Claims.all().stream().map(Claim::id).toList(), name -> Claims.named(name).id());
  }

  @Test
  void generatorsAndStudents() {
    exactly(
        List.of("separation", "random", "demo", "broken"),
        name -> Generator.named(name).fileName().replace(".json", ""));
    exactly(List.of("linear", "residual"), name -> StudentClass.parse(name).toString());
  }

  /** The words of all settings of all learners. */
  @Test
  void wordsOfSettings() {
    int choices = 0;
    for (Learner learner : Learners.all()) {
      for (Setting<?> setting : learner.settings().all()) {
        if (setting.form().matches("[a-z|-]+")) {
          List<String> words = Splitter.on('|').splitToList(setting.form());
          exactly(words, word -> setting.parse(word).toString());
          choices++;
        }
      }
    }
    assertTrue(choices > 20, choices + " choices");
    exactly(
        List.of("paper", "practical", "practical-by-rollouts", "careful"),
        preset -> {
          String name = LearnerChoice.find("ccl", Optional.of(preset), Map.of()).name();
          return name.equals("ccl") ? "paper" : name;
        });
  }

  /** The words of the options that describe an instance, on the command line and in a sweep. */
  @Test
  void wordsOfInstances() {
    words(SetShape.class, "set");
    words(Geometry.class, "geometry");
    words(Feasibility.class, "feasibility");
    words(Construction.class, "construction");
    words(Precision.class, "precision");
    exactly(
        spelt(BrokenInstance.class),
        kind -> {
          InstanceCommand.word(BrokenInstance.class, "KIND", kind);
          Generator.named("broken").with("kind", kind).instance();
          return kind;
        });
  }

  private static <E extends Enum<E>> void words(Class<E> type, String parameter) {
    exactly(
        spelt(type),
        word ->
            InstanceCommand.word(type, "", word).name().toLowerCase(Locale.ROOT).replace('_', '-'));
    Generator random = Generator.named("random");
    exactly(
        spelt(type),
        word -> {
          random.with(parameter, word).instance();
          return word;
        });
  }

  private static List<String> spelt(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }

  /** Spaces around the parts of a list are no parts of them. */
  @Test
  void setsOfInstancesAndPartsOfRecipes() throws IOException {
    for (String name : List.of("built-in", "tight", "separation", "random")) {
      List<Instance> found = VerifyInstances.named(List.of(name), 1, false);
      assertEquals(found, VerifyInstances.named(List.of(" " + name + " "), 1, false));
      for (int i = 1; i < name.length(); i++) {
        List<String> cut = List.of(name.substring(0, i));
        assertThrows(
            IllegalArgumentException.class, () -> VerifyInstances.named(cut, 1, false), name);
      }
    }
    for (String part : List.of("contrasts", "embedding=2", "random=2", "hidden=2x3")) {
      String whole = "log," + part;
      assertEquals(whole, FeatureRecipe.parse(" log , " + part + " ").toString());
      for (int i = 1; i < whole.length(); i++) {
        String cut = whole.substring(0, i);
        if (!cut.equals("log")) {
          assertThrows(IllegalArgumentException.class, () -> FeatureRecipe.parse(cut), cut);
        }
      }
    }
  }

  private static void exactly(List<String> names, Function<String, String> find) {
    assertTrue(!names.isEmpty());
    for (String name : names) {
      assertEquals(name, find.apply(name));
      Set<String> others = new LinkedHashSet<>(List.of("", name + "x", " " + name, name + " "));
      for (int i = 1; i < name.length(); i++) {
        others.add(name.substring(0, i));
        others.add(name.substring(i));
      }
      others.add(name.toUpperCase(Locale.ROOT));
      others.add(name.toLowerCase(Locale.ROOT));
      others.removeAll(names);
      for (String other : others) {
        assertThrows(IllegalArgumentException.class, () -> find.apply(other), other);
      }
    }
  }
}

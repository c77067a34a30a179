package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Learners;
import dev.ccl.experiments.run.LearnerChoice;
import dev.ccl.experiments.sweep.Generator;
import dev.ccl.lm.ModelSource;
import dev.ccl.lm.compile.StudentClass;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Task;
import dev.ccl.lm.task.Tasks;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
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

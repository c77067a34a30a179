package dev.ccl.theory.lemmas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Algorithms;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Crafted;
import dev.ccl.theory.PaperMap;
import dev.ccl.theory.Subject;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liar.Part;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.search.LemmaSearch;
import dev.ccl.theory.search.Trial;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import org.junit.jupiter.api.Test;

/** Wrong implementations of Algorithm 1 as one's own learner: which properties reject them. */
class LearnerPowerTest {
  /** Every liar about rounds or runs of Algorithm 1. */
  private static List<Liar> learners() {
    return Liars.all().stream().filter(LearnerPowerTest::playsOtherRounds).toList();
  }

  private static boolean playsOtherRounds(Liar liar) {
    try {
      Class<?> subject = liar.on(Crafted.quick()).getClass();
      return subject.getMethod("open", LearnerState.class).getDeclaringClass() != Algorithms.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  /** A test class of somebody whose learner plays as the liar does. */
  private static LearnerLemmas lemmasOf(Liar liar) {
    class Rounds implements LearnerLemmas {
      @Override
      public Learner learner() {
        throw new AssertionError("a liar is made for an instance");
      }

      @Override
      public Subject subject(Instance instance) {
        return liar.on(instance);
      }
    }

    class Runs extends Rounds implements LearnerRunLemmas {}

    return liar.part() == Part.RUN ? new Runs() : new Rounds();
  }

  private static String id(Method property) {
    return property.getAnnotation(Label.class).value().substring(0, 3);
  }

  private static List<Method> properties(LearnerLemmas lemmas) {
    Class<?> kind =
        lemmas instanceof LearnerRunLemmas ? LearnerRunLemmas.class : LearnerLemmas.class;
    return Arrays.stream(kind.getMethods())
        .filter(m -> m.isAnnotationPresent(Label.class))
        .sorted(Comparator.comparing(LearnerPowerTest::id))
        .toList();
  }

  /** The tries of a property, as the method that provides them has them. */
  private static List<Trial> tries(LearnerLemmas lemmas, Method property) {
    try {
      String provider = property.getParameters()[0].getAnnotation(ForAll.class).value();
      Arbitrary<?> all =
          (Arbitrary<?>) property.getDeclaringClass().getMethod(provider).invoke(lemmas);
      return all.allValues().orElseThrow().map(Trial.class::cast).toList();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean fails(LearnerLemmas lemmas, Method property, Trial trial) {
    return LemmaSearch.of(Claims.named(id(property)), lemmas::subject, lemmas.effort())
        .attempt(trial)
        .isPresent();
  }

  /** The properties that fail, with the number of tries that it takes. */
  private static Map<String, Integer> rejections(LearnerLemmas lemmas) {
    Map<String, Integer> out = new TreeMap<>();
    for (Method property : properties(lemmas)) {
      List<Trial> tries = tries(lemmas, property);
      for (int n = 0; n < tries.size() && !out.containsKey(id(property)); n++) {
        if (fails(lemmas, property, tries.get(n))) {
          out.put(id(property), n + 1);
        }
      }
    }
    return out;
  }

  /** The property that takes the fewest tries, of those that the table lists, if it fails so. */
  private static Map<String, Integer> soonest(Liar liar, LearnerLemmas lemmas) {
    Map<String, Integer> out = new TreeMap<>();
    for (Method property : properties(lemmas)) {
      PaperMap.number("learners", "`" + liar.name() + "`", id(property))
          .ifPresent(n -> out.put(id(property), n));
    }
    int least = out.values().stream().mapToInt(n -> n).min().orElse(0);
    out.values().removeIf(n -> n > least);
    for (Method property : properties(lemmas)) {
      Integer n = out.get(id(property));
      if (n != null && !fails(lemmas, property, tries(lemmas, property).get(n - 1))) {
        out.remove(id(property));
      } else if (n != null) {
        break; // one is enough
      }
    }
    return out;
  }

  @Test
  void everyWrongLearnerIsRejected() {
    StringBuilder table =
        new StringBuilder(
            "| wrong learner | properties that fail, with the tries that it takes |\n");
    table.append("| --- | --- |\n");
    List<String> believed = new ArrayList<>();
    for (Liar liar : learners()) {
      LearnerLemmas lemmas = lemmasOf(liar);
      Map<String, Integer> rejections =
          PaperMap.isComplete() ? rejections(lemmas) : soonest(liar, lemmas);
      if (rejections.isEmpty()) {
        believed.add(liar.name());
      }
      List<String> cells = new ArrayList<>();
      rejections.forEach((property, n) -> cells.add(property + " " + n));
      table
          .append("| `")
          .append(liar.name())
          .append("` | ")
          .append(String.join(", ", cells))
          .append(" |\n");
    }
    assertEquals(List.of(), believed, "wrong learners that no property rejects");
    if (PaperMap.isComplete()) {
      PaperMap.check("learners", table.toString());
    }
  }

  /** Every property of a learner can fail. */
  @Test
  void everyPropertyOfALearnerRejectsOne() {
    Liar frozen = learners().stream().filter(l -> l.part() == Part.RUN).findFirst().orElseThrow();
    for (Method property : properties(lemmasOf(frozen))) {
      assertTrue(
          learners().stream()
              .map(liar -> PaperMap.row("learners", "`" + liar.name() + "`"))
              .anyMatch(row -> row.contains(id(property))),
          id(property));
    }
  }
}

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
import java.util.Set;
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

  /** The number of tries after which a property fails; 0 if it holds in all of them. */
  private static int failsAfter(LearnerLemmas lemmas, Method property) {
    LemmaSearch search =
        LemmaSearch.of(Claims.named(id(property)), lemmas::subject, lemmas.effort());
    for (Trial trial : tries(lemmas, property)) {
      if (search.attempt(trial).isPresent()) {
        return search.tries();
      }
    }
    return 0;
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
      Set<String> listed = PaperMap.row("learners", "`" + liar.name() + "`");
      List<String> cells = new ArrayList<>();
      for (Method property : properties(lemmas)) {
        if (PaperMap.isComplete() || listed.contains(id(property))) {
          int tries = failsAfter(lemmas, property);
          if (tries > 0) {
            cells.add(id(property) + " " + tries);
          }
        }
      }
      if (cells.isEmpty()) {
        believed.add(liar.name());
      }
      table
          .append("| `")
          .append(liar.name())
          .append("` | ")
          .append(String.join(", ", cells))
          .append(" |\n");
    }
    assertEquals(List.of(), believed, "wrong learners that no property rejects");
    PaperMap.check("learners", table.toString());
  }

  /** Every property of a learner can fail. */
  @Test
  void everyPropertyOfALearnerRejectsOne() {
    for (Method property : properties(lemmasOf(run("run-frozen")))) {
      boolean optimization = id(property).equals("C29"); // bounds of Δ that no round can exceed
      assertTrue(
          optimization
              || learners().stream()
                  .anyMatch(
                      liar ->
                          PaperMap.row("learners", "`" + liar.name() + "`").contains(id(property))),
          id(property));
    }
  }

  private static Liar run(String name) {
    return Liars.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }
}

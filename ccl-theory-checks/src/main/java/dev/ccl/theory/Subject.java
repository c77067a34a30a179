package dev.ccl.theory;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The implementation under test: one method for each formula of the paper, which asks the library.
 * Claims see the library only through it. A liar is a subclass in which one answer is wrong; a user
 * who has another implementation overrides what is theirs.
 */
public class Subject implements TruthFormulas, CostFormulas, Algorithms, ExtensionFormulas {
  private final Instance instance;
  private final GroundTruth truth;
  private final boolean studentsOfThePaper;
  private final Map<Class<?>, Object> known = new HashMap<>();

  /**
   * Makes the library's own answers about an instance.
   *
   * @param instance the instance
   */
  public Subject(Instance instance) {
    this.instance = instance;
    this.truth = GroundTruth.of(instance);
    this.studentsOfThePaper = true;
  }

  /**
   * Makes the library's own answers about an instance whose students are of another class.
   *
   * @param instance the instance; all rewards are known
   * @param students the class
   */
  public Subject(Instance instance, Students students) {
    this.instance = instance;
    this.truth =
        GroundTruth.of(
            instance.problem().withStudent(students.on(instance)),
            (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer));
    this.studentsOfThePaper = false;
  }

  /** Whether the enumerator may use the paper's class in place of the family's per-state code. */
  final boolean hasStudentsOfThePaper() {
    return studentsOfThePaper;
  }

  /** {@return the instance} */
  public final Instance instance() {
    return instance;
  }

  /**
   * Computes once what depends on no parameters, so that all claims and all moves of a search share
   * it. As a specimen, a subject belongs to one thread.
   *
   * @param <T> the type of what is computed
   * @param type its class, under which it is kept
   * @param how computes it from this subject
   * @return what the first call computed
   */
  public final <T> T once(Class<T> type, Supplier<T> how) {
    T value = type.cast(known.get(type));
    if (value == null) {
      value = how.get();
      known.put(type, value);
    }
    return value;
  }

  @Override
  public final LearningProblem problem() {
    return truth.problem();
  }

  @Override
  public final GroundTruth truth() {
    return truth;
  }
}

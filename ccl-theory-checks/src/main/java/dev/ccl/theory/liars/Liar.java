package dev.ccl.theory.liars;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PlainCcl;
import dev.ccl.theory.Subject;
import dev.ccl.theory.naive.PlainSession;
import java.util.function.Function;

/**
 * A broken implementation.
 *
 * @param name a word or two with hyphens
 * @param sentence what is wrong with it
 * @param part where it lies
 * @param maker makes it for an instance
 */
public record Liar(String name, String sentence, Part part, Function<Instance, Subject> maker) {
  /** Where a liar lies. */
  public enum Part {
    /** In something computed: exact comparisons are enough to see it. */
    FORMULA,
    /** In something drawn: rounds or draws must be sampled. */
    SAMPLER,
    /** In the dependence of two draws of the source side: many rounds must be sampled. */
    SOURCE_STREAM,
    /** In the dependence of one of the student's draws, or of two rounds, on other draws. */
    STUDENT_STREAM,
    /** In what rounds of Algorithm 1 add up to: whole runs must be played. */
    RUN,
    /** The same for Algorithm 2. */
    MATCHING_RUN,
    /** The same for the practical configuration of Algorithm 1. */
    PRACTICAL_RUN
  }

  static Liar formula(String name, String sentence, Function<Instance, Subject> maker) {
    return new Liar(name, sentence, Part.FORMULA, maker);
  }

  /** A round of Algorithm 1, one answer at a time, with something wrong. */
  static Liar round(String name, String sentence, Function<Naive, PlainCcl> maker) {
    return round(name, sentence, Part.SAMPLER, maker);
  }

  static Liar round(String name, String sentence, Part part, Function<Naive, PlainCcl> maker) {
    return new Liar(
        name,
        sentence,
        part,
        instance -> {
          PlainCcl plain = maker.apply(Naive.of(instance));
          return new Subject(instance) {
            @Override
            public Session open(LearnerState state) {
              return PlainSession.of(plain, state);
            }
          };
        });
  }

  static Liar sampler(String name, String sentence, Function<Instance, Subject> maker) {
    return new Liar(name, sentence, Part.SAMPLER, maker);
  }

  /**
   * Makes the broken implementation for an instance.
   *
   * @param instance the instance
   * @return the subject
   */
  public Subject on(Instance instance) {
    return maker.apply(instance);
  }

  @Override
  public String toString() {
    return name;
  }
}

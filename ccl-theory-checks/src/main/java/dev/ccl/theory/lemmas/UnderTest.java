package dev.ccl.theory.lemmas;

import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import dev.ccl.theory.search.Trial;
import dev.ccl.theory.search.Trials;
import java.nio.file.Path;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/**
 * What the lemmas are about: by default the library. A test class that implements one of the
 * interfaces below this one runs its lemmas as properties of jqwik, on whatever {@link #subject}
 * returns.
 */
public interface UnderTest {
  /**
   * Returns the implementation that is held to the lemmas.
   *
   * @param instance an instance
   * @return the implementation on it
   */
  default Subject subject(Instance instance) {
    return new Subject(instance);
  }

  /**
   * Returns how much the tries of a lemma about rounds, draws or runs sample.
   *
   * @return whole runs; an implementation that is too slow for them says {@link Effort#ROUNDS}
   */
  default Effort effort() {
    return Effort.RUNS;
  }

  /**
   * Returns how {@code ccl verify} is told of the implementation.
   *
   * @return options, such as {@code --family CLASS --classpath JAR}
   */
  default String options() {
    return "";
  }

  /** {@return where counterexamples are written: a directory, which need not exist} */
  default Path counterexamples() {
    return Path.of("target", "counterexamples");
  }

  /**
   * Tells whether tries must reach the hard regions, so that a property fails that does not.
   *
   * @return whether to check, which takes some hundred tries
   */
  default boolean requiresCoverage() {
    return false;
  }

  /**
   * Provides tries for lemmas about any instance.
   *
   * @return the arbitrary
   */
  @Provide
  default Arbitrary<Trial> instances() {
    return LemmaArbitraries.trials(Trials.of());
  }

  /**
   * Provides tries with d ≤ 2.
   *
   * @return the arbitrary
   */
  @Provide
  default Arbitrary<Trial> lowDimensions() {
    return LemmaArbitraries.trials(Trials.of(Requirement.LOW_DIMENSION));
  }

  /**
   * Provides tries with d = 1 and few target answers.
   *
   * @return the arbitrary
   */
  @Provide
  default Arbitrary<Trial> tinyTargets() {
    return LemmaArbitraries.trials(Trials.of(Requirement.TINY_TARGET));
  }

  /**
   * Provides tries on instances of sec:sm-temperature.
   *
   * @return the arbitrary
   */
  @Provide
  default Arbitrary<Trial> separations() {
    return LemmaArbitraries.trials(Trials.of(Requirement.SEPARATION));
  }
}

package dev.ccl.algorithms;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.problem.LearningProblem;

/**
 * A method with its settings: an immutable value that turns a problem and a seed into a run. A
 * round depends on the problem, the settings and the state alone, so it can be replayed by itself,
 * and the number of threads changes no bit.
 */
public interface Learner {
  /**
   * Returns the name by which {@link Learners} knows the method.
   *
   * @return a word in lower case with hyphens
   */
  String name();

  /** {@return the settings; keys, values and documentation} */
  Settings settings();

  /**
   * Returns the same method with other settings.
   *
   * @param settings settings with the same keys
   * @return the learner
   */
  Learner with(Settings settings);

  /**
   * Returns the same method with one setting changed.
   *
   * @param key the key
   * @param text the new value
   * @return the learner
   * @throws IllegalArgumentException if there is no such key or the text is not a value of it
   */
  default Learner with(String key, String text) {
    return with(settings().with(key, text));
  }

  /**
   * Says what a user should know before running this method on a problem.
   *
   * @param problem the problem
   * @return sentences; empty if there is nothing to say
   * @throws IllegalArgumentException if this can be said already: the method cannot run on the
   *     problem
   */
  default ImmutableList<String> warnings(LearningProblem problem) {
    return ImmutableList.of();
  }

  /**
   * Returns the state before the first round.
   *
   * @param problem the problem
   * @param seed the root seed
   * @return round 0
   * @throws IllegalArgumentException if the method cannot run on the problem; the message says why
   */
  LearnerState initial(LearningProblem problem, long seed);

  /**
   * Opens a run at a state.
   *
   * @param problem the problem
   * @param state where to go on: what {@link #initial} or {@link Session#state} returned
   * @param threads how many threads to use inside a round, at least 1; no result depends on it
   * @return the session; close it
   * @throws IllegalArgumentException if the method cannot run on the problem; the message says why
   */
  Session open(LearningProblem problem, LearnerState state, int threads);

  /**
   * Opens a run before its first round: {@link #open} at {@link #initial}, and a method that needs
   * its engine for both builds it once.
   *
   * @param problem the problem
   * @param seed the root seed
   * @param threads how many threads to use inside a round, at least 1; no result depends on it
   * @return the session; close it
   * @throws IllegalArgumentException if the method cannot run on the problem; the message says why
   */
  default Session start(LearningProblem problem, long seed, int threads) {
    return open(problem, initial(problem, seed), threads);
  }

  /**
   * Does one round as a pure function.
   *
   * @param problem the problem
   * @param state the state before the round
   * @return the state after it, the same as that of a session
   */
  default LearnerState step(LearningProblem problem, LearnerState state) {
    try (Session session = open(problem, state, 1)) {
      session.advance(1);
      return session.state();
    }
  }
}

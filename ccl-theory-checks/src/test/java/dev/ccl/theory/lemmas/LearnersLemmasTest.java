package dev.ccl.theory.lemmas;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.theory.Effort;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** The library's Algorithm 1 as somebody's own learner. */
@AddLifecycleHook(LemmaLines.class)
class LearnersLemmasTest implements LearnerLemmas {
  @Override
  public Learner learner() {
    return Ccl.paper();
  }

  /** {@code PaperLemmasTest} plays more. */
  @Override
  public Effort effort() {
    return Effort.ROUNDS;
  }
}

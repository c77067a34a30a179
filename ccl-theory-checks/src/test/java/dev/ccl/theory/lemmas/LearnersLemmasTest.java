package dev.ccl.theory.lemmas;

import dev.ccl.algorithms.Ccl;
import dev.ccl.algorithms.Learner;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** The library's Algorithm 1 as somebody's own learner: rounds and whole runs. */
@AddLifecycleHook(LemmaLines.class)
class LearnersLemmasTest implements LearnerRunLemmas {
  @Override
  public Learner learner() {
    return Ccl.paper();
  }
}

package dev.ccl.theory.learner;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.RewardOracle;
import java.util.concurrent.atomic.AtomicLong;

/** The rewards of an instance, which count every question, whichever verifier asks it. */
final class CountingOracle implements RewardOracle {
  private final Instance instance;
  private final AtomicLong questions = new AtomicLong();

  CountingOracle(Instance instance) {
    this.instance = instance;
  }

  @Override
  public double reward(Prompt prompt, ImmutableIntArray answer) {
    questions.incrementAndGet();
    return instance.prompts().get(prompt.id()).reward(answer);
  }

  @Override
  public boolean mayBeKept() {
    return false;
  }

  long questions() {
    return questions.get();
  }
}

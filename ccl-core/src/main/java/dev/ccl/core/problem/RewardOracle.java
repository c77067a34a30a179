package dev.ccl.core.problem;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.mdp.Prompt;

/** The deterministic terminal reward R(x, a<sub>1:H</sub>) of complete answers. */
@FunctionalInterface
public interface RewardOracle {
  /**
   * Returns the reward of an answer.
   *
   * @param prompt x
   * @param answer a feasible answer of H tokens
   * @return R(x, a<sub>1:H</sub>), in [0,1]
   */
  double reward(Prompt prompt, ImmutableIntArray answer);
}

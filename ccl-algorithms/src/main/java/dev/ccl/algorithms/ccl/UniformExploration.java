package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Part;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;

/** Whether the second candidate exists (line:br-exploration). */
public enum UniformExploration implements Exploration {
  /** A second candidate is drawn uniformly and both are validated. */
  ON {
    @Override
    public InRun start(Setup setup) {
      ConvexSet students = setup.problem().student().set(); // Θ
      Draws draws = setup.draws();
      return (t, update, theta, out) -> {
        students.draw(draws.open(Purpose.EXPLORATION, t, update), out);
        return true;
      };
    }
  },
  /** The gradient step is taken without validation. */
  OFF {
    @Override
    public InRun start(Setup setup) {
      return (t, update, theta, out) -> false;
    }
  };

  @Override
  public String toString() {
    return Part.word(this);
  }
}

package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.Part;
import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Engine;

/** How one rollout estimates the student's gradient (line:br-student-gradient). */
public enum GradientEstimate implements StudentGradient {
  /** Score of the answer times its cost. */
  SCORE {
    @Override
    public InRun start(Setup setup) {
      Engine engine = setup.engine();
      return (theta, batch, out) -> engine.batches().gradient(theta, batch, Credit.ANSWER, 0, out);
    }
  },
  /** Score of each token times the cost from that token on. */
  CAUSAL {
    @Override
    public InRun start(Setup setup) {
      Engine engine = setup.engine();
      return (theta, batch, out) -> engine.batches().gradient(theta, batch, Credit.TOKEN, 0, out);
    }
  };

  @Override
  public String toString() {
    return Part.word(this);
  }
}

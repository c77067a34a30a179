package dev.ccl.algorithms.student;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.algorithms.engine.Credit;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.part.Part;
import dev.ccl.algorithms.part.Setup;
import dev.ccl.algorithms.part.StudentGradient;

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
  /** Score of the answer times its cost minus the mean cost of the previous gradient batch. */
  BASELINE {
    @Override
    public InRun start(Setup setup) {
      Engine engine = setup.engine();
      double[] baseline = setup.memory().keep("baseline", new double[1]);
      return (theta, batch, out) ->
          baseline[0] = engine.batches().gradient(theta, batch, Credit.ANSWER, baseline[0], out);
    }
  },
  /** Score of each token times the cost from that token on. */
  CAUSAL {
    @Override
    public InRun start(Setup setup) {
      Engine engine = setup.engine();
      return (theta, batch, out) -> engine.batches().gradient(theta, batch, Credit.TOKEN, 0, out);
    }
  },
  /**
   * The divergence of each token in closed form, and the score of each token times what the answer
   * costs behind it beyond what the other rollouts of the batch cost there.
   */
  REST {
    @Override
    public InRun start(Setup setup) {
      checkArgument(
          !setup.engine().isWhole(),
          "gradient=rest is made for forests that grow where they are walked: on whole ones set"
              + " gradient=causal, or take an exact gradient-batch");
      Engine engine = setup.engine();
      return (theta, batch, out) -> engine.batches().gradient(theta, batch, Credit.REST, 0, out);
    }
  };

  @Override
  public String toString() {
    return Part.word(this);
  }
}

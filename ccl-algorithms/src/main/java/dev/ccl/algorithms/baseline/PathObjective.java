package dev.ccl.algorithms.baseline;

import com.google.common.base.Ascii;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.random.Purpose;

/** The baselines of this library. */
public enum PathObjective implements Baseline {
  /** Regularised direct matching, C<sub>SM</sub> of eq:sm-temp-cost: Algorithm 2. */
  DIRECT_MATCHING {
    @Override
    public double weight(double lambda) {
      return 1 + lambda;
    }

    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      a.drawFromStudent(Purpose.DIRECT_MATCHING);
      // Z_SM of eq:sm-temp-sample
      double z = (1 + a.lambda()) * a.logStudent() - a.logTeacher() - a.lambda() * a.logReference();
      a.addScore(scale * z, gradient);
    }
  },
  /** KL(teacher ‖ student) on target prompts, token laws compared along teacher answers. */
  FORWARD_KL {
    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      a.drawFromTeacher(Purpose.TEACHER_ROLLOUT);
      a.addForwardDivergence(scale, gradient);
    }
  },
  /** Likelihood of a fixed list of teacher answers to target prompts. */
  SFT {
    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      a.drawFromList(Purpose.GRADIENT_BATCH, Purpose.TEACHER_ROLLOUT);
      a.addScore(-scale, gradient);
    }
  },
  /** KL(student ‖ teacher) of each token along student answers, whose own law is held fixed. */
  TOKEN_REVERSE_KL {
    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      a.drawFromStudent(Purpose.GRADIENT_BATCH);
      a.addReverseDivergence(scale, gradient);
    }
  },
  /** Reward minus λ times the log-ratio to the reference, on source prompts alone. */
  SOURCE_REWARD {
    @Override
    public boolean onSource() {
      return true;
    }

    @Override
    public double weight(double lambda) {
      return lambda;
    }

    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      a.drawFromStudent(Purpose.GRADIENT_BATCH);
      a.addScore(-scale * regularizedReward(a), gradient);
    }
  },
  /** The same objective, estimated from reference answers by importance weights. */
  IMPORTANCE_WEIGHTED {
    @Override
    public boolean onSource() {
      return true;
    }

    @Override
    public double weight(double lambda) {
      return lambda;
    }

    @Override
    public void add(PathWalk a, double scale, double[] gradient) {
      a.drawFromReference(Purpose.COMPLETION);
      double weight = Elementary.exp(a.logStudent() - a.logReference());
      a.addScore(-scale * weight * regularizedReward(a), gradient);
    }
  };

  @Override
  public boolean onSource() {
    return false;
  }

  @Override
  public double weight(double lambda) {
    return 1;
  }

  /** The bracket of eq:ced-return: R − λ log(π_θ/π_pre) of the whole answer. */
  private static double regularizedReward(PathWalk a) {
    return a.reward() - a.lambda() * (a.logStudent() - a.logReference());
  }

  @Override
  public String toString() {
    return Ascii.toLowerCase(name()).replace('_', '-');
  }
}

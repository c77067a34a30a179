package dev.ccl.theory.liars;

import dev.ccl.core.random.RandomStream;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PlainCcl;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.List;

/** Rounds of Algorithm 1 with one formula of the target side wrong. */
final class StudentLiars {
  private StudentLiars() {}

  static List<Liar> all() {
    return List.of(
        Liar.round("old-calibration", "the student is taught by w_t", OldCalibration::new),
        Liar.round("score-raw", "the score in ĝ without its centring term", RawScore::new),
        Liar.round("candidate-not-projected", "ϑ_1 is not projected onto Θ", FreeCandidate::new),
        Liar.round("student-step-double", "the student's step is 1/L_st", DoubleStep::new),
        Liar.round("gradient-batch-short", "b_t = t", ShortBatch::new),
        Liar.round("validation-linear", "q_t = t for t²", LinearValidation::new),
        Liar.round("batch-reused", "ϑ_1 is validated on the gradient batch", BatchReused::new),
        Liar.round("ties-to-second", "ties go to k = 2", TiesToSecond::new),
        Liar.round("selects-worse", "the larger estimated cost wins", SelectsWorse::new),
        Liar.round(
            "exploration-positive", "the exploring candidate is never negative", Positive::new));
  }

  private static final class OldCalibration extends PlainCcl {
    OldCalibration(Naive model) {
      super(model);
    }

    @Override
    public double[] taughtBy(double[] before, double[] after) {
      return before;
    }
  }

  private static final class RawScore extends PlainCcl {
    RawScore(Naive model) {
      super(model);
    }

    @Override
    public double[] score(Costs costs, StudentLaw student, Answer answer) {
      double[] sum = new double[model().studentDimension()];
      for (int h = 1; h <= answer.length(); h++) {
        sum = SmallAlgebra.plus(sum, 1, answer.node(h).phiStu(answer.place(h)));
      }
      return sum;
    }
  }

  private static final class FreeCandidate extends PlainCcl {
    FreeCandidate(Naive model) {
      super(model);
    }

    @Override
    public double[] projectStudent(double[] theta) {
      return theta;
    }
  }

  private static final class DoubleStep extends PlainCcl {
    DoubleStep(Naive model) {
      super(model);
    }

    @Override
    public double studentStep() {
      return 2 * super.studentStep();
    }
  }

  private static final class ShortBatch extends PlainCcl {
    ShortBatch(Naive model) {
      super(model);
    }

    @Override
    public long gradientBatch(long t) {
      return t + 1;
    }
  }

  private static final class LinearValidation extends PlainCcl {
    LinearValidation(Naive model) {
      super(model);
    }

    @Override
    public long validationBatch(long t) {
      return t + 2;
    }
  }

  private static final class BatchReused extends PlainCcl {
    BatchReused(Naive model) {
      super(model);
    }

    @Override
    protected double validate(
        Costs costs,
        TokenLaw calibrated,
        double[] candidate,
        long q,
        List<Answer> gradientBatch,
        RandomStream stream) {
      return gradientBatch.isEmpty()
          ? super.validate(costs, calibrated, candidate, q, gradientBatch, stream)
          : average(
              gradientBatch, a -> costs.logRatioCost(model().student(candidate), calibrated, a));
    }
  }

  private static final class TiesToSecond extends PlainCcl {
    TiesToSecond(Naive model) {
      super(model);
    }

    @Override
    public int select(double first, double second) {
      return first < second ? 1 : 2;
    }
  }

  private static final class SelectsWorse extends PlainCcl {
    SelectsWorse(Naive model) {
      super(model);
    }

    @Override
    public int select(double first, double second) {
      return first >= second ? 1 : 2;
    }
  }

  private static final class Positive extends PlainCcl {
    Positive(Naive model) {
      super(model);
    }

    @Override
    protected double[] explore(RandomStream stream, int d) {
      double[] point = super.explore(stream, d);
      point[0] = Math.abs(point[0]);
      return point;
    }
  }
}

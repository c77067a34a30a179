package dev.ccl.theory.liars;

import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.PlainCcl;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.List;

/** Rounds of Algorithm 1 with one formula of the source side wrong. */
final class SourceLiars {
  private SourceLiars() {}

  static List<Liar> all() {
    return List.of(
        Liar.round(
            "completion-by-teacher", "the teacher completes the branch", CompletionByTeacher::new),
        Liar.round(
            "completion-by-student", "the student completes the branch", CompletionByStudent::new),
        Liar.round(
            "branch-from-teacher", "Y is drawn with the teacher's odds", BranchFromTeacher::new),
        Liar.round(
            "always-accept", "acceptance e^{R/λ}, which is never below 1", AlwaysAccept::new),
        Liar.round("accept-bad", "acceptance e^{−R/λ}", AcceptBad::new),
        Liar.round("label-is-token", "Y is the number of the token taken", LabelIsToken::new),
        Liar.round(
            "calibration-not-projected", "the projection onto W is skipped", NotProjected::new),
        Liar.round("calibration-radius", "W is taken to have half its radius", WrongRadius::new),
        Liar.round("eta-off-by-one", "η_t = 1/(γ(t+1))", EtaOffByOne::new));
  }

  private static final class CompletionByTeacher extends PlainCcl {
    CompletionByTeacher(Naive model) {
      super(model);
    }

    @Override
    public TokenLaw completion(double[] theta) {
      return model().calibrated(model().teacherParameter());
    }
  }

  private static final class CompletionByStudent extends PlainCcl {
    CompletionByStudent(Naive model) {
      super(model);
    }

    @Override
    public TokenLaw completion(double[] theta) {
      return model().student(theta);
    }
  }

  private static final class BranchFromTeacher extends PlainCcl {
    BranchFromTeacher(Naive model) {
      super(model);
    }

    @Override
    public double branchProbability(Node s, int c1, int c0) {
      double[] log = model().calibrated(model().teacherParameter()).log(s);
      return SmallAlgebra.sigmoid(log[c1] - log[c0]);
    }
  }

  private static final class AlwaysAccept extends PlainCcl {
    AlwaysAccept(Naive model) {
      super(model);
    }

    @Override
    public double acceptance(double reward) {
      return StrictMath.exp(reward / model().lambda());
    }
  }

  private static final class AcceptBad extends PlainCcl {
    AcceptBad(Naive model) {
      super(model);
    }

    @Override
    public double acceptance(double reward) {
      return StrictMath.exp(-reward / model().lambda());
    }
  }

  private static final class LabelIsToken extends PlainCcl {
    LabelIsToken(Naive model) {
      super(model);
    }

    @Override
    public double label(Node s, int c1, int c0, int y) {
      return s.token(y == 1 ? c1 : c0);
    }
  }

  private static final class NotProjected extends PlainCcl {
    NotProjected(Naive model) {
      super(model);
    }

    @Override
    public double[] projectCalibration(double[] w) {
      return w;
    }
  }

  private static final class WrongRadius extends PlainCcl {
    WrongRadius(Naive model) {
      super(model);
    }

    @Override
    public double[] projectCalibration(double[] w) {
      double[] point = SmallAlgebra.plus(w, 1, w);
      point = super.projectCalibration(point);
      return SmallAlgebra.plus(new double[point.length], 0.5, point);
    }
  }

  private static final class EtaOffByOne extends PlainCcl {
    private final double gamma;

    EtaOffByOne(Naive model) {
      super(model);
      this.gamma = SourceStep.of(model).gamma();
    }

    @Override
    public double calibrationStep(long t) {
      return 1 / (gamma * (t + 1));
    }
  }
}

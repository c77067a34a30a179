package dev.ccl.theory.liars;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.random.Stream;
import dev.ccl.theory.Subject;
import dev.ccl.theory.naive.Answer;
import dev.ccl.theory.naive.Costs;
import dev.ccl.theory.naive.Naive;
import dev.ccl.theory.naive.Node;
import dev.ccl.theory.naive.PlainCcl;
import dev.ccl.theory.naive.PlainMatching;
import dev.ccl.theory.naive.PlainSession;
import dev.ccl.theory.naive.Small;
import dev.ccl.theory.naive.SourceStep;
import dev.ccl.theory.naive.TokenLaw;
import java.util.List;
import java.util.function.Function;

/** Rounds of Algorithms 1 and 2 with one formula wrong. */
final class RoundLiars {
  private RoundLiars() {}

  static List<Liar> all() {
    return List.of(
        round(
            "completion-by-teacher", "the teacher completes the branch", CompletionByTeacher::new),
        round(
            "completion-by-student", "the student completes the branch", CompletionByStudent::new),
        round("branch-from-teacher", "Y is drawn with the teacher's odds", BranchFromTeacher::new),
        round("always-accept", "acceptance e^{R/λ}, which is never below 1", AlwaysAccept::new),
        round("accept-bad", "acceptance e^{−R/λ}", AcceptBad::new),
        round("label-is-token", "Y is the number of the token taken", LabelIsToken::new),
        round("calibration-not-projected", "the projection onto W is skipped", NotProjected::new),
        round("calibration-radius", "W is taken to have half its radius", WrongRadius::new),
        round("eta-off-by-one", "η_t = 1/(γ(t+1))", EtaOffByOne::new),
        round("old-calibration", "the student is taught by w_t", OldCalibration::new),
        round("score-raw", "the score in ĝ without its centring term", RawScore::new),
        round("candidate-not-projected", "ϑ_1 is not projected onto Θ", FreeCandidate::new),
        round("student-step-double", "the student's step is 1/L_st", DoubleStep::new),
        round("gradient-batch-short", "b_t = t", ShortBatch::new),
        round("validation-linear", "q_t = t for t²", LinearValidation::new),
        round("batch-reused", "ϑ_1 is validated on the gradient batch", BatchReused::new),
        round("ties-to-second", "ties go to k = 2", TiesToSecond::new),
        round("selects-worse", "the larger estimated cost wins", SelectsWorse::new),
        round("exploration-positive", "the exploring candidate is never negative", Positive::new),
        Liar.sampler(
            "matching-eta",
            "η_t^SM = 1/(μ_SM(t+1))",
            instance -> matching(instance, MatchingEta::new)),
        Liar.sampler(
            "matching-without-reference",
            "Z_SM without its λ term",
            instance -> matching(instance, MatchingWithoutReference::new)));
  }

  private static Liar round(String name, String sentence, Function<Naive, PlainCcl> maker) {
    return Liar.sampler(
        name,
        sentence,
        instance -> {
          PlainCcl plain = maker.apply(Naive.of(instance));
          return new Subject(instance) {
            @Override
            public Session open(LearnerState state) {
              return PlainSession.of(plain::round, state);
            }
          };
        });
  }

  private static Subject matching(Instance instance, Function<Naive, PlainMatching> maker) {
    PlainMatching plain = maker.apply(Naive.of(instance));
    return new Subject(instance) {
      @Override
      public Session openMatching(LearnerState state) {
        return PlainSession.of(plain::round, state);
      }
    };
  }

  private static final class CompletionByTeacher extends PlainCcl {
    CompletionByTeacher(Naive model) {
      super(model);
    }

    @Override
    protected TokenLaw completion(double[] theta) {
      return model().calibrated(model().teacherParameter());
    }
  }

  private static final class CompletionByStudent extends PlainCcl {
    CompletionByStudent(Naive model) {
      super(model);
    }

    @Override
    protected TokenLaw completion(double[] theta) {
      return model().student(theta);
    }
  }

  private static final class BranchFromTeacher extends PlainCcl {
    BranchFromTeacher(Naive model) {
      super(model);
    }

    @Override
    protected double branchProbability(Node s, int c1, int c0) {
      double[] log = model().calibrated(model().teacherParameter()).log(s);
      return Small.sigmoid(log[c1] - log[c0]);
    }
  }

  private static final class AlwaysAccept extends PlainCcl {
    AlwaysAccept(Naive model) {
      super(model);
    }

    @Override
    protected double acceptance(double reward) {
      return StrictMath.exp(reward / model().lambda());
    }
  }

  private static final class AcceptBad extends PlainCcl {
    AcceptBad(Naive model) {
      super(model);
    }

    @Override
    protected double acceptance(double reward) {
      return StrictMath.exp(-reward / model().lambda());
    }
  }

  private static final class LabelIsToken extends PlainCcl {
    LabelIsToken(Naive model) {
      super(model);
    }

    @Override
    protected double label(Node s, int c1, int c0, int y) {
      return s.token(y == 1 ? c1 : c0);
    }
  }

  private static final class NotProjected extends PlainCcl {
    NotProjected(Naive model) {
      super(model);
    }

    @Override
    protected double[] projectCalibration(double[] w) {
      return w;
    }
  }

  private static final class WrongRadius extends PlainCcl {
    WrongRadius(Naive model) {
      super(model);
    }

    @Override
    protected double[] projectCalibration(double[] w) {
      double[] point = Small.plus(w, 1, w);
      point = super.projectCalibration(point);
      return Small.plus(new double[point.length], 0.5, point);
    }
  }

  private static final class EtaOffByOne extends PlainCcl {
    private final double gamma;

    EtaOffByOne(Naive model) {
      super(model);
      this.gamma = SourceStep.of(model).gamma();
    }

    @Override
    protected double calibrationStep(long t) {
      return 1 / (gamma * (t + 1));
    }
  }

  private static final class OldCalibration extends PlainCcl {
    OldCalibration(Naive model) {
      super(model);
    }

    @Override
    protected double[] taughtBy(double[] before, double[] after) {
      return before;
    }
  }

  private static final class RawScore extends PlainCcl {
    RawScore(Naive model) {
      super(model);
    }

    @Override
    protected double[] score(Costs costs, TokenLaw student, Answer answer) {
      double[] sum = new double[model().studentDimension()];
      for (int h = 1; h <= answer.length(); h++) {
        sum = Small.plus(sum, 1, answer.node(h).phiStu(answer.place(h)));
      }
      return sum;
    }
  }

  private static final class FreeCandidate extends PlainCcl {
    FreeCandidate(Naive model) {
      super(model);
    }

    @Override
    protected double[] projectStudent(double[] theta) {
      return theta;
    }
  }

  private static final class DoubleStep extends PlainCcl {
    DoubleStep(Naive model) {
      super(model);
    }

    @Override
    protected double studentStep() {
      return 2 * super.studentStep();
    }
  }

  private static final class ShortBatch extends PlainCcl {
    ShortBatch(Naive model) {
      super(model);
    }

    @Override
    protected long gradientBatch(long t) {
      return t + 1;
    }
  }

  private static final class LinearValidation extends PlainCcl {
    LinearValidation(Naive model) {
      super(model);
    }

    @Override
    protected long validationBatch(long t) {
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
        Stream stream) {
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
    protected int select(double first, double second) {
      return first < second ? 1 : 2;
    }
  }

  private static final class SelectsWorse extends PlainCcl {
    SelectsWorse(Naive model) {
      super(model);
    }

    @Override
    protected int select(double first, double second) {
      return first >= second ? 1 : 2;
    }
  }

  private static final class Positive extends PlainCcl {
    Positive(Naive model) {
      super(model);
    }

    @Override
    protected double[] explore(Stream stream, int d) {
      double[] point = super.explore(stream, d);
      point[0] = Math.abs(point[0]);
      return point;
    }
  }

  private static final class MatchingEta extends PlainMatching {
    MatchingEta(Naive model) {
      super(model);
    }

    @Override
    protected double step(long t) {
      return super.step(t - 1);
    }
  }

  private static final class MatchingWithoutReference extends PlainMatching {
    private final Naive model;

    MatchingWithoutReference(Naive model) {
      super(model);
      this.model = model;
    }

    @Override
    protected double cost(TokenLaw student, Answer answer) {
      return student.logAnswer(answer)
          - model.calibrated(model.teacherParameter()).logAnswer(answer);
    }
  }
}

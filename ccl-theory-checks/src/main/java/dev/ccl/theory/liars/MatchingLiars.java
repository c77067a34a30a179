package dev.ccl.theory.liars;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.Instance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.TokenLaw;
import dev.ccl.theory.Subject;
import dev.ccl.theory.naive.PlainMatching;
import dev.ccl.theory.naive.PlainSession;
import java.util.List;
import java.util.function.Function;

/** Steps of Algorithm 2 with one formula wrong. */
final class MatchingLiars {
  private MatchingLiars() {}

  static List<Liar> all() {
    return List.of(
        Liar.sampler(
            "matching-eta",
            "η_t^SM = 1/(μ_SM(t+1))",
            instance -> matching(instance, MatchingEta::new)),
        Liar.sampler(
            "matching-without-reference",
            "Z_SM without its λ term",
            instance -> matching(instance, MatchingWithoutReference::new)),
        Liar.formula("matching-reaches-oracle", "θ*_SM is the oracle student", ReachesOracle::new));
  }

  private static final class ReachesOracle extends Subject {
    ReachesOracle(Instance instance) {
      super(instance);
    }

    @Override
    public double[] matchingMinimizer() {
      return oracle();
    }
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

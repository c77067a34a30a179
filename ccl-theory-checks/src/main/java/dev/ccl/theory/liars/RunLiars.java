package dev.ccl.theory.liars;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.core.instance.Instance;
import dev.ccl.theory.Subject;
import dev.ccl.theory.liars.Liar.Part;
import dev.ccl.theory.naive.PlainSession;
import java.util.List;

/** Runs that go wrong only in the course of time: each round is one that could have been. */
final class RunLiars {
  private RunLiars() {}

  static List<Liar> all() {
    return List.of(
        new Liar("run-frozen", "the calibration stays at w_tea", Part.RUN, Frozen::new),
        new Liar(
            "practical-frozen",
            "the practical calibration stays at w_tea",
            Part.PRACTICAL_RUN,
            PracticalFrozen::new),
        new Liar(
            "matching-constant-step",
            "η_t^SM is the same in all rounds",
            Part.MATCHING_RUN,
            Constant::new),
        new Liar(
            "matching-peeks",
            "Algorithm 2 returns the oracle student",
            Part.MATCHING_RUN,
            Peeks::new));
  }

  private static final class Frozen extends Subject {
    private static final Ccl FROZEN =
        Ccl.of("frozen", CclSettings.PAPER.with(CclSettings.CALIBRATE_EVERY, 0L));

    Frozen(Instance instance) {
      super(instance);
    }

    @Override
    public Session open(LearnerState state) {
      return FROZEN.open(problem(), state, 1);
    }
  }

  private static final class PracticalFrozen extends Subject {
    private static final Ccl FROZEN =
        Ccl.of("frozen", CclSettings.PRACTICAL.with(CclSettings.CALIBRATE_EVERY, 0L));

    PracticalFrozen(Instance instance) {
      super(instance);
    }

    @Override
    public Session openPractical(long seed) {
      return FROZEN.open(problem(), FROZEN.initial(problem(), seed), 1);
    }
  }

  private static final class Constant extends Subject {
    Constant(Instance instance) {
      super(instance);
    }

    @Override
    public Session openMatching(LearnerState state) {
      double first = 0.5 / DirectMatching.monotonicity(problem());
      Learner constant = DirectMatching.learner().with("step", "constant:" + first);
      return constant.open(problem(), state, 1);
    }
  }

  private static final class Peeks extends Subject {
    Peeks(Instance instance) {
      super(instance);
    }

    @Override
    public Session openMatching(LearnerState state) {
      LearnerState oracle =
          new LearnerState(
              state.seed(),
              state.round(),
              state.calibration(),
              ImmutableDoubleArray.copyOf(oracle()),
              state.extras(),
              state.ledger());
      return PlainSession.of(
          s ->
              new LearnerState(
                  s.seed(), s.round() + 1, s.calibration(), s.student(), s.extras(), s.ledger()),
          oracle);
    }
  }
}

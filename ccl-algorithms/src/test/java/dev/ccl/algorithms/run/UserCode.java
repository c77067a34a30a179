package dev.ccl.algorithms.run;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathObjective;
import dev.ccl.algorithms.baseline.PathWalk;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.AffineFamily;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A problem all of whose user code passes by here before it answers, and may be made to fail at one
 * moment. Families are asked state by state at every visit, also in threads of a team; features
 * once for the new states of a level.
 */
final class UserCode {
  /** What fails. */
  enum Place {
    STUDENT,
    STUDENT_FEATURES,
    TEACHER,
    TEACHER_FEATURES,
    REFERENCE,
    VERIFIER,
    BASELINE
  }

  /** How it fails. */
  enum Fault {
    EXCEPTION,
    ERROR,
    INTERRUPT
  }

  private final Place place;
  private final Fault fault;
  private final long moment; // the call that fails
  private final AtomicLong calls = new AtomicLong();

  private UserCode(Place place, Fault fault, long moment) {
    this.place = place;
    this.fault = fault;
    this.moment = moment;
  }

  /** Code that does not fail and counts the calls at a place. */
  static UserCode sound(Place place) {
    return new UserCode(place, Fault.EXCEPTION, Long.MAX_VALUE);
  }

  static UserCode failing(Place place, Fault fault, long moment) {
    return new UserCode(place, fault, moment);
  }

  long calls() {
    return calls.get();
  }

  private void pass(Place by) {
    if (by != place || calls.incrementAndGet() != moment) {
      return;
    }
    switch (fault) {
      case EXCEPTION -> throw new IllegalStateException("user code");
      case ERROR -> throw new AssertionError("user code");
      case INTERRUPT -> {
        Thread.currentThread().interrupt();
        try {
          Thread.sleep(60_000);
        } catch (InterruptedException e) {
          throw new IllegalStateException("user code", e);
        }
      }
    }
  }

  LearningProblem problem(Instance instance) {
    LearningProblem plain = instance.problem();
    FrozenPolicy reference =
        (state, out) -> {
          pass(Place.REFERENCE);
          plain.reference().probabilities(state, out);
        };
    return LearningProblem.of(
        plain.lambda(),
        plain.bound(),
        plain.source().dataset(),
        plain.target().dataset(),
        wrap(plain.calibration(), Place.TEACHER, Place.TEACHER_FEATURES),
        wrap(plain.student(), Place.STUDENT, Place.STUDENT_FEATURES),
        reference,
        new Rewards(instance));
  }

  private final class Rewards implements RewardOracle {
    private final Instance instance;

    Rewards(Instance instance) {
      this.instance = instance;
    }

    @Override
    public double reward(Prompt prompt, ImmutableIntArray answer) {
      pass(Place.VERIFIER);
      return instance.prompts().get(prompt.id()).reward(answer);
    }

    @Override
    public boolean mayBeKept() {
      return false; // so that every question passes by
    }
  }

  private PolicyClass wrap(PolicyClass plain, Place whole, Place features) {
    PolicyFamily family =
        place == features
            ? LinearSoftmax.of(wrap(((FeatureFamily) plain.family()).features(), features))
            : new Statewise(plain.family(), whole);
    return new PolicyClass(family, plain.set(), plain.initial());
  }

  private FeatureMap wrap(FeatureMap plain, Place features) {
    return new FeatureMap() {
      @Override
      public int dimension() {
        return plain.dimension();
      }

      @Override
      public void features(State state, double[] out) {
        pass(features);
        plain.features(state, out);
      }
    };
  }

  /** A family without kernels of its own. */
  private final class Statewise implements AffineFamily {
    private final PolicyFamily plain;
    private final Place whole;

    Statewise(PolicyFamily plain, Place whole) {
      this.plain = plain;
      this.whole = whole;
    }

    @Override
    public int dimension() {
      return plain.dimension();
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      pass(whole);
      plain.logits(theta, state, out);
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      pass(whole);
      plain.gradients(theta, state, out);
    }
  }

  /** Teacher matching, written outside. */
  Baseline baseline() {
    return new Baseline() {
      private final Baseline plain = PathObjective.values()[0];

      @Override
      public boolean onSource() {
        return plain.onSource();
      }

      @Override
      public double weight(double lambda) {
        return plain.weight(lambda);
      }

      @Override
      public void add(PathWalk answer, double scale, double[] gradient) {
        pass(Place.BASELINE);
        plain.add(answer, scale, gradient);
      }

      @Override
      public String toString() {
        return "outside";
      }
    };
  }
}

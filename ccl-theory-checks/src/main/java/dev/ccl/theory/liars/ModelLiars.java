package dev.ccl.theory.liars;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.random.RandomStream;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.Side;
import dev.ccl.theory.Subject;
import java.util.List;

/** Liars about the model, the optimum and the source side. */
final class ModelLiars {
  private ModelLiars() {}

  static List<Liar> all() {
    return List.of(
        Liar.formula(
            "eos-not-absorbing", "after EOS every letter stays legal", EosNotAbsorbing::new),
        Liar.formula("temperature", "the student's logits are doubled", Temperature::new),
        Liar.formula("kl-reversed", "KL(other ‖ student) for KL(student ‖ other)", KlReversed::new),
        Liar.formula(
            "gibbs-without-lambda", "rewards are not divided by λ", GibbsWithoutLambda::new),
        Liar.formula("acceptance-sign", "e^{−R/λ} for e^{(R−1)/λ}", AcceptanceSign::new),
        Liar.formula("gamma-without-acceptance", "γ without its factor e^{−1/λ}", Gamma::new),
        Liar.sampler("exploration-central", "the exploring candidate favours 0", Central::new),
        Liar.formula(
            "calibration-set-small", "the projection onto W has half its radius", SmallSet::new),
        Liar.formula("verifier-leaks", "target rewards are answered", Leak::new),
        Liar.formula(
            "oracle-of-teacher",
            "the oracle student of w_tea for that of w*",
            OracleOfTeacher::new));
  }

  private static final class EosNotAbsorbing extends Subject {
    EosNotAbsorbing(Instance instance) {
      super(instance);
    }

    @Override
    public ImmutableIntArray legal(Prompt prompt, ImmutableIntArray prefix) {
      ImmutableIntArray legal = super.legal(prompt, prefix);
      return legal.length() == 1 ? super.legal(prompt, ImmutableIntArray.of()) : legal;
    }
  }

  private static final class Temperature extends Subject {
    Temperature(Instance instance) {
      super(instance);
    }

    @Override
    public EdgeLaw student(Side side, double[] theta) {
      return super.student(side, SmallAlgebra.plus(theta, 1, theta));
    }
  }

  private static final class KlReversed extends Subject {
    KlReversed(Instance instance) {
      super(instance);
    }

    @Override
    public double divergence(EdgeLaw student, EdgeLaw other) {
      return super.divergence(other, student);
    }

    @Override
    public double oracleDivergence(double[] theta) {
      return super.divergence(student(Side.TARGET, oracle()), student(Side.TARGET, theta));
    }
  }

  private static final class GibbsWithoutLambda extends Subject {
    GibbsWithoutLambda(Instance instance) {
      super(instance);
    }

    @Override
    public double[] logMoments(Side side) {
      double[] log = super.logMoments(side);
      for (int e = 0; e < log.length; e++) {
        log[e] *= problem().lambda();
      }
      return log;
    }

    @Override
    public EdgeLaw gibbs(Side side) {
      return Sweeps.gibbs(reference(side), logMoments(side));
    }
  }

  private static final class AcceptanceSign extends Subject {
    AcceptanceSign(Instance instance) {
      super(instance);
    }

    @Override
    public double accepted(int e1, int e0, int y) {
      double[] log = logMoments(Side.SOURCE);
      double shift = 2 * log[y == 1 ? e1 : e0] - 1 / problem().lambda();
      return super.accepted(e1, e0, y) * StrictMath.exp(-shift);
    }
  }

  private static final class Gamma extends Subject {
    Gamma(Instance instance) {
      super(instance);
    }

    @Override
    public PaperConstants constants() {
      PaperConstants c = super.constants();
      return new PaperConstants(
          c.muJoint(),
          c.gamma() * StrictMath.exp(1 / problem().lambda()),
          c.logGamma() + 1 / problem().lambda(),
          c.smoothness(),
          c.studentStep(),
          c.excessRange());
    }
  }

  private static final class Central extends Subject {
    Central(Instance instance) {
      super(instance);
    }

    @Override
    public void explore(RandomStream stream, double[] theta) {
      super.explore(stream, theta);
      double shrink = stream.nextDouble();
      for (int i = 0; i < theta.length; i++) {
        theta[i] *= shrink;
      }
    }
  }

  private static final class SmallSet extends Subject {
    SmallSet(Instance instance) {
      super(instance);
    }

    @Override
    public void projectCalibration(double[] w) {
      for (int i = 0; i < w.length; i++) {
        w[i] *= 2;
      }
      super.projectCalibration(w);
      for (int i = 0; i < w.length; i++) {
        w[i] *= 0.5;
      }
    }
  }

  private static final class Leak extends Subject {
    Leak(Instance instance) {
      super(instance);
    }

    @Override
    public double query(Prompt prompt, ImmutableIntArray answer) {
      return instance().prompts().get(prompt.id()).reward(answer);
    }
  }

  private static final class OracleOfTeacher extends Subject {
    OracleOfTeacher(Instance instance) {
      super(instance);
    }

    @Override
    public double[] oracle() {
      return matchingMinimizer();
    }
  }
}

package dev.ccl.theory.liars;

import dev.ccl.algorithms.ccl.RewardRegression;
import dev.ccl.certificates.Bet;
import dev.ccl.certificates.Certificate;
import dev.ccl.certificates.Certifier;
import dev.ccl.certificates.Forecast;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.math.Softmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.theory.Subject;
import dev.ccl.theory.Subject.Equations;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Evidence, sets and bounds with something wrong. */
public final class ExtensionLiars {
  private ExtensionLiars() {}

  /** {@return the liars about what goes beyond the paper} */
  public static List<Liar> all() {
    return List.of(
        chances("weights-over-mean", "P is divided by its mean", (p, l) -> p / mean(l)),
        chances("all-labels-accepted", "P is taken for 1", (p, l) -> 1.0),
        chances("lambda-doubled", "P is e^{(R−1)/2λ}", (p, l) -> Math.sqrt(p)),
        bets("power-doubled", "the logarithm of every factor is doubled", Doubled::new),
        bets("label-flipped", "Y is told as 1 − Y", Flipped::new),
        bets("label-seen", "the prediction is made after the label", Foreseeing::new),
        bets("no-second-order", "the quadratic term of a bet is left out", Flat::new),
        told("reward-misheard", "answers are told with a tenth less", (r, leaf) -> 0.9 * r),
        told("reward-ignored", "every answer is told as perfect", (r, leaf) -> 1.0),
        told(
            "reward-of-another",
            "some answers are told with a tenth less",
            (r, leaf) -> leaf % 3 == 0 ? 0.9 * r : r),
        bounds("bound-quartered", "a radius half as large: a quarter of the bound", 0.25, 1, 1),
        halves("bound-of-labels-small", "a thousandth of the bound that rests on labels", false),
        halves("bound-of-rewards-small", "a thousandth of the bound that rests on rewards", true),
        bounds("cap-divided", "the cap is divided by a hundred", 1, 0.01, 1),
        bounds("oracle-bound-divided", "the bound of 𝒦 is divided by a hundred", 1, 1, 0.01),
        equations(
            "regression-lambda",
            "rewards are divided by 1.1 λ in the equations",
            p -> Subject.equations(RewardRegression.of(p.withLambda(1.1 * p.lambda())))),
        equations(
            "regression-teacher",
            "π_pre is replaced by the teacher in the equations",
            p -> Subject.equations(RewardRegression.of(referringToTheTeacher(p)))),
        equations(
            "regression-constants-kept",
            "the constants of prompts are not removed from the equations",
            RegressionWithoutLogZ::new));
  }

  private static Liar equations(
      String name, String sentence, Function<LearningProblem, Equations> wrong) {
    return Liar.formula(
        name,
        sentence,
        instance ->
            new Subject(instance) {
              @Override
              public Equations equations() {
                return wrong.apply(problem());
              }
            });
  }

  private static LearningProblem referringToTheTeacher(LearningProblem p) {
    double[] teacher = p.calibration().initial().toArray();
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        p.calibration(),
        p.student(),
        (state, out) -> {
          int degree = state.legal().length();
          double[] logits = new double[degree];
          p.calibration().family().logits(teacher, state, logits);
          Softmax.law(logits, 0, degree, out);
        },
        p.newVerifier()::query);
  }

  private static double mean(double lambda) {
    return (1 + StrictMath.exp(-1 / lambda)) / 2;
  }

  /** What does something to bets that it passes on. */
  private static class Passing implements Bet {
    final Bet bet;

    Passing(Bet bet) {
      this.bet = bet;
    }

    @Override
    public void place(Forecast forecast) {
      bet.place(forecast);
    }

    @Override
    public void settle(boolean label, double chance) {
      bet.settle(label, chance);
    }

    @Override
    public double logFactor(double u) {
      return bet.logFactor(u);
    }

    @Override
    public double slope() {
      return bet.slope();
    }

    @Override
    public double curvature() {
      return bet.curvature();
    }
  }

  private static final class Doubled extends Passing {
    Doubled(Bet bet) {
      super(bet);
    }

    @Override
    public double logFactor(double u) {
      return 2 * bet.logFactor(u);
    }
  }

  private static final class Flipped extends Passing {
    Flipped(Bet bet) {
      super(bet);
    }

    @Override
    public void settle(boolean label, double chance) {
      bet.settle(!label, chance);
    }
  }

  private static final class Foreseeing extends Passing {
    private Forecast before;

    Foreseeing(Bet bet) {
      super(bet);
    }

    @Override
    public void place(Forecast forecast) {
      before = forecast;
    }

    @Override
    public void settle(boolean label, double chance) {
      double v = label ? before.hi() : before.lo();
      bet.place(new Forecast().of(before.share(), before.lo(), before.hi(), v));
      bet.settle(label, chance);
    }
  }

  private static final class Flat extends Passing {
    private Forecast before;

    Flat(Bet bet) {
      super(bet);
    }

    @Override
    public void place(Forecast forecast) {
      before = forecast;
      bet.place(forecast);
    }

    @Override
    public double logFactor(double u) {
      return bet.slope() * (before.prediction() - u);
    }
  }

  private static Liar bets(String name, String sentence, UnaryOperator<Bet> wrong) {
    return Liar.formula(
        name,
        sentence,
        instance ->
            new Subject(instance) {
              @Override
              public Bet bet(Bet.Kind kind) {
                return wrong.apply(super.bet(kind));
              }
            });
  }

  private static Liar chances(
      String name, String sentence, BiFunction<Double, Double, Double> wrong) {
    return Liar.formula(
        name,
        sentence,
        instance ->
            new Subject(instance) {
              @Override
              public Bet bet(Bet.Kind kind) {
                double lambda = problem().lambda();
                return new Passing(super.bet(kind)) {
                  @Override
                  public void settle(boolean label, double chance) {
                    bet.settle(label, wrong.apply(chance, lambda));
                  }
                };
              }
            });
  }

  private static Liar told(
      String name, String sentence, BiFunction<Double, Integer, Double> wrong) {
    return Liar.formula(
        name,
        sentence,
        instance ->
            new Subject(instance) {
              @Override
              public void observe(Certifier certifier, Observation o) {
                double reward = wrong.apply(o.reward(), o.leaf());
                super.observe(
                    certifier,
                    new Observation(
                        o.z(), o.first(), o.second(), o.share(), o.label(), o.leaf(), reward));
              }
            });
  }

  /** Lies where a certifier may rely on rewards themselves, or where it may not. */
  private static Liar halves(String name, String sentence, boolean lying) {
    return Liar.formula(
        name,
        sentence,
        instance ->
            new Subject(instance) {
              private boolean exact;

              @Override
              public Certifier certifier(double delta, boolean mayRely) {
                exact = mayRely;
                return super.certifier(delta, mayRely);
              }

              @Override
              public Certificate certify(Certifier certifier, double[] theta) {
                return times(super.certify(certifier, theta), exact == lying ? 0.001 : 1, 1, 1);
              }
            });
  }

  private static Certificate times(Certificate c, double set, double cap, double kl) {
    return new Certificate(
        c.excess(),
        set * c.fromSet(),
        cap * c.cap(),
        kl * c.oracleKl(),
        c.strength(),
        c.modelEvidence(),
        c.set());
  }

  private static Liar bounds(String name, String sentence, double set, double cap, double kl) {
    return Liar.formula(
        name,
        sentence,
        (Instance instance) ->
            new Subject(instance) {
              @Override
              public Certificate certify(Certifier certifier, double[] theta) {
                return times(super.certify(certifier, theta), set, cap, kl);
              }
            });
  }
}

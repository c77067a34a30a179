package dev.ccl.algorithms.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.CalibrationStep;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.ccl.Comparison;
import dev.ccl.algorithms.ccl.Run;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules of the calibration against plain ones that are told the same rewards and labels: both
 * have the same w after every round, and it is a point of W.
 */
class CalibrationRulesTest {
  private static final double ROUNDING = 1e-7;
  private static final int ROUNDS = 150;

  /** Many prompts, so that evidence may be found. */
  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withHorizon(2)
          .withLetters(2)
          .withPrompts(14, 3)
          .withRepeated(1)
          .withDimensions(2, 2)
          .withLambda(0.4)
          .withBound(2)
          .withTeacherDistance(2);

  private static LearningProblem wrong(LearningProblem problem) {
    return problem.withSourceRewards(
        (prompt, answer) -> 0.5 + 0.4 * StrictMath.sin(answer.hashCode() + prompt.id().hashCode()));
  }

  /** A rule of the library that writes down how far a plain one is from it. */
  private static final class Beside implements CalibrationStep {
    private final CalibrationStep rule;
    private final PlainRule plain;
    private final Naive model;
    private double largest;
    private double[] last;

    Beside(CalibrationStep rule, PlainRule plain, Naive model) {
      this.rule = rule;
      this.plain = plain;
      this.model = model;
    }

    @Override
    public InRun start(Run setup) {
      InRun inner = rule.start(setup);
      Forest forest = setup.problem().source().forest();
      return new InRun() {
        private Answer answer;
        private double verified;
        private double[] mine;

        @Override
        public void verified(SourceCursor s, Comparison c, double reward) {
          String prompt = forest.prompts().get(forest.root(s.leaf())).id();
          answer = model.answer(prompt, forest.answer(s.leaf()));
          verified = reward;
          inner.verified(s, c, reward);
        }

        @Override
        public void step(
            long t, double[] z, double residual, double curvature, double[] w, double[] next) {
          inner.step(t, z, residual, curvature, w, next);
          mine = plain.verified(answer, verified, mine == null ? w.clone() : mine);
          if (curvature > 0) {
            mine = plain.step(t, answer.node(1).prompt(), z, residual, curvature, mine).clone();
          }
          double[] projected = next.clone(); // as the round does
          setup.problem().calibration().set().project(projected);
          setup.problem().calibration().set().project(mine);
          compare(projected);
        }

        private void compare(double[] w) {
          largest = Math.max(largest, SmallAlgebra.distance(w, mine));
          last = w.clone();
        }
      };
    }

    @Override
    public String toString() {
      return rule.toString();
    }
  }

  private static Beside run(
      CalibrationStep rule,
      Instance instance,
      UnaryOperator<LearningProblem> change,
      Function<PlainVariant.Ground, PlainRule> plain,
      long seed) {
    Naive model = Naive.of(instance);
    Beside beside = new Beside(rule, plain.apply(PlainVariant.Ground.of(model)), model);
    LearningProblem problem = change.apply(instance.problem());
    Ccl learner = Ccl.of("beside", CclSettings.PRACTICAL.with(CclSettings.CALIBRATION, beside));
    try (Session session = learner.open(problem, learner.initial(problem, seed), 1)) {
      double[] w = new double[2];
      for (int t = 0; t < ROUNDS; t++) {
        session.advance(1);
        session.calibration(w);
        assertTrue(problem.calibration().set().contains(w), rule + ": w is outside of W");
      }
    }
    return beside;
  }

  @ParameterizedTest
  @ValueSource(strings = {"PAPER", "NEWTON", "EVIDENCE", "PROJECTION"})
  void theRuleIsThePlainOne(String name) {
    CalibrationStep rule = CalibrationStep.Choice.valueOf(name);
    Function<PlainVariant.Ground, PlainRule> plain = ground -> ground.rule(rule.toString());
    double farthest = 0;
    for (long seed = 1; seed <= 3; seed++) {
      Instance instance = RandomInstance.of(SPEC, seed).instance();
      double[] teacher = instance.header().teacher().toArray();
      Beside right = run(rule, instance, UnaryOperator.identity(), plain, seed);
      assertEquals(0, right.largest, ROUNDING, "where the model holds, seed " + seed);
      farthest = Math.max(farthest, SmallAlgebra.distance(right.last, teacher));
      Beside wrong = run(rule, instance, CalibrationRulesTest::wrong, plain, seed);
      assertEquals(0, wrong.largest, ROUNDING, "where no w explains the rewards, seed " + seed);
    }
    assertTrue(farthest > 0.05, "the calibration has moved by " + farthest);
  }

  /** A rule that is told something else. */
  private abstract static class Told implements PlainRule {
    private final PlainRule rule;

    Told(PlainRule rule) {
      this.rule = rule;
    }

    double reward(double reward) {
      return reward;
    }

    String prompt(String prompt) {
      return prompt;
    }

    long round(long t) {
      return t;
    }

    double curvature(double curvature) {
      return curvature;
    }

    @Override
    public double[] verified(Answer answer, double reward, double[] w) {
      return rule.verified(answer, reward(reward), w);
    }

    @Override
    public double[] step(
        long t, String prompt, double[] z, double residual, double curvature, double[] w) {
      return rule.step(round(t), prompt(prompt), z, residual, curvature(curvature), w);
    }
  }

  private static PlainRule otherRewards(PlainRule rule) {
    return new Told(rule) {
      @Override
      double reward(double reward) {
        return 1 - reward;
      }
    };
  }

  private static void assertSeen(CalibrationStep rule, UnaryOperator<PlainRule> liar) {
    assertLieSeen(rule, ground -> liar.apply(ground.rule(rule.toString())));
  }

  private static void assertLieSeen(
      CalibrationStep rule, Function<PlainVariant.Ground, PlainRule> liar) {
    double largest = 0;
    for (long seed = 1; seed <= 3 && largest <= 1000 * ROUNDING; seed++) {
      Instance instance = RandomInstance.of(SPEC, seed).instance();
      Beside right = run(rule, instance, UnaryOperator.identity(), liar, seed);
      Beside wrong = run(rule, instance, CalibrationRulesTest::wrong, liar, seed);
      largest = Math.max(right.largest, wrong.largest);
    }
    assertTrue(largest > 1000 * ROUNDING, rule + " believes a liar: " + largest);
  }

  /** Liars: they take a reward for a loss. */
  @Test
  void otherRewardsAreSeen() {
    assertSeen(CalibrationStep.Choice.PROJECTION, CalibrationRulesTest::otherRewards);
  }

  /** A liar: all labels belong to one prompt, so that prompts cannot disagree. */
  @Test
  void labelsOfTheWrongPromptAreSeen() {
    String first = RandomInstance.of(SPEC, 1).instance().source().get(0);
    assertSeen(
        CalibrationStep.Choice.EVIDENCE,
        rule ->
            new Told(rule) {
              @Override
              String prompt(String prompt) {
                return first;
              }
            });
  }

  /** A liar: the step of the round after, 1/(γ(t+3)). */
  @Test
  void aStepOfTheNextRoundIsSeen() {
    assertSeen(
        CalibrationStep.Choice.PAPER,
        rule ->
            new Told(rule) {
              @Override
              long round(long t) {
                return t + 1;
              }
            });
  }

  /** Liars: they believe a label to tell a tenth less than it does. */
  @Test
  void missingCurvatureIsSeen() {
    for (CalibrationStep rule :
        List.of(CalibrationStep.Choice.NEWTON, CalibrationStep.Choice.EVIDENCE)) {
      assertSeen(
          rule,
          plain ->
              new Told(plain) {
                @Override
                double curvature(double curvature) {
                  return 0.9 * curvature;
                }
              });
    }
  }

  /** A liar: what nobody has asked about is right in half of the cases. */
  @Test
  void aGuessThatHeedsNoReplyIsSeen() {
    assertLieSeen(
        CalibrationStep.Choice.PROJECTION,
        ground ->
            new PlainProjection(ground.projections()) {
              @Override
              protected double guess(Map<Answer, Double> means) {
                return 0.5;
              }
            });
  }

  /** Liars: they heed the teacher not at all, or as if each parameter were a tenth less. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.9})
  void aTeacherOfAnotherWeightIsSeen(double share) {
    assertLieSeen(
        CalibrationStep.Choice.PROJECTION,
        ground ->
            new PlainProjection(ground.projections()) {
              @Override
              protected double shrinkage(double left, double gained) {
                return share * super.shrinkage(left, gained);
              }
            });
  }

  /** A liar: the optimum of a reference to which all answers are alike. */
  @Test
  void answersThatTheReferenceDoesNotWeightAreSeen() {
    assertLieSeen(
        CalibrationStep.Choice.PROJECTION,
        ground ->
            new PlainProjection(ground.projections()) {
              @Override
              protected double logWeight(Answer answer, double reward) {
                return reward / ground.model().lambda();
              }
            });
  }

  private static Beside projectionOfNoise(Function<PlainVariant.Ground, PlainRule> plain) {
    SplittableRandom random = new SplittableRandom(3);
    return run(
        CalibrationStep.Choice.PROJECTION,
        RandomInstance.of(SPEC, 1).instance(),
        problem ->
            problem.withSourceRewards(
                RewardOracle.noisy((prompt, answer) -> random.nextDouble() < 0.3 ? 1 : 0)),
        plain,
        1);
  }

  /** Where the verifier replies otherwise each time, the mean counts; the liar's is the first. */
  @Test
  void theMeanOfTheRepliesIsProjected() {
    Beside honest = projectionOfNoise(ground -> ground.rule("projection"));
    assertEquals(0, honest.largest, ROUNDING);
    Beside liar =
        projectionOfNoise(
            ground ->
                new PlainProjection(ground.projections()) {
                  private final Map<Answer, Double> first = new HashMap<>();

                  @Override
                  public double[] verified(Answer answer, double reward, double[] w) {
                    first.putIfAbsent(answer, reward);
                    return super.verified(answer, first.get(answer), w);
                  }
                });
    assertTrue(liar.largest > 1000 * ROUNDING, "believes a liar: " + liar.largest);
  }
}

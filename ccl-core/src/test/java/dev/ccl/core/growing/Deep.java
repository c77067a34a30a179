package dev.ccl.core.growing;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Problems whose trees nobody could hold, with features and a reference that are formulas. */
final class Deep {
  static final double[] THETA = {0.6, -0.3};

  private Deep() {}

  /** The logit of {@link #THETA} where the formula of the features has a value. */
  static double logit(double x) {
    return THETA[0] * (0.7 * x) + THETA[1] * (0.7 * x * x);
  }

  /** A token at a state, as a number that no two neighbours share. */
  private static double place(State state, int k) {
    double place = 1 + state.legal().get(k);
    for (int i = 0; i < state.prefix().length(); i++) {
      place += (i + 2) * (1.5 + state.prefix().get(i));
    }
    return place + 7 * state.prompt().id().length();
  }

  /** The first feature of the student and of the teacher's class; the second is its square. */
  static double student(State state, int k) {
    return Math.sin(place(state, k));
  }

  static double calibration(State state, int k) {
    return Math.cos(3 * place(state, k));
  }

  static double reference(State state, int k) {
    double sum = 0;
    for (int j = 0; j < state.legal().length(); j++) {
      sum += 2 + student(state, j);
    }
    return (2 + student(state, k)) / sum;
  }

  private interface Formula {
    double at(State state, int k);
  }

  private static PolicyClass linear(Formula formula) {
    FeatureMap map =
        new FeatureMap() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public void features(State state, double[] out) {
            for (int k = 0; k < state.legal().length(); k++) {
              double x = formula.at(state, k);
              out[2 * k] = 0.7 * x;
              out[2 * k + 1] = 0.7 * x * x;
            }
          }
        };
    return new PolicyClass(LinearSoftmax.of(map), Ball.of(2, 1), ImmutableDoubleArray.of(0, 0));
  }

  /** Prompts of both sides are told apart by the length of their names. */
  static List<Prompt> prompts(int from, int count) {
    List<Prompt> prompts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      prompts.add(Prompt.of("x".repeat(from + i)));
    }
    return prompts;
  }

  static Vocabulary vocabulary(int letters) {
    List<String> tokens = new ArrayList<>();
    for (int a = 0; a < letters; a++) {
      tokens.add("t" + a);
    }
    tokens.add("EOS");
    tokens.add("null");
    return Vocabulary.of(tokens, "EOS", "null");
  }

  /** A rule without an end of answers: every letter is always legal. */
  static FeasibilityRule letters(int letters) {
    int[] all = new int[letters];
    Arrays.setAll(all, a -> a);
    ImmutableIntArray legal = ImmutableIntArray.copyOf(all);
    return (prompt, prefix) -> legal;
  }

  static LearningProblem problem(TokenMdp mdp, List<Prompt> source, List<Prompt> target) {
    return LearningProblem.of(
        1,
        1,
        Dataset.growing(mdp, source),
        Dataset.growing(mdp, target),
        linear(Deep::calibration),
        linear(Deep::student),
        (state, out) -> {
          for (int k = 0; k < state.legal().length(); k++) {
            out[k] = reference(state, k);
          }
        },
        (prompt, answer) -> 0);
  }

  static LearningProblem problem(int letters, int horizon) {
    TokenMdp mdp = TokenMdp.of(vocabulary(letters), letters(letters), horizon);
    return problem(mdp, prompts(1, 2), prompts(3, 3));
  }
}

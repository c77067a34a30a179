package dev.ccl.theory;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An instance on which every draw of a round shows in what the round ends in. Two source prompts
 * with two letters at both of their steps; the features of the letters are ±u with another
 * direction u for each prompt and step, so that a step of w in the plane tells prompt, position,
 * token and label. Rewards differ from answer to answer, so that the completion shows in the
 * acceptance. The target has two answers, so that the batch of a gradient step shows in the step.
 */
final class RevealingInstance {
  private static final double LAMBDA = 0.45;
  private static final double BOUND = 1;
  private static final double[] TRUTH = {0.5, 0.3};
  private static final double[] TEACHER = {-0.5, -0.45};
  private static final int A = 0;
  private static final int B = 1;
  private static final int EOS = 2;

  private RevealingInstance() {}

  static Instance of() {
    Instance.Header header =
        new Instance.Header(
            "every draw visible",
            LAMBDA,
            BOUND,
            2,
            Vocabulary.of(List.of("a", "b", "EOS", "null"), "EOS", "null"),
            Feasibility.EXPLICIT,
            Ball.of(2, BOUND),
            ImmutableDoubleArray.copyOf(TEACHER),
            ImmutableDoubleArray.of(0));
    return Instance.of(
        header,
        List.of(
            source("x1", new double[] {1, 0}, new double[] {0.8, 0.6}),
            source("x2", new double[] {0, 1}, new double[] {0.6, 0.8}),
            target("y1", new double[] {0.8, 0.6})),
        List.of("x1", "x2"),
        List.of("y1"));
  }

  private static PromptTable source(String id, double[] first, double[] second) {
    List<StateTable> states = new ArrayList<>();
    Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
    states.add(pair(ImmutableIntArray.of(), first));
    for (int a : new int[] {A, B}) {
      states.add(pair(ImmutableIntArray.of(a), second));
      for (int b : new int[] {A, B}) {
        rewards.put(ImmutableIntArray.of(a, b), 0.5 + worth(first, a) + worth(second, b));
      }
    }
    return PromptTable.of(Prompt.of(id), states, rewards);
  }

  private static PromptTable target(String id, double[] direction) {
    List<StateTable> states = new ArrayList<>();
    Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
    states.add(pair(ImmutableIntArray.of(), direction));
    for (int a : new int[] {A, B}) {
      states.add(
          StateTable.of(
              ImmutableIntArray.of(a),
              ImmutableIntArray.of(EOS),
              new double[2],
              new double[1],
              new double[] {1}));
      rewards.put(ImmutableIntArray.of(a, EOS), 0.5 + worth(direction, a));
    }
    return PromptTable.of(Prompt.of(id), states, rewards);
  }

  /** Two letters with features ±u and ±1 and the same reference probability. */
  private static StateTable pair(ImmutableIntArray prefix, double[] u) {
    return StateTable.of(
        prefix,
        ImmutableIntArray.of(A, B),
        new double[] {u[0], u[1], -u[0], -u[1]},
        new double[] {1, -1},
        new double[] {0.5, 0.5});
  }

  /** λ w*ᵀφ: with a uniform reference, rewards that are sums of these make w* optimal. */
  private static double worth(double[] u, int letter) {
    double along = TRUTH[0] * u[0] + TRUTH[1] * u[1];
    return LAMBDA * (letter == A ? along : -along);
  }
}

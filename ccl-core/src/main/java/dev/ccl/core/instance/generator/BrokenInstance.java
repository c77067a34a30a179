package dev.ccl.core.instance.generator;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceBuilder;
import dev.ccl.core.mdp.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Small instances that break one assumption of the paper each, or lie where its rate is worst.
 *
 * <p>All are made of <em>echo</em> prompts: two letters are written, each A or B, and an answer
 * whose letters agree has reward r, the others 0. With λ = 1/4 and a uniform reference the optimal
 * second letter echoes the first with log-odds 4r, the first is even. The calibration features of
 * the second step are ±f, so that w* = 2r/f. The student has one parameter and the logits ±cθ at
 * both steps: it cannot see the first letter, and its cost, with x = cθ, is λ times
 *
 * <pre>  F(x) = −2 [log(2 cosh x) − x tanh x] − 2r tanh²x + const
 *       = (1 − 2r) x² + (4r/3 − 1/2) x⁴ + (2/9 − 34r/45) x⁶ + ….</pre>
 */
public enum BrokenInstance {
  /** Source and target have the same features and different rewards: no w fits both. */
  NOT_REALIZABLE {
    @Override
    public Instance instance() {
      return of(1, List.of("y1"), echo("x1", 1, 1, 1), echo("y1", 0.5, 0.5, 1));
    }
  },

  /**
   * Source prompts never move along the second coordinate: μ<sub>joint</sub> = 0, although source
   * and target together determine w*.
   */
  NOT_IDENTIFIED {
    @Override
    public Instance instance() {
      return of(2, List.of("y1"), echo("x1", 1, 1, 1, 0), echo("y1", 0.4, 1, 0, 0.4));
    }
  },

  /** Writing A twice is as good as writing B twice: two oracle students, θ and −θ. */
  TWO_ORACLES {
    @Override
    public Instance instance() {
      return of(1, List.of("y1"), echo("x1", 1, 1, 1), echo("y1", 1, 1, 1));
    }
  },

  /**
   * The oracle student is θ† = 0, unique and interior, and the excess cost there is of order θ⁶:
   * with y2 counted twice, r = 1/8 at c = 1 and r = 7/8 at c = 1/√2 cancel the terms of order two
   * and four of F. The divergence is of order θ², so the exponent of lem:ced-lojas is p = 3.
   */
  DEGENERATE {
    @Override
    public Instance instance() {
      return of(
          1,
          List.of("y1", "y2", "y2"),
          echo("x1", 1, 1, 1),
          echo("y1", 0.125, 1, 0.125),
          echo("y2", 0.875, Math.sqrt(0.5), 0.875));
    }
  },

  /**
   * The first letter of the target should be A with log-odds 4, and the student, whose logits there
   * are ±θ/5, would need θ = 10 &gt; B for it: the oracle student lies on the boundary.
   */
  BOUNDARY {
    @Override
    public Instance instance() {
      return of(1, List.of("y1"), echo("x1", 1, 1, 1), opening("y1", 1, 0.2, 1));
    }
  };

  private static final Vocabulary LETTERS =
      Vocabulary.of(List.of("A", "B", "EOS", "null"), "EOS", "null");
  private static final double LAMBDA = 0.25;
  private static final double BOUND = 3;

  /** {@return an instance that keeps every rule of the file format} */
  public abstract Instance instance();

  /** One prompt: which letter is rewarded, how much, and the features ±f and ±c of A and B. */
  private record Task(String id, boolean echoes, double reward, double c, ImmutableDoubleArray f) {
    /** The side of 0 on which a letter's features are; 0 where the task has none. */
    private int sign(List<String> prefix, String letter, boolean deciding) {
      int sign = letter.equals("A") ? 1 : -1;
      return !deciding ? 0 : prefix.isEmpty() || prefix.contains("A") ? sign : -sign;
    }

    double[] phi(List<String> prefix, String letter) {
      int sign = sign(prefix, letter, echoes != prefix.isEmpty());
      return f.stream().map(x -> sign * x + 0.0).toArray(); // no negative zeros
    }

    double[] phiStu(List<String> prefix, String letter) {
      double scale = echoes || prefix.isEmpty() ? c : 0;
      return new double[] {letter.equals("A") ? scale : -scale};
    }

    double reward(List<String> answer) {
      return answer.get(0).equals(echoes ? answer.get(1) : "A") ? reward : 0;
    }
  }

  /** The second letter is rewarded for being the first again. */
  static Task echo(String id, double reward, double c, double... f) {
    return new Task(id, true, reward, c, ImmutableDoubleArray.copyOf(f));
  }

  /** The first letter is rewarded for being A, the second does not matter. */
  static Task opening(String id, double reward, double c, double... f) {
    return new Task(id, false, reward, c, ImmutableDoubleArray.copyOf(f));
  }

  Instance of(int dimension, List<String> target, Task... tasks) {
    Map<String, Task> byId = Stream.of(tasks).collect(Collectors.toMap(Task::id, task -> task));
    double[] teacher = new double[dimension];
    Arrays.fill(teacher, 1);
    return InstanceBuilder.of(name().toLowerCase(Locale.ROOT).replace('_', ' '), LETTERS, 2)
        .constants(LAMBDA, BOUND)
        .legal((id, prefix) -> List.of("A", "B"))
        .calibration(teacher, (id, prefix, letter) -> byId.get(id).phi(prefix, letter))
        .student(new double[] {0.5}, (id, prefix, letter) -> byId.get(id).phiStu(prefix, letter))
        .prompts(List.of("x1"), target)
        .verifier((id, answer) -> byId.get(id).reward(answer))
        .build();
  }
}

package dev.ccl.core.instance.generator;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.HandwrittenPrompt.Option;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
      return of(1, List.of("x1"), List.of("y1"), echo("x1", 1, 1, 1), echo("y1", 0.5, 0.5, 1));
    }
  },

  /**
   * Source prompts never move along the second coordinate: μ<sub>joint</sub> = 0, although source
   * and target together determine w*.
   */
  NOT_IDENTIFIED {
    @Override
    public Instance instance() {
      return of(
          2, List.of("x1"), List.of("y1"), echo("x1", 1, 1, 1, 0), echo("y1", 0.4, 1, 0, 0.4));
    }
  },

  /** Writing A twice is as good as writing B twice: two oracle students, θ and −θ. */
  TWO_ORACLES {
    @Override
    public Instance instance() {
      return of(1, List.of("x1"), List.of("y1"), echo("x1", 1, 1, 1), echo("y1", 1, 1, 1));
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
          List.of("x1"),
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
      return of(1, List.of("x1"), List.of("y1"), echo("x1", 1, 1, 1), opening("y1", 1, 0.2, 1));
    }
  };

  private static final Vocabulary LETTERS =
      Vocabulary.of(List.of("A", "B", "EOS", "null"), "EOS", "null");
  private static final double LAMBDA = 0.25;
  private static final double BOUND = 3;

  /** {@return an instance that keeps every rule of the file format} */
  public abstract Instance instance();

  Instance of(int dimension, List<String> source, List<String> target, PromptTable... prompts) {
    double[] teacher = new double[dimension];
    Arrays.fill(teacher, 1);
    Instance.Header header =
        new Instance.Header(
            name().toLowerCase(Locale.ROOT).replace('_', ' '),
            LAMBDA,
            BOUND,
            2,
            LETTERS,
            Feasibility.EXPLICIT,
            Ball.of(teacher.length, BOUND),
            ImmutableDoubleArray.copyOf(teacher),
            ImmutableDoubleArray.of(0.5));
    return Instance.of(header, List.of(prompts), source, target);
  }

  /**
   * The second letter is rewarded for being the first again; the student has scale c throughout.
   */
  static PromptTable echo(String id, double reward, double c, double... f) {
    return new HandwrittenPrompt(LETTERS, id)
        .state(List.of(), letters(new double[f.length], c))
        .state(List.of("A"), letters(f, c))
        .state(List.of("B"), letters(scaled(-1, f), c))
        .reward(List.of("A", "A"), reward)
        .reward(List.of("A", "B"), 0)
        .reward(List.of("B", "A"), 0)
        .reward(List.of("B", "B"), reward)
        .table();
  }

  /** The first letter is rewarded for being A, the second does not matter to anyone. */
  static PromptTable opening(String id, double reward, double c, double... f) {
    return new HandwrittenPrompt(LETTERS, id)
        .state(List.of(), letters(f, c))
        .state(List.of("A"), letters(new double[f.length], 0))
        .state(List.of("B"), letters(new double[f.length], 0))
        .reward(List.of("A", "A"), reward)
        .reward(List.of("A", "B"), reward)
        .reward(List.of("B", "A"), 0)
        .reward(List.of("B", "B"), 0)
        .table();
  }

  private static List<Option> letters(double[] f, double c) {
    return List.of(
        new Option("A", f, new double[] {c}, 0.5),
        new Option("B", scaled(-1, f), new double[] {-c}, 0.5));
  }

  private static double[] scaled(double factor, double[] vector) {
    return Arrays.stream(vector).map(x -> factor * x + 0.0).toArray(); // no negative zeros
  }
}

package dev.ccl.core.instance.generator;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.HandwrittenPrompt.Option;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import java.util.ArrayList;
import java.util.List;

/**
 * The judge instance of Section 6 (sec:sm-temperature), on which direct matching keeps an error.
 * Its target prompts y1+, y1-, …, yd+, yd- are the paper's. The paper has no source prompts; here
 * are D − 1 of them, x1, …, whose comparisons are u<sub>1</sub> against u<sub>k</sub>, k = 2, …, D,
 * with the verdict 1 rewarded. So w* = (√2/λ) u<sub>1</sub> stays the realizing parameter, and
 * G<sub>joint</sub> is positive definite for every D.
 */
public final class SeparationInstance {
  private static final Vocabulary VERDICTS =
      Vocabulary.of(List.of("0", "1", "null", "EOS"), "EOS", "null");

  private final int d;
  private final int bigD;

  private SeparationInstance(int d, int bigD) {
    this.d = d;
    this.bigD = bigD;
  }

  /**
   * Counts the numbers of an instance before it is made.
   *
   * @param d the number of pairs of target prompts
   * @param bigD D
   * @return how many numbers its features are: 2d + D − 1 prompts with six edges each
   */
  public static double features(double d, double bigD) {
    return 6 * (2 * d + bigD - 1) * (bigD + d);
  }

  /**
   * Returns the instance.
   *
   * @param d the number of student features, at least 1
   * @param bigD D, the number of calibration features, greater than d
   * @param lambda λ, finite and positive
   * @param alpha the teacher's share of the true parameter, in [1/2, 1)
   * @return the instance, with the target rewards as ground truth
   */
  public static Instance of(int d, int bigD, double lambda, double alpha) {
    checkArgument(d >= 1, "d: %s is not at least 1", d);
    checkArgument(bigD > d, "D: %s is not greater than d = %s", bigD, d);
    checkArgument(
        lambda > 0 && lambda < Double.POSITIVE_INFINITY, "lambda: %s is not positive", lambda);
    checkArgument(alpha >= 0.5 && alpha < 1, "alpha: %s is not in [1/2, 1)", alpha);
    double bound = (Math.sqrt(d) + 2) / lambda;
    checkArgument(
        bound < Double.POSITIVE_INFINITY,
        "lambda: %s leaves no finite bound (sqrt(d) + 2) / lambda",
        lambda);
    return new SeparationInstance(d, bigD).instance(lambda, alpha, bound);
  }

  private Instance instance(double lambda, double alpha, double bound) {
    List<PromptTable> prompts = new ArrayList<>();
    List<String> target = new ArrayList<>();
    for (int i = 0; i < d; i++) {
      target.add("y" + (i + 1) + "+");
      prompts.add(judge(target.get(2 * i), 0, 1, i, "1")); // eq:sm-temp-teacher-features
      target.add("y" + (i + 1) + "-");
      prompts.add(judge(target.get(2 * i + 1), 1, 0, i, "0"));
    }
    List<String> source = new ArrayList<>();
    for (int k = 1; k < bigD; k++) {
      source.add("x" + k);
      prompts.add(judge("x" + k, 0, k, (k - 1) % d, "1"));
    }
    double[] teacher = new double[bigD];
    teacher[0] = alpha * Math.sqrt(2) / lambda; // eq:sm-temp-teacher
    Instance.Header header =
        new Instance.Header(
            "separation d=" + d + " D=" + bigD + " lambda=" + lambda + " alpha=" + alpha,
            lambda,
            bound,
            2,
            VERDICTS,
            Feasibility.EXPLICIT,
            Ball.of(bigD, bound),
            ImmutableDoubleArray.copyOf(teacher),
            ImmutableDoubleArray.copyOf(new double[d]));
    return Instance.of(header, prompts, source, target);
  }

  /** A prompt with features u_one/√2 at verdict 1, u_zero/√2 at 0, and e_i at 1 for the student. */
  private PromptTable judge(String id, int one, int zero, int i, String correct) {
    HandwrittenPrompt sketch = new HandwrittenPrompt(VERDICTS, id);
    double third = 1.0 / 3;
    double[] none = new double[d];
    sketch.state(
        List.of(),
        List.of(
            new Option("1", unit(bigD, one, 1 / Math.sqrt(2)), unit(d, i, 1), third),
            new Option("0", unit(bigD, zero, 1 / Math.sqrt(2)), none, third),
            new Option("null", new double[bigD], none, third)));
    for (String verdict : List.of("1", "0", "null")) {
      sketch.state(List.of(verdict), List.of(new Option("EOS", new double[bigD], none, 1)));
      sketch.reward(List.of(verdict, "EOS"), verdict.equals(correct) ? 1 : 0); // eq:sm-temp-reward
    }
    return sketch.table();
  }

  private static double[] unit(int dimension, int i, double length) {
    double[] vector = new double[dimension];
    vector[i] = length;
    return vector;
  }
}

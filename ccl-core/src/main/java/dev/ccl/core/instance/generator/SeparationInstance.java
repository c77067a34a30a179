package dev.ccl.core.instance.generator;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceBuilder;
import dev.ccl.core.mdp.Vocabulary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** A prompt with features u_one/√2 at verdict 1, u_zero/√2 at 0, and e_i at 1 for the student. */
  private record Judge(int one, int zero, int i, String correct) {}

  private Instance instance(double lambda, double alpha, double bound) {
    Map<String, Judge> judges = new LinkedHashMap<>();
    for (int i = 0; i < d; i++) {
      judges.put("y" + (i + 1) + "+", new Judge(0, 1, i, "1")); // eq:sm-temp-teacher-features
      judges.put("y" + (i + 1) + "-", new Judge(1, 0, i, "0"));
    }
    List<String> target = List.copyOf(judges.keySet());
    for (int k = 1; k < bigD; k++) {
      judges.put("x" + k, new Judge(0, k, (k - 1) % d, "1"));
    }
    List<String> all = List.copyOf(judges.keySet());
    double[] teacher = new double[bigD];
    teacher[0] = alpha * Math.sqrt(2) / lambda; // eq:sm-temp-teacher
    String name = "separation d=" + d + " D=" + bigD + " lambda=" + lambda + " alpha=" + alpha;
    return InstanceBuilder.of(name, VERDICTS, 2)
        .constants(lambda, bound)
        .legal((id, prefix) -> prefix.isEmpty() ? List.of("1", "0", "null") : List.of("EOS"))
        .calibration(teacher, (id, prefix, token) -> phi(judges.get(id), token))
        .student(new double[d], (id, prefix, token) -> phiStu(judges.get(id), token))
        .prompts(all.subList(target.size(), all.size()), target)
        .inOrder(all)
        .verifier((id, answer) -> answer.get(0).equals(judges.get(id).correct) ? 1 : 0)
        .build(); // the reward is eq:sm-temp-reward
  }

  private double[] phi(Judge judge, String token) {
    double[] vector = new double[bigD];
    if (token.equals("1") || token.equals("0")) {
      vector[token.equals("1") ? judge.one : judge.zero] = 1 / Math.sqrt(2);
    }
    return vector;
  }

  private double[] phiStu(Judge judge, String token) {
    double[] vector = new double[d];
    vector[judge.i] = token.equals("1") ? 1 : 0;
    return vector;
  }
}

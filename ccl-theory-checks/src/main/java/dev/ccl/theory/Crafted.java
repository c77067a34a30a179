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
import dev.ccl.core.policy.ConvexSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Instances on which the paper's bounds are nearly attained. One calibration feature, one student
 * feature, H steps with the same K legal letters; where the rewards are constant the reference is
 * itself the optimum, and every w* between −B and B can be prescribed.
 */
public final class Crafted {
  private final String name;
  private final int letters;
  private final int horizon;
  private final double lambda;
  private final double bound;
  private final double[] phi;
  private final double[] phiStu;
  private double[] target; // φ at the target prompt
  private double teacher;
  private double truth;
  private double reward;
  private double later = 1; // what multiplies φ behind the first token
  private boolean threeRewards; // the reference is uniform, and rewards make w* optimal

  private Crafted(
      String name, double lambda, double bound, int horizon, double[] phi, double[] phiStu) {
    this.name = name;
    this.letters = phi.length;
    this.horizon = horizon;
    this.lambda = lambda;
    this.bound = bound;
    this.phi = phi;
    this.target = phi;
    this.phiStu = phiStu;
  }

  /**
   * One letter has features +1, the K − 1 others −1: the ends of the envelopes.
   *
   * @param letters K, at least 2
   * @param horizon H
   * @param lambda λ
   * @param bound B
   * @return the instance
   */
  public static Instance oneAgainstAll(int letters, int horizon, double lambda, double bound) {
    double[] phi = new double[letters];
    Arrays.fill(phi, -1);
    phi[0] = 1;
    return new Crafted(
            "one against " + (letters - 1) + ", H=" + horizon + " B=" + bound,
            lambda,
            bound,
            horizon,
            phi,
            phi)
        .instance();
  }

  /**
   * As {@link #oneAgainstAll}, with the student's feature of opposite sign, so that student and
   * teacher can disagree on the odd letter.
   *
   * @param letters K, at least 2
   * @param lambda λ
   * @param bound B
   * @return the instance
   */
  public static Instance opposed(int letters, double lambda, double bound) {
    double[] phi = new double[letters];
    double[] phiStu = new double[letters];
    Arrays.fill(phi, 1);
    Arrays.fill(phiStu, -1);
    phi[0] = -1;
    phiStu[0] = 1;
    Crafted crafted =
        new Crafted("opposed, " + letters + " letters, B=" + bound, lambda, bound, 1, phi, phiStu);
    crafted.truth = bound;
    crafted.teacher = -bound;
    return crafted.instance();
  }

  /**
   * Two letters with features ±1.
   *
   * @param horizon H
   * @param lambda λ
   * @param bound B
   * @param reward the reward of every answer, in [0,1]
   * @return the instance
   */
  public static Instance plusMinus(int horizon, double lambda, double bound, double reward) {
    String name = "plus minus, H=" + horizon + " lambda=" + lambda + " B=" + bound;
    Crafted crafted = pair(name, horizon, lambda, bound, 0.5 * bound, -0.25 * bound);
    crafted.reward = reward;
    return crafted.instance();
  }

  private static Crafted pair(
      String name, int horizon, double lambda, double bound, double truth, double teacher) {
    double[] phi = {1, -1};
    return new Crafted(name, lambda, bound, horizon, phi, phi).with(truth, teacher);
  }

  /**
   * Two letters with features ±1, B and λ such that γB is as large as it can be and the teacher is
   * far from w*: the paper's schedules bite within a few hundred rounds.
   *
   * @return the instance
   */
  public static Instance largeGamma() {
    return pair("large gamma", 1, 50, 0.4, 0.36, -0.36).instance();
  }

  /**
   * One letter against two and a small B: costs differ by the order of B², estimates of them by the
   * order of B, so that the selection follows the noise and shows what it depends on. Whatever the
   * student, the odd letter has less than half of the probability.
   *
   * @return the instance
   */
  public static Instance tinyB() {
    double[] phi = {1, -1, -1};
    return new Crafted("tiny B", 2, 0.02, 1, phi, phi).with(0.016, -0.016).instance();
  }

  /**
   * Two letters with features ±1 and a low reward: w seldom moves, so that nearly all rounds show
   * how the student's draws depend on each other under one calibration.
   *
   * @return the instance
   */
  public static Instance rarelyAccepts() {
    Crafted crafted = pair("rarely accepts", 1, 0.3, 1, 0.5, -0.5);
    crafted.reward = 0.1;
    return crafted.instance();
  }

  /**
   * Two letters with features ±1, H = 2, a uniform reference and rewards 0, 1/2 and 1: every draw
   * on the source changes how often a trial is accepted.
   *
   * @return the instance
   */
  public static Instance threeRewards() {
    Crafted crafted = pair("three rewards", 2, 0.5, 1, 0.5, -0.9);
    crafted.threeRewards = true;
    return crafted.instance();
  }

  /**
   * Two letters with features ±1 at first and ±1/4 behind, so that the position of a branch shows
   * in the length of its step.
   *
   * @return the instance
   */
  public static Instance shorterLaterSteps() {
    Crafted crafted = pair("shorter later steps", 2, 20, 0.3, 0.2, -0.2);
    crafted.later = 0.25;
    return crafted.instance();
  }

  /**
   * An instance on which every draw of a round shows in what the round ends in.
   *
   * @return the instance
   */
  public static Instance everyDrawVisible() {
    return RevealingInstance.of();
  }

  /**
   * A target on which all features are 0: all students and calibrations are the same policy there,
   * and all estimated costs are ties.
   *
   * @return the instance
   */
  public static Instance flatStudent() {
    Crafted crafted =
        new Crafted("flat student", 2, 0.5, 1, new double[] {1, -1, 0.5}, new double[] {0, 0, 0});
    crafted.target = new double[3];
    crafted.truth = 0.3;
    crafted.teacher = -0.3;
    return crafted.instance();
  }

  private Crafted with(double wStar, double wTeacher) {
    reward = 0.5;
    truth = wStar;
    teacher = wTeacher;
    return this;
  }

  private Instance instance() {
    List<String> tokens = new ArrayList<>();
    for (int k = 0; k < letters; k++) {
      tokens.add("a" + k);
    }
    tokens.add("EOS");
    tokens.add("null");
    ConvexSet set = Ball.of(1, bound);
    Instance.Header header =
        new Instance.Header(
            name,
            lambda,
            bound,
            horizon,
            Vocabulary.of(tokens, "EOS", "null"),
            Feasibility.EXPLICIT,
            set,
            ImmutableDoubleArray.of(teacher),
            ImmutableDoubleArray.of(0));
    return Instance.of(
        header, List.of(prompt("x1", phi), prompt("y1", target)), List.of("x1"), List.of("y1"));
  }

  private PromptTable prompt(String id, double[] features) {
    List<StateTable> states = new ArrayList<>();
    Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
    write(ImmutableIntArray.of(), features, states, rewards);
    return PromptTable.of(Prompt.of(id), states, rewards);
  }

  /** R, with λ w* Σ φ added where the reference is not itself the optimum. */
  private double reward(ImmutableIntArray answer, double[] features) {
    double sum = 0;
    for (int h = 0; h < answer.length() && threeRewards; h++) {
      sum += features[answer.get(h)];
    }
    return reward + lambda * truth * sum;
  }

  private double[] reference(double[] features) {
    double[] pre = new double[letters];
    double sum = 0;
    for (int k = 0; k < letters; k++) {
      pre[k] = threeRewards ? 1 : StrictMath.exp(truth * features[k]);
      sum += pre[k];
    }
    for (int k = 0; k < letters; k++) {
      pre[k] /= sum;
    }
    return pre;
  }

  private void write(
      ImmutableIntArray prefix,
      double[] features,
      List<StateTable> states,
      Map<ImmutableIntArray, Double> rewards) {
    if (prefix.length() == horizon) {
      rewards.put(prefix, reward(prefix, features));
      return;
    }
    int[] legal = new int[letters];
    Arrays.setAll(legal, k -> k);
    double[] here = features.clone();
    for (int k = 0; k < letters && prefix.length() > 0; k++) {
      here[k] *= later;
    }
    states.add(
        StateTable.of(prefix, ImmutableIntArray.copyOf(legal), here, phiStu, reference(here)));
    for (int k = 0; k < letters; k++) {
      write(ImmutableIntArray.builder().addAll(prefix).add(k).build(), features, states, rewards);
    }
  }
}

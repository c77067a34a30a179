package dev.ccl.core.brute;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything by listing the answers of every prompt. */
public final class BruteForce {
  private final Instance instance;
  private final double lambda;
  private final int horizon;
  private final Map<String, List<Answer>> answers = new LinkedHashMap<>();

  public BruteForce(Instance instance) {
    this.instance = instance;
    this.lambda = instance.header().lambda();
    this.horizon = instance.header().horizon();
    for (PromptTable table : instance.prompts().values()) {
      Map<ImmutableIntArray, StateTable> states = new HashMap<>();
      table.states().forEach(s -> states.put(s.prefix(), s));
      List<Answer> list = new ArrayList<>();
      collect(states, table.rewards(), ImmutableIntArray.of(), List.of(), list);
      answers.put(table.prompt().id(), list);
    }
  }

  /** The rows of a state and the place of the token that was taken. */
  public record Choice(Rows state, int taken) {}

  /** The tokens of a state with their features and reference probabilities. */
  public static final class Rows {
    final ImmutableIntArray prefix;
    final double[][] phi;
    final double[][] phiStu;
    final double[] pre;

    Rows(ImmutableIntArray prefix, double[][] phi, double[][] phiStu, double[] pre) {
      this.prefix = prefix;
      this.phi = phi;
      this.phiStu = phiStu;
      this.pre = pre;
    }

    public int size() {
      return pre.length;
    }
  }

  /** A complete answer; its reward is NaN where unknown. */
  public record Answer(ImmutableIntArray tokens, List<Choice> choices, double reward) {}

  private void collect(
      Map<ImmutableIntArray, StateTable> states,
      Map<ImmutableIntArray, Double> rewards,
      ImmutableIntArray prefix,
      List<Choice> choices,
      List<Answer> out) {
    if (prefix.length() == horizon) {
      double reward = rewards.isEmpty() ? Double.NaN : rewards.get(prefix);
      out.add(new Answer(prefix, choices, reward));
      return;
    }
    StateTable table = states.get(prefix);
    int k = table == null ? 1 : table.tokens().length();
    int bigD = instance.header().teacher().length();
    int d = instance.header().initial().length();
    Rows rows = new Rows(prefix, new double[k][bigD], new double[k][d], new double[k]);
    for (int a = 0; a < k; a++) {
      rows.pre[a] = table == null ? 1 : table.pre(a);
      for (int i = 0; i < bigD; i++) {
        rows.phi[a][i] = table == null ? 0 : table.phi(a, i);
      }
      for (int i = 0; i < d; i++) {
        rows.phiStu[a][i] = table == null ? 0 : table.phiStu(a, i);
      }
    }
    for (int a = 0; a < k; a++) {
      int token = table == null ? instance.header().vocabulary().pad() : table.tokens().get(a);
      List<Choice> longer = new ArrayList<>(choices);
      longer.add(new Choice(rows, a));
      collect(
          states,
          rewards,
          ImmutableIntArray.builder().addAll(prefix).add(token).build(),
          longer,
          out);
    }
  }

  public List<Answer> answers(String id) {
    return answers.get(id);
  }

  public double[] calibrated(Rows rows, double[] w) {
    return softmax(rows.phi, w);
  }

  public double[] student(Rows rows, double[] theta) {
    return softmax(rows.phiStu, theta);
  }

  private static double[] softmax(double[][] features, double[] parameter) {
    double[] p = new double[features.length];
    double max = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < p.length; a++) {
      p[a] = dot(features[a], parameter);
      max = Math.max(max, p[a]);
    }
    double sum = 0;
    for (int a = 0; a < p.length; a++) {
      p[a] = Math.exp(p[a] - max);
      sum += p[a];
    }
    for (int a = 0; a < p.length; a++) {
      p[a] /= sum;
    }
    return p;
  }

  private static double logSoftmax(double[][] features, double[] parameter, int taken) {
    double max = Double.NEGATIVE_INFINITY;
    for (double[] f : features) {
      max = Math.max(max, dot(f, parameter));
    }
    double sum = 0;
    for (double[] f : features) {
      sum += Math.exp(dot(f, parameter) - max);
    }
    return dot(features[taken], parameter) - max - Math.log(sum);
  }

  public double logCalibrated(Answer a, double[] w) {
    return a.choices.stream().mapToDouble(c -> logSoftmax(c.state.phi, w, c.taken)).sum();
  }

  public double logStudent(Answer a, double[] theta) {
    return a.choices.stream().mapToDouble(c -> logSoftmax(c.state.phiStu, theta, c.taken)).sum();
  }

  public double logCalibrated(Rows rows, double[] w, int token) {
    return logSoftmax(rows.phi, w, token);
  }

  public double phi(Rows rows, int token, int i) {
    return rows.phi[token][i];
  }

  /** log Σ π_pre e^{R/λ} over the answers through a token. */
  public double logMass(String id, Rows state, int token) {
    double sum = 0;
    int at = state.prefix.length();
    for (Answer a : answers(id)) {
      Choice c = a.choices.get(at);
      if (c.state.prefix.equals(state.prefix) && c.taken == token) {
        double prefix = 0; // the same for all tokens of the state; keeps small masses in range
        for (Choice before : a.choices.subList(0, at)) {
          prefix += Math.log(before.state.pre[before.taken]);
        }
        sum += Math.exp(logReference(a) - prefix + (a.reward - 1) / lambda);
      }
    }
    return Math.log(sum);
  }

  public double logReference(Answer a) {
    return a.choices.stream().mapToDouble(c -> Math.log(c.state.pre[c.taken])).sum();
  }

  public double logZ(String id) {
    double sum = 0;
    for (Answer a : answers(id)) {
      sum += Math.exp(logReference(a) + (a.reward - 1) / lambda);
    }
    return Math.log(sum) + 1 / lambda;
  }

  public double logGibbs(String id, Answer a) {
    return logReference(a) + a.reward / lambda - logZ(id);
  }

  /** κ log π_θ − ρ of full answers: the potential ρ of one of the paper's costs. */
  public interface Potential {
    double of(String id, Answer a);
  }

  public Potential calibratedPotential(double[] w) {
    return (id, a) -> lambda * logCalibrated(a, w);
  }

  public Potential directPotential() {
    double[] teacher = instance.header().teacher().toArray();
    return (id, a) -> logCalibrated(a, teacher) + lambda * logReference(a);
  }

  public Potential gibbsPotential() {
    Map<String, Double> logZ = new HashMap<>();
    instance.target().forEach(id -> logZ.computeIfAbsent(id, this::logZ));
    return (id, a) -> lambda * (logReference(a) + a.reward / lambda - logZ.get(id));
  }

  public double value(double kappa, Potential rho, double[] theta) {
    double sum = 0;
    for (String id : instance.target()) {
      for (Answer a : answers(id)) {
        double log = logStudent(a, theta);
        sum += Math.exp(log) * (kappa * log - rho.of(id, a));
      }
    }
    return sum / instance.target().size();
  }

  public double[] score(Answer a, double[] theta) {
    double[] s = new double[theta.length];
    for (Choice c : a.choices) {
      double[] p = student(c.state, theta);
      for (int i = 0; i < s.length; i++) {
        s[i] += c.state.phiStu[c.taken][i];
        for (int b = 0; b < p.length; b++) {
          s[i] -= p[b] * c.state.phiStu[b][i];
        }
      }
    }
    return s;
  }

  public double[] gradient(double kappa, Potential rho, double[] theta) {
    double[] g = new double[theta.length];
    for (String id : instance.target()) {
      for (Answer a : answers(id)) {
        double log = logStudent(a, theta);
        double weight = Math.exp(log) * (kappa * log - rho.of(id, a)) / instance.target().size();
        double[] s = score(a, theta);
        for (int i = 0; i < g.length; i++) {
          g[i] += weight * s[i];
        }
      }
    }
    return g;
  }

  /** E[SSᵀZ] + κ E[SSᵀ] + E[Z ∇S], where −∇S sums the covariances of the features at the states. */
  public double[] hessian(double kappa, Potential rho, double[] theta) {
    int d = theta.length;
    double[] h = new double[d * d];
    for (String id : instance.target()) {
      for (Answer a : answers(id)) {
        double log = logStudent(a, theta);
        double p = Math.exp(log) / instance.target().size();
        double z = kappa * log - rho.of(id, a);
        double[] s = score(a, theta);
        double[] information = information(a, theta);
        for (int i = 0; i < d; i++) {
          for (int k = 0; k < d; k++) {
            h[i * d + k] += p * (s[i] * s[k] * (z + kappa) - z * information[i * d + k]);
          }
        }
      }
    }
    return h;
  }

  public double[] information(Answer a, double[] theta) {
    int d = theta.length;
    double[] sum = new double[d * d];
    for (Choice c : a.choices) {
      double[] p = student(c.state, theta);
      double[] mean = new double[d];
      for (int b = 0; b < p.length; b++) {
        for (int i = 0; i < d; i++) {
          mean[i] += p[b] * c.state.phiStu[b][i];
        }
      }
      for (int b = 0; b < p.length; b++) {
        for (int i = 0; i < d; i++) {
          for (int k = 0; k < d; k++) {
            sum[i * d + k] +=
                p[b] * (c.state.phiStu[b][i] - mean[i]) * (c.state.phiStu[b][k] - mean[k]);
          }
        }
      }
    }
    return sum;
  }

  public double sampleVariance(double kappa, Potential rho, double[] theta) {
    double[] g = gradient(kappa, rho, theta);
    double sum = 0;
    for (String id : instance.target()) {
      for (Answer a : answers(id)) {
        double log = logStudent(a, theta);
        double z = kappa * log - rho.of(id, a);
        double[] s = score(a, theta);
        for (int i = 0; i < g.length; i++) {
          double deviation = s[i] * z - g[i];
          sum += Math.exp(log) * deviation * deviation / instance.target().size();
        }
      }
    }
    return sum;
  }

  /** J of a student. */
  public double objective(double[] theta) {
    double sum = 0;
    for (String id : instance.target()) {
      for (Answer a : answers(id)) {
        double log = logStudent(a, theta);
        sum += Math.exp(log) * (a.reward - lambda * (log - logReference(a)));
      }
    }
    return sum / instance.target().size();
  }

  /** The average KL from one student to another. */
  public double divergence(double[] theta, double[] other) {
    return value(1, (id, a) -> logStudent(a, other), theta);
  }

  /** Visits the states that a prompt can reach, each once. */
  public List<Rows> states(String id) {
    Map<ImmutableIntArray, Rows> found = new LinkedHashMap<>();
    for (Answer a : answers(id)) {
      a.choices.forEach(c -> found.putIfAbsent(c.state.prefix, c.state));
    }
    return new ArrayList<>(found.values());
  }

  /** The probability that the teacher passes through a state. */
  public double teacherReach(String id, Rows state) {
    double[] teacher = instance.header().teacher().toArray();
    double sum = 0;
    for (Answer a : answers(id)) {
      if (a.tokens.subArray(0, state.prefix.length()).equals(state.prefix)) {
        sum += Math.exp(logCalibrated(a, teacher));
      }
    }
    return sum;
  }

  /** G_h, or their average over h for h = 0. */
  public double[] gram(int h) {
    double[] teacher = instance.header().teacher().toArray();
    int n = teacher.length;
    double[] g = new double[n * n];
    for (String id : instance.source()) {
      for (Rows s : states(id)) {
        if (h != 0 && s.prefix.length() != h - 1) {
          continue;
        }
        double[] p = calibrated(s, teacher);
        double reach = teacherReach(id, s) / instance.source().size() / (h == 0 ? horizon : 1);
        for (int a = 0; a < s.size(); a++) {
          for (int b = 0; b < s.size(); b++) {
            for (int i = 0; i < n; i++) {
              for (int k = 0; k < n; k++) {
                g[i * n + k] +=
                    reach
                        * p[a]
                        / s.size()
                        * (s.phi[a][i] - s.phi[b][i])
                        * (s.phi[a][k] - s.phi[b][k]);
              }
            }
          }
        }
      }
    }
    return g;
  }

  /** The expectation of e^{(R−1)/λ} over reference completions behind a token. */
  public double acceptedMass(String id, Rows state, int token) {
    double sum = 0;
    int at = state.prefix.length();
    for (Answer a : answers(id)) {
      if (a.choices.get(at).state.prefix.equals(state.prefix) && a.choices.get(at).taken == token) {
        double p = 1;
        for (Choice c : a.choices.subList(at + 1, horizon)) {
          p *= c.state.pre[c.taken];
        }
        sum += p * Math.exp((a.reward - 1) / lambda);
      }
    }
    return sum;
  }

  /** E[g_t | F_t], by listing prompt, step, prefix, both tokens, label and completion. */
  public double[] expectedStep(double[] w, double[] theta) {
    return stepMoments(w, theta)[0];
  }

  /** E[‖g_t‖² | F_t] in the same way. */
  public double stepSecondMoment(double[] w, double[] theta) {
    return stepMoments(w, theta)[1][0];
  }

  private double[][] stepMoments(double[] w, double[] theta) {
    double square = 0;
    double[] teacher = instance.header().teacher().toArray();
    double[] g = new double[w.length];
    for (String id : instance.source()) {
      for (Rows s : states(id)) {
        double reach = teacherReach(id, s) / instance.source().size() / horizon;
        double[] tea = calibrated(s, teacher);
        double[] stu = student(s, theta);
        double[] mass = new double[s.size()];
        for (int a = 0; a < s.size(); a++) {
          mass[a] = acceptedMass(id, s, a);
        }
        for (int c1 = 0; c1 < s.size(); c1++) {
          for (int c0 = 0; c0 < s.size(); c0++) {
            double[] z = new double[w.length];
            for (int i = 0; i < z.length; i++) {
              z[i] = s.phi[c1][i] - s.phi[c0][i];
            }
            double sigma = 1 / (1 + Math.exp(-dot(z, w)));
            double one = s.pre[c1] / (s.pre[c1] + s.pre[c0]);
            for (int y = 0; y <= 1; y++) {
              double p = y == 1 ? one * mass[c1] : (1 - one) * mass[c0];
              for (int i = 0; i < z.length; i++) {
                g[i] += reach * tea[c1] * stu[c0] * p * z[i] * (sigma - y);
              }
              square += reach * tea[c1] * stu[c0] * p * dot(z, z) * (sigma - y) * (sigma - y);
            }
          }
        }
      }
    }
    return new double[][] {g, {square}};
  }

  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}

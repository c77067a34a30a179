package dev.ccl.lm;

import dev.ccl.lm.model.LlamaShape;
import java.util.Arrays;

/**
 * The forward pass as a textbook has it: doubles, the platform's functions, every prefix from the
 * beginning, nothing kept and nothing shared with the code under test. With a fault it is a liar.
 */
public final class NaiveLlama {
  /** What a liar gets wrong. */
  public enum Fault {
    NONE,
    NEIGHBOURS_ARE_TURNED,
    POSITIONS_ARE_IGNORED,
    SCORES_ARE_NOT_SCALED,
    GROUPS_ARE_INTERLEAVED,
    LAST_TOKEN_IS_NOT_SEEN,
    GATE_IS_LOGISTIC,
    NORM_SUBTRACTS_THE_MEAN,
    RESIDUAL_IS_DROPPED,
    NOTHING_IS_ROUNDED,
    ONE_STEP_FOR_ALL_COMPONENTS
  }

  private final TinyLlama weights;
  private final LlamaShape shape;
  private final boolean rounding;
  private final Fault fault;
  private final double[] divisors; // of frequencies

  public NaiveLlama(TinyLlama weights, Fault fault) {
    this(weights, weights.rounding(), fault);
  }

  public NaiveLlama(TinyLlama weights, boolean rounding, Fault fault) {
    this.weights = weights;
    this.shape = weights.shape();
    this.rounding = rounding;
    this.fault = fault;
    this.divisors = new double[shape.headWidth() / 2];
    Arrays.fill(divisors, 1);
  }

  /** Divides the frequencies by which positions turn. */
  public NaiveLlama dividing(double... by) {
    System.arraycopy(by, 0, divisors, 0, divisors.length);
    return this;
  }

  /** Returns the hidden state after a prefix. */
  public double[] hidden(int[] prefix) {
    double[][] x = new double[prefix.length][];
    for (int t = 0; t < prefix.length; t++) {
      x[t] = doubles(weights.table("embed")[prefix[t]]);
    }
    for (int l = 0; l < shape.layers(); l++) {
      double[][] mixed = attention(x, l);
      for (int t = 0; t < x.length; t++) {
        boolean drop = fault == Fault.RESIDUAL_IS_DROPPED && l == 1;
        x[t] = drop ? mixed[t] : plus(x[t], mixed[t]);
        x[t] = plus(x[t], gated(norm(x[t], "norm2." + l), l));
      }
    }
    return norm(x[x.length - 1], "norm");
  }

  /** Returns the log-probabilities of all tokens after a prefix. */
  public double[] logProbabilities(int[] prefix) {
    double[] logits = times(weights.table("output"), hidden(prefix));
    double max = Arrays.stream(logits).max().orElseThrow();
    double sum = Arrays.stream(logits).map(v -> Math.exp(v - max)).sum();
    return Arrays.stream(logits).map(v -> v - max - Math.log(sum)).toArray();
  }

  private double[][] attention(double[][] x, int l) {
    double[][] q = new double[x.length][];
    double[][] k = new double[x.length][];
    double[][] v = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      double[] n = norm(x[t], "norm1." + l);
      q[t] = turned(times(weights.table("q." + l), n), t);
      k[t] = turned(times(weights.table("k." + l), n), t);
      v[t] = times(weights.table("v." + l), n);
    }
    double[][] out = new double[x.length][];
    for (int t = 0; t < x.length; t++) {
      double[] heads = new double[shape.queryWidth()];
      for (int h = 0; h < shape.heads(); h++) {
        mix(q[t], k, v, t, h, heads);
      }
      out[t] = times(weights.table("o." + l), heads);
    }
    return out;
  }

  private void mix(double[] q, double[][] k, double[][] v, int t, int h, double[] out) {
    int size = shape.headWidth();
    int group =
        fault == Fault.GROUPS_ARE_INTERLEAVED
            ? h % shape.groups()
            : h / (shape.heads() / shape.groups());
    int seen = fault == Fault.LAST_TOKEN_IS_NOT_SEEN && t > 0 ? t : t + 1;
    double[] weight = new double[seen];
    double total = 0;
    for (int s = 0; s < seen; s++) {
      double score = 0;
      for (int i = 0; i < size; i++) {
        score += q[h * size + i] * k[s][group * size + i];
      }
      weight[s] = Math.exp(fault == Fault.SCORES_ARE_NOT_SCALED ? score : score / Math.sqrt(size));
      total += weight[s];
    }
    for (int s = 0; s < seen; s++) {
      for (int i = 0; i < size; i++) {
        out[h * size + i] += weight[s] / total * v[s][group * size + i];
      }
    }
  }

  private double[] turned(double[] x, int position) {
    if (fault == Fault.POSITIONS_ARE_IGNORED) {
      return x;
    }
    double[] out = x.clone();
    int size = shape.headWidth();
    boolean neighbours = fault == Fault.NEIGHBOURS_ARE_TURNED;
    for (int head = 0; head < x.length; head += size) {
      for (int i = 0; i < size / 2; i++) {
        double frequency =
            Math.pow(shape.ropeBase(), -2.0 * i / size) / shape.ropeScale() / divisors[i];
        int a = head + (neighbours ? 2 * i : i);
        int b = head + (neighbours ? 2 * i + 1 : i + size / 2);
        out[a] = x[a] * Math.cos(position * frequency) - x[b] * Math.sin(position * frequency);
        out[b] = x[a] * Math.sin(position * frequency) + x[b] * Math.cos(position * frequency);
      }
    }
    return out;
  }

  private double[] gated(double[] n, int l) {
    double[] gate = times(weights.table("gate." + l), n);
    double[] up = times(weights.table("up." + l), n);
    for (int i = 0; i < gate.length; i++) {
      double logistic = 1 / (1 + Math.exp(-gate[i]));
      up[i] *= fault == Fault.GATE_IS_LOGISTIC ? logistic : gate[i] * logistic;
    }
    return times(weights.table("down." + l), up);
  }

  private double[] norm(double[] x, String name) {
    double mean = Arrays.stream(x).average().orElseThrow();
    double centre = fault == Fault.NORM_SUBTRACTS_THE_MEAN ? mean : 0;
    double square = Arrays.stream(x).map(v -> (v - centre) * (v - centre)).sum() / x.length;
    double[] out = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      out[i] = (x[i] - centre) / Math.sqrt(square + shape.epsilon()) * weights.table(name)[0][i];
    }
    return out;
  }

  private double[] times(float[][] table, double[] factors) {
    boolean round = rounding && fault != Fault.NOTHING_IS_ROUNDED;
    double[] x = round ? rounded(factors) : factors;
    double[] out = new double[table.length];
    for (int j = 0; j < out.length; j++) {
      for (int i = 0; i < x.length; i++) {
        out[j] += table[j][i] * x[i];
      }
    }
    return out;
  }

  /** Rounds each 32 components to whole multiples of 1/127 of the largest of them. */
  private double[] rounded(double[] x) {
    int group = fault == Fault.ONE_STEP_FOR_ALL_COMPONENTS ? x.length : 32;
    double[] out = new double[x.length];
    for (int from = 0; from < x.length; from += group) {
      int end = Math.min(x.length, from + group);
      double step = Arrays.stream(x, from, end).map(Math::abs).max().orElseThrow() / 127;
      for (int i = from; i < end; i++) {
        out[i] = step > 0 ? step * Math.rint(x[i] / step) : 0;
      }
    }
    return out;
  }

  private static double[] plus(double[] a, double[] b) {
    double[] out = a.clone();
    Arrays.setAll(out, i -> a[i] + b[i]);
    return out;
  }

  private static double[] doubles(float[] row) {
    double[] out = new double[row.length];
    Arrays.setAll(out, i -> row[i]);
    return out;
  }
}

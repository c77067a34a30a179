package dev.ccl.core.policy;

import dev.ccl.core.forest.Forest;
import dev.ccl.core.mdp.State;
import java.util.Arrays;

/**
 * Binds a family that has only per-state code to a forest, which may still grow. Sums over edges run
 * in four interleaved lanes, in the same order as in {@link LinearModel}, so that a linear family
 * gives the same bits either way.
 */
final class StatewiseModel implements EdgeModel {
  private final PolicyFamily family;
  private final Forest forest;
  private State[] states;

  StatewiseModel(PolicyFamily family, Forest forest) {
    this.family = family;
    this.forest = forest;
    this.states = new State[forest.nodes()];
    if (forest.isComplete()) {
      forest.forEachNode((s, state) -> states[s] = state);
    }
  }

  private State state(int node) {
    if (node >= states.length) {
      states = Arrays.copyOf(states, Math.max(node + 1, 2 * states.length));
    }
    if (states[node] == null) {
      states[node] = forest.state(node);
    }
    return states[node];
  }

  private int widest(int from, int to) {
    int widest = 0;
    for (int s = from; s < to; s++) {
      widest = Math.max(widest, forest.degree(s));
    }
    return widest;
  }

  @Override
  public Forest forest() {
    return forest;
  }

  @Override
  public int dimension() {
    return family.dimension();
  }

  @Override
  public void logits(double[] theta, int from, int to, double[] out) {
    double[] local = new double[widest(from, to)];
    int base = forest.firstEdge(from);
    for (int s = from; s < to; s++) {
      family.logits(theta, state(s), local);
      System.arraycopy(local, 0, out, forest.firstEdge(s) - base, forest.degree(s));
    }
  }

  @Override
  public void gradients(double[] theta, int node, double[] out) {
    family.gradients(theta, state(node), out);
  }

  @Override
  public void pushforward(double[] theta, double[] direction, int from, int to, double[] out) {
    int d = dimension();
    double[] rows = new double[widest(from, to) * d];
    int j = 0;
    for (int s = from; s < to; s++) {
      family.gradients(theta, state(s), rows);
      for (int k = 0; k < forest.degree(s); k++) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
          sum += direction[i] * rows[k * d + i];
        }
        out[j++] = sum;
      }
    }
  }

  @Override
  public void pullback(double[] theta, double[] coefficients, int from, int to, double[] out) {
    int d = dimension();
    double[] rows = new double[widest(from, to) * d];
    double[] lanes = new double[4 * d];
    int j = 0;
    for (int s = from; s < to; s++) {
      family.gradients(theta, state(s), rows);
      for (int k = 0; k < forest.degree(s); k++, j++) {
        int lane = (j & 3) * d;
        for (int i = 0; i < d; i++) {
          lanes[lane + i] += coefficients[j] * rows[k * d + i];
        }
      }
    }
    for (int i = 0; i < d; i++) {
      out[i] += (lanes[i] + lanes[d + i]) + (lanes[2 * d + i] + lanes[3 * d + i]);
    }
  }

  @Override
  public void curvature(
      double[] theta, double[] coefficients, double[] direction, int from, int to, double[] out) {
    double[] local = new double[widest(from, to)];
    int base = forest.firstEdge(from);
    for (int s = from; s < to; s++) {
      System.arraycopy(coefficients, forest.firstEdge(s) - base, local, 0, forest.degree(s));
      family.curvature(theta, state(s), local, direction, out);
    }
  }
}

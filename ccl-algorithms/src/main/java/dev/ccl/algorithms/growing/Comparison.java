package dev.ccl.algorithms.growing;

import dev.ccl.core.growth.Flow;

/**
 * The log-ratios r<sub>e</sub> = log π<sub>θ</sub>(e) − log π<sub>w</sub>(e) along a flow, and
 * their means κ(s) = Σ π<sub>θ</sub>(e) r<sub>e</sub> at its states.
 */
final class Comparison {
  private final double[] logits;
  private final double[] log;
  private final double[] probability;
  private double[] ratio = new double[1024];
  private double[] expected = new double[64];

  Comparison(int widest) {
    this.logits = new double[widest];
    this.log = new double[widest];
    this.probability = new double[widest];
  }

  /** Compares the policy of a flow with a calibration at all states that it visits. */
  void of(Flow flow, double[] w) {
    int edges = flow.firstEdge(flow.nodes());
    if (ratio.length < edges) {
      ratio = new double[2 * edges];
    }
    if (expected.length < flow.nodes()) {
      expected = new double[2 * flow.nodes()];
    }
    for (int i = 0; i < flow.nodes(); i++) {
      int from = flow.firstEdge(i);
      int degree = flow.firstEdge(i + 1) - from;
      flow.state(i).calibration().logits(w, logits);
      Flow.softmax(logits, degree, log, probability, 0);
      double sum = 0;
      for (int k = 0; k < degree; k++) {
        ratio[from + k] = flow.log(from + k) - log[k];
        sum += flow.probability(from + k) * ratio[from + k];
      }
      expected[i] = sum;
    }
  }

  double ratio(int e) {
    return ratio[e];
  }

  double expected(int i) {
    return expected[i];
  }
}

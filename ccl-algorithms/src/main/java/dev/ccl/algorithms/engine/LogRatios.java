package dev.ccl.algorithms.engine;

import dev.ccl.core.growing.Flow;
import dev.ccl.core.growing.Slices;
import dev.ccl.core.growing.Workers;
import dev.ccl.core.math.Softmax;

/**
 * The log-ratios r<sub>e</sub> = log π<sub>θ</sub>(e) − log π<sub>w</sub>(e) along a flow, and
 * their means κ(s) = Σ π<sub>θ</sub>(e) r<sub>e</sub> at its states.
 */
final class LogRatios {
  private final Workers workers;
  private final double[][] log; // of one state, for each worker
  private final double[][] probability;
  private double[] ratio = new double[1024];
  private double[] expected = new double[64];

  LogRatios(int widest, Workers workers) {
    this.workers = workers;
    this.log = new double[workers.workers()][widest];
    this.probability = new double[workers.workers()][widest];
  }

  /** Compares the policy of a flow with a calibration at all states that it visits. */
  void of(Flow flow, double[] w) {
    ratio = room(ratio, flow.firstEdge(flow.nodes()));
    expected = room(expected, flow.nodes());
    Slices.share(
        flow,
        0,
        flow.nodes(),
        workers,
        (first, end, slice, worker) -> {
          for (int i = first; i < end; i++) {
            compare(flow, i, w, worker);
          }
        });
  }

  /** An array of at least a length: a longer one without its numbers where it is too short. */
  static double[] room(double[] array, int length) {
    return array.length < length ? new double[2 * length] : array;
  }

  private void compare(Flow flow, int i, double[] w, int worker) {
    int from = flow.firstEdge(i);
    int degree = flow.firstEdge(i + 1) - from;
    flow.state(i).calibration().logits(w, log[worker]);
    Softmax.lawByWeights(log[worker], 0, degree, probability[worker]);
    double sum = 0;
    for (int k = 0; k < degree; k++) {
      ratio[from + k] = flow.log(from + k) - log[worker][k];
      sum += flow.probability(from + k) * ratio[from + k];
    }
    expected[i] = sum;
  }

  double ratio(int e) {
    return ratio[e];
  }

  double expected(int i) {
    return expected[i];
  }
}

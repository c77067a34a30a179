package dev.ccl.algorithms.batch;

import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;

/**
 * One batch of rollouts: whose they are, how many, where their randomness comes from, and how many
 * have reached each node. A batch over a forest of several blocks has one stream per block, so that
 * blocks may be worked on in any order; the roots share the stream of the first block.
 */
final class Batch {
  private final Layout layout;
  final BlockLaw law;
  final BatchSampler sampled; // its own, since a sampler may remember its batch
  final double[] counts; // of each node; 0 everywhere between batches
  final double[] logNormalizers; // of each node reached: log of student's over calibration's
  final double[] cost; // of each block
  final double[] peak; // of each block of roots: the most rollouts through an edge
  private final double[][] edgeCounts; // of each worker: rollouts through the edges of a block
  private final NodeLaw walked;
  private final RandomStream firstStream = RandomStream.of(0, 0, 0, 0);
  private final RandomStream[] streams; // of each worker
  private RandomStreams random;
  BatchSampler sampler;
  double rollouts;
  private Purpose purpose;
  private long round;
  private long update;

  Batch(Layout layout, BlockLaw law, BatchSampler sampled, NodeLaw walked, int workers) {
    this.layout = layout;
    this.law = law;
    this.sampled = sampled;
    this.walked = walked;
    this.counts = new double[layout.nodes()];
    this.logNormalizers = new double[layout.nodes()];
    this.cost = new double[layout.blocks()];
    this.peak = new double[layout.blocks()];
    this.edgeCounts = new double[workers][layout.widest];
    this.streams = new RandomStream[workers];
    for (int i = 0; i < workers; i++) {
      streams[i] = RandomStream.of(0, 0, 0, 0);
    }
  }

  /** Names the batch and spreads it over the roots; an exact one has the weight of one rollout. */
  void begin(BatchSampler by, Rollouts size, RandomStreams streams, Purpose purpose) {
    this.sampler = by;
    this.rollouts = size.isExact() ? 1 : size.number();
    this.random = streams;
    this.purpose = purpose;
    this.round = size.round();
    this.update = size.update();
    if (by.walks()) {
      walked.set(law, rollouts);
    }
    streams.rekey(firstStream, purpose, round, update << 32);
    by.begin(firstStream, rollouts, walked, counts);
  }

  /** The stream of a block; that of the first block continues where the roots ended. */
  private RandomStream stream(int block, int worker) {
    if (block > 0) {
      random.rekey(streams[worker], purpose, round, (update << 32) + block);
      return streams[worker];
    }
    return firstStream;
  }

  /** Spreads the rollouts at the nodes of a block over their edges. */
  void split(int block, int worker, double[] out) {
    sampler.split(
        stream(block, worker),
        block,
        worker,
        counts,
        law.weight(block, worker),
        law.tail(block, worker),
        out);
  }

  /** Notes that the batch has not reached a block. */
  void pass(int block) {
    peak[block] = 0;
    cost[block] = 0;
  }

  /** Compares the normalizers of the nodes that the batch has reached with the calibration's. */
  private void compare(BlockLaw calibrated, int first, int end) {
    double[] ours = law.normalizer();
    double[] theirs = calibrated.normalizer();
    for (int s = first; s < end; s++) {
      if (counts[s] > 0) {
        logNormalizers[s] = Elementary.log(ours[s] / theirs[s]);
      }
    }
  }

  /** Moves the rollouts of a block on to the children and adds up their Σ n_e r_e. */
  void flow(BlockLaw calibrated, int block, int worker, double[] x) {
    int[] firstEdge = layout.firstEdge;
    int first = layout.firstNode[block];
    int end = layout.firstNode[block + 1];
    int base = firstEdge[first];
    compare(calibrated, first, end);
    double[] u = law.logit(block, worker);
    double[] v = calibrated.logit(block, worker);
    double[] n = counts;
    boolean leaves = layout.endsIn(block);
    boolean roots = block < layout.firstBlock[1];
    double most = 0;
    double sum = 0;
    for (int s = first; s < end; s++) {
      if (n[s] == 0) {
        continue;
      }
      int from = firstEdge[s] - base;
      int to = firstEdge[s + 1] - base;
      double ratio = 0;
      for (int e = from; e < to; e++) {
        ratio += x[e] * (u[e] - v[e]);
      }
      sum += ratio - n[s] * logNormalizers[s];
      if (!leaves) {
        moveOn(x, from, to, base, n);
      }
      if (roots) { // no edge has more rollouts than one of a root
        most = largest(most, x, from, to);
      }
    }
    peak[block] = most;
    cost[block] = sum;
  }

  private void moveOn(double[] x, int from, int to, int base, double[] n) {
    int[] child = layout.child;
    for (int e = from; e < to; e++) {
      int c = child[base + e];
      if (c >= 0) {
        n[c] = x[e];
      }
    }
  }

  /** The largest of some numbers that are not negative, which are ordered as their bits are. */
  private static double largest(double least, double[] values, int from, int to) {
    long largest = Double.doubleToRawLongBits(least);
    for (int i = from; i < to; i++) {
      largest = Math.max(largest, Double.doubleToRawLongBits(values[i]));
    }
    return Double.longBitsToDouble(largest);
  }

  double[] edgeCounts(int worker) {
    return edgeCounts[worker];
  }

  double peak() {
    double largest = 0;
    for (double p : peak) {
      largest = Math.max(largest, p);
    }
    return largest;
  }

  double mean(double scale) {
    double sum = 0;
    for (double c : cost) {
      sum += c;
    }
    return scale * sum / rollouts;
  }
}

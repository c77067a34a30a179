package dev.ccl.algorithms.engine;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;

/**
 * One batch of rollouts: whose they are, how many, where their randomness comes from, and how many
 * have reached each node. A batch over a forest of several blocks has one stream per block, so that
 * blocks may be worked on in any order; the roots share the stream of the first block.
 */
final class Batch {
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
    this.law = law;
    this.sampled = sampled;
    this.walked = walked;
    this.counts = new double[layout.forest.nodes()];
    this.logNormalizers = new double[layout.forest.nodes()];
    this.cost = new double[layout.blocks.count()];
    this.peak = new double[layout.blocks.count()];
    this.edgeCounts = new double[workers][layout.blocks.widest()];
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

package dev.ccl.algorithms.engine;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.NodeBlocks;

/** The forest of the batches with its cut into blocks, and whether laws on it are kept whole. */
final class Layout {
  /** The most edges of a forest whose laws are kept whole instead of one block at a time. */
  static final int RESIDENT_EDGES = 1 << 15;

  final Dataset dataset;
  final Forest forest;
  final NodeBlocks blocks;
  final double[] rootWeights;
  final boolean resident;

  private Layout(Dataset dataset, int residentEdges) {
    this.dataset = dataset;
    this.forest = dataset.forest();
    this.blocks = forest.blocks();
    this.rootWeights = dataset.rootWeights();
    this.resident = forest.edges() <= residentEdges;
  }

  static Layout of(Dataset dataset, int residentEdges) {
    return new Layout(dataset, residentEdges);
  }

  /** Whether no edge of a block has a child; it is so in the last level. */
  boolean endsIn(int block) {
    return block >= blocks.firstBlock(blocks.levels() - 1);
  }
}

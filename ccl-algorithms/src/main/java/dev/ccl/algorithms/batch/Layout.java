package dev.ccl.algorithms.batch;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.NodeBlocks;

/** The shape of a complete forest as flat arrays, which the kernels read without calls. */
final class Layout {
  /** The most edges of a forest whose laws are kept whole instead of one block at a time. */
  static final int RESIDENT_EDGES = 1 << 15;

  final Dataset dataset;
  final Forest forest;
  final int[] firstEdge; // of each node, and the number of edges
  final int[] child; // of each edge
  final int[] firstNode; // of each block, and the number of nodes
  final int[] firstBlock; // of each level, and the number of blocks
  final double[] rootWeights;
  final int widest; // the most edges of a block
  final boolean resident;

  private Layout(Dataset dataset, int residentEdges) {
    this.dataset = dataset;
    this.forest = dataset.forest();
    NodeBlocks blocks = NodeBlocks.of(forest);
    this.firstEdge = new int[forest.nodes() + 1];
    java.util.Arrays.setAll(firstEdge, forest::firstEdge);
    this.child = new int[forest.edges()];
    java.util.Arrays.setAll(child, forest::child);
    this.firstNode = new int[blocks.count() + 1];
    java.util.Arrays.setAll(firstNode, blocks::firstNode);
    this.firstBlock = new int[blocks.levels() + 1];
    java.util.Arrays.setAll(firstBlock, blocks::firstBlock);
    this.rootWeights = dataset.rootWeights();
    this.widest = blocks.widest();
    this.resident = child.length <= residentEdges;
  }

  static Layout of(Dataset dataset, int residentEdges) {
    return new Layout(dataset, residentEdges);
  }

  int nodes() {
    return firstEdge.length - 1;
  }

  int blocks() {
    return firstNode.length - 1;
  }

  int levels() {
    return firstBlock.length - 1;
  }

  /** Whether no edge of a block has a child; it is so in the last level. */
  boolean endsIn(int block) {
    return block >= firstBlock[levels() - 1];
  }

  int edgesOf(int block) {
    return firstEdge[firstNode[block + 1]] - firstEdge[firstNode[block]];
  }
}

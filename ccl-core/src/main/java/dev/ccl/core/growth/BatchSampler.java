package dev.ccl.core.growth;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.random.RandomStreams;

/**
 * Draws batches of rollouts on the prompts of a dataset, level by level: before a level is entered,
 * the frozen models are asked once for all of its new states. The laws of a level and the draws
 * from them are shared among threads; what is known and who is asked belongs to the caller's
 * thread. A workspace of one run, which allocates only to become larger.
 */
public final class BatchSampler {
  private final GrowingForest forest;
  private final Workers workers;
  private final Splitter[] splitters; // of each worker
  private final int[] roots;
  private final double[] weights;
  private final double[][] perPrompt; // rollouts of each flow

  private BatchSampler(
      GrowingForest forest, Dataset dataset, RandomStreams streams, Workers workers) {
    this.forest = forest;
    this.workers = workers;
    this.roots = roots(forest, dataset);
    this.weights = dataset.rootWeights();
    this.splitters = new Splitter[workers.workers()];
    for (int i = 0; i < splitters.length; i++) {
      splitters[i] = new Splitter(streams, forest.mdp().vocabulary().size(), roots.length);
    }
    this.perPrompt = new double[2][roots.length];
  }

  /**
   * Prepares batches.
   *
   * @param forest where rollouts lead
   * @param dataset the prompts over which rollouts are spread
   * @param streams where the draws get their randomness
   * @param workers who shares the work; no result depends on it
   * @return the workspace
   */
  public static BatchSampler on(
      GrowingForest forest, Dataset dataset, RandomStreams streams, Workers workers) {
    return new BatchSampler(forest, dataset, streams, workers);
  }

  /**
   * Finds the prompts of a dataset in a forest.
   *
   * @param forest a forest with these prompts
   * @param dataset the dataset
   * @return the place of each distinct prompt
   */
  public static int[] roots(GrowingForest forest, Dataset dataset) {
    return dataset.prompts().stream().mapToInt(forest.prompts()::indexOf).toArray();
  }

  /**
   * Draws a batch.
   *
   * @param flow a batch that has begun
   */
  public void draw(Flow flow) {
    draw(flow, null);
  }

  /**
   * Draws two batches side by side, which ask about their new states together.
   *
   * @param first a batch that has begun
   * @param second another, or null
   */
  public void draw(Flow first, Flow second) {
    forest.begin();
    spread(first, perPrompt[0]);
    spread(second, perPrompt[1]);
    forest.grow();
    enterRoots(first, perPrompt[0]);
    enterRoots(second, perPrompt[1]);
    do {
      split(first);
      split(second);
      forest.grow();
    } while (enter(first) | enter(second));
  }

  /** Splits a batch over prompts. */
  private void spread(Flow flow, double[] rollouts) {
    if (flow != null) {
      splitters[0].prompts(flow, weights, rollouts);
      for (int r = 0; r < roots.length; r++) {
        if (rollouts[r] > 0) {
          forest.wantRoot(roots[r]);
        }
      }
    }
  }

  private void enterRoots(Flow flow, double[] rollouts) {
    if (flow != null) {
      flow.beginLevel();
      for (int r = 0; r < roots.length; r++) {
        if (rollouts[r] > 0) {
          flow.add(forest.root(roots[r]), rollouts[r], -1, -1);
        }
      }
    }
  }

  /** Splits the rollouts of the last level over tokens and notes the states behind them. */
  private void split(Flow flow) {
    if (flow != null) {
      flow.split(workers, splitters);
      for (int i = flow.lastLevel(); i < flow.nodes(); i++) {
        for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
          if (flow.rollouts(e) > 0) {
            forest.want(flow.state(i), e - flow.firstEdge(i));
          }
        }
      }
    }
  }

  /** Lists the states behind the tokens of the last level. */
  private boolean enter(Flow flow) {
    if (flow == null || !flow.isOpen()) { // ended earlier than the one beside it
      return false;
    }
    int from = flow.lastLevel();
    int to = flow.nodes();
    flow.beginLevel();
    for (int i = from; i < to; i++) {
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        int k = e - flow.firstEdge(i);
        boolean open = flow.rollouts(e) > 0 && !forest.ends(flow.state(i), k);
        flow.lead(e, open ? flow.add(forest.child(flow.state(i), k), flow.rollouts(e), i, e) : -1);
      }
    }
    return flow.isOpen();
  }
}

package dev.ccl.core.growing;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.random.RandomStreams;
import java.util.HashMap;
import java.util.Map;

/**
 * Draws batches of rollouts on the prompts of a dataset, level by level: before a level is entered,
 * the frozen models are asked once for all of its new states. The laws of a level and the draws
 * from them are shared among threads; requests and calls of models stay in the caller's thread. A
 * workspace of one run, which allocates only to become larger.
 */
public final class RolloutSampler {
  private final GrowingForest forest;
  private final Workers workers;
  private final Splitter[] splitters; // of each worker
  private final int[] roots;
  private final double[] weights;
  private final double[][] perPrompt; // rollouts of each flow

  private RolloutSampler(
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
   * @param workers threads that share the work; no result depends on them
   * @return the workspace
   */
  public static RolloutSampler on(
      GrowingForest forest, Dataset dataset, RandomStreams streams, Workers workers) {
    return new RolloutSampler(forest, dataset, streams, workers);
  }

  /**
   * Returns the places of the prompts of a dataset among those of a forest.
   *
   * @param forest a forest with these prompts
   * @param dataset the dataset
   * @return the place of each distinct prompt
   */
  public static int[] roots(GrowingForest forest, Dataset dataset) {
    Map<Prompt, Integer> places = new HashMap<>();
    forest.prompts().forEach(prompt -> places.put(prompt, places.size()));
    return dataset.prompts().stream().mapToInt(places::get).toArray();
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
    forest.expand();
    enterRoots(first, perPrompt[0]);
    enterRoots(second, perPrompt[1]);
    do {
      split(first);
      split(second);
      forest.expand();
    } while (enter(first) | enter(second));
  }

  /** Splits a batch over prompts. */
  private void spread(Flow flow, double[] rollouts) {
    if (flow != null) {
      splitters[0].prompts(flow, weights, rollouts);
      for (int r = 0; r < roots.length; r++) {
        if (rollouts[r] > 0) {
          forest.requestRoot(roots[r]);
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
            forest.request(flow.state(i), e - flow.firstEdge(i));
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
        flow.setChild(
            e, open ? flow.add(forest.child(flow.state(i), k), flow.rollouts(e), i, e) : -1);
      }
    }
    return flow.isOpen();
  }
}

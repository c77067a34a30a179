package dev.ccl.lm.model;

import dev.ccl.lm.LanguageModel;
import java.util.Arrays;

/**
 * The evaluations of some prefixes: hidden state, logits and their normaliser of each. Arrays serve
 * again from one group of prefixes to the next.
 */
final class Evaluations {
  private final LlamaShape shape;
  private float[][] hidden = new float[0][];
  private float[][] logits = new float[0][];
  private double[] logNormaliser = new double[0];

  Evaluations(LlamaShape shape) {
    this.shape = shape;
  }

  /** Makes room for a number of prefixes. */
  void ensure(int count) {
    int known = hidden.length;
    if (count > known) {
      hidden = Arrays.copyOf(hidden, count);
      logits = Arrays.copyOf(logits, count);
      logNormaliser = Arrays.copyOf(logNormaliser, count);
      for (int i = known; i < count; i++) {
        hidden[i] = new float[shape.width()];
        logits[i] = new float[shape.vocabulary()];
      }
    }
  }

  /** Returns the evaluation at a place. */
  LanguageModel.Evaluation at(int place) {
    float[] state = hidden[place];
    float[] scores = logits[place];
    double normaliser = logNormaliser[place];
    return new LanguageModel.Evaluation() {
      @Override
      public void logProbabilities(int[] ids, double[] out) {
        for (int k = 0; k < ids.length; k++) {
          out[k] = scores[ids[k]] - normaliser;
        }
      }

      @Override
      public void hidden(double[] out) {
        for (int i = 0; i < state.length; i++) {
          out[i] = state[i];
        }
      }
    };
  }

  /**
   * A forward pass whose outputs go into evaluations. One per thread; several may fill the same
   * evaluations, each its own places.
   */
  static final class Pass {
    private final LlamaWeights weights;
    private final Forward forward;
    private final int[] places = new int[Forward.COLUMNS]; // of each waiting column, or -1
    private final float[][] states = new float[Forward.COLUMNS][];
    private final float[][] logits = new float[Forward.COLUMNS][];

    Pass(LlamaWeights weights, KeyValues store) {
      this.weights = weights;
      this.forward = new Forward(weights, store);
    }

    /**
     * Adds a token, and runs the pass if it is full.
     *
     * @param path the slots of its prefix, the last one its own; read
     * @param place of its evaluation, -1 for none
     */
    void add(int token, int[] path, int place, Evaluations into) {
      if (forward.count() == Forward.COLUMNS) {
        run(into);
      }
      places[forward.count()] = place;
      forward.add(token, path, path.length);
    }

    /** Runs the pass. */
    void run(Evaluations into) {
      int columns = forward.count();
      forward.run();
      int wanted = 0;
      for (int b = 0; b < columns; b++) {
        if (places[b] >= 0) {
          states[wanted] = into.hidden[places[b]];
          logits[wanted] = into.logits[places[b]];
          System.arraycopy(forward.hidden(b), 0, states[wanted], 0, states[wanted].length);
          wanted++;
        }
      }
      weights.logits(states, logits, wanted);
      for (int b = 0; b < columns; b++) {
        if (places[b] >= 0) {
          into.logNormaliser[places[b]] = Kernels.logSumExp(into.logits[places[b]]);
        }
      }
    }
  }
}

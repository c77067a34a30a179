package dev.ccl.lm.model;

import dev.ccl.lm.LanguageModel;

/** The evaluations of some prefixes: hidden state, logits and their normaliser of each. */
final class Evaluations {
  private final float[][] hidden;
  private final float[][] logits;
  private final double[] logNormaliser;

  Evaluations(int count) {
    this.hidden = new float[count][];
    this.logits = new float[count][];
    this.logNormaliser = new double[count];
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
          states[wanted] = forward.hidden(b).clone();
          logits[wanted] = new float[weights.shape().vocabulary()];
          into.hidden[places[b]] = states[wanted];
          into.logits[places[b]] = logits[wanted];
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

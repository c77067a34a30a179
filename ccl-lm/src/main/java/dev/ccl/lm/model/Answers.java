package dev.ccl.lm.model;

import dev.ccl.lm.LanguageModel;

/** The answers to some prefixes: hidden state, logits and their normaliser of each. */
final class Answers {
  private final float[][] hidden;
  private final float[][] logits;
  private final double[] logNormaliser;

  Answers(int count) {
    this.hidden = new float[count][];
    this.logits = new float[count][];
    this.logNormaliser = new double[count];
  }

  /**
   * Collects the columns of a forward pass that answer a prefix. For the use of one thread; several
   * may fill one set of answers, each its own.
   */
  static final class Desk {
    private final LlamaWeights weights;
    private final Answers answers;
    private final int[] places = new int[Forward.COLUMNS]; // of each waiting column, or -1
    private final float[][] states = new float[Forward.COLUMNS][];
    private final float[][] logits = new float[Forward.COLUMNS][];

    Desk(LlamaWeights weights, Answers answers) {
      this.weights = weights;
      this.answers = answers;
    }

    /** Notes which answer the next column of a pass gives, -1 for none. */
    void expect(int column, int place) {
      places[column] = place;
    }

    /** Runs a pass and takes its answers. */
    void pass(Forward forward) {
      int columns = forward.count();
      forward.run();
      int asked = 0;
      for (int b = 0; b < columns; b++) {
        if (places[b] >= 0) {
          states[asked] = forward.hidden(b).clone();
          logits[asked] = new float[weights.shape().vocabulary()];
          answers.hidden[places[b]] = states[asked];
          answers.logits[places[b]] = logits[asked];
          asked++;
        }
      }
      weights.logits(states, logits, asked);
      for (int b = 0; b < columns; b++) {
        if (places[b] >= 0) {
          answers.logNormaliser[places[b]] = Kernels.logSumExp(answers.logits[places[b]]);
        }
      }
    }
  }

  /** Returns a cursor that is after a prefix and cannot be moved. */
  LanguageModel.Cursor at(int[] prefix, int place) {
    return new Place(prefix, place);
  }

  private final class Place implements LanguageModel.Cursor {
    private final int[] prefix;
    private final int place;

    Place(int[] prefix, int place) {
      this.prefix = prefix;
      this.place = place;
    }

    @Override
    public int length() {
      return prefix.length;
    }

    @Override
    public int token(int position) {
      return prefix[position];
    }

    @Override
    public void push(int id) {
      throw new UnsupportedOperationException("this cursor shows one answer and does not move");
    }

    @Override
    public void pop() {
      throw new UnsupportedOperationException("this cursor shows one answer and does not move");
    }

    @Override
    public void logProbabilities(int[] ids, double[] out) {
      for (int k = 0; k < ids.length; k++) {
        out[k] = logits[place][ids[k]] - logNormaliser[place];
      }
    }

    @Override
    public void hidden(double[] out) {
      for (int i = 0; i < hidden[place].length; i++) {
        out[i] = hidden[place][i];
      }
    }
  }
}

package dev.ccl.lm.model;

/**
 * Whole-number weights: a weight is its level times a scale, plus a least value where the file's
 * type has one. Scales belong to 16 or 32 inputs of an output. Levels of 32 inputs lie in 4 or 8
 * words of an output, so that loops along the outputs unpack and multiply them; what inputs lack to
 * a multiple of 32 are zeros.
 */
public final class Levels {
  /** Inputs whose levels are packed together, and whose vector is rounded with one step. */
  public static final int GROUP = 32;

  private final Form form;
  private final int inputs;
  private final int outputs;
  private final int[][] words; // [word of a group][output]
  private final float[][] scales; // [scale of a group][output]
  private final float[][] least; // the same, or null

  /** How the levels of a type are held. */
  public enum Form {
    /** Levels from −128 to 127. */
    BYTES(8),
    /** Levels from −8 to 7. */
    NIBBLES(4),
    /** Levels from 0 to 15. */
    POSITIVE_NIBBLES(4);

    private final int bits;

    Form(int bits) {
      this.bits = bits;
    }

    int wordsOfGroup() {
      return bits;
    }

    /** Returns a level out of a word. */
    int unpack(int word, int place) {
      int top = word << (32 - bits * (place + 1));
      return this == POSITIVE_NIBBLES ? top >>> (32 - bits) : top >> (32 - bits);
    }

    private int pack(int level, int place) {
      return (level & ((1 << bits) - 1)) << (bits * place);
    }

    private int placesOfWord() {
      return 32 / bits;
    }
  }

  /**
   * Prepares levels that are all zero.
   *
   * @param form how they are held
   * @param span inputs that share a scale: 16 or 32
   * @param fromLeast whether a least value is added
   * @param inputs the number of inputs
   * @param outputs the number of outputs
   */
  public Levels(Form form, int span, boolean fromLeast, int inputs, int outputs) {
    int groups = (inputs + GROUP - 1) / GROUP;
    int parts = groups * (GROUP / span);
    this.form = form;
    this.inputs = inputs;
    this.outputs = outputs;
    this.words = new int[groups * form.wordsOfGroup()][outputs];
    this.scales = new float[parts][outputs];
    this.least = fromLeast ? new float[parts][outputs] : null;
  }

  private Levels(Levels from, int[] order) {
    this.form = from.form;
    this.inputs = from.inputs;
    this.outputs = order.length;
    this.words = new int[from.words.length][order.length];
    this.scales = taken(from.scales, order);
    this.least = from.least == null ? null : taken(from.least, order);
    for (int k = 0; k < words.length; k++) {
      for (int j = 0; j < order.length; j++) {
        words[k][j] = from.words[k][order[j]];
      }
    }
  }

  private static float[][] taken(float[][] rows, int[] order) {
    float[][] result = new float[rows.length][];
    for (int k = 0; k < rows.length; k++) {
      result[k] = Matrix.take(rows[k], order);
    }
    return result;
  }

  /**
   * Returns how many bytes levels take.
   *
   * @param form how they are held
   * @param span inputs that share a scale
   * @param fromLeast whether a least value is added
   * @param weights how many there are
   * @return the bytes
   */
  public static long bytes(Form form, int span, boolean fromLeast, long weights) {
    return weights * form.bits / 8 + weights / span * Float.BYTES * (fromLeast ? 2 : 1);
  }

  /**
   * Sets the levels of a group.
   *
   * @param output their output
   * @param group which 32 inputs
   * @param level read: levels in the range of the form, 0 for what inputs lack
   * @param from the first of them
   */
  public void setGroup(int output, int group, int[] level, int from) {
    int perGroup = form.wordsOfGroup();
    int places = form.placesOfWord();
    for (int k = 0; k < perGroup; k++) {
      int word = 0;
      for (int i = 0; i < places; i++) {
        word |= form.pack(level[from + k * places + i], i);
      }
      words[group * perGroup + k][output] = word;
    }
  }

  /**
   * Sets the scale of the inputs that share one.
   *
   * @param output their output
   * @param part which of the output's scales
   * @param scale the scale
   * @param added the least value; 0 where there is none
   */
  public void setScale(int output, int part, float scale, float added) {
    scales[part][output] = scale;
    if (least != null) {
      least[part][output] = added;
    }
  }

  Levels reordered(int[] order) {
    return new Levels(this, order);
  }

  int inputs() {
    return inputs;
  }

  int outputs() {
    return outputs;
  }

  Form form() {
    return form;
  }

  int[][] words() {
    return words;
  }

  float[][] scales() {
    return scales;
  }

  float[][] least() {
    return least;
  }

  /** Copies the weights of an output, widened. */
  void weights(int output, float[] out) {
    int span = words.length / form.wordsOfGroup() * GROUP / scales.length;
    for (int i = 0; i < out.length; i++) {
      int word = words[i / form.placesOfWord()][output];
      int level = form.unpack(word, i % form.placesOfWord());
      out[i] = level * scales[i / span][output];
      if (least != null) {
        out[i] += least[i / span][output];
      }
    }
  }
}

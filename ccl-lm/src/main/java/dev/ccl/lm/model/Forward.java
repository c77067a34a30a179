package dev.ccl.lm.model;

import java.util.Arrays;

/**
 * The forward pass of up to {@link #COLUMNS} tokens at once, one column per token, all columns
 * through a layer before the next layer. A column reads its own prefix and nothing else, so that
 * its numbers do not depend on the others; its prefix may end in columns of the same pass.
 */
final class Forward {
  static final int COLUMNS = 32;

  private final LlamaWeights weights;
  private final LlamaShape shape;
  private final KeyValues store;
  private final int[] tokens = new int[COLUMNS];
  private final int[][] paths = new int[COLUMNS][0];
  private final int[] lengths = new int[COLUMNS];
  private int count;

  private final float[][] state;
  private final float[][] normal;
  private final float[][] attention; // queries, keys, values
  private final float[][] mixed;
  private final float[][] gates;
  private final float[][] gated;
  private final float[][] change;
  private final float[][] cos;
  private final float[][] sin;
  private final float[] head;
  private float[] scores = new float[0];
  private float[][] keys = new float[0][];
  private float[][] values = new float[0][];

  Forward(LlamaWeights weights, KeyValues store) {
    this.weights = weights;
    this.shape = weights.shape();
    this.store = store;
    this.state = new float[COLUMNS][shape.width()];
    this.normal = new float[COLUMNS][shape.width()];
    this.attention = new float[COLUMNS][shape.queryWidth() + 2 * shape.keyWidth()];
    this.mixed = new float[COLUMNS][shape.queryWidth()];
    this.gates = new float[COLUMNS][2 * shape.inner()];
    this.gated = new float[COLUMNS][shape.inner()];
    this.change = new float[COLUMNS][shape.width()];
    this.cos = new float[COLUMNS][shape.headWidth() / 2];
    this.sin = new float[COLUMNS][shape.headWidth() / 2];
    this.head = new float[shape.headWidth()];
  }

  /** Returns the number of columns that wait for {@link #run}. */
  int count() {
    return count;
  }

  /**
   * Adds a column.
   *
   * @param token the token
   * @param path the slots of its prefix, the last one its own; read
   * @param length how many of them
   */
  void add(int token, int[] path, int length) {
    tokens[count] = token;
    if (paths[count].length < length) {
      paths[count] = new int[Math.max(length, 2 * paths[count].length)];
    }
    System.arraycopy(path, 0, paths[count], 0, length);
    lengths[count] = length;
    store.ensure(path[length - 1] + 1);
    count++;
  }

  /** Computes all columns; their hidden states are read by {@link #hidden} until the next add. */
  void run() {
    int longest = 0;
    for (int b = 0; b < count; b++) {
      weights.embed(tokens[b], state[b]);
      longest = Math.max(longest, lengths[b]);
    }
    if (scores.length < longest) {
      scores = new float[2 * longest];
      keys = new float[2 * longest][];
      values = new float[2 * longest][];
    }
    for (int layer = 0; layer < shape.layers(); layer++) {
      for (int b = 0; b < count && !weights.turnsAsBefore(layer); b++) {
        weights.angles(layer, lengths[b] - 1, cos[b], sin[b]);
      }
      attend(layer, weights.layer(layer));
      gate(weights.layer(layer));
    }
    for (int b = 0; b < count; b++) {
      Kernels.normalise(state[b], weights.norm(), shape.epsilon(), normal[b]);
    }
    count = 0;
  }

  /** Returns the hidden state of a column of the last run; overwritten by the next. */
  float[] hidden(int column) {
    return normal[column];
  }

  private void attend(int layer, LlamaLayer with) {
    int keysAt = shape.queryWidth();
    int valuesAt = keysAt + shape.keyWidth();
    for (int b = 0; b < count; b++) {
      Kernels.normalise(state[b], with.attentionNorm(), shape.epsilon(), normal[b]);
    }
    with.queriesKeysValues().multiply(normal, attention, count);
    for (int b = 0; b < count; b++) {
      for (int at = 0; at < valuesAt; at += shape.headWidth()) {
        if (with.queryNorm() != null) {
          float[] headNorm = at < keysAt ? with.queryNorm() : with.keyNorm();
          Kernels.normalisePart(attention[b], at, headNorm, shape.epsilon());
        }
        Kernels.rotate(attention[b], at, cos[b], sin[b]);
      }
      store.put(layer, paths[b][lengths[b] - 1], attention[b], keysAt, valuesAt);
    }
    for (int b = 0; b < count; b++) {
      for (int group = 0; group < shape.groups(); group++) {
        mix(layer, group, b, with.window());
      }
    }
    with.attentionOutput().multiply(mixed, change, count);
    addChange(with.attentionNormBehind());
  }

  private void addChange(float[] normBehind) {
    for (int b = 0; b < count; b++) {
      if (normBehind != null) {
        Kernels.normalise(change[b], normBehind, shape.epsilon(), change[b]);
      }
      Kernels.add(change[b], state[b]);
    }
  }

  /** Mixes the values of a column's prefix for the heads that share one group of keys. */
  private void mix(int layer, int group, int b, int window) {
    int length = Math.min(lengths[b], window);
    int first = lengths[b] - length;
    float[][] allKeys = store.keys(layer, group);
    float[][] allValues = store.values(layer, group);
    for (int t = 0; t < length; t++) {
      keys[t] = allKeys[paths[b][first + t]];
      values[t] = allValues[paths[b][first + t]];
    }
    int width = shape.headWidth();
    int heads = shape.heads() / shape.groups();
    LlamaVariant variant = weights.variant();
    double given = variant.attentionScale();
    float scale = (float) (given > 0 ? given : 1 / Math.sqrt(width));
    for (int h = group * heads; h < (group + 1) * heads; h++) {
      for (int t = 0; t < length; t++) {
        scores[t] = Kernels.dot(attention[b], h * width, keys[t]) * scale;
      }
      if (variant.attentionCap() > 0) {
        Kernels.cap(scores, length, variant.attentionCap());
      }
      Kernels.softmax(scores, length);
      Arrays.fill(head, 0);
      Kernels.addWeighted(values, length, scores, head, width);
      System.arraycopy(head, 0, mixed[b], h * width, width);
    }
  }

  private void gate(LlamaLayer with) {
    for (int b = 0; b < count; b++) {
      Kernels.normalise(state[b], with.gateNorm(), shape.epsilon(), normal[b]);
    }
    with.gatesAndValues().multiply(normal, gates, count);
    for (int b = 0; b < count; b++) {
      if (weights.variant().activation() == LlamaVariant.Activation.SILU) {
        Kernels.gate(gates[b], gated[b]);
      } else {
        Kernels.gateByGelu(gates[b], gated[b]);
      }
    }
    with.gateOutput().multiply(gated, change, count);
    addChange(with.gateNormBehind());
  }
}

package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

/** One layer: attention, then the gated layer, each behind a norm and added to its input. */
public final class LlamaLayer {
  private final float[] attentionNorm;
  private final Matrix queriesKeysValues;
  private final Matrix attentionOutput;
  private final float[] gateNorm;
  private final Matrix gatesAndValues;
  private final Matrix gateOutput;
  private final float[] queryNorm; // of each head; null if there is none
  private final float[] keyNorm;
  private final float[] attentionNormBehind; // null if there is none
  private final float[] gateNormBehind;
  private final int window;

  private LlamaLayer(Builder from) {
    this.attentionNorm = from.attentionNorm.clone();
    this.queriesKeysValues = Matrix.beside(from.queries, from.keys, from.values);
    this.attentionOutput = from.attentionOutput;
    this.gateNorm = from.gateNorm.clone();
    this.gatesAndValues = Matrix.beside(from.gate, from.up);
    this.gateOutput = from.down;
    this.queryNorm = from.queryNorm;
    this.keyNorm = from.keyNorm;
    this.attentionNormBehind = from.attentionNormBehind;
    this.gateNormBehind = from.gateNormBehind;
    this.window = from.window;
  }

  /**
   * Starts a layer.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  void check(LlamaShape shape) {
    int width = shape.width();
    checkArgument(attentionNorm.length == width, "attention norm: one weight per component");
    checkArgument(gateNorm.length == width, "gate norm: one weight per component");
    int attention = shape.queryWidth() + 2 * shape.keyWidth();
    LlamaWeights.check("queries, keys, values", queriesKeysValues, width, attention);
    LlamaWeights.check("attention output", attentionOutput, shape.queryWidth(), width);
    LlamaWeights.check("gates and values", gatesAndValues, width, 2 * shape.inner());
    LlamaWeights.check("gate output", gateOutput, shape.inner(), width);
    check("query norm", queryNorm, shape.headWidth());
    check("key norm", keyNorm, shape.headWidth());
    check("norm behind attention", attentionNormBehind, width);
    check("norm behind the gated layer", gateNormBehind, width);
  }

  private static void check(String name, float[] norm, int size) {
    checkArgument(norm == null || norm.length == size, "%s: one weight per component", name);
  }

  void digest(LlamaWeights.Digest digest) {
    digest.put(attentionNorm, gateNorm);
    queriesKeysValues.digest(digest);
    attentionOutput.digest(digest);
    gatesAndValues.digest(digest);
    gateOutput.digest(digest);
    for (float[] norm : new float[][] {queryNorm, keyNorm, attentionNormBehind, gateNormBehind}) {
      if (norm != null) {
        digest.put(norm);
      }
    }
    if (window < Integer.MAX_VALUE) {
      digest.put(window);
    }
  }

  float[] attentionNorm() {
    return attentionNorm;
  }

  Matrix queriesKeysValues() {
    return queriesKeysValues;
  }

  Matrix attentionOutput() {
    return attentionOutput;
  }

  float[] gateNorm() {
    return gateNorm;
  }

  Matrix gatesAndValues() {
    return gatesAndValues;
  }

  Matrix gateOutput() {
    return gateOutput;
  }

  float[] queryNorm() {
    return queryNorm;
  }

  float[] keyNorm() {
    return keyNorm;
  }

  float[] attentionNormBehind() {
    return attentionNormBehind;
  }

  float[] gateNormBehind() {
    return gateNormBehind;
  }

  /** Returns how many of the last tokens attention sees. */
  int window() {
    return window;
  }

  /** Collects the parts of a layer: norms and matrices, and what not all layers have. */
  public static final class Builder {
    private float[] attentionNorm;
    private Matrix queries;
    private Matrix keys;
    private Matrix values;
    private Matrix attentionOutput;
    private float[] gateNorm;
    private Matrix gate;
    private Matrix up;
    private Matrix down;
    private float[] queryNorm;
    private float[] keyNorm;
    private float[] attentionNormBehind;
    private float[] gateNormBehind;
    private int window = Integer.MAX_VALUE;

    private Builder() {}

    /**
     * Sets the weights of the norms.
     *
     * @param attention before attention; read when the layer is built
     * @param gated before the gated layer; read when the layer is built
     * @return this
     */
    public Builder norms(float[] attention, float[] gated) {
      this.attentionNorm = attention;
      this.gateNorm = gated;
      return this;
    }

    /**
     * Sets the matrices of attention.
     *
     * @param queries from the hidden state
     * @param keys from the hidden state
     * @param values from the hidden state
     * @param output back to the hidden state
     * @return this
     */
    public Builder attention(Matrix queries, Matrix keys, Matrix values, Matrix output) {
      this.queries = queries;
      this.keys = keys;
      this.values = values;
      this.attentionOutput = output;
      return this;
    }

    /**
     * Sets the matrices of the gated layer.
     *
     * @param gate from the hidden state to what opens and closes
     * @param up from the hidden state to what is let through
     * @param down back to the hidden state
     * @return this
     */
    public Builder gated(Matrix gate, Matrix up, Matrix down) {
      this.gate = gate;
      this.up = up;
      this.down = down;
      return this;
    }

    /**
     * Norms every head before it is turned.
     *
     * @param query one weight per component of a head of queries; read
     * @param key the same for keys; read
     * @return this
     */
    public Builder headNorms(float[] query, float[] key) {
      this.queryNorm = query.clone();
      this.keyNorm = key.clone();
      return this;
    }

    /**
     * Norms what attention and the gated layer give, before it is added to their input.
     *
     * @param attention behind attention; read
     * @param gated behind the gated layer; read
     * @return this
     */
    public Builder normsBehind(float[] attention, float[] gated) {
      this.attentionNormBehind = attention.clone();
      this.gateNormBehind = gated.clone();
      return this;
    }

    /**
     * Lets attention see the last tokens only.
     *
     * @param tokens how many, the newest included; at least 1
     * @return this
     */
    public Builder window(int tokens) {
      checkArgument(tokens >= 1, "window: %s is not at least 1", tokens);
      this.window = tokens;
      return this;
    }

    /**
     * Builds the layer.
     *
     * @return the layer
     */
    public LlamaLayer build() {
      return new LlamaLayer(this);
    }
  }
}

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

  private LlamaLayer(Builder from) {
    this.attentionNorm = from.attentionNorm.clone();
    this.queriesKeysValues = Matrix.beside(from.queries, from.keys, from.values);
    this.attentionOutput = from.attentionOutput;
    this.gateNorm = from.gateNorm.clone();
    this.gatesAndValues = Matrix.beside(from.gate, from.up);
    this.gateOutput = from.down;
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
  }

  void digest(LlamaWeights.Digest digest) {
    digest.put(attentionNorm, gateNorm);
    queriesKeysValues.digest(digest);
    attentionOutput.digest(digest);
    gatesAndValues.digest(digest);
    gateOutput.digest(digest);
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

  /** Collects the parts of a layer; all are needed. */
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
     * Builds the layer.
     *
     * @return the layer
     */
    public LlamaLayer build() {
      return new LlamaLayer(this);
    }
  }
}

package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.primitives.ImmutableDoubleArray;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The numbers of a Llama-type model. Immutable. Queries and keys are ordered so that positions turn
 * the pairs (i, i + headWidth/2) of each head.
 */
public final class LlamaWeights {
  private final LlamaShape shape;
  private final Rows input; // one row per token; null if tied
  private final List<LlamaLayer> layers;
  private final float[] norm;
  private final Matrix output;
  private final double[][] frequencies; // of each layer; layers may share them
  private final LlamaVariant variant;

  private LlamaWeights(
      LlamaShape shape,
      Rows input,
      List<LlamaLayer> layers,
      float[] norm,
      Matrix output,
      double[][] frequencies,
      LlamaVariant variant) {
    this.shape = shape;
    this.input = input;
    this.layers = layers;
    this.norm = norm;
    this.output = output;
    this.frequencies = frequencies;
    this.variant = variant;
  }

  /**
   * Puts a model together whose input embeddings are its output embeddings.
   *
   * @param shape the sizes
   * @param layers one per layer
   * @param norm weights of the last norm; read
   * @param output from a hidden state to one logit per token
   * @return the weights
   */
  public static LlamaWeights tied(
      LlamaShape shape, List<LlamaLayer> layers, float[] norm, Matrix output) {
    return create(shape, null, layers, norm, output);
  }

  /**
   * Puts a model together.
   *
   * @param shape the sizes
   * @param input one row per token
   * @param layers one per layer
   * @param norm weights of the last norm; read
   * @param output from a hidden state to one logit per token
   * @return the weights
   */
  public static LlamaWeights untied(
      LlamaShape shape, Rows input, List<LlamaLayer> layers, float[] norm, Matrix output) {
    check("input embeddings", input.count(), input.size(), shape.vocabulary(), shape.width());
    return create(shape, input, layers, norm, output);
  }

  private static LlamaWeights create(
      LlamaShape shape, Rows input, List<LlamaLayer> layers, float[] norm, Matrix output) {
    checkArgument(layers.size() == shape.layers(), "%s layers are needed", shape.layers());
    checkArgument(norm.length == shape.width(), "last norm: %s weights", norm.length);
    check("output embeddings", output, shape.width(), shape.vocabulary());
    layers.forEach(layer -> layer.check(shape));
    double[][] frequencies = new double[layers.size()][];
    Arrays.fill(frequencies, frequencies(shape));
    return new LlamaWeights(
        shape, input, List.copyOf(layers), norm.clone(), output, frequencies, LlamaVariant.LLAMA);
  }

  private static double[] frequencies(LlamaShape shape) {
    double[] result = new double[shape.headWidth() / 2];
    for (int i = 0; i < result.length; i++) {
      double power = StrictMath.pow(shape.ropeBase(), -2.0 * i / shape.headWidth());
      result[i] = power / shape.ropeScale();
    }
    return result;
  }

  /**
   * Divides the frequencies of the positions, as models for long contexts do.
   *
   * @param divisors one per pair of a head
   * @return the weights with these frequencies
   */
  public LlamaWeights withFrequenciesDividedBy(ImmutableDoubleArray divisors) {
    checkArgument(divisors.length() == shape.headWidth() / 2, "one divisor per pair of a head");
    double[][] divided = frequencies.clone();
    for (int layer = 0; layer < divided.length; layer++) {
      boolean shared = layer > 0 && frequencies[layer] == frequencies[layer - 1];
      divided[layer] = shared ? divided[layer - 1] : divided(frequencies[layer], divisors);
    }
    return new LlamaWeights(shape, input, layers, norm, output, divided, variant);
  }

  private static double[] divided(double[] frequencies, ImmutableDoubleArray divisors) {
    double[] result = new double[frequencies.length];
    for (int i = 0; i < result.length; i++) {
      double divisor = divisors.get(i);
      checkArgument(divisor > 0, "a divisor of a frequency is not positive: %s", divisor);
      result[i] = frequencies[i] / divisor;
    }
    return result;
  }

  /**
   * Gives some layers other positions, as models with a local kind of attention do.
   *
   * @param where which layers
   * @param base of their frequencies, with positions as they are
   * @return the weights with these frequencies
   */
  public LlamaWeights withRopeBase(IntPredicate where, double base) {
    LlamaShape other =
        new LlamaShape(
            shape.vocabulary(),
            shape.width(),
            shape.layers(),
            shape.heads(),
            shape.groups(),
            shape.headWidth(),
            shape.inner(),
            shape.context(),
            shape.epsilon(),
            base,
            1);
    double[] own = frequencies(other);
    double[][] mixed = frequencies.clone();
    for (int layer = 0; layer < mixed.length; layer++) {
      mixed[layer] = where.test(layer) ? own : mixed[layer];
    }
    return new LlamaWeights(shape, input, layers, norm, output, mixed, variant);
  }

  /**
   * Changes what relatives of Llama compute differently.
   *
   * @param other the variant
   * @return the weights with it
   */
  public LlamaWeights withVariant(LlamaVariant other) {
    return new LlamaWeights(shape, input, layers, norm, output, frequencies, other);
  }

  static void check(String name, Matrix matrix, int inputs, int outputs) {
    check(name, matrix.inputs(), matrix.outputs(), inputs, outputs);
  }

  private static void check(String name, int rows, int size, int wantedRows, int wantedSize) {
    checkArgument(
        rows == wantedRows && size == wantedSize,
        "%s: %s × %s where the shape has %s × %s",
        name,
        rows,
        size,
        wantedRows,
        wantedSize);
  }

  LlamaShape shape() {
    return shape;
  }

  LlamaLayer layer(int index) {
    return layers.get(index);
  }

  float[] norm() {
    return norm;
  }

  Matrix output() {
    return output;
  }

  LlamaVariant variant() {
    return variant;
  }

  /** Computes the logits of hidden states. */
  void logits(float[][] states, float[][] logits, int count) {
    output.multiply(states, logits, count);
    if (variant.logitCap() > 0) {
      for (int b = 0; b < count; b++) {
        Kernels.cap(logits[b], logits[b].length, variant.logitCap());
      }
    }
  }

  /** Copies the vector with which a token enters the first layer. */
  void embed(int token, float[] out) {
    if (input == null) {
      output.weights(token, out);
    } else {
      input.read(token, 0, out, out.length);
    }
    if (variant.embeddingScale() != 1) {
      float scale = (float) variant.embeddingScale();
      for (int i = 0; i < out.length; i++) {
        out[i] *= scale;
      }
    }
  }

  /** Returns whether the positions of a layer turn as those of the layer before it. */
  boolean turnsAsBefore(int layer) {
    return layer > 0 && frequencies[layer] == frequencies[layer - 1];
  }

  /** Writes the cosine and the sine of each pair's angle at a position, as a layer has it. */
  void angles(int layer, int position, float[] cos, float[] sin) {
    double[] own = frequencies[layer];
    for (int i = 0; i < own.length; i++) {
      double angle = position * own[i];
      cos[i] = (float) StrictMath.cos(angle);
      sin[i] = (float) StrictMath.sin(angle);
    }
  }

  /** Returns a SHA-256 of the shape and all numbers, in hexadecimal digits. */
  String digest() {
    Hasher hasher = Hashing.sha256().newHasher();
    hasher.putUnencodedChars("llama/1 " + shape);
    Digest digest = new Digest(hasher);
    float[] row = new float[shape.width()];
    for (int token = 0; input != null && token < shape.vocabulary(); token++) {
      input.read(token, 0, row, row.length);
      digest.put(row);
    }
    layers.forEach(layer -> layer.digest(digest));
    digest.put(norm);
    output.digest(digest);
    for (int layer = 0; layer < frequencies.length; layer++) {
      if (!turnsAsBefore(layer)) {
        if (layer > 0) {
          hasher.putInt(layer);
        }
        for (double frequency : frequencies[layer]) {
          hasher.putDouble(frequency);
        }
      }
    }
    if (!variant.equals(LlamaVariant.LLAMA)) {
      hasher.putUnencodedChars(variant.toString());
    }
    return hasher.hash().toString();
  }

  /** Takes numbers into a digest. */
  static final class Digest {
    private final Hasher hasher;

    Digest(Hasher hasher) {
      this.hasher = hasher;
    }

    void put(int number) {
      hasher.putInt(number);
    }

    void put(float[]... rows) {
      for (float[] row : rows) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * row.length);
        bytes.asFloatBuffer().put(row);
        hasher.putBytes(bytes.array());
      }
    }
  }
}

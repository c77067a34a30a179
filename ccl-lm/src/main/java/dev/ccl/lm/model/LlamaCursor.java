package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkState;

import dev.ccl.lm.LanguageModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A stack of tokens with their keys, values and hidden states. Tokens are computed when something
 * is asked about them, those pushed since the last question together.
 */
final class LlamaCursor implements LanguageModel.Cursor {
  private final LlamaWeights weights;
  private final Forward forward;
  private final List<float[]> hidden = new ArrayList<>();
  private final float[][] logits;
  private int[] tokens = new int[16];
  private int[] slots = identity(16);
  private int length;
  private int computed;
  private int logitsOf; // the length of the prefix whose logits are at hand; 0 if none
  private double logNormaliser;

  LlamaCursor(LlamaWeights weights) {
    this.weights = weights;
    this.forward = new Forward(weights, new KeyValues(weights.shape()));
    this.logits = new float[1][weights.shape().vocabulary()];
  }

  private static int[] identity(int size) {
    int[] result = new int[size];
    Arrays.setAll(result, i -> i);
    return result;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public int token(int position) {
    if (position >= length) {
      throw new IndexOutOfBoundsException(position);
    }
    return tokens[position];
  }

  @Override
  public void moveTo(int[] prefix) {
    LlamaModel.checkLength(prefix.length, weights.shape());
    LanguageModel.Cursor.super.moveTo(prefix);
  }

  @Override
  public void push(int id) {
    LlamaModel.checkToken(id, weights.shape());
    LlamaModel.checkLength(length + 1, weights.shape());
    if (length == tokens.length) {
      tokens = Arrays.copyOf(tokens, 2 * length);
      slots = identity(2 * length);
    }
    tokens[length++] = id;
  }

  @Override
  public void pop() {
    checkState(length > 0, "the prefix is empty");
    length--;
    computed = Math.min(computed, length);
    logitsOf = logitsOf > length ? 0 : logitsOf;
  }

  @Override
  public void logProbabilities(int[] ids, double[] out) {
    compute();
    if (logitsOf != length) {
      float[][] last = {hidden.get(length - 1)};
      weights.logits(last, logits, 1);
      logNormaliser = Kernels.logSumExp(logits[0]);
      logitsOf = length;
    }
    for (int k = 0; k < ids.length; k++) {
      out[k] = logits[0][ids[k]] - logNormaliser;
    }
  }

  @Override
  public void hidden(double[] out) {
    compute();
    float[] last = hidden.get(length - 1);
    for (int i = 0; i < last.length; i++) {
      out[i] = last[i];
    }
  }

  private void compute() {
    checkState(length > 0, "nothing is known of the empty prefix");
    while (computed < length) {
      int from = computed;
      for (; computed < length && computed - from < Forward.COLUMNS; computed++) {
        forward.add(tokens[computed], slots, computed + 1);
      }
      forward.run();
      for (int at = from; at < computed; at++) {
        if (at == hidden.size()) {
          hidden.add(new float[weights.shape().width()]);
        }
        System.arraycopy(forward.hidden(at - from), 0, hidden.get(at), 0, hidden.get(at).length);
      }
    }
  }
}

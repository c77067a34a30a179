package dev.ccl.lm.model;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * What the relatives of Llama compute differently.
 *
 * @param activation of the gates
 * @param embeddingScale input embeddings are multiplied by this
 * @param attentionScale products of queries and keys are multiplied by this; 0 for one over the
 *     root of a head's width
 * @param attentionCap these are then bent to stay below this size; 0 for no cap
 * @param logitCap the same for logits
 */
public record LlamaVariant(
    Activation activation,
    double embeddingScale,
    double attentionScale,
    double attentionCap,
    double logitCap) {

  /** Functions of the gates. */
  public enum Activation {
    /** x times the logistic function of x. */
    SILU,
    /** x times the normal distribution function, as its usual formula with tanh gives it. */
    GELU_TANH
  }

  /** Llama itself. */
  public static final LlamaVariant LLAMA = new LlamaVariant(Activation.SILU, 1, 0, 0, 0);

  /**
   * Checks the numbers.
   *
   * @param activation of the gates
   * @param embeddingScale positive
   * @param attentionScale not negative
   * @param attentionCap not negative
   * @param logitCap not negative
   */
  public LlamaVariant {
    checkArgument(
        embeddingScale > 0 && embeddingScale < 1e6,
        "embeddingScale: %s is not in (0, 10^6)",
        embeddingScale);
    check("attentionScale", attentionScale);
    check("attentionCap", attentionCap);
    check("logitCap", logitCap);
  }

  private static void check(String name, double value) {
    checkArgument(value >= 0 && value < 1e6, "%s: %s is not in [0, 10^6)", name, value);
  }
}

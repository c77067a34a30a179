package dev.ccl.lm;

import java.util.List;

/** Evaluations of one prefix by a model that knows nothing of it yet. */
public final class Fresh {
  private Fresh() {}

  /** Returns the size of the hidden states of a model that shows them. */
  public static int width(LanguageModel model) {
    return model.representation().orElseThrow().width();
  }

  /** Copies the output embedding of a token of a model that shows it. */
  public static void embedding(LanguageModel model, int id, double[] out) {
    model.representation().orElseThrow().embedding(id, out);
  }

  /** Returns the hidden state after a prefix. */
  public static double[] hidden(LanguageModel model, int... prefix) {
    double[] hidden = new double[width(model)];
    model.read(List.of(prefix), (i, at) -> at.hidden(hidden));
    return hidden;
  }
}

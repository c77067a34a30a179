package dev.ccl.lm;

import com.google.common.primitives.Ints;
import java.util.List;
import java.util.Optional;

/** A model by arithmetic, whose logits are few whole numbers, so that many tokens are equal. */
public final class TiedModel implements LanguageModel, LanguageModel.Representation {
  private final int vocabulary;

  public TiedModel(int vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Returns the logit of a token after a prefix. */
  public static int logit(List<Integer> prefix, int id) {
    int sum = 5 * prefix.size();
    for (int token : prefix) {
      sum += token;
    }
    return (id * id + 3 * id + sum) % 6;
  }

  @Override
  public int vocabulary() {
    return vocabulary;
  }

  @Override
  public String digest() {
    return "tied";
  }

  @Override
  public Optional<Representation> representation() {
    return Optional.of(this);
  }

  @Override
  public int width() {
    return 2;
  }

  @Override
  public void embedding(int id, double[] out) {
    out[0] = id;
    out[1] = 1;
  }

  @Override
  public void read(List<int[]> prefixes, Reader reader) {
    for (int i = 0; i < prefixes.size(); i++) {
      List<Integer> prefix = Ints.asList(prefixes.get(i));
      double[] sum = {0};
      for (int id = 0; id < vocabulary; id++) {
        sum[0] += Math.exp(logit(prefix, id));
      }
      reader.read(
          i,
          new Evaluation() {
            @Override
            public void logProbabilities(int[] ids, double[] out) {
              for (int k = 0; k < ids.length; k++) {
                out[k] = logit(prefix, ids[k]) - Math.log(sum[0]);
              }
            }

            @Override
            public void hidden(double[] out) {
              out[0] = prefix.size();
              out[1] = prefix.get(prefix.size() - 1);
            }
          });
    }
  }
}

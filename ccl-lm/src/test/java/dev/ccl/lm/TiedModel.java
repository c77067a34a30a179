package dev.ccl.lm;

import java.util.ArrayList;
import java.util.List;

/** A model by arithmetic, whose logits are few whole numbers, so that many tokens are equal. */
public final class TiedModel implements LanguageModel {
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
  public int width() {
    return 2;
  }

  @Override
  public String digest() {
    return "tied";
  }

  @Override
  public void embedding(int id, double[] out) {
    out[0] = id;
    out[1] = 1;
  }

  @Override
  public Cursor cursor() {
    return new Stack();
  }

  private final class Stack implements Cursor {
    private final List<Integer> prefix = new ArrayList<>();

    @Override
    public int length() {
      return prefix.size();
    }

    @Override
    public int token(int position) {
      return prefix.get(position);
    }

    @Override
    public void push(int id) {
      prefix.add(id);
    }

    @Override
    public void pop() {
      prefix.remove(prefix.size() - 1);
    }

    @Override
    public void logProbabilities(int[] ids, double[] out) {
      double sum = 0;
      for (int id = 0; id < vocabulary; id++) {
        sum += Math.exp(logit(prefix, id));
      }
      for (int k = 0; k < ids.length; k++) {
        out[k] = logit(prefix, ids[k]) - Math.log(sum);
      }
    }

    @Override
    public void hidden(double[] out) {
      out[0] = prefix.size();
      out[1] = prefix.get(prefix.size() - 1);
    }
  }
}

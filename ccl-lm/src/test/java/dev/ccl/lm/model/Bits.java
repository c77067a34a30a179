package dev.ccl.lm.model;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.ccl.lm.Fresh;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.TinyLlama;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Everything that a model says about some prefixes, to the bit. */
final class Bits {
  private Bits() {}

  /** Prints the digests of tiny models, for other virtual machines. */
  public static void main(String[] args) {
    System.out.println(ofTinyModels());
    System.out.println(ofRoundingModels());
  }

  static String ofTinyModels() {
    return digest(
        TinyLlama.of(TinyLlama.ODD, true, 7), //
        TinyLlama.of(TinyLlama.EVEN, false, 7));
  }

  static String ofRoundingModels() {
    return digest(
        TinyLlama.rounding(TinyLlama.ODD, true, 7), TinyLlama.rounding(TinyLlama.EVEN, false, 7));
  }

  private static String digest(TinyLlama... models) {
    Hasher hasher = Hashing.sha256().newHasher();
    for (TinyLlama tiny : models) {
      put(tiny.model(), prefixes(tiny.shape(), 40, 5), hasher);
    }
    return hasher.hash().toString();
  }

  /** Takes the answers to all prefixes into a digest. */
  static void put(LanguageModel model, List<int[]> prefixes, Hasher hasher) {
    model.read(
        prefixes,
        (i, at) -> {
          for (double value : answers(model, at)) {
            hasher.putDouble(value);
          }
        });
  }

  /** Returns all log-probabilities at a place, and then the hidden state. */
  static double[] answers(LanguageModel model, LanguageModel.Evaluation at) {
    int vocabulary = model.vocabulary();
    double[] logs = new double[vocabulary];
    at.logProbabilities(IntStream.range(0, vocabulary).toArray(), logs);
    double[] hidden = new double[Fresh.width(model)];
    at.hidden(hidden);
    double[] all = Arrays.copyOf(logs, vocabulary + hidden.length);
    System.arraycopy(hidden, 0, all, vocabulary, hidden.length);
    return all;
  }

  /** Returns the answers after a prefix, evaluated alone by a new tree. */
  static double[] fresh(LanguageModel model, int... prefix) {
    double[][] all = new double[1][];
    model.read(List.of(prefix), (i, at) -> all[0] = answers(model, at));
    return all[0];
  }

  /** Draws prefixes of which many begin alike and some are the same, in no order. */
  static List<int[]> prefixes(LlamaShape shape, int count, long seed) {
    Random random = new Random(seed);
    List<int[]> result = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int[] parent = i % 5 == 0 ? new int[0] : result.get(random.nextInt(i));
      int shared = parent.length == 0 ? 0 : random.nextInt(parent.length + 1);
      int length = Math.min(shape.context(), Math.max(1, shared + random.nextInt(12)));
      int[] prefix = Arrays.copyOf(parent, length);
      for (int t = shared; t < length; t++) {
        prefix[t] = random.nextInt(shape.vocabulary());
      }
      result.add(i % 9 == 4 ? parent.length == 0 ? prefix : parent.clone() : prefix);
    }
    return result;
  }
}

package dev.ccl.lm.format;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.ccl.lm.Fresh;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** A digest of all next-token laws and hidden states along one question. */
final class WeightsDump {
  private WeightsDump() {}

  /** Prints the digest of the model at a path. */
  public static void main(String[] args) throws IOException {
    System.out.println(of(Path.of(args[0])));
  }

  static String of(Path path) throws IOException {
    LoadedModel loaded = Models.open(path);
    LanguageModel model = loaded.model();
    Hasher hasher = Hashing.sha256().newHasher();
    int[] all = IntStream.range(0, model.vocabulary()).toArray();
    double[] logs = new double[all.length];
    double[] hidden = new double[Fresh.width(model)];
    PrefixTree tree = model.tree();
    int node = PrefixTree.EMPTY;
    int[] prompt = loaded.prompt("3+4等于几？");
    for (int t = 0; t < prompt.length; t++) {
      node = tree.add(node, prompt[t]);
      if (t % 10 == 9) {
        tree.read(
            new int[] {node},
            (i, at) -> {
              at.logProbabilities(all, logs);
              at.hidden(hidden);
            });
        for (double value : logs) {
          hasher.putDouble(value);
        }
        for (double value : hidden) {
          hasher.putDouble(value);
        }
      }
    }
    return hasher.hash().toString();
  }
}

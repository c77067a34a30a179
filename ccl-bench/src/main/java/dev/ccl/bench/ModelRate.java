package dev.ccl.bench;

import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.format.Activations;
import dev.ccl.lm.format.Models;
import dev.ccl.lm.format.Opening;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Tokens per second of one thread's CPU time: a prompt at once, and tokens one by one behind it.
 */
public final class ModelRate {
  private static final int REPETITIONS = 5;
  private static final int[] ONE = {5};

  private ModelRate() {}

  /**
   * Measures.
   *
   * @param args a model file, {@code floats}, {@code file} (weights stay in it) or {@code rounded},
   *     the length of the prompt, and how many tokens follow
   * @throws IOException if the model cannot be read
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 4) {
      System.err.println("usage: ModelRate FILE floats|file|rounded PROMPT FOLLOWING");
      System.exit(2);
    }
    Opening opening =
        switch (args[1]) {
          case "rounded" -> Opening.DEFAULT.withActivations(Activations.ROUNDED);
          case "file" -> Opening.DEFAULT.withMemory(0);
          default -> Opening.DEFAULT;
        };
    long begun = cpu();
    LanguageModel model = Models.open(Path.of(args[0]), opening).model();
    double opened = (cpu() - begun) * 1e-9;
    int[] prompt = new int[Integer.parseInt(args[2])];
    Arrays.setAll(prompt, i -> 3 + i * 37 % 200);
    int following = Integer.parseInt(args[3]);
    double[] prefill = new double[REPETITIONS];
    double[] decode = new double[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
      PrefixTree tree = model.tree();
      int node = tree.add(PrefixTree.EMPTY, prompt);
      long start = cpu();
      read(tree, node);
      prefill[i] = prompt.length / ((cpu() - start) * 1e-9);
      start = cpu();
      for (int t = 0; t < following; t++) {
        node = tree.add(node, 3 + t);
        read(tree, node);
      }
      decode[i] = following / ((cpu() - start) * 1e-9);
    }
    Arrays.sort(prefill);
    Arrays.sort(decode);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s %s: opened in %.1f s, prompt %.1f, following %.1f tokens per CPU second (medians of %d)",
            Path.of(args[0]).getFileName(),
            args[1],
            opened,
            prefill[REPETITIONS / 2],
            decode[REPETITIONS / 2],
            REPETITIONS));
  }

  private static void read(PrefixTree tree, int node) {
    tree.read(new int[] {node}, (i, at) -> at.logProbabilities(ONE, new double[1]));
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}

package dev.ccl.bench;

import static com.google.common.base.Preconditions.checkState;

import com.sun.management.OperatingSystemMXBean;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.format.LoadedModel;
import dev.ccl.lm.format.Models;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How fast language models are: tokens of stories15M one after the other, in turn with a control in
 * C, and prefixes of MiniMind2-Small in a tree, on one thread and on two. Rates of one thread are
 * per second of its CPU time; what a second thread brings is by the clock on the wall, so that the
 * machine has to be idle for it.
 */
public final class TokenRate {
  private static final int REPETITIONS = 5;
  private static final int TOKENS = 200;

  private TokenRate() {}

  /**
   * Measures.
   *
   * @param args a directory with stories15M and minimind2-small, and the control program
   * @throws Exception if a model cannot be read or the control cannot be run
   */
  public static void main(String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("usage: TokenRate WEIGHTS_DIR CONTROL");
      System.exit(2);
    }
    Path weights = Path.of(args[0]);
    one(weights.resolve("stories15M"), args[1]);
    tree(Models.open(weights.resolve("minimind2-small")));
  }

  private static void one(Path directory, String control) throws Exception {
    LanguageModel model = Models.open(directory).model();
    double ours = 0;
    double theirs = 0;
    List<Double> ratios = new ArrayList<>();
    greedy(model);
    for (int i = 0; i < REPETITIONS; i++) {
      double[] java = greedy(model);
      double[] c = control(control, directory.resolve("stories15M.bin"));
      checkState(Math.abs(java[1] - c[1]) < 0.01, "%s and %s differ", java[1], c[1]);
      ours = Math.max(ours, java[0]);
      theirs = Math.max(theirs, c[0]);
      ratios.add(java[0] / c[0]);
    }
    ratios.sort(null);
    print(
        "stories15M, tokens per CPU second: ours %.0f, C %.0f, best to best %.2f, middle of %d %.2f",
        ours, theirs, ours / theirs, REPETITIONS, ratios.get(REPETITIONS / 2));
  }

  /** Returns tokens per second of CPU time, and the sum of the surprises of the tokens. */
  private static double[] greedy(LanguageModel model) {
    int[] all = IntStream.range(0, model.vocabulary()).toArray();
    double[] logs = new double[all.length];
    PrefixTree tree = model.tree();
    double surprise = 0;
    long start = cpu();
    for (int t = 0, node = PrefixTree.EMPTY, token = 1; t < TOKENS; t++) {
      node = tree.add(node, token);
      tree.read(new int[] {node}, (i, at) -> at.logProbabilities(all, logs));
      token = 0;
      for (int id = 1; id < logs.length; id++) {
        token = logs[id] > logs[token] ? id : token;
      }
      surprise -= logs[token];
    }
    return new double[] {TOKENS / ((cpu() - start) * 1e-9), surprise};
  }

  private static double[] control(String program, Path weights)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(program, weights.toString(), String.valueOf(TOKENS)).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    checkState(process.waitFor() == 0, "the control failed");
    String[] fields = out.strip().split(" ", 2);
    return new double[] {Double.parseDouble(fields[0]), Double.parseDouble(fields[1])};
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long processCpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void tree(LoadedModel model) {
    List<int[]> prefixes = new ArrayList<>();
    for (int a = 10; a < 30; a++) {
      int[] prompt = model.prompt("Which is larger, " + a + " or " + (a * 37 % 50 + 10) + "?");
      prefixes.add(prompt);
      for (int answer = 0; answer < 40; answer++) {
        int[] more = model.tokenizer().encode(String.valueOf(answer));
        int[] whole = Arrays.copyOf(prompt, prompt.length + more.length);
        System.arraycopy(more, 0, whole, prompt.length, more.length);
        prefixes.add(whole);
      }
    }
    double rate = 0;
    long fastest = Long.MAX_VALUE; // of one thread, by the clock
    long fastestOfTwo = Long.MAX_VALUE;
    double work = Double.POSITIVE_INFINITY;
    for (int i = 0; i < REPETITIONS; i++) {
      long cpu = cpu();
      long used = processCpu();
      long start = System.nanoTime();
      double one = sum(model, prefixes);
      long middle = System.nanoTime();
      long usedByOne = processCpu() - used;
      rate = Math.max(rate, prefixes.size() / ((cpu() - cpu) * 1e-9));
      double two = sum(model.withThreads(2), prefixes);
      long end = System.nanoTime();
      work = Math.min(work, (double) (processCpu() - used - usedByOne) / usedByOne);
      checkState(one == two, "two threads differ from one");
      fastest = Math.min(fastest, middle - start);
      fastestOfTwo = Math.min(fastestOfTwo, end - middle);
    }
    long alone = cpu();
    PrefixTree tree = model.model().tree();
    double[] log = new double[1];
    for (int[] prefix : prefixes.subList(0, 100)) {
      int[] node = {tree.add(PrefixTree.EMPTY, prefix)};
      tree.read(node, (i, at) -> at.logProbabilities(new int[] {5}, log));
    }
    print(
        "minimind2-small, prefixes per CPU second: %.0f (%.0f walked one by one); by the clock %.0f,"
            + " two threads %.0f, best to best %.2f, with %.2f times the CPU time",
        rate,
        100 / ((cpu() - alone) * 1e-9),
        prefixes.size() / (fastest * 1e-9),
        prefixes.size() / (fastestOfTwo * 1e-9),
        (double) fastest / fastestOfTwo,
        work);
  }

  private static double sum(LoadedModel model, List<int[]> prefixes) {
    double[] sum = {0};
    double[] log = new double[1];
    model
        .model()
        .read(
            prefixes,
            (i, at) -> {
              at.logProbabilities(new int[] {5}, log);
              sum[0] += log[0];
            });
    return sum[0];
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}

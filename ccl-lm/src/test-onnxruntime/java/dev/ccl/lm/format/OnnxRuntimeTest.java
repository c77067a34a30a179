package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.ccl.lm.PrefixTree;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Multiplication;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Next-token laws beside those of ONNX Runtime, which is fed one token at a time: in one call the
 * export answers off topic. The file as it is, which rounds activations to bytes, is compared with
 * the pass that rounds them, and the file without that with the pass in floats.
 *
 * <p>Rounding makes steps out of the last bits of floats, and a step at one layer moves others
 * behind it. So the runtime with and without its optimiser, which change such bits only, stands
 * beside: nobody who follows the file can be expected to be closer to the one than the other is.
 */
@Tag("weights")
class OnnxRuntimeTest {
  private static final List<String> QUESTIONS =
      List.of(
          "What is the capital of France?",
          "法国的首都是哪里？",
          "3+4等于几？",
          "Which is larger, 12 or 7?",
          "Why is the sky blue?",
          "Write a short poem about the sea.",
          "12减5等于多少？",
          "你好");

  /** How far apart two sets of laws are. */
  private record Comparison(int prefixes, double mean, double largest, List<String> sameAnswers) {
    @Override
    public String toString() {
      return String.format(
          "KL over %d prefixes: mean %.2e, largest %.2e nats; same greedy answers %d of %d",
          prefixes, mean, largest, sameAnswers.size(), QUESTIONS.size());
    }
  }

  private static Path home;
  private static byte[] file;

  @BeforeAll
  static void needsWeights() throws IOException {
    String weights = System.getProperty("ccl.lm.weights", "");
    assumeTrue(!weights.isEmpty(), "-Dccl.lm.weights=DIR is not given");
    home = Path.of(weights, "minimind2-small");
    file = Files.readAllBytes(home.resolve("onnx/model_quantized.onnx"));
  }

  @Test
  void activationsInFloats() throws IOException, OrtException {
    LoadedModel model = Models.open(home);
    try (OrtSession session = session(FloatActivations.of(file), OptLevel.ALL_OPT)) {
      Comparison floats = compare(model, ours(model), () -> new Runtime(session));
      System.out.println("ONNX Runtime with float activations: " + floats);
      assertTrue(floats.mean < 1e-6, floats.toString());
      assertEquals(QUESTIONS, floats.sameAnswers, floats.toString());
    }
  }

  /** The runtime rounds activations to bytes: another law, near that of floats. */
  @Test
  void activationsRoundedAsTheFileSays() throws IOException, OrtException {
    LoadedModel model = Models.open(home);
    try (OrtSession session = session(file, OptLevel.ALL_OPT)) {
      Comparison unrounded = compare(model, ours(model), () -> new Runtime(session));
      System.out.println("ONNX Runtime as the file has it, and floats: " + unrounded);
      assertTrue(unrounded.mean < 0.05, unrounded.toString());
    }
  }

  private static OrtSession session(byte[] model, OptLevel level) throws OrtException {
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    options.setOptimizationLevel(level);
    return OrtEnvironment.getEnvironment().createSession(model, options);
  }

  /** Reads one token after the other and says the law of the next. */
  private interface Reader extends AutoCloseable {
    double[] feed(int token) throws OrtException;

    @Override
    default void close() {}
  }

  private static Supplier<Reader> ours(LoadedModel model) {
    return () -> {
      PrefixTree tree = model.model().tree();
      int[] node = {PrefixTree.EMPTY};
      int[] all = IntStream.range(0, model.model().vocabulary()).toArray();
      return token -> {
        node[0] = tree.add(node[0], token);
        double[] logs = new double[all.length];
        tree.read(node, (i, at) -> at.logProbabilities(all, logs));
        return logs;
      };
    };
  }

  /** Compares two readers on the questions and a model's answers to them. */
  private static Comparison compare(LoadedModel model, Supplier<Reader> one, Supplier<Reader> other)
      throws OrtException {
    double largest = 0;
    double sum = 0;
    int count = 0;
    List<String> same = new ArrayList<>();
    for (String question : QUESTIONS) {
      int[] prompt = model.prompt(question);
      int[] answer = model.greedy(prompt, 24);
      int[] text = Arrays.copyOf(prompt, prompt.length + answer.length);
      System.arraycopy(answer, 0, text, prompt.length, answer.length);
      boolean equal = true;
      try (Reader first = one.get();
          Reader second = other.get()) {
        for (int t = 0; t < text.length; t++) {
          double[] ours = first.feed(text[t]);
          double[] theirs = second.feed(text[t]);
          double kl = divergence(theirs, ours);
          largest = Math.max(largest, kl);
          sum += kl;
          count++;
          equal &= t < prompt.length - 1 || best(ours) == best(theirs);
        }
      }
      if (equal) {
        same.add(question);
      }
    }
    return new Comparison(count, sum / count, largest, same);
  }

  private static double divergence(double[] p, double[] q) {
    return IntStream.range(0, p.length).mapToDouble(i -> Math.exp(p[i]) * (p[i] - q[i])).sum();
  }

  private static int best(double[] logs) {
    return IntStream.range(0, logs.length).reduce((a, b) -> logs[b] > logs[a] ? b : a).orElseThrow();
  }

  /** The model in ONNX Runtime, with the keys and values of the tokens so far. */
  private static final class Runtime implements Reader {
    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final OrtSession session;
    private OrtSession.Result last;
    private int length;

    Runtime(OrtSession session) {
      this.session = session;
    }

    @Override
    public double[] feed(int token) throws OrtException {
      Map<String, OnnxTensorLike> inputs = new HashMap<>();
      inputs.put("input_ids", longs(token));
      inputs.put("position_ids", longs(length));
      long[] mask = new long[length + 1];
      Arrays.fill(mask, 1);
      inputs.put("attention_mask", longs(mask));
      for (int l = 0; l < 8; l++) {
        for (String kind : List.of("key", "value")) {
          String name = "past_key_values." + l + "." + kind;
          inputs.put(
              name,
              last == null
                  ? OnnxTensor.createTensor(
                      environment, FloatBuffer.allocate(0), new long[] {1, 2, 0, 64})
                  : (OnnxTensor) last.get("present." + l + "." + kind).orElseThrow());
        }
      }
      OrtSession.Result result = session.run(inputs);
      float[][][] logits = (float[][][]) result.get("logits").orElseThrow().getValue();
      close();
      last = result;
      length++;
      double[] logs = new double[logits[0][0].length];
      Arrays.setAll(logs, i -> logits[0][0][i]);
      double max = Arrays.stream(logs).max().orElseThrow();
      double log = max + Math.log(Arrays.stream(logs).map(v -> Math.exp(v - max)).sum());
      return Arrays.stream(logs).map(v -> v - log).toArray();
    }

    /** Returns what went through the graph under a name at the last token. */
    float[] shown(String name) throws OrtException {
      float[][][] value = (float[][][]) last.get(name).orElseThrow().getValue();
      return value[0][0];
    }

    private OnnxTensor longs(long... values) throws OrtException {
      return OnnxTensor.createTensor(
          environment, LongBuffer.wrap(values), new long[] {1, values.length});
    }

    @Override
    public void close() {
      if (last != null) {
        last.close();
      }
    }
  }
}

package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.ccl.lm.LanguageModel;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Next-token laws beside those of ONNX Runtime, which is fed one token at a time: in one call the
 * export answers off topic. The file makes the runtime round activations to bytes, which we do not;
 * so the same weights are compared with activations in floats as well, where nothing but roundings
 * of floats is left.
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
  private record Comparison(int prefixes, double mean, double largest, int sameAnswers) {
    @Override
    public String toString() {
      return String.format(
          "KL over %d prefixes: mean %.2e, largest %.2e nats; same greedy answers %d of %d",
          prefixes, mean, largest, sameAnswers, QUESTIONS.size());
    }
  }

  @Test
  void lawsAndAnswers() throws IOException, OrtException {
    String weights = System.getProperty("ccl.lm.weights", "");
    assumeTrue(!weights.isEmpty(), "-Dccl.lm.weights=DIR is not given");
    Path home = Path.of(weights, "minimind2-small");
    LoadedModel model = Models.open(home);
    byte[] file = Files.readAllBytes(home.resolve("onnx/model_quantized.onnx"));
    Comparison floats = compare(model, FloatActivations.of(file));
    System.out.println("ONNX Runtime with float activations: " + floats);
    Comparison bytes = compare(model, file);
    System.out.println("ONNX Runtime as the file has it: " + bytes);
    assertTrue(floats.mean < 1e-6, floats.toString());
    assertEquals(QUESTIONS.size(), floats.sameAnswers, floats.toString());
    assertTrue(bytes.mean < 0.1, bytes.toString()); // rounding activations to bytes costs this much
  }

  private static Comparison compare(LoadedModel model, byte[] file) throws OrtException {
    double largest = 0;
    double sum = 0;
    int count = 0;
    int same = 0;
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1);
    try (OrtSession session = environment.createSession(file, options)) {
      for (String question : QUESTIONS) {
        int[] prompt = model.prompt(question);
        int[] answer = model.greedy(prompt, 24);
        int[] text = Arrays.copyOf(prompt, prompt.length + answer.length);
        System.arraycopy(answer, 0, text, prompt.length, answer.length);
        LanguageModel.Cursor cursor = model.model().cursor();
        boolean equal = true;
        try (Runtime runtime = new Runtime(environment, session)) {
          for (int t = 0; t < text.length; t++) {
            cursor.push(text[t]);
            double[] ours = ours(cursor, model.model().vocabulary());
            double[] theirs = runtime.feed(text[t]);
            double kl = divergence(theirs, ours);
            largest = Math.max(largest, kl);
            sum += kl;
            count++;
            equal &= t < prompt.length - 1 || best(ours) == best(theirs);
          }
        }
        same += equal ? 1 : 0;
      }
    }
    return new Comparison(count, sum / count, largest, same);
  }

  private static double[] ours(LanguageModel.Cursor cursor, int vocabulary) {
    double[] logs = new double[vocabulary];
    cursor.logProbabilities(IntStream.range(0, vocabulary).toArray(), logs);
    return logs;
  }

  private static double divergence(double[] p, double[] q) {
    return IntStream.range(0, p.length).mapToDouble(i -> Math.exp(p[i]) * (p[i] - q[i])).sum();
  }

  private static int best(double[] logs) {
    return IntStream.range(0, logs.length).reduce((a, b) -> logs[b] > logs[a] ? b : a).orElseThrow();
  }

  /** The model in ONNX Runtime, with the keys and values of the tokens so far. */
  private static final class Runtime implements AutoCloseable {
    private final OrtEnvironment environment;
    private final OrtSession session;
    private OrtSession.Result last;
    private int length;

    Runtime(OrtEnvironment environment, OrtSession session) {
      this.environment = environment;
      this.session = session;
    }

    double[] feed(int token) throws OrtException {
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

package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.lm.LanguageModel;
import dev.ccl.lm.TinyLlama;
import dev.ccl.lm.model.LlamaShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The relatives of Llama, each written to a GGUF file and to a directory with safetensors, beside
 * the same formulas in doubles and without anything shared. With one of its features left out the
 * formulas are a liar.
 */
class RelativesTest {
  private static final double TOLERANCE = 2e-5;
  private static final int WIDTH = 16;
  private static final int HEADS = 4;
  private static final int GROUPS = 2;
  private static final int HEAD = 6;
  private static final int INNER = 20;
  private static final int WINDOW = 3;
  private static final int[] PREFIX = {1, 50, 270, 90, 8, 8, 200, 31, 264};

  @TempDir Path directory;

  /** What a relative may have. */
  enum Feature {
    BIASES,
    HEAD_NORMS,
    NORMS_BEHIND,
    GELU,
    EMBEDDING_SCALE,
    CAPS,
    WINDOW,
    LOCAL_POSITIONS,
    SCALED_POSITIONS,
    LONG_POSITIONS
  }

  enum Relative {
    LLAMA(1, Feature.BIASES, Feature.SCALED_POSITIONS),
    MISTRAL(1, Feature.WINDOW),
    QWEN2(1, Feature.BIASES),
    QWEN3(1, Feature.HEAD_NORMS),
    GEMMA(1, Feature.GELU, Feature.EMBEDDING_SCALE),
    GEMMA2(
        2,
        Feature.GELU,
        Feature.EMBEDDING_SCALE,
        Feature.NORMS_BEHIND,
        Feature.CAPS,
        Feature.WINDOW),
    GEMMA3(
        6,
        Feature.GELU,
        Feature.EMBEDDING_SCALE,
        Feature.NORMS_BEHIND,
        Feature.HEAD_NORMS,
        Feature.WINDOW,
        Feature.LOCAL_POSITIONS),
    PHI3(1, Feature.WINDOW, Feature.LONG_POSITIONS);

    private final int pattern;
    private final Feature[] features;

    Relative(int pattern, Feature... features) {
      this.pattern = pattern;
      this.features = features;
    }

    boolean has(Feature feature) {
      return Arrays.asList(features).contains(feature);
    }

    boolean isGemma() {
      return name().startsWith("GEMMA");
    }

    int layers() {
      return this == GEMMA3 ? 7 : 3;
    }
  }

  private static Map<String, float[][]> drawn(Relative relative) {
    Map<String, float[][]> tables = new LinkedHashMap<>();
    Random random = new Random(5);
    draw(tables, "embed", 300, WIDTH, 0, random);
    for (int l = 0; l < relative.layers(); l++) {
      for (String norm : new String[] {"norm1.", "norm2.", "behind1.", "behind2."}) {
        draw(tables, norm + l, 1, WIDTH, 1, random);
      }
      draw(tables, "qnorm." + l, 1, HEAD, 1, random);
      draw(tables, "knorm." + l, 1, HEAD, 1, random);
      draw(tables, "q." + l, HEADS * HEAD, WIDTH, 0, random);
      draw(tables, "k." + l, GROUPS * HEAD, WIDTH, 0, random);
      draw(tables, "v." + l, GROUPS * HEAD, WIDTH, 0, random);
      draw(tables, "qbias." + l, 1, HEADS * HEAD, 0, random);
      draw(tables, "kbias." + l, 1, GROUPS * HEAD, 0, random);
      draw(tables, "vbias." + l, 1, GROUPS * HEAD, 0, random);
      draw(tables, "o." + l, WIDTH, HEADS * HEAD, 0, random);
      draw(tables, "gate." + l, INNER, WIDTH, 0, random);
      draw(tables, "up." + l, INNER, WIDTH, 0, random);
      draw(tables, "down." + l, WIDTH, INNER, 0, random);
    }
    draw(tables, "norm", 1, WIDTH, 1, random);
    return tables;
  }

  private static void draw(
      Map<String, float[][]> tables, String name, int rows, int size, double mean, Random random) {
    float[][] table = new float[rows][size];
    for (float[] row : table) {
      for (int i = 0; i < size; i++) {
        double scale = rows == 1 ? 0.3 : 1.5 / Math.sqrt(size);
        row[i] = (float) (mean + scale * random.nextGaussian());
      }
    }
    tables.put(name, table);
  }

  // ---- the formulas

  private static final class Formulas {
    private final Relative relative;
    private final Map<String, float[][]> tables;
    private final Feature missing; // null for none

    Formulas(Relative relative, Map<String, float[][]> tables, Feature missing) {
      this.relative = relative;
      this.tables = tables;
      this.missing = missing;
    }

    private boolean has(Feature feature) {
      return relative.has(feature) && feature != missing;
    }

    double[] logProbabilities(int[] prefix) {
      double[][] x = new double[prefix.length][WIDTH];
      for (int t = 0; t < prefix.length; t++) {
        for (int i = 0; i < WIDTH; i++) {
          double scale = has(Feature.EMBEDDING_SCALE) ? Math.sqrt(WIDTH) : 1;
          x[t][i] = scale * tables.get("embed")[prefix[t]][i];
        }
      }
      for (int l = 0; l < relative.layers(); l++) {
        layer(x, l);
      }
      double[] hidden = norm(x[prefix.length - 1], 0, WIDTH, tables.get("norm")[0]);
      double[] logits = times(tables.get("embed"), hidden, null);
      if (has(Feature.CAPS)) {
        logits = Arrays.stream(logits).map(v -> 2 * Math.tanh(v / 2)).toArray();
      }
      double sum = Math.log(Arrays.stream(logits).map(Math::exp).sum());
      return Arrays.stream(logits).map(v -> v - sum).toArray();
    }

    private void layer(double[][] x, int l) {
      double[][] q = new double[x.length][];
      double[][] k = new double[x.length][];
      double[][] v = new double[x.length][];
      boolean bias = has(Feature.BIASES);
      boolean local = l % relative.pattern < relative.pattern - 1 || relative.pattern == 1;
      for (int t = 0; t < x.length; t++) {
        double[] n = norm(x[t], 0, WIDTH, tables.get("norm1." + l)[0]);
        q[t] =
            turned(times(table("q", l), n, bias ? table("qbias", l)[0] : null), "q", l, t, local);
        k[t] =
            turned(times(table("k", l), n, bias ? table("kbias", l)[0] : null), "k", l, t, local);
        v[t] = times(table("v", l), n, bias ? table("vbias", l)[0] : null);
      }
      for (int t = 0; t < x.length; t++) {
        double[] heads = new double[HEADS * HEAD];
        int first = has(Feature.WINDOW) && local ? Math.max(0, t - WINDOW + 1) : 0;
        for (int h = 0; h < HEADS; h++) {
          mix(q[t], k, v, first, t, h, heads);
        }
        add(x[t], times(table("o", l), heads, null), "behind1", l);
      }
      for (double[] state : x) {
        double[] n = norm(state, 0, WIDTH, table("norm2", l)[0]);
        double[] gate = times(table("gate", l), n, null);
        double[] up = times(table("up", l), n, null);
        for (int i = 0; i < INNER; i++) {
          double g = gate[i];
          double cubic = Math.sqrt(2 / Math.PI) * (g + 0.044715 * Math.pow(g, 3));
          up[i] *= has(Feature.GELU) ? g * (1 + Math.tanh(cubic)) / 2 : g / (1 + Math.exp(-g));
        }
        add(state, times(table("down", l), up, null), "behind2", l);
      }
    }

    private float[][] table(String name, int layer) {
      return tables.get(name + "." + layer);
    }

    private void add(double[] state, double[] change, String behind, int l) {
      double[] added =
          has(Feature.NORMS_BEHIND) ? norm(change, 0, WIDTH, table(behind, l)[0]) : change;
      for (int i = 0; i < WIDTH; i++) {
        state[i] += added[i];
      }
    }

    private void mix(double[] q, double[][] k, double[][] v, int from, int t, int h, double[] out) {
      int group = h / (HEADS / GROUPS) * HEAD;
      double[] weight = new double[t + 1];
      double total = 0;
      for (int s = from; s <= t; s++) {
        double score = 0;
        for (int i = 0; i < HEAD; i++) {
          score += q[h * HEAD + i] * k[s][group + i] / Math.sqrt(HEAD);
        }
        if (has(Feature.LONG_POSITIONS)) {
          score *= 1 + Math.log(4) / Math.log(64);
        }
        weight[s] = Math.exp(has(Feature.CAPS) ? 0.5 * Math.tanh(score / 0.5) : score);
        total += weight[s];
      }
      for (int s = from; s <= t; s++) {
        for (int i = 0; i < HEAD; i++) {
          out[h * HEAD + i] += weight[s] / total * v[s][group + i];
        }
      }
    }

    private double[] turned(double[] x, String which, int l, int t, boolean local) {
      double[] out = x.clone();
      for (int head = 0; head < x.length; head += HEAD) {
        if (has(Feature.HEAD_NORMS)) {
          double[] n = norm(x, head, HEAD, table(which + "norm", l)[0]);
          System.arraycopy(n, 0, x, head, HEAD);
        }
        for (int i = 0; i < HEAD / 2; i++) {
          double angle = t * frequency(i, local);
          double a = x[head + i];
          double b = x[head + i + HEAD / 2];
          out[head + i] = a * Math.cos(angle) - b * Math.sin(angle);
          out[head + i + HEAD / 2] = a * Math.sin(angle) + b * Math.cos(angle);
        }
      }
      return out;
    }

    private double frequency(int i, boolean local) {
      double base = has(Feature.LOCAL_POSITIONS) && local ? 10_000 : 500;
      double frequency = Math.pow(base, -2.0 * i / HEAD);
      if (has(Feature.LONG_POSITIONS)) {
        return frequency / (1 + i);
      }
      if (!has(Feature.SCALED_POSITIONS)) {
        return frequency;
      }
      double length = 2 * Math.PI / frequency; // as the authors of Llama 3.1 published it
      if (length < 16 / 4.0) {
        return frequency;
      }
      if (length > 16 / 1.0) {
        return frequency / 8;
      }
      double smooth = (16 / length - 1) / (4 - 1);
      return (1 - smooth) * frequency / 8 + smooth * frequency;
    }

    private static double[] norm(double[] x, int from, int size, float[] weights) {
      double square = 0;
      for (int i = 0; i < size; i++) {
        square += x[from + i] * x[from + i] / size;
      }
      double[] out = new double[size];
      for (int i = 0; i < size; i++) {
        out[i] = x[from + i] / Math.sqrt(square + 1e-5) * weights[i];
      }
      return out;
    }

    private static double[] times(float[][] table, double[] x, float[] bias) {
      double[] out = new double[table.length];
      for (int j = 0; j < out.length; j++) {
        out[j] = bias == null ? 0 : bias[j];
        for (int i = 0; i < x.length; i++) {
          out[j] += table[j][i] * x[i];
        }
      }
      return out;
    }
  }

  // ---- the files

  private static Map<String, float[][]> named(Relative r, Map<String, float[][]> tables) {
    Map<String, float[][]> out = new LinkedHashMap<>();
    out.put("token_embd.weight", tables.get("embed"));
    out.put("output_norm.weight", tables.get("norm"));
    for (int l = 0; l < r.layers(); l++) {
      String name = "blk." + l + ".";
      put(out, name + "attn_norm.weight", tables, "norm1." + l, true);
      put(out, name + "ffn_norm.weight", tables, "norm2." + l, true);
      put(
          out,
          name + "post_attention_norm.weight",
          tables,
          "behind1." + l,
          r.has(Feature.NORMS_BEHIND));
      put(out, name + "post_ffw_norm.weight", tables, "behind2." + l, r.has(Feature.NORMS_BEHIND));
      put(out, name + "attn_q_norm.weight", tables, "qnorm." + l, r.has(Feature.HEAD_NORMS));
      put(out, name + "attn_k_norm.weight", tables, "knorm." + l, r.has(Feature.HEAD_NORMS));
      put(out, name + "attn_output.weight", tables, "o." + l, true);
      put(out, name + "ffn_down.weight", tables, "down." + l, true);
      if (r == Relative.PHI3) {
        float[][] all = joined(tables.get("q." + l), tables.get("k." + l), tables.get("v." + l));
        out.put(name + "attn_qkv.weight", all);
        out.put(name + "ffn_up.weight", joined(tables.get("gate." + l), tables.get("up." + l)));
        continue;
      }
      put(out, name + "ffn_gate.weight", tables, "gate." + l, true);
      put(out, name + "ffn_up.weight", tables, "up." + l, true);
      for (String part : new String[] {"q", "k", "v"}) {
        put(out, name + "attn_" + part + ".weight", tables, part + "." + l, true);
        put(
            out,
            name + "attn_" + part + ".bias",
            tables,
            part + "bias." + l,
            r.has(Feature.BIASES));
      }
    }
    return out;
  }

  private static void put(
      Map<String, float[][]> out,
      String name,
      Map<String, float[][]> tables,
      String from,
      boolean wanted) {
    if (wanted) {
      out.put(name, tables.get(from));
    }
  }

  private static float[][] joined(float[][]... tables) {
    return Arrays.stream(tables).flatMap(Arrays::stream).toArray(float[][]::new);
  }

  private static Path gguf(Relative r, Map<String, float[][]> tables, Path directory)
      throws IOException {
    Map<String, float[][]> tensors = named(r, tables);
    String name = r == Relative.MISTRAL ? "llama" : r.name().toLowerCase(Locale.ROOT);
    if (name.equals("llama")) { // positions turn neighbours there
      for (Map.Entry<String, float[][]> e : tensors.entrySet()) {
        if (e.getKey().matches(".*attn_[qk].(weight|bias)")) {
          float[][] table = e.getValue();
          boolean bias = e.getKey().endsWith("bias");
          float[][] turned = ModelFiles.neighbours(bias ? column(table[0]) : table, HEAD);
          e.setValue(bias ? new float[][] {row(turned)} : turned);
        }
      }
    }
    LlamaShape shape =
        new LlamaShape(300, WIDTH, r.layers(), HEADS, GROUPS, HEAD, INNER, 64, 1e-5, 500, 1);
    Map<String, Object> metadata = new LinkedHashMap<>();
    ModelFiles.ggufMetadata(shape)
        .forEach((key, value) -> metadata.put(key.replaceFirst("^llama\\.", name + "."), value));
    metadata.put("general.architecture", name);
    metadata.put(name + ".attention.key_length", HEAD);
    metadata.put(name + ".attention.value_length", HEAD);
    metadata.put(name + ".vocab_size", 300);
    metadata.put(name + ".rope.freq_base", 500f);
    if (r.has(Feature.WINDOW)) {
      metadata.put(name + ".attention.sliding_window", WINDOW);
    }
    if (r.has(Feature.CAPS)) {
      metadata.put(name + ".attn_logit_softcapping", 0.5f);
      metadata.put(name + ".final_logit_softcapping", 2f);
    }
    if (r.has(Feature.SCALED_POSITIONS)) {
      float[] divisors = new float[HEAD / 2];
      for (int i = 0; i < divisors.length; i++) {
        double frequency = Math.pow(500, -2.0 * i / HEAD);
        divisors[i] = (float) (frequency / new Formulas(r, tables, null).frequency(i, true));
      }
      tensors.put("rope_freqs.weight", new float[][] {divisors});
    }
    if (r.has(Feature.LONG_POSITIONS)) {
      metadata.put(name + ".context_length", 256);
      metadata.put(name + ".rope.scaling.original_context_length", 64);
      metadata.put(name + ".rope.scaling.attn_factor", (float) longFactor());
      tensors.put("rope_factors_short.weight", new float[][] {{1, 2, 3}});
      tensors.put("rope_factors_long.weight", new float[][] {{7, 8, 9}});
    }
    byte[] file = ModelFiles.gguf(metadata, tensors, GgufType.F32);
    return Files.write(directory.resolve(r + ".gguf"), file);
  }

  private static double longFactor() {
    return Math.sqrt(1 + Math.log(4) / Math.log(64));
  }

  private static float[][] column(float[] row) {
    float[][] out = new float[row.length][1];
    for (int i = 0; i < row.length; i++) {
      out[i][0] = row[i];
    }
    return out;
  }

  private static float[] row(float[][] column) {
    float[] out = new float[column.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = column[i][0];
    }
    return out;
  }

  private static Path safetensors(Relative r, Map<String, float[][]> tables, Path directory)
      throws IOException {
    Path home = Files.createDirectories(directory.resolve(r + "-directory"));
    Architecture architecture =
        r == Relative.MISTRAL ? Architecture.LLAMA : Architecture.valueOf(r.name());
    Map<String, float[][]> tensors = new LinkedHashMap<>();
    named(r, tables)
        .forEach(
            (name, table) -> {
              boolean norm = r.isGemma() && name.endsWith("norm.weight");
              float[][] less = norm ? new float[][] {table[0].clone()} : table;
              for (int i = 0; i < less[0].length && norm; i++) {
                less[0][i]--;
              }
              tensors.put(TorchNames.of(architecture, name), less);
            });
    Files.write(home.resolve("model.safetensors"), ModelFiles.safetensors(tensors, "F32"));
    LlamaShape shape =
        new LlamaShape(300, WIDTH, r.layers(), HEADS, GROUPS, HEAD, INNER, 64, 1e-5, 500, 1);
    String type = r == Relative.GEMMA3 ? "gemma3_text" : r.name().toLowerCase(Locale.ROOT);
    ObjectNode config = ModelFiles.config(shape).put("model_type", type);
    config.put("tie_word_embeddings", true);
    if (r.isGemma()) {
      config.put("hidden_act", "gelu_pytorch_tanh").put("query_pre_attn_scalar", HEAD);
    }
    if (r.has(Feature.WINDOW)) {
      config.put("sliding_window", WINDOW);
    }
    if (r.has(Feature.CAPS)) {
      config.put("attn_logit_softcapping", 0.5).put("final_logit_softcapping", 2.0);
    }
    if (r.has(Feature.SCALED_POSITIONS)) {
      ObjectNode scaling = config.putObject("rope_scaling").put("rope_type", "llama3");
      scaling.put("factor", 8.0).put("low_freq_factor", 1.0).put("high_freq_factor", 4.0);
      scaling.put("original_max_position_embeddings", 16);
    }
    if (r.has(Feature.LONG_POSITIONS)) {
      config.put("max_position_embeddings", 256).put("original_max_position_embeddings", 64);
      ObjectNode scaling = config.putObject("rope_scaling").put("type", "longrope");
      scaling.putArray("short_factor").add(1.0).add(2.0).add(3.0);
      scaling.putArray("long_factor").add(7.0).add(8.0).add(9.0);
    }
    Files.writeString(home.resolve("config.json"), config.toString());
    Files.writeString(home.resolve("tokenizer.json"), ModelFiles.tokenizer(300).toString());
    return home;
  }

  /** Writes a GGUF file, or a directory with safetensors, of a relative. */
  static Path write(Relative relative, boolean gguf, Path directory) throws IOException {
    Map<String, float[][]> tables = drawn(relative);
    return gguf ? gguf(relative, tables, directory) : safetensors(relative, tables, directory);
  }

  private static double distance(LanguageModel model, double[] expected) {
    double[] logs = model.logProbabilities(PREFIX);
    return IntStream.range(0, 300)
        .mapToDouble(i -> Math.abs(logs[i] - expected[i]))
        .max()
        .orElse(9);
  }

  @ParameterizedTest
  @EnumSource(Relative.class)
  void filesHaveTheLawOfTheFormulas(Relative relative) throws IOException {
    Map<String, float[][]> tables = drawn(relative);
    Path[] files = {gguf(relative, tables, directory), safetensors(relative, tables, directory)};
    for (Path file : files) {
      LanguageModel model = Models.open(file).model();
      double[] law = new Formulas(relative, tables, null).logProbabilities(PREFIX);
      double off = distance(model, law);
      assertTrue(off < TOLERANCE, file + ": " + off);
      for (Feature missing : relative.features) {
        double[] lie = new Formulas(relative, tables, missing).logProbabilities(PREFIX);
        double away = distance(model, lie);
        assertTrue(away > 50 * TOLERANCE, file + " without " + missing + ": " + away);
      }
    }
  }

  /** Newer files say positions by the kind of a layer, or all in one object. */
  @Test
  void positionsByTheKindOfALayer() throws IOException {
    for (Relative relative : new Relative[] {Relative.GEMMA3, Relative.LLAMA}) {
      Path home = safetensors(relative, drawn(relative), directory);
      String expected = Models.open(home).model().digest();
      Path file = home.resolve("config.json");
      ObjectNode config = (ObjectNode) new ObjectMapper().readTree(file.toFile());
      config.remove("rope_theta");
      ObjectNode rope = config.putObject("rope_parameters");
      if (relative == Relative.LLAMA) {
        rope.setAll((ObjectNode) config.remove("rope_scaling"));
        rope.put("rope_theta", 500);
      } else {
        rope.putObject("full_attention").put("rope_theta", 500).put("rope_type", "default");
        rope.putObject("sliding_attention").put("rope_theta", 10_000).put("rope_type", "default");
      }
      Files.writeString(file, config.toString());
      assertEquals(expected, Models.open(home).model().digest(), relative.name());
    }
  }

  /** Queries, keys and values in one matrix are turned as they are apart. */
  @Test
  void attentionInOneMatrix() throws IOException {
    TinyLlama tiny = ModelsTest.tiny(true);
    Map<String, Object> metadata = ModelFiles.ggufMetadata(TinyLlama.EVEN);
    Map<String, float[][]> tensors = ModelFiles.ggufTensors(tiny);
    for (int l = 0; l < TinyLlama.EVEN.layers(); l++) {
      String name = "blk." + l + ".attn_";
      tensors.put(
          name + "qkv.weight",
          joined(
              tensors.remove(name + "q.weight"),
              tensors.remove(name + "k.weight"),
              tensors.remove(name + "v.weight")));
    }
    Path file = directory.resolve("a.gguf");
    Files.write(file, ModelFiles.gguf(metadata, tensors, GgufType.F32));
    assertEquals(tiny.model().digest(), Models.open(file).model().digest());
  }
}

package dev.ccl.lm.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ccl.lm.model.LlamaModel;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import dev.ccl.lm.token.ChatTemplate;
import dev.ccl.lm.token.Tokenizer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A directory with safetensors files, {@code config.json} and {@code tokenizer.json}. */
final class SafetensorsPackage implements Tensors, Closeable {
  private static final String ENDING = ".safetensors";
  private static final String INDEX = ".safetensors.index.json";

  private final Path directory;
  private final Architecture architecture;
  private final boolean tied;
  private final boolean apart; // the file says that it is not tied
  private final List<BinaryFile> files = new ArrayList<>();
  private final Map<String, Safetensors.Tensor> tensors = new TreeMap<>();
  private final Set<String> asked = new HashSet<>();
  private GgufRows.Storage storage = GgufRows.Storage.FLOATS;

  private SafetensorsPackage(Path directory, Architecture architecture, JsonNode ties) {
    this.directory = directory;
    this.architecture = architecture;
    this.tied = ties.asBoolean(architecture.isGemma());
    this.apart = ties.isBoolean() && !tied;
  }

  /** Whether a file belongs to such a package. */
  static boolean isPart(Path file) {
    return file.toString().endsWith(ENDING) || file.toString().endsWith(INDEX);
  }

  /** Whether a name is that of all weights, not of one file of several. */
  static boolean isWhole(String name) {
    boolean shard = name.matches(".*-\\d+-of-\\d+" + ENDING.replace(".", "\\."));
    return name.endsWith(INDEX) || (name.endsWith(ENDING) && !shard);
  }

  /** Reads a model; the template is that of the package if none is given. */
  static LoadedModel read(Path weights, Opening opening) throws IOException {
    Path directory = weights.toAbsolutePath().getParent();
    PackageFiles files = PackageFiles.at(directory);
    JsonFile config = files.config();
    ModelPlan plan = ConfigJson.read(config);
    Tokenizer tokenizer = files.tokenizer(plan.shape().vocabulary());
    ChatTemplate template = files.template(opening);
    JsonNode ties = config.root().path("tie_word_embeddings");
    try (SafetensorsPackage reader = new SafetensorsPackage(directory, plan.architecture(), ties)) {
      reader.add(weights);
      LlamaModel model = plan.read(reader, opening);
      reader.requireAllRead();
      return new LoadedModel(model, tokenizer, template);
    }
  }

  private void add(Path weights) throws IOException {
    if (!weights.toString().endsWith(INDEX)) {
      open(weights);
      return;
    }
    JsonFile index = JsonFile.read(weights);
    Set<String> names = new TreeSet<>();
    for (JsonNode name : index.root().path("weight_map")) {
      names.add(name.asText());
    }
    for (String name : names) {
      if (!name.endsWith(ENDING) || name.contains("/") || name.contains("\\")) {
        throw index.breach("weight_map", "no name of a safetensors file beside it: " + name);
      }
      open(directory.resolve(name));
    }
    for (Map.Entry<String, JsonNode> e : index.root().path("weight_map").properties()) {
      if (!tensors.containsKey(e.getKey())) {
        throw index.breach("weight_map", e.getKey() + " is in no file");
      }
    }
  }

  private void open(Path path) throws IOException {
    BinaryFile file = BinaryFile.open(path);
    files.add(file);
    for (Safetensors.Tensor tensor : Safetensors.read(file)) {
      if (tensors.put(tensor.name(), tensor) != null) {
        throw file.breach("tensor " + tensor.name(), "is there twice");
      }
    }
  }

  private void requireAllRead() {
    for (Safetensors.Tensor tensor : tensors.values()) {
      String name = tensor.name();
      boolean angles = name.endsWith("rotary_emb.inv_freq");
      if (!asked.contains(name) && !angles && !(tied && name.equals("lm_head.weight"))) {
        throw tensor.breach("is not understood in a model of " + architecture);
      }
    }
  }

  @Override
  public boolean has(String name) {
    boolean own = name.equals("output.weight") && apart; // must be there, then
    boolean same = name.equals("output.weight") && tied;
    return own || (!same && tensors.containsKey(TorchNames.of(architecture, name)));
  }

  private GgufRows rows(String name, int inputs, int outputs) {
    String own = TorchNames.of(architecture, name);
    Safetensors.Tensor tensor = tensors.get(own);
    if (tensor == null) {
      throw breach("tensor " + own, "missing");
    }
    asked.add(own);
    return tensor.rows(inputs, outputs);
  }

  /** The norms of the Gemma models are said as what they exceed 1 by. */
  @Override
  public float[] vector(String name, int size) throws IOException {
    float[] result = rows(name, size, 1).vector();
    for (int i = 0; i < size && architecture.isGemma() && name.endsWith("norm.weight"); i++) {
      result[i]++;
    }
    return result;
  }

  @Override
  public Matrix matrix(String name, int inputs, int outputs) throws IOException {
    return rows(name, inputs, outputs).matrix(storage);
  }

  @Override
  public Rows table(String name, int tokens, int width) throws IOException {
    GgufRows rows = rows(name, width, tokens);
    return storage == GgufRows.Storage.FLOATS ? rows.inMemory() : rows.rows();
  }

  @Override
  public boolean hold(GgufRows.Storage where) {
    storage = where;
    return true;
  }

  @Override
  public ModelFormatException breach(String place, String rule) {
    return ModelFormatException.of(directory.toString(), place, rule);
  }

  @Override
  public void close() throws IOException {
    for (BinaryFile file : files) {
      file.close();
    }
  }
}

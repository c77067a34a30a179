package dev.ccl.lm.format;

import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Numbers of an ONNX file: floats, or bytes with a scale and a zero point. */
final class OnnxTensors implements Tensors {
  private static final String QUANTISED = "_quantized";

  private final BinaryFile file;
  private final OnnxGraph graph;

  OnnxTensors(BinaryFile file, OnnxGraph graph) {
    this.file = file;
    this.graph = graph;
  }

  /** Biases would be nodes of their own, and queries, keys and values are apart. */
  @Override
  public boolean has(String name) {
    return !name.endsWith(".bias") && !name.endsWith("attn_qkv.weight");
  }

  @Override
  public float[] vector(String name, int size) throws IOException {
    return floats(graph.tensor(TorchNames.of(Architecture.LLAMA, name)), List.of((long) size));
  }

  /** Reads a table by its name or, if it is held in bytes, by its name and an ending. */
  @Override
  public Rows table(String name, int tokens, int width) throws IOException {
    String own = TorchNames.of(Architecture.LLAMA, name);
    Matrix.Source source = source(graph.has(own) ? own : own + QUANTISED, tokens, width);
    float[][] rows = new float[tokens][width];
    for (float[] row : rows) {
      source.read(row);
    }
    return Rows.of(rows);
  }

  /** Reads the matrix by which the node of a matrix multiplies. */
  @Override
  public Matrix matrix(String name, int inputs, int outputs) throws IOException {
    String own = TorchNames.of(Architecture.LLAMA, name).replace(".weight", "");
    return product("/" + own.replaceAll("\\.(?!\\d)", "/") + "/MatMul", inputs, outputs);
  }

  /** Reads the matrix by which a node multiplies. */
  Matrix product(String node, int inputs, int outputs) throws IOException {
    return Matrix.byInput(inputs, outputs, source(graph.factor(node), inputs, outputs));
  }

  @Override
  public ModelFormatException breach(String place, String rule) {
    return file.breach(place, rule);
  }

  private Matrix.Source source(String name, int inputs, int outputs) throws IOException {
    OnnxGraph.Tensor tensor = graph.tensor(name);
    check(tensor, List.of((long) inputs, (long) outputs));
    BinaryFile.Part part = file.part(place(tensor), tensor.from(), tensor.bytes());
    if (tensor.type() == OnnxGraph.FLOAT) {
      part.require(4L * inputs * outputs, inputs + " × " + outputs + " floats");
      return part::weights;
    }
    boolean signed = tensor.type() == OnnxGraph.SIGNED_BYTE;
    if ((!signed && tensor.type() != OnnxGraph.UNSIGNED_BYTE) || !name.endsWith(QUANTISED)) {
      throw file.breach(place(tensor), "numbers of type " + tensor.type() + ", not float or byte");
    }
    part.require((long) inputs * outputs, inputs + " × " + outputs + " bytes");
    String base = name.substring(0, name.length() - QUANTISED.length());
    float[] scales = scales(base + "_scale", outputs);
    int[] zeros = zeros(base + "_zero_point", outputs, signed);
    return row -> {
      byte[] bytes = part.bytes(row.length, "a row");
      for (int j = 0; j < row.length; j++) {
        row[j] = ((signed ? bytes[j] : bytes[j] & 0xff) - zeros[j]) * scales[j];
      }
    };
  }

  private float[] scales(String name, int outputs) throws IOException {
    OnnxGraph.Tensor tensor = graph.tensor(name);
    float[] given = floats(tensor, tensor.count() == 1 ? tensor.sizes() : List.of((long) outputs));
    return given.length == outputs ? given : filled(given[0], outputs);
  }

  private static float[] filled(float value, int size) {
    float[] result = new float[size];
    Arrays.fill(result, value);
    return result;
  }

  private int[] zeros(String name, int outputs, boolean signed) throws IOException {
    OnnxGraph.Tensor tensor = graph.tensor(name);
    if (tensor.count() != 1 && tensor.count() != outputs) {
      throw file.breach(place(tensor), "one zero point, or one per output, is needed");
    }
    BinaryFile.Part part = file.part(place(tensor), tensor.from(), tensor.bytes());
    int[] result = new int[outputs];
    for (int j = 0; j < tensor.count(); j++) {
      int value = tensor.varints() ? (int) part.varint() : part.unsignedByte();
      result[j] = signed ? (byte) value : value & 0xff;
    }
    if (tensor.count() == 1) {
      Arrays.fill(result, result[0]);
    }
    return result;
  }

  private float[] floats(OnnxGraph.Tensor tensor, List<Long> sizes) throws IOException {
    check(tensor, sizes);
    if (tensor.type() != OnnxGraph.FLOAT || tensor.varints()) {
      throw file.breach(place(tensor), "numbers of type " + tensor.type() + ", not float");
    }
    BinaryFile.Part part = file.part(place(tensor), tensor.from(), tensor.bytes());
    if (part.remaining() / 4 != tensor.count()) {
      throw file.breach(place(tensor), tensor.bytes() + " bytes for " + tensor.count() + " floats");
    }
    float[] result = new float[(int) tensor.count()];
    part.weights(result);
    return result;
  }

  private void check(OnnxGraph.Tensor tensor, List<Long> sizes) {
    if (!tensor.sizes().equals(sizes)) {
      throw file.breach(
          place(tensor), "sizes " + tensor.sizes() + " where config.json asks for " + sizes);
    }
  }

  private static String place(OnnxGraph.Tensor tensor) {
    return "tensor " + tensor.name();
  }
}

package dev.ccl.lm.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is needed of an ONNX file: the tensors it carries, by name and place, and the names of its
 * matrix products with their arguments. The numbers stay in the file until they are asked for.
 */
final class OnnxGraph {
  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int BLOCK = 2;
  private static final int FOUR_BYTES = 5;

  static final int FLOAT = 1;
  static final int UNSIGNED_BYTE = 2;
  static final int SIGNED_BYTE = 3;

  /**
   * A tensor of the file.
   *
   * @param type of its numbers, as ONNX numbers them
   * @param sizes its dimensions
   * @param from where its numbers begin in the file
   * @param bytes how many bytes they take
   * @param varints whether they are written in groups of seven bits
   */
  record Tensor(String name, int type, List<Long> sizes, long from, long bytes, boolean varints) {
    /** Returns the number of numbers, saturated. */
    long count() {
      long product = 1;
      for (long size : sizes) {
        product = size < 0 || size > (1L << 40) ? Long.MAX_VALUE : saturated(product, size);
      }
      return product;
    }

    private static long saturated(long a, long b) {
      return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }
  }

  private final BinaryFile file;
  private final Map<String, Tensor> tensors = new HashMap<>();
  private final Map<String, List<String>> products = new HashMap<>();

  private OnnxGraph(BinaryFile file) {
    this.file = file;
  }

  static OnnxGraph read(BinaryFile file) throws IOException {
    OnnxGraph graph = new OnnxGraph(file);
    BinaryFile.Part model = file.whole("model");
    while (model.remaining() > 0) {
      long key = model.varint();
      if (key == field(7, BLOCK)) {
        graph.readGraph(block(file, model, "graph"));
      } else {
        skip(model, key);
      }
    }
    if (graph.tensors.isEmpty()) {
      throw file.breach("", "no ONNX file with weights inside");
    }
    return graph;
  }

  private static long field(int number, int wire) {
    return (long) number << 3 | wire;
  }

  private static BinaryFile.Part block(BinaryFile file, BinaryFile.Part in, String place)
      throws IOException {
    long size = in.varint();
    in.require(size, place);
    BinaryFile.Part part = file.part(place, in.position(), size);
    in.skip(size, place);
    return part;
  }

  private static void skip(BinaryFile.Part in, long key) throws IOException {
    switch ((int) (key & 7)) {
      case VARINT -> in.varint();
      case EIGHT_BYTES -> in.skip(8, "a field");
      case BLOCK -> in.skip(in.varint(), "a field");
      case FOUR_BYTES -> in.skip(4, "a field");
      default -> throw in.breach("no field of an ONNX file begins like this");
    }
  }

  private static String text(BinaryFile.Part in) throws IOException {
    return new String(in.bytes(in.varint(), "a name"), StandardCharsets.UTF_8);
  }

  private void readGraph(BinaryFile.Part in) throws IOException {
    while (in.remaining() > 0) {
      long key = in.varint();
      if (key == field(1, BLOCK)) {
        readNode(block(file, in, "node"));
      } else if (key == field(5, BLOCK)) {
        Tensor tensor = readTensor(block(file, in, "tensor"));
        tensors.put(tensor.name, tensor);
      } else {
        skip(in, key);
      }
    }
  }

  private void readNode(BinaryFile.Part in) throws IOException {
    List<String> arguments = new ArrayList<>();
    String name = "";
    String operation = "";
    while (in.remaining() > 0) {
      long key = in.varint();
      if (key == field(1, BLOCK)) {
        arguments.add(text(in));
      } else if (key == field(3, BLOCK)) {
        name = text(in);
      } else if (key == field(4, BLOCK)) {
        operation = text(in);
      } else {
        skip(in, key);
      }
    }
    if (operation.startsWith("MatMul")) {
      products.put(name, List.copyOf(arguments));
    }
  }

  private Tensor readTensor(BinaryFile.Part in) throws IOException {
    List<Long> sizes = new ArrayList<>();
    int type = 0;
    String name = "";
    long from = 0;
    long bytes = 0;
    boolean varints = false;
    while (in.remaining() > 0) {
      long key = in.varint();
      if (key == field(1, VARINT)) {
        sizes.add(in.varint());
      } else if (key == field(1, BLOCK)) {
        BinaryFile.Part packed = block(file, in, "dims");
        while (packed.remaining() > 0) {
          sizes.add(packed.varint());
        }
      } else if (key == field(2, VARINT)) {
        type = (int) in.varint();
      } else if (key == field(8, BLOCK)) {
        name = text(in);
      } else if (key == field(4, BLOCK) || key == field(5, BLOCK) || key == field(9, BLOCK)) {
        varints = key == field(5, BLOCK);
        bytes = in.varint();
        from = in.position();
        in.skip(bytes, "the numbers of a tensor");
      } else {
        skip(in, key);
      }
    }
    return new Tensor(name, type, List.copyOf(sizes), from, bytes, varints);
  }

  boolean has(String name) {
    return tensors.containsKey(name);
  }

  Tensor tensor(String name) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw file.breach("tensor " + name, "missing");
    }
    return tensor;
  }

  /** Returns the second argument of the matrix product whose name begins like this. */
  String factor(String prefix) {
    List<String> names = products.keySet().stream().filter(n -> n.startsWith(prefix)).toList();
    if (names.size() != 1 || products.get(names.get(0)).size() < 2) {
      throw file.breach("node " + prefix, names.size() + " matrix products where one is needed");
    }
    return products.get(names.get(0)).get(1);
  }
}

package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Graphs by hand: fields that nobody asked for, products with like names, tensors that lie. */
class OnnxGraphTest {
  private static final byte[] SIX = new LittleEndian().f32(1, 2, 3, 4, 5, 6).bytes();

  @TempDir Path directory;

  /** A field of each kind that protocol buffers have; their numbers are those of no other field. */
  private static LittleEndian withOthers(LittleEndian out) {
    out.varint(90 << 3).varint(1L << 40);
    out.varint(91 << 3 | 1).i64(-1);
    out.field(92, new byte[] {10, 10, 10});
    return out.varint(93 << 3 | 5).i32(-1);
  }

  private static LittleEndian node(String name, String operation, String... arguments) {
    LittleEndian node = withOthers(new LittleEndian());
    for (String argument : arguments) {
      node.field(1, argument);
    }
    return withOthers(node.field(3, name)).field(4, operation);
  }

  private BinaryFile file(LittleEndian graph) throws IOException {
    LittleEndian model = withOthers(new LittleEndian()).field(7, withOthers(graph).bytes());
    return BinaryFile.open(Files.write(directory.resolve("a.onnx"), withOthers(model).bytes()));
  }

  private String complaint(Executable what) {
    return assertThrows(ModelFormatException.class, what)
        .getMessage()
        .replace(directory.toString(), "DIR");
  }

  @Test
  void otherFieldsArePassedOver() throws IOException {
    LittleEndian graph = withOthers(new LittleEndian());
    LittleEndian tensor = withOthers(new LittleEndian().field(1, 2)).field(1, 3).field(2, 1);
    graph.field(5, withOthers(tensor.field(8, "f\u00fcrst").field(9, SIX)).bytes());
    graph.field(1, node("a/MatMul", "MatMul", "x", "f\u00fcrst", "third").bytes());
    graph.field(1, node("a/MatMul/Add", "Add", "x", "y").bytes());
    graph.field(1, node("b/MatMul_quant", "MatMulInteger", "x", "second").bytes());
    graph.field(1, node("c/MatMul_fused", "MatMulIntegerToFloat", "x", "second").bytes());
    Onnx.tensor(graph, "second", 1, SIX, 4, 6);
    byte[] packed = new LittleEndian().varint(2).varint(300).varint(1).bytes(); // all in one field
    graph.field(5, new LittleEndian().field(1, packed).field(8, "packed").bytes());
    try (BinaryFile file = file(graph)) {
      OnnxGraph read = OnnxGraph.read(file);
      assertEquals(List.of(2L, 300L, 1L), read.tensor("packed").sizes());
      assertTrue(read.has("f\u00fcrst") && read.has("second"));
      assertFalse(read.has("third"));
      assertEquals(List.of(2L, 3L), read.tensor("f\u00fcrst").sizes());
      assertEquals("f\u00fcrst", read.factor("a/MatMul"));
      assertEquals("second", read.factor("b/MatMul"));
      assertEquals("second", read.factor("c/MatMul"), "products of optimised files");
      Matrix matrix = new OnnxTensors(file, read).product("a/MatMul", 2, 3);
      float[] last = new float[2];
      matrix.weights(2, last);
      assertArrayEquals(new float[] {3, 6}, last);
      float[] vector = new OnnxTensors(file, read).vector("second", 6);
      assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6}, vector);
    }
  }

  @Test
  void oneProductIsNeeded() throws IOException {
    LittleEndian graph = new LittleEndian();
    Onnx.tensor(graph, "w", 1, SIX, 9, 2, 3);
    graph.field(1, node("a/MatMul", "MatMul", "x", "w").bytes());
    graph.field(1, node("a/MatMul_1", "MatMul", "x", "w").bytes());
    graph.field(1, node("b/MatMul", "MatMul", "x").bytes());
    graph.field(1, node("c/MatMul", "Gemm", "x", "w").bytes());
    graph.field(1, node("c/MatMul_scaled", "FusedMatMul", "x", "w").bytes());
    graph.field(1, node("d/MatMul", "MatMul", "x", "none").bytes());
    try (BinaryFile file = file(graph)) {
      OnnxGraph read = OnnxGraph.read(file);
      String said = "DIR/a.onnx: node %s/MatMul: %s matrix products where one is needed";
      assertEquals(String.format(said, "a", 2), complaint(() -> read.factor("a/MatMul")));
      assertEquals("w", read.factor("a/MatMul_1"));
      assertEquals(String.format(said, "b", 1), complaint(() -> read.factor("b/MatMul")));
      assertEquals(String.format(said, "c", 0), complaint(() -> read.factor("c/MatMul")));
      OnnxTensors tensors = new OnnxTensors(file, read);
      assertEquals(
          "DIR/a.onnx: tensor none: missing", complaint(() -> tensors.product("d/MatMul", 2, 3)));
    }
  }

  @Test
  void whatIsNoFieldIsRefused() throws IOException {
    LittleEndian graph = new LittleEndian();
    Onnx.tensor(graph, "w", 1, SIX, 9, 2, 3);
    for (int kind : new int[] {3, 4, 6, 7}) {
      byte[] bytes = new LittleEndian().field(7, graph.bytes()).varint(8 | kind).bytes();
      Path path = Files.write(directory.resolve("b.onnx"), bytes);
      try (BinaryFile file = BinaryFile.open(path)) {
        assertEquals(
            "DIR/b.onnx: model: byte "
                + bytes.length
                + ": no field of an ONNX file begins like this",
            complaint(() -> OnnxGraph.read(file)));
      }
    }
    try (BinaryFile file = file(new LittleEndian().field(1, node("a", "Add").bytes()))) {
      assertEquals(
          "DIR/a.onnx: no ONNX file with weights inside", complaint(() -> OnnxGraph.read(file)));
    }
  }

  /** Sizes as a file gives them, whose product may have no number. */
  @Test
  void numbersOfATensorAreCounted() {
    assertEquals(1, count());
    assertEquals(7, count(7L));
    assertEquals(24, count(2L, 3L, 4L));
    assertEquals(0, count(3L, 0L));
    assertEquals(1L << 40, count(1L << 40));
    assertEquals(1L << 62, count(1L << 40, 1L << 22));
    assertEquals(Long.MAX_VALUE, count(1L << 40, 1L << 23));
    assertEquals(Long.MAX_VALUE, count((1L << 40) + 1));
    assertEquals(Long.MAX_VALUE, count(-1L));
    assertEquals(Long.MAX_VALUE, count(3L, -1L, 5L));
  }

  private static long count(Long... sizes) {
    return new OnnxGraph.Tensor("t", 1, List.of(sizes), 0, 0, false).count();
  }

  /** A matrix of bytes, its scales and its zero points: one of them is wrong. */
  @Test
  void tensorsThatLie() throws IOException {
    LittleEndian six = new LittleEndian().raw((byte) 1, (byte) 2, (byte) 3, (byte) -4, (byte) 5);
    byte[] bytes = six.i8(6).bytes();
    byte[] one = new LittleEndian().f32(0.5f).bytes();
    byte[] three = new LittleEndian().f32(0.5f, 2, 3).bytes();
    byte[] zeros = {1, 0, (byte) 255};
    LittleEndian graph = new LittleEndian();
    for (String name : List.of("u", "each", "type", "scale", "zero", "zeros", "short", "few")) {
      int type = name.equals("type") ? 6 : name.equals("each") ? 3 : 2;
      byte[] data = name.equals("short") ? new byte[5] : bytes;
      Onnx.tensor(graph, name + "_quantized", type, data, 9, 2, 3);
      boolean each = name.equals("each") || name.equals("few");
      int scaleType = name.equals("scale") ? 2 : 1;
      Onnx.tensor(graph, name + "_scale", scaleType, each ? three : one, 9, each ? 3 : 1);
      byte[] own = name.equals("few") ? new byte[] {1, 0} : zeros;
      Onnx.tensor(graph, name + "_zero_point", type, own, 9, sizeOfZeros(name));
    }
    Onnx.tensor(graph, "plain", 2, bytes, 9, 2, 3);
    Onnx.tensor(graph, "half", 1, new byte[23], 9, 2, 3);
    Onnx.tensor(graph, "norm", 1, new byte[8], 9, 3);
    Onnx.tensor(graph, "longer", 1, new byte[16], 9, 3);
    Onnx.tensor(graph, "whole", 6, SIX, 9, 6);
    Onnx.tensor(graph, "groups", 1, SIX, 5, 6);
    try (BinaryFile file = file(graph)) {
      OnnxTensors tensors = new OnnxTensors(file, OnnxGraph.read(file));
      Rows unsigned = tensors.table("u", 2, 3);
      assertEquals((252 - 1) * 0.5f, number(unsigned, 1, 0));
      assertEquals((6 - 1) * 0.5f, number(unsigned, 1, 2));
      Rows each = tensors.table("each", 2, 3);
      assertEquals((-4 - 1) * 0.5f, number(each, 1, 0));
      assertEquals((5 - 0) * 2f, number(each, 1, 1));
      assertEquals((6 + 1) * 3f, number(each, 1, 2));
      refused(
          "type_quantized: numbers of type 6, not float or byte", () -> matrix(tensors, "type"));
      refused("plain: numbers of type 2, not float or byte", () -> matrix(tensors, "plain"));
      refused("scale_scale: numbers of type 2, not float", () -> matrix(tensors, "scale"));
      String rule = ": one zero point, or one per output, is needed";
      refused("zero_zero_point" + rule, () -> matrix(tensors, "zero"));
      refused("zeros_zero_point" + rule, () -> matrix(tensors, "zeros"));
      String short5 = "short_quantized: byte %s: 2 × 3 bytes: 6 bytes where 5 are left";
      refused(short5, () -> matrix(tensors, "short"));
      refused(
          "few_zero_point: byte %s: a number: 1 bytes where 0 are left",
          () -> matrix(tensors, "few"));
      refused(
          "half: byte %s: 2 × 3 floats: 24 bytes where 23 are left", () -> matrix(tensors, "half"));
      refused("norm: 8 bytes for 3 floats", () -> tensors.vector("norm", 3));
      refused("longer: 16 bytes for 3 floats", () -> tensors.vector("longer", 3));
      refused("norm: sizes [3] where config.json asks for [2]", () -> tensors.vector("norm", 2));
      refused("whole: numbers of type 6, not float", () -> tensors.vector("whole", 6));
      refused("groups: numbers of type 1, not float", () -> tensors.vector("groups", 6));
      refused("none_quantized: missing", () -> matrix(tensors, "none"));
    }
  }

  private static long sizeOfZeros(String name) {
    return switch (name) {
      case "u", "scale" -> 1;
      case "zero" -> 2;
      case "zeros" -> 0;
      default -> 3;
    };
  }

  private static float number(Rows rows, int row, int place) {
    float[] all = new float[rows.size()];
    rows.read(row, 0, all, all.length);
    return all[place];
  }

  private static Rows matrix(OnnxTensors tensors, String name) throws IOException {
    return tensors.table(name, 2, 3);
  }

  private void refused(String message, Executable what) {
    String said = complaint(what).replaceAll("byte \\d+:", "byte %s:");
    assertEquals("DIR/a.onnx: tensor " + message, said);
  }
}

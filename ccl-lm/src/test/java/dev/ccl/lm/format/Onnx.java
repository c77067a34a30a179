package dev.ccl.lm.format;

/** Parts of ONNX graphs. */
final class Onnx {
  private Onnx() {}

  static void tensor(
      LittleEndian graph, String name, int type, byte[] data, int dataField, long... sizes) {
    LittleEndian tensor = new LittleEndian();
    for (long size : sizes) {
      tensor.field(1, size);
    }
    tensor.field(2, type).field(8, name).field(dataField, data);
    graph.field(5, tensor.bytes());
  }

  /** A product with a matrix that is held by input. */
  static void product(LittleEndian graph, String node, float[][] table, boolean bytes) {
    float[][] byInput = new float[table[0].length][table.length];
    copyTransposed(table, byInput);
    String name = "onnx::" + node;
    matrix(graph, name, byInput, bytes, true);
    copyTransposed(byInput, table);
    LittleEndian out = new LittleEndian().field(1, "activations");
    out.field(1, bytes ? name + "_quantized" : name).field(3, bytes ? node + "_quant" : node);
    graph.field(1, out.field(4, bytes ? "MatMulInteger" : "MatMul").bytes());
  }

  private static void copyTransposed(float[][] from, float[][] to) {
    for (int i = 0; i < from.length; i++) {
      for (int j = 0; j < from[i].length; j++) {
        to[j][i] = from[i][j];
      }
    }
  }

  /** A matrix as floats, or as bytes with a scale: its numbers become the rounded ones. */
  static void matrix(
      LittleEndian graph, String name, float[][] rows, boolean bytes, boolean signed) {
    long inputs = rows.length;
    long outputs = rows[0].length;
    if (!bytes) {
      tensor(graph, name, 1, new LittleEndian().table(rows).bytes(), 9, inputs, outputs);
      return;
    }
    int zero = signed ? -3 : 128;
    float scale = 0.0123f;
    LittleEndian data = new LittleEndian();
    for (float[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        int level = Math.max(-120, Math.min(120, Math.round(row[j] / scale)));
        row[j] = level * scale;
        data.i8(level + zero);
      }
    }
    tensor(graph, name + "_quantized", signed ? 3 : 2, data.bytes(), 9, inputs, outputs);
    tensor(graph, name + "_scale", 1, new LittleEndian().f32(scale).bytes(), 4);
    tensor(graph, name + "_zero_point", signed ? 3 : 2, packed(zero), 5);
  }

  private static byte[] packed(int value) {
    return new LittleEndian().varint(value).bytes();
  }
}

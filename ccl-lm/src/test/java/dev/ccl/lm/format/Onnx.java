package dev.ccl.lm.format;

/** Parts of ONNX graphs. */
final class Onnx {
  private Onnx() {}

  static void tensor(
      LittleEndian graph, String name, int type, byte[] data, int dataField, long... sizes) {
    LittleEndian tensor = new LittleEndian();
    if (sizes.length == 1) { // as newer writers do
      tensor.field(1, new LittleEndian().varint(sizes[0]).bytes());
    }
    for (int i = 0; sizes.length > 1 && i < sizes.length; i++) {
      tensor.field(1, sizes[i]);
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
    if (bytes) { // an integer product knows the zeros of both
      out.field(1, "activations_zero_point").field(1, name + "_zero_point");
    }
    graph.field(1, out.field(4, bytes ? "MatMulInteger" : "MatMul").bytes());
  }

  private static void copyTransposed(float[][] from, float[][] to) {
    for (int i = 0; i < from.length; i++) {
      for (int j = 0; j < from[i].length; j++) {
        to[j][i] = from[i][j];
      }
    }
  }

  /**
   * A matrix as floats, or as bytes with one scale or, where it has fewer inputs than outputs, one
   * per output: its numbers become the rounded ones.
   */
  static void matrix(
      LittleEndian graph, String name, float[][] rows, boolean bytes, boolean signed) {
    long inputs = rows.length;
    long outputs = rows[0].length;
    if (!bytes) {
      tensor(graph, name, 1, new LittleEndian().table(rows).bytes(), 9, inputs, outputs);
      return;
    }
    boolean each = signed && inputs < outputs; // a scale and a zero per output
    int zero = signed ? -3 : 128;
    float scale = 0.0123f;
    LittleEndian data = new LittleEndian();
    LittleEndian scales = new LittleEndian();
    LittleEndian zeros = new LittleEndian();
    for (int j = 0; j < (each ? outputs : 1); j++) {
      scales.f32(scale * (1 + j % 3));
      zeros.i8(zero + j % 5);
    }
    for (float[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        float own = each ? scale * (1 + j % 3) : scale;
        int level = Math.max(-120, Math.min(120, Math.round(row[j] / own)));
        row[j] = level * own;
        data.i8(level + zero + (each ? j % 5 : 0));
      }
    }
    int type = signed ? 3 : 2;
    tensor(graph, name + "_quantized", type, data.bytes(), 9, inputs, outputs);
    if (each) {
      tensor(graph, name + "_scale", 1, scales.bytes(), 9, outputs);
      tensor(graph, name + "_zero_point", type, zeros.bytes(), 9, outputs);
    } else {
      tensor(graph, name + "_scale", 1, scales.bytes(), 4);
      tensor(graph, name + "_zero_point", type, packed(zero), 5);
    }
  }

  private static byte[] packed(int value) {
    return new LittleEndian().varint(value).bytes();
  }
}

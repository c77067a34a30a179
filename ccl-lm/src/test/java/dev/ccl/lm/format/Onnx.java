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
    boolean perOutput = signed && inputs <= outputs; // else one scale and one zero point for all
    LittleEndian data = new LittleEndian();
    LittleEndian scales = new LittleEndian();
    LittleEndian zeros = new LittleEndian();
    for (float[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        float scale = perOutput ? 0.0123f * (1 + j % 3) : 0.0123f;
        int zero = perOutput ? j % 7 - 3 : signed ? -3 : 128;
        int level = Math.max(-120, Math.min(120, Math.round(row[j] / scale)));
        row[j] = level * scale;
        data.i8(level + zero);
        if (row == rows[0]) {
          scales.f32(scale);
          zeros.i8(zero);
        }
      }
    }
    tensor(graph, name + "_quantized", signed ? 3 : 2, data.bytes(), 9, inputs, outputs);
    if (perOutput) {
      tensor(graph, name + "_scale", 1, scales.bytes(), 9, outputs);
      tensor(graph, name + "_zero_point", 3, zeros.bytes(), 9, outputs);
    } else {
      tensor(graph, name + "_scale", 1, new LittleEndian().f32(0.0123f).bytes(), 4);
      tensor(graph, name + "_zero_point", signed ? 3 : 2, packed(signed ? -3 : 128), 5);
    }
  }

  private static byte[] packed(int value) {
    return new LittleEndian().varint(value).bytes();
  }
}

package dev.ccl.lm.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rewrites an ONNX file so that only its weights are rounded to bytes and its activations are not:
 * instead of rounding them, they are passed on, and instead of integer products there are products
 * with the weights as floats.
 */
final class FloatActivations {
  private static final String ONE = "ccl_one";

  private final byte[] in;
  private int at;

  private FloatActivations(byte[] in) {
    this.in = in;
  }

  static byte[] of(byte[] model) {
    LittleEndian out = new LittleEndian();
    for (Field field : new FloatActivations(model).fields()) {
      out.raw(field.number == 7 ? new LittleEndian().field(7, graph(field.value)).bytes() : field.raw);
    }
    return out.bytes();
  }

  /** A field of a message: its number, its content, and all its bytes. */
  private static final class Field {
    private final int number;
    private final byte[] value;
    private final byte[] raw;

    Field(int number, byte[] value, byte[] raw) {
      this.number = number;
      this.value = value;
      this.raw = raw;
    }
  }

  private List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    while (at < in.length) {
      int start = at;
      long key = varint();
      int from = at;
      switch ((int) (key & 7)) {
        case 0 -> varint();
        case 1 -> at += 8;
        case 5 -> at += 4;
        default -> {
          int length = (int) varint();
          from = at;
          at += length;
        }
      }
      fields.add(
          new Field(
              (int) (key >> 3), Arrays.copyOfRange(in, from, at), Arrays.copyOfRange(in, start, at)));
    }
    return fields;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in[at++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static byte[] graph(byte[] graph) {
    LittleEndian out = new LittleEndian();
    Onnx.tensor(out, ONE, 1, new LittleEndian().f32(1).bytes(), 4);
    for (Field field : new FloatActivations(graph).fields()) {
      if (field.number == 1) {
        node(field, out);
      } else if (field.number != 13) { // the types of what is between the nodes change
        out.raw(field.raw);
      }
    }
    return out.bytes();
  }

  private static void node(Field node, LittleEndian out) {
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    String operation = "";
    for (Field field : new FloatActivations(node.value).fields()) {
      String text = new String(field.value, StandardCharsets.UTF_8);
      switch (field.number) {
        case 1 -> inputs.add(text);
        case 2 -> outputs.add(text);
        case 4 -> operation = text;
        default -> {}
      }
    }
    switch (operation) {
      case "DynamicQuantizeLinear" -> {
        put(out, "Identity", List.of(inputs.get(0)), outputs.get(0));
        put(out, "Identity", List.of(ONE), outputs.get(1));
      }
      case "MatMulInteger" -> {
        String weights = outputs.get(0) + "_weights";
        put(out, "DequantizeLinear", List.of(inputs.get(1), ONE, inputs.get(3)), weights);
        put(out, "MatMul", List.of(inputs.get(0), weights), outputs.get(0));
      }
      default -> out.raw(node.raw);
    }
  }

  private static void put(LittleEndian out, String operation, List<String> inputs, String output) {
    LittleEndian node = new LittleEndian();
    inputs.forEach(input -> node.field(1, input));
    out.field(1, node.field(2, output).field(3, "ccl/" + output).field(4, operation).bytes());
  }
}

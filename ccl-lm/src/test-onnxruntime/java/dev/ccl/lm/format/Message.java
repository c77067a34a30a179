package dev.ccl.lm.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Takes a protocol buffer apart. */
final class Message {
  private final byte[] in;
  private int at;

  private Message(byte[] in) {
    this.in = in;
  }

  /** A field: its number, its content, and all its bytes. */
  @SuppressWarnings("ArrayRecordComponent")
  record Field(int number, byte[] value, byte[] raw) {
    String text() {
      return new String(value, StandardCharsets.UTF_8);
    }
  }

  /** A node of an ONNX graph. */
  record Node(String operation, String name, List<String> inputs, List<String> outputs) {
    static Node of(Field node) {
      List<String> inputs = new ArrayList<>();
      List<String> outputs = new ArrayList<>();
      String operation = "";
      String name = "";
      for (Field field : fields(node.value)) {
        switch (field.number) {
          case 1 -> inputs.add(field.text());
          case 2 -> outputs.add(field.text());
          case 3 -> name = field.text();
          case 4 -> operation = field.text();
          default -> {}
        }
      }
      return new Node(operation, name, inputs, outputs);
    }
  }

  static List<Field> fields(byte[] message) {
    return new Message(message).fields();
  }

  /** Rewrites the graph of a model. */
  static byte[] withGraph(byte[] model, UnaryOperator<byte[]> change) {
    LittleEndian out = new LittleEndian();
    for (Field field : fields(model)) {
      out.raw(
          field.number == 7
              ? new LittleEndian().field(7, change.apply(field.value)).bytes()
              : field.raw);
    }
    return out.bytes();
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
}

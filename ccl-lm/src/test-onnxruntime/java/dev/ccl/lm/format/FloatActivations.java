package dev.ccl.lm.format;

import java.util.List;

/**
 * Rewrites an ONNX file so that only its weights are rounded to bytes and its activations are not:
 * instead of rounding them, they are passed on, and instead of integer products there are products
 * with the weights as floats.
 */
final class FloatActivations {
  private static final String ONE = "ccl_one";

  private FloatActivations() {}

  static byte[] of(byte[] model) {
    return Message.withGraph(model, FloatActivations::graph);
  }

  private static byte[] graph(byte[] graph) {
    LittleEndian out = new LittleEndian();
    Onnx.tensor(out, ONE, 1, new LittleEndian().f32(1).bytes(), 4);
    for (Message.Field field : Message.fields(graph)) {
      if (field.number() == 1) {
        node(field, out);
      } else if (field.number() != 13) { // the types of what is between the nodes change
        out.raw(field.raw());
      }
    }
    return out.bytes();
  }

  private static void node(Message.Field field, LittleEndian out) {
    Message.Node node = Message.Node.of(field);
    List<String> inputs = node.inputs();
    List<String> outputs = node.outputs();
    switch (node.operation()) {
      case "DynamicQuantizeLinear" -> {
        put(out, "Identity", List.of(inputs.get(0)), outputs.get(0));
        put(out, "Identity", List.of(ONE), outputs.get(1));
      }
      case "MatMulInteger" -> {
        String weights = outputs.get(0) + "_weights";
        put(out, "DequantizeLinear", List.of(inputs.get(1), ONE, inputs.get(3)), weights);
        put(out, "MatMul", List.of(inputs.get(0), weights), outputs.get(0));
      }
      default -> out.raw(field.raw());
    }
  }

  private static void put(LittleEndian out, String operation, List<String> inputs, String output) {
    LittleEndian node = new LittleEndian();
    inputs.forEach(input -> node.field(1, input));
    out.field(1, node.field(2, output).field(3, "ccl/" + output).field(4, operation).bytes());
  }
}

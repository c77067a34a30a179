package dev.ccl.lm.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The integer products of an ONNX file. */
final class Products {
  private static final int OUTPUT = 12;

  private Products() {}

  /**
   * A product.
   *
   * @param node the name of its node
   * @param input what is rounded before it
   * @param output what it becomes when the scales have been multiplied to it
   */
  record Product(String node, String input, String output) {}

  static List<Product> of(byte[] model) {
    List<Product> products = new ArrayList<>();
    Map<String, String> rounded = new HashMap<>();
    Message.withGraph(
        model,
        graph -> {
          for (Message.Field field : Message.fields(graph)) {
            Message.Node node = field.number() == 1 ? Message.Node.of(field) : null;
            if (node != null && node.operation().equals("DynamicQuantizeLinear")) {
              rounded.put(node.outputs().get(0), node.inputs().get(0));
            } else if (node != null && node.operation().equals("MatMulInteger")) {
              String output = node.outputs().get(0).replace("_output_quantized", "");
              products.add(
                  new Product(node.name(), rounded.get(node.inputs().get(0)), output));
            }
          }
          return graph;
        });
    return products;
  }

  /** Makes what goes into products and comes out of them outputs of the graph. */
  static byte[] shown(byte[] model, List<Product> products) {
    Set<String> names = new TreeSet<>();
    for (Product product : products) {
      names.add(product.input);
      names.add(product.output);
    }
    return Message.withGraph(
        model,
        graph -> {
          for (Message.Field field : Message.fields(graph)) {
            if (field.number() == OUTPUT) {
              names.remove(Message.fields(field.value()).get(0).text());
            }
          }
          LittleEndian out = new LittleEndian().raw(graph);
          byte[] floats = new LittleEndian().field(1, new LittleEndian().field(1, 1).bytes()).bytes();
          for (String name : names) {
            out.field(OUTPUT, new LittleEndian().field(1, name).field(2, floats).bytes());
          }
          return out.bytes();
        });
  }
}

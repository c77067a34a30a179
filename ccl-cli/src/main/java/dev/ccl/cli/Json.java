package dev.ccl.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.primitives.ImmutableDoubleArray;

/** JSON as the commands read and write it: numbers at full precision, nothing but ASCII. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .build();

  private Json() {}

  /**
   * Starts an object.
   *
   * @return an empty one
   */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  static ArrayNode vector(double[] x) {
    ArrayNode array = array();
    for (double v : x) {
      array.add(v);
    }
    return array;
  }

  static ArrayNode vector(ImmutableDoubleArray x) {
    return vector(x.toArray());
  }

  /** A square matrix, row-major, as a list of its rows. */
  static ArrayNode matrix(double[] m) {
    int n = (int) Math.round(Math.sqrt(m.length));
    ArrayNode rows = array();
    for (int i = 0; i < n; i++) {
      rows.add(vector(java.util.Arrays.copyOfRange(m, i * n, (i + 1) * n)));
    }
    return rows;
  }

  /**
   * Writes lines with two blanks of indentation; arrays of numbers stay on one line.
   *
   * @param document any node
   * @return its text
   */
  public static String text(JsonNode document) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
    try {
      return MAPPER.writer(printer).writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads the vector that an option gives as a JSON array. */
  static double[] vector(String option, String text, int length) {
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          option + ": \"" + text + "\" is not a JSON array of numbers, such as [0.5, -1]");
    }
    if (node == null || !node.isArray()) {
      throw new IllegalArgumentException(
          option + ": \"" + text + "\" is not a JSON array of numbers, such as [0.5, -1]");
    }
    if (node.size() != length) {
      throw new IllegalArgumentException(
          option + ": " + node.size() + " numbers, but the instance has dimension " + length);
    }
    double[] x = new double[length];
    for (int i = 0; i < length; i++) {
      x[i] = node.get(i).isNumber() ? node.get(i).doubleValue() : Double.NaN;
      if (!Double.isFinite(x[i])) {
        throw new IllegalArgumentException(
            option + "[" + i + "]: " + node.get(i) + " is not a finite number");
      }
    }
    return x;
  }
}

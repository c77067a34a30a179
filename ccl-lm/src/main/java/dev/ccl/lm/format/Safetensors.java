package dev.ccl.lm.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The head of a safetensors file: where its tensors are. */
final class Safetensors {
  private static final long LONGEST = 1 << 24;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  private Safetensors() {}

  /**
   * A tensor of a file.
   *
   * @param from where its numbers begin in the file
   * @param end behind its last number
   */
  record Tensor(BinaryFile file, String name, String type, List<Long> sizes, long from, long end) {
    ModelFormatException breach(String rule) {
      return file.breach("tensor " + name, rule);
    }

    /** Returns the rows, which must have these sizes. */
    GgufRows rows(int inputs, int outputs) {
      boolean vector = sizes.equals(List.of((long) inputs)) && outputs == 1;
      if (!vector && !sizes.equals(List.of((long) outputs, (long) inputs))) {
        throw breach("sizes " + sizes + " where " + outputs + " × " + inputs + " are needed");
      }
      GgufType known =
          switch (type) {
            case "F32" -> GgufType.F32;
            case "F16" -> GgufType.F16;
            case "BF16" -> GgufType.BF16;
            default -> throw breach("numbers of type " + type + "; F32, F16 and BF16 can be read");
          };
      long bytes = known.bytes((long) inputs * outputs);
      if (end - from != bytes) {
        throw breach((end - from) + " bytes where " + bytes + " are needed");
      }
      return new GgufRows(known, file, "tensor " + name, from, inputs, outputs);
    }
  }

  static List<Tensor> read(BinaryFile file) throws IOException {
    BinaryFile.Part in = file.whole("header");
    long length = in.longInteger();
    in.require(length, "the header");
    if (length > LONGEST) {
      throw in.breach("a header of " + length + " bytes");
    }
    byte[] text = in.bytes(length, "the header");
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw in.breach(e.getOriginalMessage());
    } catch (CharConversionException e) {
      throw in.breach(e.getMessage());
    }
    List<Tensor> result = new ArrayList<>();
    for (Map.Entry<String, JsonNode> e : root.properties()) {
      if (!e.getKey().equals("__metadata__")) {
        result.add(tensor(file, in.position(), e.getKey(), e.getValue()));
      }
    }
    requireOwnBytes(result);
    return result;
  }

  private static Tensor tensor(BinaryFile file, long start, String name, JsonNode node) {
    List<Long> sizes = new ArrayList<>();
    node.path("shape").forEach(size -> sizes.add(size.asLong(-1)));
    JsonNode offsets = node.path("data_offsets");
    long from = offsets.path(0).asLong(-1);
    long end = offsets.path(1).asLong(-1);
    if (from < 0 || end < from || end > file.length() - start) {
      throw file.breach(
          "tensor " + name,
          "bytes "
              + from
              + " to "
              + end
              + " of the "
              + (file.length() - start)
              + " that are there");
    }
    String type = node.path("dtype").asText();
    return new Tensor(file, name, type, sizes, start + from, start + end);
  }

  private static void requireOwnBytes(List<Tensor> tensors) {
    List<Tensor> inOrder = new ArrayList<>(tensors);
    inOrder.sort(Comparator.comparingLong(Tensor::from).thenComparingLong(Tensor::end));
    for (int i = 1; i < inOrder.size(); i++) {
      if (inOrder.get(i).from < inOrder.get(i - 1).end) {
        throw inOrder.get(i).breach("shares bytes with tensor " + inOrder.get(i - 1).name);
      }
    }
  }
}

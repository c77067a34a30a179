package dev.ccl.core.instance;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The compact form made from the text of a document, right or wrong, by following the page {@code
 * docs/instances.md} and nothing else: it shares no code with the writer.
 */
final class NaivePacking {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private final List<String> vocabulary = new ArrayList<>();
  private final List<Integer> depth = new ArrayList<>();
  private final List<Integer> degree = new ArrayList<>();
  private final List<Integer> prefix = new ArrayList<>();
  private final List<Integer> token = new ArrayList<>();
  private final List<List<Double>> phi = new ArrayList<>();
  private final List<List<Double>> phiStu = new ArrayList<>();
  private final List<Double> pre = new ArrayList<>();
  private final List<Double> rewards = new ArrayList<>();
  private final StringBuilder counts = new StringBuilder();

  /** Thrown where a document says what the compact form has no place for. */
  static final class Inexpressible extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The bytes, unless the document is one that the compact form cannot even spell. */
  static Optional<byte[]> pack(String text) {
    try {
      return Optional.of(BaseDocument.gzip(new NaivePacking().unpacked(text)));
    } catch (Inexpressible | JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] unpacked(String text) throws IOException {
    JsonNode document = JSON.readTree(text);
    need(document.has("format"));
    for (JsonNode word : document.path("vocabulary")) {
      vocabulary.add(word.textValue());
    }
    int horizon = document.path("horizon").intValue();
    for (JsonNode prompt : document.path("prompts")) {
      prompt(prompt, document, horizon);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String fields = text.substring(0, text.indexOf("\"prompts\"")).replaceAll("\\s+", " ");
    String width =
        String.format(
            "\"width\": {\"phi\": %d, \"phiStu\": %d, \"pre\": %d, \"reward\": %d}",
            width(flat(phi)), width(flat(phiStu)), width(pre), width(rewards));
    String line = fields.replace("ccl-instance/", "ccl-columns/") + width;
    out.writeBytes((line + ", \"prompts\": [" + counts + "]}\n").getBytes(StandardCharsets.UTF_8));
    for (List<Integer> column : List.of(depth, degree, prefix, token)) {
      planes(column.stream().map(i -> little(4).putInt(i).array()).toList(), 4, out);
    }
    columns(phi, document.path("calibration").path("dimension").intValue(), out);
    columns(phiStu, document.path("student").path("dimension").intValue(), out);
    column(pre, width(pre), out);
    column(rewards, width(rewards), out);
    return out.toByteArray();
  }

  private void prompt(JsonNode prompt, JsonNode document, int horizon) {
    need(prompt.has("id") && prompt.path("states").isArray());
    int before = rewards.size();
    for (JsonNode state : prompt.get("states")) {
      need(state.size() == 2 && state.has("prefix") && state.has("tokens"));
      depth.add(state.get("prefix").size());
      state.get("prefix").forEach(word -> prefix.add(id(word)));
      degree.add(state.get("tokens").size());
      for (JsonNode next : state.get("tokens")) {
        need(next.size() == 4 && next.has("pre"));
        token.add(id(next.path("token")));
        phi.add(numbers(next.path("phi")));
        phiStu.add(numbers(next.path("phiStu")));
        pre.add(next.get("pre").doubleValue());
        if (prompt.path("rewards").size() > 0) {
          reward(prompt, state, next.get("token"), document, horizon);
        }
      }
    }
    int count = rewards.size() - before;
    need(count == prompt.path("rewards").size());
    counts.append(counts.length() == 0 ? "" : ", ").append("{\"id\": ").append(prompt.get("id"));
    counts.append(prompt.has("text") ? ", \"text\": " + prompt.get("text") : "");
    counts.append(", \"states\": ").append(prompt.get("states").size());
    counts.append(", \"rewards\": ").append(count).append("}");
  }

  /** The reward of the answer that a token decides, if it does. */
  private void reward(
      JsonNode prompt, JsonNode state, JsonNode last, JsonNode document, int horizon) {
    List<String> answer = new ArrayList<>();
    state.get("prefix").forEach(word -> answer.add(word.textValue()));
    if (answer.contains(document.path("eos").textValue())) {
      return; // an absorbing state that is listed decides nothing
    }
    answer.add(last.textValue());
    boolean ended = last.equals(document.path("eos"));
    need(answer.size() <= horizon);
    if (!ended && answer.size() < horizon) {
      return;
    }
    while (answer.size() < horizon) {
      answer.add(document.path("pad").textValue());
    }
    for (JsonNode reward : prompt.get("rewards")) {
      List<String> words = new ArrayList<>();
      reward.path("answer").forEach(word -> words.add(word.textValue()));
      if (words.equals(answer) && reward.has("reward")) {
        rewards.add(reward.get("reward").doubleValue());
        return;
      }
    }
    throw new Inexpressible();
  }

  private int id(JsonNode word) {
    int id = vocabulary.indexOf(word.textValue());
    need(id >= 0);
    return id;
  }

  private static List<Double> numbers(JsonNode list) {
    List<Double> numbers = new ArrayList<>();
    for (JsonNode number : list) {
      need(number.isNumber());
      numbers.add(number.doubleValue());
    }
    return numbers;
  }

  private static void need(boolean expressible) {
    if (!expressible) {
      throw new Inexpressible();
    }
  }

  private static void columns(List<List<Double>> rows, int dimension, OutputStream out)
      throws IOException {
    need(dimension < 100);
    for (int i = 0; i < dimension; i++) {
      List<Double> column = new ArrayList<>();
      for (List<Double> row : rows) {
        need(row.size() == dimension);
        column.add(row.get(i));
      }
      column(column, width(flat(rows)), out);
    }
  }

  private static List<Double> flat(List<List<Double>> rows) {
    return rows.stream().flatMap(List::stream).toList();
  }

  private static int width(List<Double> numbers) {
    return numbers.stream().allMatch(x -> Double.valueOf(x.floatValue()).equals(x)) ? 4 : 8;
  }

  private static void column(List<Double> column, int width, OutputStream out) throws IOException {
    List<byte[]> numbers = new ArrayList<>();
    for (double x : column) {
      ByteBuffer number = little(width);
      numbers.add((width == 4 ? number.putFloat((float) x) : number.putDouble(x)).array());
    }
    planes(numbers, width, out);
  }

  private static ByteBuffer little(int width) {
    return ByteBuffer.allocate(width).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void planes(List<byte[]> numbers, int width, OutputStream out) throws IOException {
    for (int b = 0; b < width; b++) {
      for (byte[] number : numbers) {
        out.write(number[b]);
      }
    }
  }
}

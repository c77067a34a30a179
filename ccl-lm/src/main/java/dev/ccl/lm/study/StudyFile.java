package dev.ccl.lm.study;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Streams;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The rows of a study as JSON lines, one per split, each sealed with its SHA-256, so that a row
 * that was edited is not believed. A study that is started again continues where the file ends; a
 * last line that was not finished is measured again.
 */
public final class StudyFile {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** How every row begins. */
  private static final String HEAD = "{\"split\":\"";

  /** What stands between a row and its digest. */
  private static final String SEAL = ",\"seal\":\"";

  private final Path file;
  private final String made;
  private final Map<String, SplitStudy> rows = new LinkedHashMap<>();

  private StudyFile(Path file, String made) {
    this.file = file;
    this.made = made;
  }

  /**
   * Opens a file.
   *
   * @param file the file; it need not exist
   * @param made what its rows depend on beside the split: model and settings. A row that was made
   *     otherwise is refused
   * @return the file with the rows that are finished
   * @throws IOException if it cannot be read, or its directory does not exist
   */
  public static StudyFile open(Path file, String made) throws IOException {
    StudyFile study = new StudyFile(file, made);
    if (Files.exists(file)) {
      study.read(Files.readAllBytes(file));
    } else if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new NoSuchFileException(file.toString());
    }
    return study;
  }

  private void read(byte[] bytes) throws IOException {
    int end = Bytes.lastIndexOf(bytes, (byte) '\n') + 1;
    List<String> lines = new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String otherwise;
      try {
        JsonNode row = JSON.readTree(lines.get(i));
        otherwise = text(row.required("made"));
        rows.put(text(row.required("split")), read(row));
      } catch (JsonProcessingException | IllegalArgumentException e) {
        throw refusal(i, "not a row of a study");
      }
      checkSeal(i, lines.get(i));
      if (!otherwise.equals(made)) {
        throw refusal(i, "made with " + otherwise + ", not with " + made);
      }
    }
    if (end < bytes.length) { // the study was stopped while it wrote
      String rest = new String(bytes, end, bytes.length - end, StandardCharsets.UTF_8);
      if (!rest.startsWith(HEAD) && !HEAD.startsWith(rest)) {
        throw refusal(lines.size(), "not a row of a study");
      }
      Files.write(file, Arrays.copyOf(bytes, end));
    }
  }

  private void checkSeal(int line, String row) {
    int at = row.lastIndexOf(SEAL);
    if (at < 0) {
      throw refusal(
          line, "no seal: the row is of an older version; measure it again, in a new file");
    }
    if (!row.equals(sealed(row.substring(0, at)))) {
      throw refusal(line, "changed after it was written: the seal does not fit");
    }
  }

  /** Closes a row, which is open, with the digest of all that it says. */
  private static String sealed(String row) {
    return row + SEAL + Hashing.sha256().hashString(row, StandardCharsets.UTF_8) + "\"}";
  }

  private IllegalArgumentException refusal(int line, String why) {
    return new IllegalArgumentException(file + ", line " + (line + 1) + ": " + why);
  }

  /**
   * Tells whether a split has been measured.
   *
   * @param split its name, {@code task/shift/seed}
   * @return whether its row is there
   */
  public boolean has(String split) {
    return rows.containsKey(split);
  }

  /**
   * Adds a row, at once on disk.
   *
   * @param split its name, {@code task/shift/seed}
   * @param study what was measured
   * @throws IOException if it cannot be written
   */
  public void add(String split, SplitStudy study) throws IOException {
    ObjectNode row = JSON.createObjectNode();
    row.put("split", split);
    ObjectNode objectives = row.putObject("J");
    study.objectives().forEach(objectives::put);
    ObjectNode accuracy = row.putObject("accuracy");
    study.accuracy().forEach(accuracy::put);
    row.put("sourceResidual", study.sourceResidual());
    row.put("targetResidual", study.targetResidual());
    row.put("targetBest", study.targetBest());
    row.put("muJoint", study.muJoint());
    row.put("queries", study.queries());
    row.put("made", made);
    study.answers().forEach(row.putArray("answers")::add);
    String text = JSON.writeValueAsString(row);
    Files.writeString(
        file,
        sealed(text.substring(0, text.length() - 1)) + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    rows.put(split, study);
  }

  private static SplitStudy read(JsonNode row) {
    return new SplitStudy(
        numbers(row.required("J")),
        numbers(row.required("accuracy")),
        row.required("sourceResidual").doubleValue(),
        row.required("targetResidual").doubleValue(),
        row.required("targetBest").doubleValue(),
        row.required("muJoint").doubleValue(),
        row.required("queries").longValue(),
        Streams.stream(row.required("answers"))
            .map(StudyFile::text)
            .collect(ImmutableList.toImmutableList()));
  }

  private static String text(JsonNode node) {
    checkArgument(node.isTextual(), "not a text: %s", node);
    return node.textValue();
  }

  private static ImmutableMap<String, Double> numbers(JsonNode node) {
    ImmutableMap.Builder<String, Double> map = ImmutableMap.builder();
    node.properties().forEach(e -> map.put(e.getKey(), e.getValue().doubleValue()));
    return map.buildOrThrow();
  }

  /**
   * Returns a table: per shift the mean over splits of every J with its standard error, the
   * difference of the last careful student to each with its error, the residuals, and ten answers.
   *
   * @return lines of text
   */
  public List<String> table() {
    Set<String> shifts = new LinkedHashSet<>();
    rows.keySet().forEach(name -> shifts.add(name.substring(0, name.lastIndexOf('/'))));
    List<String> lines = new ArrayList<>();
    for (String shift : shifts) {
      List<SplitStudy> splits =
          rows.entrySet().stream()
              .filter(e -> e.getKey().startsWith(shift + "/"))
              .map(Map.Entry::getValue)
              .toList();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: %d splits, residual %.2f nats on source, %.2f on target (best %.2f),"
                  + " mu_joint %.1e",
              shift,
              splits.size(),
              splits.stream().mapToDouble(SplitStudy::sourceResidual).average().orElse(0),
              splits.stream().mapToDouble(SplitStudy::targetResidual).average().orElse(0),
              splits.stream().mapToDouble(SplitStudy::targetBest).average().orElse(0),
              splits.stream().mapToDouble(SplitStudy::muJoint).average().orElse(0)));
      for (String name : splits.get(0).objectives().keySet()) {
        lines.add("  " + line(name, splits));
      }
      for (String name : splits.get(0).accuracy().keySet()) {
        double[] values = splits.stream().mapToDouble(s -> s.accuracy().get(name)).toArray();
        lines.add(
            String.format(Locale.ROOT, "  likeliest answer right, %-18s %.3f", name, mean(values)));
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "  rewards asked for by the learners: %d; ten answers of the first split, before and"
                  + " after, with their rewards:",
              splits.stream().mapToLong(SplitStudy::queries).sum()));
      splits.get(0).answers().forEach(answer -> lines.add("    " + answer));
    }
    return lines;
  }

  private static String line(String name, List<SplitStudy> splits) {
    double[] values = splits.stream().mapToDouble(s -> s.objectives().get(name)).toArray();
    double[] gains =
        splits.stream().mapToDouble(s -> last(s.objectives()) - s.objectives().get(name)).toArray();
    long won = Arrays.stream(gains).filter(g -> g > 0).count();
    return String.format(
        Locale.ROOT,
        "%-22s J %7.4f ± %.4f   careful exceeds it by %7.4f ± %.4f, on %d of %d splits",
        name,
        mean(values),
        error(values),
        mean(gains),
        error(gains),
        won,
        gains.length);
  }

  /** J of the careful student with the most queries. */
  private static double last(Map<String, Double> objectives) {
    double value = Double.NaN;
    for (Map.Entry<String, Double> e : objectives.entrySet()) {
      value = e.getKey().startsWith("careful ") ? e.getValue() : value;
    }
    return value;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double error(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return values.length < 2
        ? Double.NaN
        : Math.sqrt(squares / (values.length - 1) / values.length);
  }
}

package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableSet;
import com.google.common.hash.Hashing;
import com.google.common.hash.HashingInputStream;
import com.google.common.io.ByteStreams;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.algorithms.run.JsonFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * The files of a finished run, as they were written: {@code run.json} has a checksum of its own and
 * the digest of {@code rows.csv}, and a file that does not fit is refused.
 *
 * <p>The table may be replaced by one with more columns. {@code run.json} knows both of them
 * meanwhile, so that the run is readable at any moment.
 */
public final class FinishedRun {
  /** The name of the table. */
  public static final String ROWS = "rows.csv";

  static final String FORMAT = "ccl-run/2";

  /** A field of {@code run.json}: δ of the bounds, where it is not the one of the run itself. */
  static final String DELTA = "certificateDelta";

  /** What {@code run.json} will say once the next table has taken the place of the present one. */
  private static final String NEXT = "next";

  private static final String REMEDY = "; restore it, or run again in another directory";

  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path directory;
  private final ObjectNode json;

  private FinishedRun(Path directory, ObjectNode json) {
    this.directory = directory;
    this.json = json;
  }

  /**
   * Opens a run and checks its files.
   *
   * @param directory the directory of a finished run
   * @return the run
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if a file is damaged or of another version; the message names
   *     it
   */
  public static FinishedRun open(Path directory) throws IOException {
    ObjectNode json = (ObjectNode) document(directory);
    Path rows = directory.resolve(ROWS);
    checkArgument(
        json.path("files").has(ROWS), "%s does not list %s", directory.resolve("run.json"), ROWS);
    checkArgument(Files.exists(rows), "%s is missing%s", rows, REMEDY);
    String digest = digest(rows);
    ObjectNode next = json.withObject("/" + NEXT);
    json.remove(NEXT);
    if (!digest.equals(json.path("files").path(ROWS).asText())) {
      checkArgument(
          digest.equals(next.path("files").path(ROWS).asText()),
          "%s is damaged: its digest is not the one in run.json%s",
          rows,
          REMEDY);
      json.remove(DELTA);
      json.setAll(next);
    }
    return new FinishedRun(directory, json);
  }

  /** Reads {@code run.json} alone. */
  static JsonNode document(Path directory) throws IOException {
    Path file = directory.resolve("run.json");
    JsonNode json;
    try {
      json = JsonFile.readSealed(file);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + REMEDY, e);
    }
    checkArgument(
        !json.path("format").asText().equals("ccl-run/1"),
        "%s is of an earlier version, which had runs.csv: run again in another directory",
        file);
    checkArgument(
        json.path("format").asText().equals(FORMAT), "%s is not of the format %s", file, FORMAT);
    return json;
  }

  private static String digest(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      HashingInputStream hashing = new HashingInputStream(Hashing.sha256(), in);
      ByteStreams.exhaust(hashing);
      return hashing.hash().toString();
    }
  }

  /**
   * Returns what {@code run.json} says.
   *
   * @return the document
   */
  public JsonNode json() {
    return json;
  }

  /**
   * Returns the measures of which the table has a column.
   *
   * @return the measures
   * @throws IOException if the table cannot be read
   */
  public ImmutableSet<Measure> measures() throws IOException {
    return RunTable.measures(csv());
  }

  /**
   * Replaces the table.
   *
   * @param said the δ of the new one, where it is not the one of the run itself
   * @param content writes it; where that is stopped by a {@link CancellationException} the old one
   *     stays
   * @return whether it was replaced
   */
  boolean replace(Map<String, String> said, AtomicFile.Content content) throws IOException {
    Path next = directory.resolve(ROWS + ".next");
    try {
      AtomicFile.write(next, content);
    } catch (CancellationException e) {
      return false;
    }
    ObjectNode after = MAPPER.createObjectNode();
    after.set("files", MAPPER.createObjectNode().put(ROWS, digest(next)));
    said.forEach(after::put);
    rewrite(root -> root.set(NEXT, after));
    Files.move(next, csv(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    rewrite(
        root -> {
          root.remove(DELTA);
          root.setAll(after);
        });
    return true;
  }

  private void rewrite(Consumer<ObjectNode> change) throws IOException {
    ObjectNode changed = json.deepCopy();
    changed.remove("checksum");
    change.accept(changed);
    JsonFile.writeSealed(
        directory.resolve("run.json"),
        generator -> {
          for (Map.Entry<String, JsonNode> field : changed.properties()) {
            generator.writeFieldName(field.getKey());
            MAPPER.writeTree(generator, field.getValue());
          }
        });
  }

  /**
   * Returns the file of the measurements.
   *
   * @return the path of {@code rows.csv}
   */
  public Path csv() {
    return directory.resolve(ROWS);
  }
}

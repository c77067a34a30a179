package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import com.google.common.hash.HashingInputStream;
import com.google.common.io.ByteStreams;
import dev.ccl.algorithms.run.JsonFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The files of a finished run, as they were written: {@code run.json} has a checksum of its own and
 * the digests of the others, and a file that does not fit is refused. A file that is made from
 * these two, such as {@code certificate.csv}, is checked when it is asked for: without it the run
 * is whole.
 */
public final class FinishedRun {
  private static final String FORMAT = "ccl-run/1";
  private static final String REMEDY = "; restore it, or run again in another directory";

  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path directory;
  private final JsonNode json;

  private FinishedRun(Path directory, JsonNode json) {
    this.directory = directory;
    this.json = json;
  }

  /**
   * Opens a run and checks its files.
   *
   * @param directory the directory of a finished run
   * @return the run
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if {@code run.json} or {@code runs.csv} is damaged; the
   *     message names it
   */
  public static FinishedRun open(Path directory) throws IOException {
    FinishedRun run = new FinishedRun(directory, document(directory));
    checkArgument(
        run.lists("runs.csv"), "%s does not list runs.csv", directory.resolve("run.json"));
    run.check("runs.csv");
    return run;
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
        json.path("format").asText().equals(FORMAT), "%s is not of the format %s", file, FORMAT);
    return json;
  }

  private void check(String name) throws IOException {
    Path file = directory.resolve(name);
    checkArgument(Files.exists(file), "%s is missing%s", file, REMEDY);
    checkArgument(
        digest(file).equals(listed(name)),
        "%s is damaged: its digest is not the one in run.json%s",
        file,
        REMEDY);
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
   * Tells whether the run has a file, which then is as it was written.
   *
   * @param name the name of the file
   * @return whether {@code run.json} lists it
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is listed, but missing or damaged; the message names it
   */
  public boolean has(String name) throws IOException {
    if (lists(name)) {
      check(name);
    }
    return lists(name);
  }

  private boolean lists(String name) {
    return json.path("files").has(name);
  }

  /** Whether a file is listed and there, as it was written. */
  boolean isWhole(String name) throws IOException {
    Path file = directory.resolve(name);
    return lists(name) && Files.exists(file) && digest(file).equals(listed(name));
  }

  private String listed(String name) {
    return json.path("files").path(name).asText();
  }

  /** What writes a file. */
  @FunctionalInterface
  interface Writing {
    /** Returns whether the file is whole. */
    boolean run() throws IOException;
  }

  /**
   * Writes a file that is made from the others. {@code run.json} lists it when it is whole and not
   * before, so that at any moment the run is readable.
   *
   * @param name the name of the file
   * @param said changes what {@code run.json} says beside its digest
   * @param writing writes it
   * @return whether it was written
   */
  boolean derive(String name, Consumer<ObjectNode> said, Writing writing) throws IOException {
    if (lists(name)) {
      rewrite(root -> root.withObject("/files").remove(name));
    }
    if (!writing.run()) {
      return false;
    }
    String digest = digest(directory.resolve(name));
    rewrite(
        root -> {
          root.withObject("/files").put(name, digest);
          said.accept(root);
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
   * @return the path of {@code runs.csv}
   */
  public Path csv() {
    return directory.resolve("runs.csv");
  }
}

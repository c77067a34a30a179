package dev.ccl.algorithms.run;

import static com.google.common.base.Preconditions.checkArgument;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.hash.Hashing;
import com.google.common.primitives.ImmutableDoubleArray;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Small JSON files with stable bytes: the same values give the same text on every machine and Java,
 * and every double is the shortest text that reads back as the same bits.
 */
public final class JsonFile {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER).build();

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final String SEAL = ",\n  \"checksum\":\"";
  private static final String END = "\n}";

  private JsonFile() {}

  /** What is written. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes the fields of the document's object.
     *
     * @param json inside the outermost object
     * @throws IOException if writing fails
     */
    void writeTo(JsonGenerator json) throws IOException;
  }

  /**
   * Replaces a file atomically.
   *
   * @param path the file
   * @param content the fields of its one object
   * @throws IOException if writing fails
   */
  public static void write(Path path, Content content) throws IOException {
    byte[] bytes = bytes(content);
    AtomicFile.write(path, out -> out.write(bytes));
  }

  /**
   * Returns what the file of a content holds.
   *
   * @param content the fields of its one object
   * @return the bytes of the document
   */
  public static byte[] bytes(Content content) {
    return (text(content) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Replaces a file atomically, with a last field {@code checksum}: the SHA-256 of all bytes before
   * the comma that precedes it.
   *
   * @param path the file
   * @param content the fields of its one object, at least one
   * @throws IOException if writing fails
   */
  public static void writeSealed(Path path, Content content) throws IOException {
    byte[] sealed = sealed(content);
    AtomicFile.write(path, out -> out.write(sealed));
  }

  /**
   * Returns what {@link #writeSealed} writes.
   *
   * @param content the fields of the one object, at least one
   * @return the bytes of the document
   */
  static byte[] sealed(Content content) {
    String text = text(content);
    String body = text.substring(0, text.length() - END.length());
    return (body + SEAL + digest(body) + "\"" + END + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Content content) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.setPrettyPrinter(
          new DefaultPrettyPrinter()
              .withObjectIndenter(new DefaultIndenter("  ", "\n"))
              .withoutSpacesInObjectEntries());
      json.writeStartObject();
      content.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static String digest(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  /**
   * Writes a field that holds a vector.
   *
   * @param json inside an object
   * @param name the field
   * @param values the vector
   * @throws IOException if writing fails
   */
  public static void vector(JsonGenerator json, String name, ImmutableDoubleArray values)
      throws IOException {
    json.writeFieldName(name);
    json.writeArray(values.toArray(), 0, values.length());
  }

  /**
   * Reads a file.
   *
   * @param path the file
   * @return its document
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is not JSON
   */
  public static JsonNode read(Path path) throws IOException {
    return read(path, Files.readString(path, StandardCharsets.UTF_8));
  }

  /**
   * Reads a file that {@link #writeSealed} has written.
   *
   * @param path the file
   * @return its document, with the checksum
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is not, to the last bit, what was written
   */
  public static JsonNode readSealed(Path path) throws IOException {
    return readSealed(path, new String(Files.readAllBytes(path), StandardCharsets.UTF_8));
  }

  /**
   * Reads what {@link #sealed} has returned.
   *
   * @param place where it comes from
   * @param text the document
   * @return the document, with the checksum
   * @throws IllegalArgumentException if it is not, to the last bit, what was returned
   */
  static JsonNode readSealed(Object place, String text) {
    int seal = text.lastIndexOf(SEAL);
    checkArgument(seal >= 0, "%s is damaged: it does not end with a checksum", place);
    String expected = SEAL + digest(text.substring(0, seal)) + "\"" + END + "\n";
    checkArgument(
        text.substring(seal).equals(expected),
        "%s is damaged: its checksum does not fit its content",
        place);
    return read(place, text);
  }

  /**
   * Reads what a file holds or held.
   *
   * @param place where it comes from
   * @param text the document
   * @return the document
   * @throws IllegalArgumentException if it is not JSON
   */
  public static JsonNode read(Object place, String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: line %d: %s",
              place,
              e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
              e.getOriginalMessage()),
          e);
    }
  }
}

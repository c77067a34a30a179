package dev.ccl.experiments.run;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/** What a result owes to the programs that made it. No clock is read. */
public final class Provenance {
  private static final List<String> LIBRARIES = List.of("guava", "commons-rng", "ejml", "jackson");

  private static final Properties VERSIONS = read();

  private Provenance() {}

  /**
   * Returns the version of this project or of a library.
   *
   * @param name {@code ccl} or the name of a library
   * @return the version with which the build was made
   */
  public static String version(String name) {
    return VERSIONS.getProperty(name, "unknown");
  }

  /** Writes the fields that are the same for every run of this program on this machine. */
  static void write(JsonGenerator json) throws IOException {
    json.writeStringField("generator", "xoshiro256++, one stream per purpose and round");
    json.writeStringField("code", version("ccl"));
    json.writeObjectFieldStart("libraries");
    for (String library : LIBRARIES) {
      json.writeStringField(library, version(library));
    }
    json.writeEndObject();
    json.writeStringField("java", System.getProperty("java.version"));
    json.writeStringField("vm", System.getProperty("java.vm.name"));
    json.writeStringField("os", System.getProperty("os.name"));
    json.writeStringField("architecture", System.getProperty("os.arch"));
  }

  private static Properties read() {
    Properties versions = new Properties();
    try (InputStream in = Provenance.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions;
  }
}

package dev.ccl.experiments.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.base.Joiner;
import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.LoadedCode;
import dev.ccl.core.instance.Instance;
import dev.ccl.policies.TabularSoftmax;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import org.apache.commons.rng.UniformRandomProvider;
import org.ejml.data.DMatrixRMaj;

/**
 * What a result owes to the programs that made it: those that were loaded, not those that a build
 * had asked for. No clock is read.
 */
public final class Provenance {
  /** One class of each module that decides bits of a result. */
  private static final ImmutableList<Class<?>> MODULES =
      ImmutableList.of(Instance.class, TabularSoftmax.class, Learner.class, Provenance.class);

  /** One class of each library. */
  private static final ImmutableMap<String, Class<?>> LIBRARIES =
      ImmutableMap.of(
          "guava", ImmutableList.class,
          "commons-rng", UniformRandomProvider.class,
          "ejml", DMatrixRMaj.class,
          "jackson", JsonFactory.class);

  private static final int DIGITS = 16;

  private static final Supplier<ImmutableMap<String, String>> VERSIONS =
      Suppliers.memoize(Provenance::find);

  private Provenance() {}

  /**
   * Returns the version of this project or of a library.
   *
   * @param name {@code ccl} or the name of a library
   * @return the version of what was loaded; that of this project ends with a digest of its classes
   */
  public static String version(String name) {
    return VERSIONS.get().getOrDefault(name, "unknown");
  }

  /**
   * Returns on what programs and machine results are made here.
   *
   * @return code, libraries, Java and system as they are in {@code run.json}, on one line
   */
  public static String here() {
    return Joiner.on(", ").withKeyValueSeparator(' ').join(VERSIONS.get())
        + ", "
        + Joiner.on(", ").withKeyValueSeparator(' ').join(machine());
  }

  /** Writes the fields that are the same for every run of this program on this machine. */
  static void write(JsonGenerator json) throws IOException {
    json.writeStringField("generator", "xoshiro256++, one stream per purpose and round");
    json.writeStringField("code", version("ccl"));
    json.writeObjectFieldStart("libraries");
    for (String library : LIBRARIES.keySet()) {
      json.writeStringField(library, version(library));
    }
    json.writeEndObject();
    for (Map.Entry<String, String> fact : machine().entrySet()) {
      json.writeStringField(fact.getKey(), fact.getValue());
    }
  }

  private static ImmutableMap<String, String> machine() {
    return ImmutableMap.of(
        "java", System.getProperty("java.version"),
        "vm", System.getProperty("java.vm.name"),
        "os", System.getProperty("os.name"),
        "architecture", System.getProperty("os.arch"));
  }

  private static ImmutableMap<String, String> find() {
    ImmutableMap.Builder<String, String> versions = ImmutableMap.builder();
    versions.put("ccl", release() + "+" + LoadedCode.digest(MODULES).substring(0, DIGITS));
    LIBRARIES.forEach((name, type) -> versions.put(name, LoadedCode.version(type)));
    return versions.buildOrThrow();
  }

  private static String release() {
    Properties properties = new Properties();
    try (InputStream in = Provenance.class.getResourceAsStream("versions.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("ccl");
  }
}

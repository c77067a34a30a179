package dev.ccl.experiments.run;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The files below a directory as one text to be recorded. What depends on the machine or on the
 * bytes of the classes is replaced by its name, wherever it is what it should be: the digest of
 * another plan or of another file stays and is seen.
 */
public final class WrittenFiles {
  private static final String FIELD = "\"%s\":\"%s\"";

  private final Path directory;
  private final Map<String, String> names = new LinkedHashMap<>();

  private WrittenFiles(Path directory) {
    this.directory = directory;
    for (String library : List.of("guava", "commons-rng", "ejml", "jackson")) {
      field(library, Provenance.version(library));
    }
    field("code", Provenance.version("ccl"));
    field("java", System.getProperty("java.version"));
    field("vm", System.getProperty("java.vm.name"));
    field("os", System.getProperty("os.name"));
    field("architecture", System.getProperty("os.arch"));
  }

  private void field(String key, String value) {
    names.put(String.format(FIELD, key, value), String.format(FIELD, key, "<" + key + ">"));
  }

  /** The files below a directory, made from these plans. */
  public static WrittenFiles in(Path directory, List<RunPlan> plans) {
    WrittenFiles files = new WrittenFiles(directory);
    for (int i = 0; i < plans.size(); i++) {
      files.names.put(plans.get(i).digest(), "<digest of plan " + i + ">");
      files.names.put(plans.get(i).digest().substring(0, 12), "<plan " + i + ">");
    }
    return files;
  }

  /** Every file by name; of some also what is in it. */
  public String text(Predicate<String> shown) throws IOException {
    Map<String, Path> all = new TreeMap<>(); // by names that are the same everywhere
    try (Stream<Path> walk = Files.walk(directory)) {
      walk.filter(Files::isRegularFile).forEach(file -> all.put(named(name(file)), file));
    }
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Path> file : all.entrySet()) {
      text.append("== ").append(file.getKey()).append('\n');
      if (shown.test(name(file.getValue()))) {
        text.append(content(file.getValue()));
      }
    }
    return text.toString();
  }

  private String name(Path file) {
    return directory.relativize(file).toString().replace('\\', '/');
  }

  private String content(Path file) throws IOException {
    String text = Files.readString(file);
    try (Stream<Path> beside = Files.list(file.getParent())) {
      for (Path other : beside.filter(Files::isRegularFile).toList()) {
        String digest = MoreFiles.asByteSource(other).hash(Hashing.sha256()).toString();
        text = text.replace(digest, "<digest of " + other.getFileName() + ">");
      }
    }
    return named(text).replaceAll("(\"checksum\":)\"[0-9a-f]{64}\"", "$1\"<checksum>\"");
  }

  /** A text with names for what depends on machine and classes. */
  public String named(String text) {
    String named = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      named = named.replace(name.getKey(), name.getValue());
    }
    return named;
  }
}

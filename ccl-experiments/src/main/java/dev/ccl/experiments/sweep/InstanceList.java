package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.Longs;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** One element of the instances of a sweep: a file, a glob of files, or a generator with axes. */
final class InstanceList {
  private static final String GENERATE = "generate";
  private static final String WILD = ".*[*?\\[{].*";
  private static final long MOST = 10_000; // numbers of a range

  private InstanceList() {}

  static List<Subject> read(YamlNode place, Path directory) {
    if (place.isText()) {
      String name = place.text("");
      return isGlob(name, directory)
          ? place.check(() -> matching(name, directory))
          : List.of(place.check(() -> Subject.read(directory.resolve(name))));
    }
    place.require(
        place.has(GENERATE), "is neither the name of a file nor a map with the key generate");
    String kind = place.get(GENERATE).text("");
    Generator plain = place.check(() -> Generator.named(kind));
    ImmutableList.Builder<Subject> subjects = ImmutableList.builder();
    for (Map<String, String> choice :
        place.combinations(ImmutableSet.of(GENERATE), InstanceList::range)) {
      subjects.add(place.check(() -> generated(plain, choice)));
    }
    return subjects.build();
  }

  private static Subject generated(Generator plain, Map<String, String> choice) {
    Generator generator = plain;
    for (Map.Entry<String, String> parameter : choice.entrySet()) {
      generator = generator.with(parameter.getKey(), parameter.getValue());
    }
    return Subject.of(generator.fileName(), generator.instance(), generator.given());
  }

  /** The whole numbers of a range such as 1..20; any other text stands for itself. */
  private static List<String> range(String text) {
    int dots = text.indexOf("..");
    Long from = dots < 0 ? null : Longs.tryParse(text.substring(0, dots));
    Long to = dots < 0 ? null : Longs.tryParse(text.substring(dots + 2));
    if (from == null || to == null) {
      return List.of(text);
    }
    checkArgument(
        to >= from && to - from >= 0 && to - from < MOST,
        "%s is not a range of 1 to %s whole numbers",
        text,
        MOST);
    return LongStream.rangeClosed(from, to).mapToObj(Long::toString).toList();
  }

  private static boolean isGlob(String name, Path directory) {
    return name.matches(WILD) && !Files.exists(directory.resolve(name));
  }

  private static List<Subject> matching(String glob, Path directory) {
    List<String> parts = Splitter.on('/').splitToList(glob);
    int plain = 0;
    while (!parts.get(plain).matches(WILD)) {
      plain++;
    }
    Path start = directory.resolve(String.join("/", parts.subList(0, plain)));
    String pattern = String.join("/", parts.subList(plain, parts.size()));
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    int deepest = pattern.contains("**") ? Integer.MAX_VALUE : parts.size() - plain;
    checkArgument(Files.isDirectory(start), "no file matches %s: there is no %s", glob, start);
    try (Stream<Path> files = Files.walk(start, deepest)) {
      List<Path> found =
          files
              .filter(file -> matcher.matches(start.relativize(file)))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
      checkArgument(!found.isEmpty(), "no file matches %s", glob);
      return found.stream().map(Subject::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

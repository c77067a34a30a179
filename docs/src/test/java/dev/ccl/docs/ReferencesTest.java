package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.io.MoreFiles;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.bench.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the guide points to is there: files, classes, methods, settings and properties. */
class ReferencesTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern TYPE =
      Pattern.compile("(?:[a-z]+\\.)*([A-Z][a-z]\\w+)(?:\\.(\\w+))?(?:\\([^)]*\\))?");
  private static final Pattern SETTING = Pattern.compile("([a-z][a-z-]+)=([a-z-]+|\\d+)");
  private static final Pattern PROPERTY = Pattern.compile("-D(ccl\\.[\\w.]+)=");
  private static final Pattern SCRIPT = Pattern.compile("(?:[\\w-]+/)+[\\w-]+\\.sh");

  /** Types of other libraries that pages name. */
  private static final Set<String> FOREIGN = Set.of("Math", "StrictMath", "Automatic");

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : Guide.pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        String target = link.group(1);
        if (!target.startsWith("http")) {
          String[] parts = target.split("#", 2);
          Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
          if (!Files.exists(file) || (parts.length == 2 && !anchors(file).contains(parts[1]))) {
            broken.add(Guide.name(page) + " → " + target);
          }
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  private static List<String> anchors(Path page) throws IOException {
    return Files.readString(page)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(
            line ->
                line.replaceFirst("^#+ ", "")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'))
        .toList();
  }

  @Test
  void classesAndMethodsExist() throws IOException {
    Map<String, StringBuilder> sources = sources();
    List<String> missing = new ArrayList<>();
    for (Path page : Guide.pages()) {
      for (String code : Guide.code(page)) {
        Matcher type = TYPE.matcher(code);
        if (type.matches() && !FOREIGN.contains(type.group(1))) {
          StringBuilder source = sources.get(type.group(1));
          if (source == null
              || (type.group(2) != null && !source.toString().contains(type.group(2)))) {
            missing.add(Guide.name(page) + ": " + code);
          }
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  /** The sources by the simple name of their type; types of one name are put together. */
  private static Map<String, StringBuilder> sources() throws IOException {
    Map<String, StringBuilder> sources = new HashMap<>();
    try (Stream<Path> modules = Files.list(Guide.ROOT)) {
      for (Path module : modules.filter(m -> Files.isDirectory(m.resolve("src"))).toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
          for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
            sources
                .computeIfAbsent(
                    MoreFiles.getNameWithoutExtension(file), name -> new StringBuilder())
                .append(Files.readString(file));
          }
        }
      }
    }
    return sources;
  }

  @Test
  void settingsExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path page : Guide.pages()) {
      for (String code : Guide.code(page)) {
        Matcher setting = SETTING.matcher(code);
        if (setting.matches() && Learners.all().stream().noneMatch(l -> takes(l, setting))) {
          missing.add(Guide.name(page) + ": " + code);
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  private static boolean takes(Learner learner, Matcher setting) {
    try {
      learner.with(setting.group(1), setting.group(2));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Test
  void propertiesAndScriptsExist() throws IOException {
    StringBuilder all = new StringBuilder(Files.readString(Guide.ROOT.resolve("pom.xml")));
    sources().values().forEach(all::append);
    for (Path page : Guide.pages()) {
      String text = Files.readString(page);
      Matcher property = PROPERTY.matcher(text);
      while (property.find()) {
        assertTrue(all.indexOf(property.group(1)) >= 0, Guide.name(page) + property.group());
      }
      Matcher script = SCRIPT.matcher(text);
      while (script.find()) {
        assertTrue(
            Files.isExecutable(Guide.ROOT.resolve(script.group())),
            Guide.name(page) + ": " + script.group());
      }
    }
  }

  /** Times cannot be measured anew in a build: they name their command, their day and machine. */
  @Test
  void timesSayWhereTheyComeFrom() throws IOException {
    Path page = Guide.ROOT.resolve("docs/performance.md");
    String text = Files.readString(page);
    List<String> origins =
        Splitter.on("\n\n").splitToStream(text).filter(p -> p.contains("Made by `")).toList();
    assertTrue(!origins.isEmpty(), "performance.md names no command");
    for (String origin : origins) {
      assertTrue(
          Pattern.compile("\\d{4}-\\d{2}-\\d{2}").matcher(origin).find(), "no day: " + origin);
      assertTrue(Pattern.compile("\\b(core|CPU)").matcher(origin).find(), "no machine: " + origin);
    }
    for (Workload workload : new Workload[] {Workload.S, Workload.M}) {
      String edges =
          String.format(
              Locale.ROOT, "%,d", workload.instance().problem().target().forest().edges());
      assertTrue(
          Pattern.compile("\\b" + edges + "\\s+(target\\s+)?edges").matcher(text).find(),
          workload + " has " + edges + " edges");
    }
  }
}

package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the guide: the Markdown files of this module and of the project's root. */
final class Guide {
  /** The root of the project. */
  static final Path ROOT =
      Path.of(System.getProperty("ccl.root", "..")).toAbsolutePath().normalize();

  private static final Pattern FENCE =
      Pattern.compile(
          "^(?:<!-- ([^>]*?) -->\\n+)?```(\\S*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern CODE = Pattern.compile("(?<!`)`([^`\\n]+(?:\\n[^`\\n]+)?)`(?!`)");

  private Guide() {}

  /**
   * A block of code.
   *
   * @param page where it is
   * @param mark the comment in front of it; empty if there is none
   * @param language the word behind the first fence
   * @param text what is between the fences
   * @param start where the text begins in the page
   */
  record Block(Path page, String mark, String language, String text, int start) {
    @Override
    public String toString() {
      return name(page) + ": " + text.lines().findFirst().orElse("");
    }
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> guide = Files.list(ROOT.resolve("docs"));
        Stream<Path> root = Files.list(ROOT)) {
      return Stream.concat(root, guide).filter(p -> p.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** The name of a page, as seen from the root. */
  static String name(Path page) {
    return ROOT.relativize(page).toString().replace('\\', '/');
  }

  static List<Block> blocks(Path page) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher m = FENCE.matcher(Files.readString(page));
    while (m.find()) {
      String mark = m.group(1) == null ? "" : m.group(1);
      blocks.add(new Block(page, mark, m.group(2), m.group(3), m.start(3)));
    }
    return blocks;
  }

  static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path page : pages()) {
      blocks.addAll(blocks(page));
    }
    return blocks;
  }

  /** What is between single backquotes, line breaks made blanks. */
  static List<String> code(Path page) throws IOException {
    String prose = FENCE.matcher(Files.readString(page)).replaceAll("");
    return CODE.matcher(prose)
        .results()
        .map(m -> m.group(1).replaceAll("\\s*\\n\\s*", " "))
        .toList();
  }

  /** Compares a page with what it should be; {@code -Dccl.update.docs=true} writes it instead. */
  static void settle(Path page, String expected) throws IOException {
    if (Boolean.getBoolean("ccl.update.docs")) {
      Files.writeString(page, expected);
    }
    List<String> wanted = expected.lines().toList();
    List<String> found = Files.readAllLines(page);
    for (int i = 0; i < Math.max(wanted.size(), found.size()); i++) {
      assertEquals(
          i < wanted.size() ? wanted.get(i) : "(the end)",
          i < found.size() ? found.get(i) : "(the end)",
          "%s:%d has drifted. Find the cause first; if the change is meant: mvn test -Dccl.test.forks=1 -Dccl.update.docs=true"
              .formatted(name(page), i + 1));
    }
    assertEquals(expected, Files.readString(page), name(page));
  }
}

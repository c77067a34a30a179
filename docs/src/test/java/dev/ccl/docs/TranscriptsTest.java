package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The commands of the guide do what it says. A page's blocks are played in order, from an empty
 * directory:
 *
 * <ul>
 *   <li>{@code console}: lines behind {@code $} are run, and what they print is below them, byte
 *       for byte;
 *   <li>{@code sh}: lines of ccl are run and succeed, unless {@code <!-- not run: reason -->} is
 *       above;
 *   <li>any language, below {@code <!-- file: name -->}: the file is there for the commands that
 *       follow.
 * </ul>
 */
class TranscriptsTest {
  private static final Set<String> LANGUAGES =
      Set.of("console", "sh", "java", "yaml", "text", "bibtex", "xml", "kotlin", "python");

  @TestFactory
  Stream<DynamicTest> pagesShowWhatCommandsPrint() throws IOException {
    return Guide.pages().stream()
        .map(page -> DynamicTest.dynamicTest(Guide.name(page), () -> play(page)));
  }

  private static void play(Path page) throws IOException {
    Shell.tidy();
    StringBuilder text = new StringBuilder(Files.readString(page));
    int shift = 0;
    for (Guide.Block block : Guide.blocks(page)) {
      if (block.mark().startsWith("file: ")) {
        Files.writeString(Path.of(block.mark().substring("file: ".length())), block.text());
      } else if (block.language().equals("console")) {
        String played = transcript(block);
        int start = block.start() + shift;
        text.replace(start, start + block.text().length(), played);
        shift += played.length() - block.text().length();
      } else if (block.language().equals("sh") && !block.mark().startsWith("not run: ")) {
        for (String line : block.text().lines().toList()) {
          var command = Shell.line(line);
          if (command.isPresent()) {
            Shell.Outcome outcome = Shell.run(command.get());
            assertEquals(0, outcome.code(), line + "\n" + outcome.text());
          }
        }
      }
    }
    Guide.settle(page, text.toString());
  }

  private static String transcript(Guide.Block block) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : block.text().lines().filter(l -> l.startsWith("$ ")).toList()) {
      text.append(line).append('\n');
      Shell.Outcome outcome = Shell.run(Shell.line(line.substring(2)).orElseThrow());
      text.append(outcome.text());
      assertTrue(outcome.code() <= 2, line + " ends with " + outcome.code());
    }
    return text.toString();
  }

  @Test
  void noCommandIsInABlockThatIsNotRun() throws IOException {
    for (Guide.Block block : Guide.blocks()) {
      boolean plain =
          block.language().isEmpty() && block.text().lines().allMatch(l -> Shell.line(l).isEmpty());
      assertTrue(
          plain || LANGUAGES.contains(block.language()),
          block + " is \"" + block.language() + "\", so that its commands are not run");
    }
  }

  @Test
  void aChangedOutputIsSeen() throws IOException {
    Shell.tidy();
    String command = "$ ./ccl instance separation -d 0\n";
    String played =
        transcript(new Guide.Block(Path.of("x"), "", "console", command + "nonsense\n", 0));
    List<String> lines = played.lines().toList();
    assertEquals(2, lines.size(), played);
    assertTrue(lines.get(1).startsWith("ccl: "), played);
  }
}

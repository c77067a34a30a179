package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The code shown in the guide is the code that is compiled. A block of code after {@code <!--
 * snippet: path#name -->} equals the lines between {@code // region name} and {@code // endregion}
 * of that file of this module's tests, less their common indentation.
 */
class SnippetsTest {
  private static final Path SOURCES = Guide.ROOT.resolve("docs/src/test/java/dev/ccl/docs");
  private static final Pattern BLOCK =
      Pattern.compile("<!-- snippet: ([^#\\s]+)#(\\S+) -->\\s*```java\\R(.*?)```", Pattern.DOTALL);

  @TestFactory
  Stream<DynamicTest> blocksAreCompiledCode() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : Guide.pages()) {
      Matcher block = BLOCK.matcher(Files.readString(page));
      while (block.find()) {
        String file = block.group(1);
        String name = block.group(2);
        String shown = block.group(3);
        tests.add(
            DynamicTest.dynamicTest(
                Guide.name(page) + " shows " + file + "#" + name,
                () -> assertEquals(region(SOURCES.resolve(file), name), shown)));
      }
    }
    return tests.stream();
  }

  @Test
  void allJavaIsCompiled() throws IOException {
    for (Guide.Block block : Guide.blocks()) {
      assertTrue(
          !block.language().equals("java") || block.mark().startsWith("snippet: "),
          () -> block + " has no mark");
    }
  }

  @Test
  void noMarkIsOverlooked() throws IOException {
    for (Path page : Guide.pages()) {
      String text = Files.readString(page);
      long marks = Pattern.compile("<!-- snippet:").matcher(text).results().count();
      assertEquals(marks, BLOCK.matcher(text).results().count(), page.toString());
    }
  }

  private static String region(Path file, String name) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(file)) {
      if (line.strip().equals("// region " + name)) {
        inside = true;
      } else if (line.strip().equals("// endregion")) {
        inside = false;
      } else if (inside) {
        lines.add(line);
      }
    }
    assertTrue(!lines.isEmpty(), "no region " + name + " in " + file);
    return String.join("\n", lines).stripTrailing().stripIndent().strip() + "\n";
  }
}

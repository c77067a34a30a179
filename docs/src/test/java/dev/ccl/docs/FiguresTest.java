package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.docs.readme.FirstProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What is between {@code <!-- generated: name -->} and {@code <!-- end: name -->} is what the code
 * gives. The paper map belongs to the tests of ccl-theory-checks, which hold its tables.
 */
class FiguresTest {
  private static final Pattern PART =
      Pattern.compile("(<!-- generated: (\\S+) -->)(.*?)(<!-- end: \\2 -->)", Pattern.DOTALL);
  private static final Set<String> TABLES_OF_OTHERS = Set.of("docs/paper-map.md");

  @Test
  void generatedPartsAreUpToDate() throws IOException {
    Map<String, Supplier<String>> figures = new Figures().byName();
    Set<String> used = new TreeSet<>();
    for (Path page : Guide.pages()) {
      if (!TABLES_OF_OTHERS.contains(Guide.name(page))) {
        Guide.settle(page, filled(Files.readString(page), figures, used));
      }
    }
    assertEquals(figures.keySet(), used, "every figure is shown somewhere");
  }

  @Test
  void theFirstProgramShowsTheSeparation() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FirstProgram.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    double[] printed =
        bytes
            .toString(StandardCharsets.UTF_8)
            .lines()
            .mapToDouble(line -> Double.parseDouble(line.replaceFirst(".*: ", "")))
            .toArray();
    assertEquals(2, printed.length);
    assertTrue(printed[0] * 5 < printed[1], printed[0] + " " + printed[1]);
  }

  @Test
  void aChangedNumberIsSeen() {
    Map<String, Supplier<String>> figures = Map.of("x", () -> "2");
    String page = "a <!-- generated: x -->1<!-- end: x --> b";
    assertEquals(
        "a <!-- generated: x -->2<!-- end: x --> b", filled(page, figures, new TreeSet<>()));
    assertThrows(
        NoSuchElementException.class,
        () -> filled(page.replace("x", "y"), figures, new TreeSet<>()));
    assertThrows(
        IllegalArgumentException.class,
        () -> filled("<!-- generated: x -->1", figures, new TreeSet<>()));
  }

  private static String filled(
      String page, Map<String, Supplier<String>> figures, Set<String> used) {
    Matcher part = PART.matcher(page);
    StringBuilder text = new StringBuilder();
    int marks = 0;
    while (part.find()) {
      Supplier<String> figure = figures.get(part.group(2));
      if (figure == null) {
        throw new NoSuchElementException("no figure " + part.group(2));
      }
      used.add(part.group(2));
      marks++;
      part.appendReplacement(
          text, Matcher.quoteReplacement(part.group(1) + figure.get() + part.group(4)));
    }
    part.appendTail(text);
    if (marks != Pattern.compile("<!-- generated: ").matcher(page).results().count()) {
      throw new IllegalArgumentException("a mark without its end");
    }
    return text.toString();
  }
}

package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.theory.claims.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table of claims in docs/paper-map.md is the one of the code. */
class PaperMapTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "ccl", "theory");

  /** The text of each source, by its place. */
  private static final Map<String, String> TEXTS = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        TEXTS.put(SOURCES.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
  }

  /** Where the number of a claim stands as a text, such as {@code claims/CostClaims.java}. */
  private static String[] places(Claim claim) {
    return TEXTS.entrySet().stream()
        .filter(source -> source.getValue().contains('"' + claim.id() + '"'))
        .map(Map.Entry::getKey)
        .filter(source -> !source.startsWith("lemmas/")) // which of them are about learners
        .toArray(String[]::new);
  }

  /** A claim is added in the file of its section; no other source names it. */
  @Test
  void aClaimStandsInOneFile() {
    for (Claim claim : Claims.all()) {
      String[] places = places(claim);
      assertEquals(1, places.length, claim + ": " + String.join(", ", places));
      assertTrue(places[0].startsWith("claims/"), places[0]);
    }
  }

  @Test
  void theTableOfClaimsIsUpToDate() {
    StringBuilder rows = new StringBuilder();
    for (Claim c : Claims.all()) {
      rows.append("| ")
          .append(c.id())
          .append(" | `")
          .append(c.label().replace(", ", "` `"))
          .append("` | ")
          .append(c.sentence().replace("|", "\\|"))
          .append(" | ")
          .append(c.kinds())
          .append(" | `")
          .append(places(c)[0].replaceAll(".*/|\\.java", ""))
          .append("` |\n");
    }
    PaperMap.check(
        "claims",
        "| claim | label | what it says | kind | class |\n| --- | --- | --- | --- | --- |\n"
            + rows);
  }

  @Test
  void theTableOfChecksIsUpToDate() {
    StringBuilder rows = new StringBuilder("| check | what it compares |\n| --- | --- |\n");
    for (Claim c : Claims.all()) {
      for (Part part : c.parts()) {
        if (c.parts().size() > 1) {
          rows.append("| ").append(part.name()).append(" | ");
          rows.append(part.check().rule().replace("|", "\\|")).append(" |\n");
        }
      }
    }
    PaperMap.check("checks", rows.toString());
  }
}

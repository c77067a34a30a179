package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        .filter(
            source -> !source.getKey().startsWith("lemmas/Learner")) // the same, of rounds alone
        .filter(source -> source.getValue().contains('"' + claim.id() + '"'))
        .map(Map.Entry::getKey)
        .toArray(String[]::new);
  }

  /**
   * A claim is added in its class and its property, with a liar; a new class is one line more in
   * {@code PaperClaims}. Nothing else knows it.
   */
  @Test
  void aClaimStandsInOneClassAndOneProperty() {
    for (Claim claim : Claims.all()) {
      String[] places = places(claim);
      String all = claim + ": " + String.join(", ", places);
      assertEquals(2, places.length, all);
      assertTrue(places[0].startsWith("claims/") && places[1].startsWith("lemmas/"), all);
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
          .append(c.kind().text())
          .append(" | `")
          .append(places(c)[0].replaceAll(".*/|\\.java", ""))
          .append("` |\n");
    }
    PaperMap.check(
        "claims",
        "| claim | label | what it says | kind | class |\n| --- | --- | --- | --- | --- |\n"
            + rows);
  }
}

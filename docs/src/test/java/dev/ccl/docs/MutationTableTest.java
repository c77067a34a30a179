package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** In {@code mvn -Pmutation verify}, this module is built when all reports are there. */
class MutationTableTest {
  @TempDir private Path directory;

  @Test
  @EnabledIfSystemProperty(named = "ccl.mutation", matches = "true")
  void everyPackageNoticesItsMutants() throws IOException {
    MutationTable table = MutationTable.of(Guide.ROOT);
    System.out.print(table);
    assertTrue(table.packages().size() > 10, "reports are missing");
    assertTrue(table.isEnough(), table::toString);
  }

  private void report(String place, int noticed, int survived, String type) throws IOException {
    Path file = directory.resolve(place).resolve("mutations.xml");
    Files.createDirectories(file.getParent());
    String mutant = "<mutation detected='%s'><mutatedClass>%s</mutatedClass></mutation>";
    Files.writeString(
        file,
        "<mutations>"
            + String.format(mutant, true, type).repeat(noticed)
            + String.format(mutant, false, type).repeat(survived)
            + "</mutations>");
  }

  @Test
  void onePackageBelowIsSeen() throws IOException {
    report("some/target/pit-reports/first", 95, 5, "dev.ccl.a.Type");
    report("some/target/pit-reports/second", 1000, 0, "dev.ccl.b.Type$Inner");
    assertTrue(MutationTable.of(directory).isEnough());
    report("other/target/pit-reports", 0, 1, "dev.ccl.a.Other");
    MutationTable table = MutationTable.of(directory);
    assertFalse(table.isEnough());
    assertEquals(
        List.of(
            "| package | mutants | noticed | share |",
            "| --- | ---: | ---: | ---: |",
            "| `a` | 101 | 95 | 94.0 % |",
            "| `b` | 1000 | 1000 | 100.0 % |",
            "| all | 1101 | 1095 | 99.4 % |"),
        table.toString().lines().toList());
    Files.writeString(directory.resolve("other/target/pit-reports/mutations.xml"), "<mutations>");
    assertThrows(IOException.class, () -> MutationTable.of(directory));
  }
}

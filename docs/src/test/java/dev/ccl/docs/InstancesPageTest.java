package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ccl.core.instance.InstanceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page about instance files: its Python programs are run, its table names every field. */
class InstancesPageTest {
  private static final Path PAGE = Guide.ROOT.resolve("docs/instances.md");

  private static Shell.Outcome ccl(String line) throws IOException {
    return Shell.run(Shell.line("ccl " + line).orElseThrow());
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "import json").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void thePythonProgramWritesAnInstanceThatEveryCommandTakes() throws Exception {
    assumeTrue(hasPython(), "there is no python3 here to run the program of docs/instances.md");
    List<Guide.Block> programs =
        Guide.blocks(PAGE).stream().filter(block -> block.language().equals("python")).toList();
    assertEquals(2, programs.size());
    Shell.tidy();
    for (Guide.Block program : programs) { // the instance, then its compact form
      assertTrue(program.text().lines().filter(line -> !line.isBlank()).count() <= 36);
      python(program.text());
    }
    assertEquals(
        InstanceReader.read(Path.of("sums.json")), InstanceReader.read(Path.of("sums.cclz")));
    Shell.Outcome inspected = ccl("inspect sums.json");
    assertEquals(0, inspected.code(), inspected.text());
    Shell.Outcome run = ccl("run sums.json --preset practical --rounds 50 --seeds 2 --out sums");
    assertEquals(0, run.code(), run.text());
    assertEquals(0, ccl("report sums").code());
  }

  private static void python(String program) throws Exception {
    Files.writeString(Path.of("program.py"), program);
    Process python = new ProcessBuilder("python3", "program.py").redirectErrorStream(true).start();
    String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, python.waitFor(), said);
  }

  @Test
  void theTableNamesEveryField() throws IOException {
    JsonNode schema = new JsonMapper().readTree(ccl("instance schema").text());
    Set<String> fields = new HashSet<>();
    collect(schema, fields);
    assertTrue(fields.size() > 25, fields.toString());
    String page = Files.readString(PAGE);
    for (String field : fields) {
      assertTrue(page.matches("(?s).*[`.\"]" + field + "[`\"].*"), "no word about " + field);
    }
  }

  private static void collect(JsonNode rule, Set<String> fields) {
    rule.path("properties").fieldNames().forEachRemaining(fields::add);
    rule.forEach(part -> collect(part, fields));
  }
}

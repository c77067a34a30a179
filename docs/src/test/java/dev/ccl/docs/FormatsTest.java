package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The files that experiments.md describes are the files that commands write. */
class FormatsTest {
  private static final Path PAGE = Guide.ROOT.resolve("docs/experiments.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private String page;

  @BeforeEach
  void makeFiles() throws IOException {
    page = Files.readString(PAGE);
    Shell.tidy();
    run("ccl instance separation -d 2 -D 3 --lambda 2 --out separation.json");
    run("ccl instance random --seed 1 --out random.json");
    run("ccl run separation.json --rounds 3 --seeds 2 --certify --evaluate --out run");
  }

  private static void run(String line) throws IOException {
    Shell.Outcome outcome = Shell.run(Shell.line(line).orElseThrow());
    assertEquals(0, outcome.code(), outcome.text());
  }

  @Test
  void columnsOfRuns() throws IOException {
    String header = Files.readAllLines(Path.of("run", "rows.csv")).get(0);
    List<String> shown = firstColumn("### `rows.csv`");
    assertEquals(
        shown.stream().filter(name -> !name.matches("w0|theta0")).toList(),
        Splitter.on(',')
            .splitToStream(header)
            .filter(name -> !name.matches("(w|theta)\\d+"))
            .toList());
    assertTrue(shown.containsAll(List.of("w0", "theta0")));
  }

  @Test
  void fieldsOfARun() throws IOException {
    JsonNode run = JsonFile.read(Path.of("run", "run.json"));
    assertEquals(names(run), firstColumn("### `run.json`"));
    String sentence = between("The `ledger` has ", "There\nis no clock").replace("ledger", "");
    assertEquals(names(run.path("replicates").get(0).path("ledger")), codes(sentence));
  }

  @Test
  void theGridOfTheExampleIsSound() throws IOException {
    Guide.Block grid =
        Guide.blocks(PAGE).stream().filter(b -> b.language().equals("yaml")).findFirst().get();
    Files.writeString(Path.of("grid.yaml"), grid.text());
    ImmutableList<RunPlan> cells = SweepFile.read(Path.of("grid.yaml"));
    assertEquals(16, cells.size()); // 2 instances, 1 + 1 + 3 · 2 learners
    assertEquals(20, cells.get(0).seeds());
    Files.writeString(
        Path.of("small.yaml"), grid.text().replace("10000", "100").replace("20", "1"));
    run("ccl sweep small.yaml --out sweep");
    String header = Files.readAllLines(Path.of("sweep", "sweep.csv")).get(0);
    assertTrue(page.contains("`" + header + "`"), header);
  }

  @Test
  void recordedRounds() {
    List<Long> rounds = RecordedRounds.logarithmic(120).all().asList();
    String text =
        "0, 1, …, "
            + rounds.subList(10, rounds.size()).stream()
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    assertTrue(page.contains("| " + text + ", … |"), text);
  }

  private static List<String> names(JsonNode object) {
    return ImmutableList.copyOf(object.fieldNames());
  }

  private List<String> firstColumn(String heading) {
    return between(heading, "\n\n#")
        .lines()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> codes(line.substring(0, line.indexOf(" |"))).stream())
        .toList();
  }

  private String between(String begin, String end) {
    int from = page.indexOf(begin) + begin.length();
    assertTrue(from >= begin.length(), begin);
    int to = page.indexOf(end, from);
    return page.substring(from, to < 0 ? page.length() : to);
  }

  private static List<String> codes(String text) {
    return CODE.matcher(text).results().map(m -> m.group(1)).filter(c -> !c.isEmpty()).toList();
  }
}

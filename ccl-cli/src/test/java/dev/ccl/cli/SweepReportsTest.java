package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.report.paper.InstanceLocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a report of a sweep finds its instances, where it is written and what is said of it. */
class SweepReportsTest {
  private static final Instance INSTANCE = SeparationInstance.of(1, 2, 2, 0.5);

  @TempDir private Path directory;

  private static Optional<Path> find(Path sweep, String name, Path... given) {
    InstanceLocator locator = SweepReports.locator(sweep, List.of(given));
    return locator.find(INSTANCE.digest(), Set.of(name)).map(InstanceLocator.Located::file);
  }

  private static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    InstanceWriter.write(INSTANCE, file);
  }

  /** In each place if it is in no other, and in the nearest if it is in all. */
  @Test
  void anInstanceIsLookedForInTheSweepAndAboveIt() throws IOException {
    Path sweep = directory.toRealPath().resolve("a/b/c/d/e/f/g/h/i/j/k/l/sweep");
    List<Path> places =
        List.of(
            sweep.resolve("instances"),
            sweep,
            sweep.resolve(".."),
            sweep.resolve("../.."),
            sweep.resolve("../../.."));
    Path here = Path.of("").toAbsolutePath();
    for (Path place : places) {
      Path file = place.resolve("i.json").normalize();
      write(file);
      assertEquals(Optional.of(file), find(sweep, "i.json"), file.toString());
      assertEquals(Optional.of(file), find(here.relativize(sweep), "i.json"), "from " + here);
      Files.delete(file);
    }
    assertEquals(Optional.empty(), find(sweep, "i.json"));
    Path beyond = directory.toRealPath().resolve("i.json");
    write(beyond);
    assertEquals(Optional.empty(), find(sweep, "i.json"), "so far above nobody looks");
    assertEquals(Optional.of(beyond), find(sweep, "i.json", beyond), "unless it is given");
    String fromHere = here.relativize(beyond).toString();
    assertEquals(Optional.of(Path.of(fromHere)), find(sweep, fromHere), "where the user is");
    for (Path place : places) {
      write(place.resolve("i.json").normalize());
    }
    for (Path place : places) {
      Path nearest = place.resolve("i.json").normalize();
      assertEquals(Optional.of(nearest), find(sweep, "i.json"));
      Files.delete(nearest);
    }
  }

  private static String say(String... line) {
    Outcome outcome = Outcome.of(line);
    assertEquals(0, outcome.code(), outcome.err());
    return outcome.out();
  }

  @Test
  void aReportIsWhereItIsWantedOfWhatIsAsked() throws IOException {
    Path file = directory.resolve("grid.yaml");
    Files.writeString(
        file,
        """
        instances: [{generate: separation, d: 1, lambda: [1, 2, 40], alpha: [0.5, 0.9]}]
        learners: [practical, sft]
        rounds: 30
        seeds: 2
        ask: {question: "How much does λ matter?", against: lambda, by: [learner]}
        """);
    Path out = directory.resolve("out");
    assertEquals(0, Outcome.of("sweep", file.toString(), "--out=" + out).code());
    assertFalse(Files.exists(out.resolve("report")), "a sweep makes none");
    String text = say("report", out.toString());
    assertTrue(text.contains("practical has the lowest 𝒦"), text);
    assertTrue(text.contains("written: " + out.resolve("report/report.html")), text);
    assertFalse(text.contains("clearly below"), "of two seeds: " + text);
    assertTrue(page(out.resolve("report")).contains("<h1>How much does λ matter?</h1>"));
    Path other = directory.resolve("elsewhere/other");
    String[] another = {"--against=alpha", "--by=lambda", "--measure=cost", "--out=" + other};
    text = say("report", out.toString(), another[0], another[1], another[2], another[3]);
    assertTrue(text.contains("lambda=1: C is between ") && text.contains("median cost"), text);
    assertTrue(page(other).contains("<h1>CCL: a report across a sweep</h1>"));
    assertTrue(page(other).contains("id=\"across-alpha\""));
    assertFalse(Files.exists(out.resolve("report/figures/across-alpha.svg")), "only elsewhere");
    Path run;
    try (Stream<Path> cells = Files.list(out.resolve("cells"))) {
      run = cells.sorted().findFirst().orElseThrow();
    }
    String name = "separation-d1-lambda1-alpha0.5.json";
    Files.copy(out.resolve("instances").resolve(name), directory.resolve(name));
    Path third = directory.resolve("third");
    assertTrue(say("report", run.toString(), "--out=" + third).contains("practical"));
    assertTrue(page(third).contains("<h1>CCL: a report</h1>"));
    assertTrue(page(third).contains("href=\"../" + name + "\""), "found above, and linked to");
    Path own = Files.createDirectory(directory.resolve("own"));
    Files.move(directory.resolve(name), own.resolve(name));
    Path fourth = directory.resolve("fourth");
    say("report", run.toString(), "--out=" + fourth, "--instance=" + own.resolve(name));
    assertTrue(page(fourth).contains("href=\"../own/" + name + "\""), "found where it was given");
    Path mine = own.resolve("mine.json");
    write(mine);
    Path answer = directory.resolve("answer");
    say(
        "sweep",
        "--study",
        "calibrate-every",
        "--instance=" + mine,
        "--rounds=20",
        "--seeds=2",
        "--out=" + answer);
    assertTrue(page(answer.resolve("report")).contains("<h1>How often must the teacher be"));
    String limits = Files.readString(answer.resolve("report/figures/mine-divergence.csv"));
    assertTrue(limits.contains("direct-matching-limit"), "the instance that was given is known");
  }

  private static String page(Path report) throws IOException {
    return Files.readString(report.resolve("report.html"));
  }
}

package dev.ccl.experiments.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {
  private static final Effort TINY = new Effort("tiny", 80, 40, 20, 2, 0, 0);

  @TempDir private Path directory;

  @Test
  void twiceGivesTheSameBytesButForTimes() throws IOException {
    Path first = directory.resolve("a");
    Path second = directory.resolve("b");
    assertTrue(Reproduction.of(TINY, 5, 1, first).run(StartMode.FRESH).isPresent());
    assertTrue(Reproduction.of(TINY, 5, 2, second).run(StartMode.FRESH).isPresent());
    TreeMap<String, String> bytes = digests(first);
    assertEquals(bytes, digests(second));
    assertTrue(
        Reproduction.of(TINY, 5, 2, first).run(StartMode.FRESH).isPresent()); // over what is there
    assertEquals(bytes, digests(first));
    assertTrue(bytes.containsKey("report.html"));
    assertTrue(bytes.containsKey("manifest.json"));
    assertTrue(bytes.containsKey("figures/separation-divergence.svg"));
    assertTrue(bytes.containsKey("figures/random-divergence.csv"));
    assertEquals(30, JsonFile.read(first.resolve("manifest.json")).path("runs").size());
  }

  /** What ccl reproduce --full does, in small: all specimens and the adversary, on a few claims. */
  @Test
  void thePathOfAFullReproduction() {
    Effort small = new Effort("small", 80, 40, 20, 2, 2, 2);
    List<Claim> claims = List.of(Claims.named("C06"), Claims.named("C16"), Claims.named("C20"));
    ClaimSheet one = ClaimSheet.of(claims, small, 1, 1, Monitor.NONE).orElseThrow();
    ClaimSheet two = ClaimSheet.of(claims, small, 1, 2, Monitor.NONE).orElseThrow();
    assertEquals(3, one.held());
    assertEquals(one.table(), two.table(), "threads change nothing");
    assertTrue(one.entries().stream().allMatch(e -> e.tightness() > 0 && e.tightness() <= 1));
  }

  @Test
  void claimsCanBeInterrupted() {
    Monitor stopping =
        new Monitor() {
          @Override
          public boolean stopping() {
            return true;
          }
        };
    assertTrue(ClaimSheet.of(Effort.QUICK, 1, 1, stopping).isEmpty());
  }

  @Test
  void theTimeOfALongOneIsEstimated() throws IOException {
    Effort shrunk = new Effort("shrunk", 80, 40, 20, 2, 0, 0);
    List<RunPlan> plans =
        Experiments.of(shrunk, 1, directory).stream().map(Experiments.Experiment::plan).toList();
    double seconds = Estimate.seconds(plans);
    assertTrue(seconds > 0 && Double.isFinite(seconds), "" + seconds);
    assertTrue(Effort.FULL.isLong() && !Effort.STANDARD.isLong() && !Effort.QUICK.isLong());
    assertEquals("1 seconds", Estimate.text(0.2));
    assertEquals("42 minutes", Estimate.text(2500));
    assertEquals("3.1 hours", Estimate.text(11_000));
  }

  @Test
  void anInterruptedReproductionIsNotThrownAway() throws IOException {
    Path left = directory.resolve("runs").resolve("tiny-seed5").resolve("x").resolve("checkpoint");
    Files.createDirectories(left);
    Reproduction reproduction = Reproduction.of(TINY, 5, 1, directory);
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> reproduction.run(StartMode.FRESH));
    assertTrue(error.getMessage().contains("--resume"), error.getMessage());
    assertTrue(Files.exists(left));
  }

  @Test
  void aDirectoryOfOtherThingsIsLeftAlone() throws IOException {
    Files.writeString(directory.resolve("thesis.tex"), "");
    Reproduction reproduction = Reproduction.of(TINY, 5, 1, directory);
    assertThrows(IllegalArgumentException.class, () -> reproduction.run(StartMode.FRESH));
    assertThrows(IllegalArgumentException.class, () -> reproduction.run(StartMode.RESUMED));
    assertEquals(List.of("thesis.tex"), List.copyOf(digests(directory).keySet()));
  }

  private static TreeMap<String, String> digests(Path where) throws IOException {
    TreeMap<String, String> digests = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(where)) {
      files = walk.filter(Files::isRegularFile).collect(Collectors.toList());
    }
    for (Path file : files) {
      String name = where.relativize(file).toString().replace('\\', '/');
      if (!name.equals("times.json")) {
        digests.put(name, MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString());
      }
    }
    return digests;
  }
}

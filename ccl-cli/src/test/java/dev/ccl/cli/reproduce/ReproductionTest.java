package dev.ccl.cli.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.ccl.algorithms.run.JsonFile;
import dev.ccl.cli.run.Beginning;
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
    assertTrue(Reproduction.of(TINY, 5, 1, first).run(Beginning.FRESH).isPresent());
    assertTrue(Reproduction.of(TINY, 5, 2, second).run(Beginning.FRESH).isPresent());
    TreeMap<String, String> bytes = digests(first);
    assertEquals(bytes, digests(second));
    assertTrue(
        Reproduction.of(TINY, 5, 2, first).run(Beginning.FRESH).isPresent()); // over what is there
    assertEquals(bytes, digests(first));
    assertTrue(bytes.containsKey("report.html"));
    assertTrue(bytes.containsKey("manifest.json"));
    assertTrue(bytes.containsKey("figures/separation-divergence.svg"));
    assertTrue(bytes.containsKey("figures/random-divergence.csv"));
    assertEquals(30, JsonFile.read(first.resolve("manifest.json")).path("runs").size());
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

package dev.ccl.report.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The instances that a name stands for. */
class VerifyInstancesTest {
  /** Names stand for instances of the seed; each is there once, whoever names it. */
  @Test
  void namesAreInstancesOfTheSeed() throws IOException {
    List<String> first = digests(1, false, "random");
    assertEquals(6, first.stream().distinct().count());
    assertEquals(first, digests(1, false, "random"));
    assertTrue(Collections.disjoint(first, digests(2, false, "random")), "another seed");
    assertEquals(first, digests(1, true, "random").subList(0, 6), "more of the same");
    assertEquals(200, digests(1, true, "random").size());
    assertEquals(4, digests(1, false, "separation").size());
    assertEquals(10, digests(1, true, "separation").size());
    assertEquals(first, digests(1, false, "random", " random"));
    for (String name : List.of("built-in", "tight")) {
      assertEquals(digests(1, true, name), digests(2, false, name), "always the same");
    }
    assertEquals(6 + 4, digests(1, false, "separation", "random", "separation").size());
  }

  /** Two files may give different instances the same name, and one instance may be in two. */
  @Test
  void filesAreToldApartByTheirContent(@TempDir Path directory) throws IOException {
    Instance one = SeparationInstance.of(1, 2, 2, 0.5);
    Path first = directory.resolve("first.json");
    Path same = directory.resolve("same.json");
    Path other = directory.resolve("other.json");
    InstanceWriter.write(one, first);
    InstanceWriter.write(one, same);
    Files.writeString(
        other, Files.readString(first).replaceFirst("\"lambda\": *2(\\.0)?", "\"lambda\": 2.5"));
    Instance changed = InstanceReader.read(other);
    assertEquals(one.header().name(), changed.header().name());
    assertEquals(
        List.of(one.digest(), changed.digest()),
        digests(1, false, first.toString(), same.toString(), other.toString()));
  }

  private static List<String> digests(long seed, boolean many, String... names) throws IOException {
    return VerifyInstances.named(List.of(names), seed, many).stream()
        .map(Instance::digest)
        .toList();
  }
}

package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
  @TempDir private Path directory;

  private Outcome inspect(Instance instance, String... more) throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(instance, file);
    String[] args = new String[more.length + 2];
    args[0] = "inspect";
    args[1] = file.toString();
    System.arraycopy(more, 0, args, 2, more.length);
    return Outcome.of(args);
  }

  @Test
  void separationMeetsTheAssumptions() throws IOException {
    Instance instance = SeparationInstance.of(1, 2, 1, 0.5);
    Outcome text = inspect(instance);
    assertEquals(0, text.code(), text.out());
    assertTrue(text.out().lines().count() <= 40, "one screen");
    assertTrue(text.out().lines().allMatch(l -> l.length() <= 130), "narrow");
    assertFalse(text.out().contains("✗"), text.out());
    JsonNode json = new ObjectMapper().readTree(inspect(instance, "--json").out());
    assertTrue(json.get("holds").booleanValue());
    assertTrue(json.get("assumptions").get("oracle").get("interior").booleanValue());
    assertEquals(
        rollouts(1000), json.get("schedule").get("targetRollouts").get("1000").doubleValue());
  }

  private static double rollouts(int rounds) {
    double sum = 0;
    for (int t = 0; t < rounds; t++) {
      sum += (t + 2) + 2.0 * (t + 2) * (t + 2);
    }
    return sum;
  }

  @Test
  void brokenInstancesAreToldApart() throws IOException {
    assertEquals("realizability", failing(BrokenInstance.NOT_REALIZABLE));
    assertEquals("identification", failing(BrokenInstance.NOT_IDENTIFIED));
    assertEquals("oracle", failing(BrokenInstance.TWO_ORACLES));
    assertEquals("", failing(BrokenInstance.DEGENERATE), "flat, but unique");
  }

  /** The assumptions that do not hold, which the exit code and the text say too. */
  private String failing(BrokenInstance kind) throws IOException {
    Outcome text = inspect(kind.instance());
    Outcome json = inspect(kind.instance(), "--json");
    StringBuilder names = new StringBuilder();
    JsonNode assumptions = new ObjectMapper().readTree(json.out()).get("assumptions");
    assumptions
        .fields()
        .forEachRemaining(
            entry -> {
              if (!entry.getValue().get("holds").booleanValue()) {
                names.append(entry.getKey());
              }
            });
    int code = names.length() == 0 ? 0 : 1;
    assertEquals(code, text.code(), text.out());
    assertEquals(code, json.code());
    assertEquals(code == 0, text.out().lines().noneMatch(l -> l.matches("  [✗-]   .*")));
    return names.toString();
  }

  @Test
  void missingTargetRewardsAreNoFailure() throws IOException {
    Instance instance = SeparationInstance.of(1, 2, 1, 0.5).withoutTargetRewards();
    Outcome text = inspect(instance);
    assertEquals(0, text.code(), text.out());
    assertTrue(text.out().contains("unknown"), text.out());
    JsonNode json = new ObjectMapper().readTree(inspect(instance, "--json").out());
    assertTrue(json.get("assumptions").get("oracle").isNull());
    assertEquals(1, json.get("notes").size());
  }

  /** What an inspection finds wrong, a run says before anyone believes its numbers. */
  @Test
  void aRunWarnsOfWhatAnInspectionFinds() throws IOException {
    assertEquals(2, warnings(BrokenInstance.NOT_REALIZABLE.instance(), "not realizable"));
    assertEquals(1, warnings(BrokenInstance.NOT_IDENTIFIED.instance(), "does not identify w*"));
    assertEquals(1, warnings(BrokenInstance.TWO_ORACLES.instance(), "student is not unique"));
    assertEquals(1, warnings(BrokenInstance.DEGENERATE.instance(), "flat"));
    RandomSpec narrow = RandomSpec.SMALL.withDimensions(14, 2).withPrompts(1, 2);
    assertEquals(
        1, warnings(RandomInstance.of(narrow, 5).instance(), "hardly identifies w* along ("));
    assertEquals(0, warnings(SeparationInstance.of(1, 2, 1, 0.5), ""));
  }

  private int warnings(Instance instance, String expected) throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(instance, file);
    Path out = directory.resolve("out" + instance.digest());
    Outcome run =
        Outcome.of("run", file.toString(), "--learner=practical", "--rounds=2", "--out=" + out);
    assertEquals(0, run.code(), run.err());
    List<String> said = run.err().lines().filter(l -> l.startsWith("ccl: warning: ")).toList();
    assertTrue(said.isEmpty() || said.stream().anyMatch(l -> l.contains(expected)), run.err());
    return said.size();
  }
}

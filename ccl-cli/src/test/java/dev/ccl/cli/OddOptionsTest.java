package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.primitives.ImmutableLongArray;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunPlan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is large, relative or beyond ASCII, and is as good as anything else. */
class OddOptionsTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void instance() throws IOException {
    file = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), file);
  }

  /** Rounds and seeds have 64 bits, those that are recorded as well. */
  @Test
  void numbersOfARunHave64Bits() {
    RunOptions options =
        CommandLine.populateCommand(
            new RunOptions(),
            file.toString(),
            "--rounds=6e9",
            "--record=5_000_000_000,3e9",
            "--record=7",
            "--seed=-9e18",
            "--seeds=3",
            "--preset=practical",
            "--set=updates=2",
            "--set=exploration=off",
            "--sampler=trajectories",
            "--out=x");
    RunPlan plan = options.plan(options.learner());
    assertEquals(
        ImmutableLongArray.of(0, 7, 3_000_000_000L, 5_000_000_000L, 6_000_000_000L),
        plan.recorded().all());
    assertEquals(-9_000_000_000_000_000_000L, plan.firstSeed());
    assertEquals(3, plan.seeds());
    assertEquals("2", plan.learner().settings().texts().get("updates"));
    assertEquals("off", plan.learner().settings().texts().get("exploration"));
    assertEquals("trajectories", plan.learner().settings().texts().get("sampler"));
  }

  /** All processors work unless another number is said. */
  @Test
  void threadsAreAllProcessorsUnlessSaid() {
    int all = Runtime.getRuntime().availableProcessors();
    assertEquals(all, CommandLine.populateCommand(new Threads()).count());
    for (int threads : new int[] {1, all + 1, 1000}) {
      assertEquals(
          threads, CommandLine.populateCommand(new Threads(), "--threads=" + threads).count());
    }
  }

  /** A budget may be lowered, and raised above what is usual. */
  @Test
  void budgetsAreThoseOfTheUser() {
    for (long budget : new long[] {1, 30_000_000, 5_000_000_000L}) {
      InstanceFile given =
          CommandLine.populateCommand(new InstanceFile(), file.toString(), "--budget=" + budget);
      assertEquals(budget, given.budget());
      assertEquals(file.toString(), given.name());
    }
  }

  /** A key ends at the first sign of equality. */
  @Test
  void aValueMayHaveASignOfEquality() {
    Outcome outcome =
        Outcome.of("run", file.toString(), "--rounds=3", "--set=updates=1=2", "--out=x");
    assertEquals(Failures.BAD_INPUT, outcome.code());
    assertTrue(outcome.err().contains("setting updates: \"1=2\" is not"), outcome.err());
  }

  /** A setting whose key only begins like an option is another one. */
  @Test
  void onlyTheSettingOfAnOptionContradictsIt() {
    RunOptions options =
        CommandLine.populateCommand(
            new RunOptions(), "x", "--rounds=1", "--out=x", "--set=updates=2", "--set=stop=1");
    options.refuse("--stop-when", "stop-when");
    options.refuse("--update", "update");
    assertEquals(
        "--stop and --set stop=… say the same thing: give one of them",
        assertThrows(IllegalArgumentException.class, () -> options.refuse("--stop", "stop"))
            .getMessage());
  }

  /** Whoever compiles is somewhere else, and an empty part is the directory of nobody. */
  @Test
  void theClassPathIsGoodFromEverywhere() {
    String usual = System.getProperty("java.class.path");
    Path far = directory.resolve("far.jar").toAbsolutePath();
    String colon = File.pathSeparator;
    try {
      System.setProperty("java.class.path", "lib/a.jar" + colon + colon + far + colon + "b c");
      Path here = Path.of("").toAbsolutePath();
      assertEquals(
          here.resolve("lib/a.jar") + colon + far + colon + here.resolve("b c"),
          Outcome.of("classpath").out().strip());
    } finally {
      System.setProperty("java.class.path", usual);
    }
  }

  /** Documents are ASCII alone, from which every name can be read again. */
  @Test
  void documentsAreAsciiWhateverTheNamesAre() throws IOException {
    JsonNode plain = new ObjectMapper().readTree(Files.readString(file));
    String id = plain.path("source").path(0).asText();
    String name = "ü 𝒦 \u2028";
    String text = Files.readString(file).replace("\"" + id + "\"", "\"" + name + "\"");
    Files.writeString(file, text);
    for (String[] line :
        new String[][] {
          {"evaluate", file.toString(), "--w=[0,0]", "--theta=[0]"},
          {"inspect", file.toString(), "--json"}
        }) {
      Outcome outcome = Outcome.of(line);
      assertEquals(0, outcome.code(), outcome.err());
      assertTrue(outcome.out().chars().allMatch(c -> c < 128), outcome.out());
    }
    Outcome outcome = Outcome.of("evaluate", file.toString(), "--w=[0,0]", "--theta=[0]");
    assertTrue(new ObjectMapper().readTree(outcome.out()).path("logZ").has(name), outcome.out());
  }
}

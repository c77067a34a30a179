package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class InstanceCommandTest {

  private static String run(String... args) {
    StringWriter out = new StringWriter();
    List<Exception> thrown = new ArrayList<>();
    int code = execute(out, thrown, args);
    assertEquals(List.of(), thrown);
    assertEquals(0, code);
    return out.toString();
  }

  /** Runs a command that throws, as the shared handler of all commands would see it. */
  private static String complaint(String... args) {
    List<Exception> thrown = new ArrayList<>();
    execute(new StringWriter(), thrown, args);
    return assertInstanceOf(IllegalArgumentException.class, thrown.get(0)).getMessage();
  }

  private static int execute(StringWriter out, List<Exception> thrown, String... args) {
    return new CommandLine(new InstanceCommand())
        .setOut(new PrintWriter(out))
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              thrown.add(e);
              return 2;
            })
        .execute(args);
  }

  private static Instance read(String text) {
    try {
      return InstanceReader.read(
          "out", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyKindIsWritten() {
    assertEquals(SeparationInstance.of(4, 5, 1, 0.5), read(run("separation")));
    assertEquals(
        SeparationInstance.of(1, 4, 2, 0.75),
        read(run("separation", "-d", "1", "-D", "4", "--lambda", "2", "--alpha", "0.75")));
    assertEquals(
        RandomInstance.of(RandomSpec.SMALL, 9).instance(), read(run("random", "--seed", "9")));
    assertEquals(DemoInstance.of(), read(run("demo")));
    for (BrokenInstance broken : BrokenInstance.values()) {
      String kind = broken.name().toLowerCase(Locale.ROOT).replace('_', '-');
      assertEquals(broken.instance(), read(run("broken", kind)));
    }
  }

  @Test
  void everyOptionOfRandomCounts() {
    String base = run("random", "--seed", "9");
    List<String> options =
        List.of(
            "--horizon=2",
            "--letters=3",
            "--source=3",
            "--target=1",
            "--shared=1",
            "--repeated=1",
            "-D=4",
            "-d=1",
            "--lambda=2",
            "--bound=3",
            "--set=box",
            "--set=small-ball",
            "--teacher-distance=0.1",
            "--initial-norm=1",
            "--geometry=sphere",
            "--geometry=ball",
            "--geometry=axes",
            "--feasibility=explicit",
            "--construction=reference-first",
            "--precision=single",
            "--seed=10",
            "--without-target-rewards");
    for (String option : options) {
      String other =
          option.startsWith("--seed") ? run("random", option) : run("random", "--seed=9", option);
      assertFalse(base.equals(other), option);
      read(other);
    }
    assertEquals(base, run("random", "--seed", "9"));
  }

  @Test
  void filesAreWrittenWhereAsked(@TempDir Path directory) {
    Path file = directory.resolve("demo.json");
    assertEquals("", run("demo", "--out", file.toString()));
    assertEquals(DemoInstance.of(), InstanceReader.read(file));
    run("demo", "--without-target-rewards", "--out", file.toString());
    assertEquals(DemoInstance.of().withoutTargetRewards(), InstanceReader.read(file));
  }

  @Test
  void conversionLosesNoBit(@TempDir Path directory) throws IOException {
    String json = directory.resolve("a.json").toString();
    String compact = directory.resolve("a.cclz").toString();
    String back = directory.resolve("b.json").toString();
    run("random", "--seed", "9", "--out", json);
    String said = run("convert", json, compact);
    Instance instance = InstanceReader.read(Path.of(json));
    String digest = instance.digest();
    assertEquals(
        List.of("digest of what was read:    " + digest, "digest of what was written: " + digest),
        said.lines().toList());
    run("convert", compact, back);
    assertEquals(-1, Files.mismatch(Path.of(json), Path.of(back)));
    run("random", "--seed", "9", "--out", back.replace("b.json", "c.cclz"));
    assertEquals(-1, Files.mismatch(Path.of(compact), directory.resolve("c.cclz")));
    run("convert", compact, back, "--without-target-rewards");
    assertEquals(instance.withoutTargetRewards(), InstanceReader.read(Path.of(back)));
  }

  @Test
  void roundingIsSaidAndChangesTheDigest(@TempDir Path directory) {
    String json = directory.resolve("a.json").toString();
    String compact = directory.resolve("a.cclz").toString();
    run("random", "--seed", "9", "--out", json);
    String said = run("convert", "--precision", "single", json, compact);
    Instance rounded = InstanceReader.read(Path.of(json)).inSinglePrecision();
    assertEquals(rounded, InstanceReader.read(Path.of(compact)));
    assertTrue(said.contains("written: " + rounded.digest()), said);
    assertTrue(said.endsWith("rounded: this is another instance" + System.lineSeparator()), said);
    assertEquals(2, run("convert", "--precision", "single", compact, json).lines().count());
    run("random", "--seed", "9", "--out", json);
    run("convert", "--precision", "single", "--without-target-rewards", json, compact);
    assertEquals(rounded.withoutTargetRewards(), InstanceReader.read(Path.of(compact)), "both");
    run("random", "--seed", "9", "--precision", "single", "--out", json);
    said = run("convert", "--precision", "single", "--without-target-rewards", json, compact);
    assertEquals(2, said.lines().count(), "nothing was left to round: " + said);
  }

  @Test
  void whatCannotBeConvertedLeavesNothing(@TempDir Path directory) throws IOException {
    Path broken = directory.resolve("broken.cclz");
    Path out = directory.resolve("out.json");
    Files.write(broken, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2});
    assertTrue(complaint("convert", broken.toString(), out.toString()).startsWith(broken + ": "));
    assertEquals(
        "OUT: \"" + directory + "/out.txt\" ends in neither .json nor .cclz",
        complaint("convert", broken.toString(), directory + "/out.txt"));
    assertEquals(
        "--precision: \"half\" is none of double, single",
        complaint("convert", "--precision=half", broken.toString(), out.toString()));
    assertFalse(Files.exists(out));
  }

  @Test
  void badValuesAreNamed() {
    assertEquals(
        "KIND: \"shattered\" is none of not-realizable, not-identified, two-oracles, degenerate,"
            + " boundary",
        complaint("broken", "shattered"));
    assertEquals("D: 3 is not greater than d = 3", complaint("separation", "-d=3", "-D=3"));
    String most = complaint("separation", "-d=" + Integer.MAX_VALUE);
    assertTrue(most.contains("numbers of features, more than 20,000,000: "), most);
    assertEquals(
        "--set: \"torus\" is none of ball, small-ball, box",
        complaint("random", "--seed=1", "--set=torus"));
  }

  @Test
  void helpIsThere() {
    for (String kind : List.of("separation", "random", "demo", "broken")) {
      assertTrue(run(kind, "--help").contains("--out"), kind);
    }
    assertTrue(run().contains("separation"));
  }

  @Test
  void theWholeCommandAnswersBadInputWithTwo(@TempDir Path directory) {
    String file = directory.resolve("s.json").toString();
    assertEquals(0, whole("instance", "separation", "-d", "1", "--out", file));
    assertEquals(0, whole("instance", "random", "--help"));
    assertEquals(2, whole("instance", "separation", "--alpha", "2"));
    assertEquals(2, whole("instance", "random"));
    assertEquals(2, whole("instance", "demo", "--out", directory.toString()));
  }

  private static int whole(String... args) {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return Main.execute(nowhere, nowhere, args);
  }
}

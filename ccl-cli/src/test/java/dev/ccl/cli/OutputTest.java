package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is printed: that it arrives, and that no file can put words into the program's mouth. */
class OutputTest {
  @TempDir Path directory;
  private Path judge;

  @BeforeEach
  void instance() throws IOException {
    judge = directory.resolve("judge.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), judge);
    InstanceWriter.write(
        BrokenInstance.NOT_IDENTIFIED.instance(), directory.resolve("broken.json"));
  }

  private String[] words(String line) {
    return line.replace("@out", judge + ".out")
        .replace("@broken", directory.resolve("broken.json").toString())
        .replace("@", judge.toString())
        .split(" ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "instance demo",
        "inspect @",
        "inspect @broken --json",
        "evaluate @ --w [0,0] --theta [0]",
        "run @ --rounds 3 --out @out",
        "verify --claims C01 --instances tight"
      })
  void whatCannotBeWrittenIsNotFine(String line) {
    Writer full =
        new Writer() {
          @Override
          public void write(char[] text, int offset, int length) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    StringWriter err = new StringWriter();
    assertEquals(2, Main.execute(new PrintWriter(full), new PrintWriter(err), words(line)));
    String last = err.toString().lines().reduce((a, b) -> b).orElse("");
    assertTrue(last.startsWith("ccl: standard output: "), err.toString());
  }

  private List<String> java(String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add("dev.ccl.cli.Main");
    command.addAll(List.of(words));
    return command;
  }

  /** A finding has the code 1; what was not written of it is more than that. */
  @Test
  void aFindingHasItsCode() {
    assertEquals(1, Outcome.of(words("inspect @broken --json")).code());
  }

  /** Also by commands that leave it to the end of the program to pass on what they print. */
  @ParameterizedTest
  @ValueSource(strings = {"instance demo", "classpath", "inspect @broken --json"})
  void aFullDeviceIsReported(String line) throws Exception {
    File full = new File("/dev/full");
    assumeTrue(full.exists(), "there is no /dev/full here");
    Process process = new ProcessBuilder(java(words(line))).redirectOutput(full).start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(2, process.waitFor(), err);
    assertTrue(err.startsWith("ccl: standard output: "), err);
  }

  /** In the locale C a name beyond ASCII cannot reach Java: that is said, with the way out. */
  @Test
  void aNameThatTheLocaleCannotSpellIsExplained() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "exec \"$@\" \"$(printf 'j\\303\\274')\"");
    builder.command().add("sh");
    builder.command().addAll(java("inspect"));
    builder.environment().put("LC_ALL", "C");
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(2, process.waitFor(), said);
    boolean spelled = said.contains("no such file"); // by a Java that does not ask the locale
    assertTrue(spelled || said.contains("LC_ALL=C.UTF-8"), said);
    assertEquals(1, said.lines().count(), said);
  }

  @Test
  void namesCannotForgeLines() throws IOException {
    String text = Files.readString(judge);
    Path evil = directory.resolve("evil.json");
    String name = "x\\u001b[2J\\nccl: all is well\\u202e";
    Files.writeString(
        evil,
        text.replaceFirst(
            "\"name\": \"[^\"]*\"", "\"name\": \"" + name.replace("\\", "\\\\") + "\""));
    Instance instance = InstanceReader.read(evil);
    assertTrue(instance.header().name().contains("\u001b[2J\n"), "the name is what it is");
    Path out = directory.resolve("out");
    Outcome run = Outcome.of("run", evil.toString(), "--rounds=5", "--out=" + out);
    for (Outcome outcome :
        List.of(
            run,
            Outcome.of("inspect", evil.toString()),
            Outcome.of("report", out.toString()),
            Outcome.of("verify", "--claims=C13", "--instances=" + evil),
            Outcome.of("inspect", "no\u001b[2Jfile"),
            Outcome.of(
                "run", evil.toString(), "--rounds=5", "--out=x", "--learner=\u001b\nccl:"))) {
      String printed = outcome.out() + outcome.err();
      assertFalse(printed.contains("\u001b"), printed);
      assertFalse(printed.contains("\u202e"), printed);
      assertTrue(printed.lines().noneMatch(line -> line.startsWith("ccl: all")), printed);
    }
    assertTrue(Outcome.of("inspect", evil.toString()).out().startsWith("x\\u001b[2J\\u000accl"));
  }
}

package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipes whose commands need more than this process: a learner is compiled from the text of
 * its page, and the commands run in a Java that has it on its class path.
 */
class CookbookTest {
  private static final Path GUIDE = Guide.ROOT.resolve("docs/write-a-learner.md");

  @TempDir private Path directory;

  @Test
  void aLearnerOfOnesOwnRuns() throws Exception {
    Path mine = Files.createDirectories(directory.resolve("mine"));
    Path services = Files.createDirectories(mine.resolve("META-INF/services"));
    compile(GUIDE, "Distillation.java#learner", "Distillation", mine);
    Files.writeString(services.resolve("dev.ccl.algorithms.Learner"), "Distillation\n");
    List<String> lines =
        Guide.blocks(GUIDE).stream()
            .filter(block -> block.mark().contains("CookbookTest runs it"))
            .flatMap(block -> block.text().lines())
            .toList();
    assertEquals(5, lines.size());
    String printed = inAnotherJava(mine, lines);
    assertTrue(printed.contains("distillation"), printed);
    assertTrue(
        Files.readString(directory.resolve("out/report/report.html")).contains("distillation"));
  }

  @Test
  void aLemmaIsTriedOnAFamilyOfOnesOwn() throws Exception {
    Path mine = Files.createDirectories(directory.resolve("mine"));
    Path page = Guide.ROOT.resolve("docs/extending.md");
    compile(page, "FastCurvedSoftmax.java#fast", "FastCurvedSoftmax", mine);
    String line = "ccl verify --claims C16 --family FastCurvedSoftmax --classpath " + mine;
    Shell.Outcome outcome = Shell.run(Shell.line(line).orElseThrow());
    assertEquals(0, outcome.code(), outcome.text());
    assertTrue(outcome.text().contains("1 claim holds"), outcome.text());
  }

  /** Compiles the class that a page shows, as it is shown. */
  private void compile(Path page, String mark, String name, Path into) throws IOException {
    Guide.Block shown =
        Guide.blocks(page).stream()
            .filter(block -> block.mark().endsWith(mark))
            .findFirst()
            .orElseThrow();
    Path source = directory.resolve(name + ".java");
    Files.writeString(source, shown.text());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    String classpath = Shell.run(Shell.line("ccl classpath").orElseThrow()).text().strip();
    List<String> options = List.of("-cp", classpath, "-d", into.toString());
    var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    assertTrue(
        compiler.getTask(said, null, null, options, null, files.getJavaFileObjects(source)).call(),
        said.toString());
  }

  /** Runs lines in a Java with more on its class path and returns what they printed. */
  private String inAnotherJava(Path more, List<String> lines) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(more + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(CookbookTest.class.getName());
    command.addAll(lines);
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }

  /**
   * Runs lines of ccl, in the other Java.
   *
   * @param lines the lines
   * @throws IOException if output cannot be written
   */
  public static void main(String[] lines) throws IOException {
    for (String line : lines) {
      Shell.Outcome outcome = Shell.run(Shell.line(line).orElseThrow());
      System.out.println(outcome.text());
      if (outcome.code() != 0) {
        System.exit(outcome.code());
      }
    }
  }
}

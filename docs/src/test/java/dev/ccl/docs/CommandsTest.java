package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Every command and every option that the guide names exists, whether it is run or not. */
class CommandsTest {
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--?[A-Za-z][\\w-]*)");
  private static final CommandSpec GRAMMAR = Main.grammar(); // takes longer than any line
  private static final Pattern ROW = Pattern.compile("^\\| (`--.*?) \\|", Pattern.MULTILINE);

  @TestFactory
  Stream<DynamicTest> linesOfCodeParse() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : Guide.pages()) {
      for (String line : Files.readString(page).lines().toList()) {
        Shell.line(line.replaceFirst("^\\s*(\\$ )?", ""))
            .ifPresent(l -> tests.add(DynamicTest.dynamicTest(line, () -> parse(l.words()))));
      }
    }
    assertTrue(tests.size() > 5, "lines are found");
    return tests.stream();
  }

  /** In the flow of a sentence arguments may be left out. */
  @TestFactory
  Stream<DynamicTest> commandsInProseParse() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path page : Guide.pages()) {
      for (String code : Guide.code(page)) {
        Shell.line(code)
            .ifPresent(
                line ->
                    tests.add(
                        DynamicTest.dynamicTest(
                            Guide.name(page) + ": " + code, () -> parsePart(line.words()))));
      }
    }
    assertTrue(tests.size() > 5, "commands are found");
    return tests.stream();
  }

  @Test
  void optionsInProseExist() throws IOException {
    Set<String> known = options(GRAMMAR);
    known.addAll(optionsOfTheCluster());
    for (Path page : Guide.pages()) {
      for (String code : Guide.code(page)) {
        if (code.startsWith("--")) {
          Matcher option = OPTION.matcher(code);
          while (option.find()) {
            assertTrue(known.contains(option.group(1)), Guide.name(page) + ": " + code);
          }
        }
      }
    }
  }

  /** The options of {@code ccl cluster}, by its sources: the module needs Spark and is not here. */
  private static Set<String> optionsOfTheCluster() throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Guide.ROOT.resolve("ccl-spark/src/main/java"))) {
      for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        Pattern.compile("names = \"(--[\\w-]+)\"")
            .matcher(Files.readString(source))
            .results()
            .forEach(name -> found.add(name.group(1)));
      }
    }
    return found;
  }

  /** The table of ccl run lists its options, all of them. */
  @Test
  void theTableOfOptionsIsComplete() throws IOException {
    String page = Files.readString(Guide.ROOT.resolve("docs/experiments.md"));
    Set<String> shown = new TreeSet<>();
    Matcher row = ROW.matcher(page);
    while (row.find()) {
      OPTION.matcher(row.group(1)).results().forEach(m -> shown.add(m.group(1)));
    }
    CommandSpec run = GRAMMAR.subcommands().get("run").getCommandSpec();
    Set<String> all = new TreeSet<>(run.optionsMap().keySet());
    all.removeAll(Set.of("-h", "--help", "-V", "--version", "--stacktrace"));
    assertEquals(all, shown);
  }

  @Test
  void whatDoesNotExistIsSeen() {
    for (String line :
        List.of(
            "ccl run x.json --round 1", "ccl reproduce --fast", "ccl repoduce", "ccl inspect")) {
      List<String> words = Shell.line(line).orElseThrow().words();
      assertThrows(ParameterException.class, () -> parse(words), line);
    }
    assertThrows(AssertionError.class, () -> parsePart(List.of("run", "--round", "1")));
    assertThrows(AssertionError.class, () -> parsePart(List.of("reproduce", "--rounds", "1")));
    assertThrows(AssertionError.class, () -> parsePart(List.of("rnu")));
    assertDoesNotThrow(() -> parsePart(List.of("run", "FILE")));
  }

  private static void parse(List<String> words) {
    GRAMMAR.commandLine().parseArgs(words.toArray(String[]::new));
  }

  private static void parsePart(List<String> words) {
    CommandSpec command = GRAMMAR;
    for (String word : words) {
      CommandLine sub = command.subcommands().get(word);
      if (sub != null) {
        command = sub.getCommandSpec();
      } else if (word.startsWith("-")) {
        String option = word.replaceFirst("=.*", "");
        assertTrue(command.optionsMap().containsKey(option), command.name() + " has no " + option);
      } else {
        assertTrue(command.parent() != null, "there is no command " + word);
      }
    }
  }

  private static Set<String> options(CommandSpec command) {
    Set<String> names = new TreeSet<>(command.optionsMap().keySet());
    for (CommandLine sub : command.subcommands().values()) {
      names.addAll(options(sub.getCommandSpec()));
    }
    return names;
  }
}

package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

class MainTest {

  @Test
  void helpSucceedsOnEveryCommand() {
    assertTrue(helpOf(Main.grammar()) >= 14, "all commands are found");
    assertEquals(Outcome.of("--help"), Outcome.of());
    assertTrue(Outcome.of().out().lines().count() < 40, "help fits on a screen");
  }

  private static int helpOf(CommandSpec command) {
    String name = command.qualifiedName();
    List<String> words = Splitter.on(' ').splitToList(name + " --help");
    Outcome outcome = Outcome.of(words.subList(1, words.size()).toArray(String[]::new));
    assertEquals(0, outcome.code(), name);
    assertTrue(outcome.out().startsWith("Usage: " + name), outcome.out());
    assertTrue(outcome.out().contains("Exit codes:"), outcome.out());
    assertTrue(outcome.out().lines().allMatch(l -> l.length() <= 100), outcome.out());
    assertEquals("", outcome.err());
    return 1
        + command.subcommands().values().stream()
            .mapToInt(sub -> helpOf(sub.getCommandSpec()))
            .sum();
  }

  @Test
  void versionIsTold() {
    assertTrue(Outcome.of("--version").out().startsWith("ccl "));
  }

  @Test
  void wrongArgumentsAreOneLine() {
    String[][] wrong = {
      {"--no-such-option"},
      {"evalute"},
      {"evaluate"},
      {"evaluate", "x.json", "--w", "[1]"},
      {"inspect", "--jso", "x.json"},
      {"inspect", "x.json", "--budget", "many"},
      {"inspect", "no-such-file.json"}
    };
    for (String[] args : wrong) {
      Outcome outcome = Outcome.of(args);
      assertEquals(2, outcome.code(), String.join(" ", args));
      assertEquals("", outcome.out());
      outcome.assertOneLine();
    }
    assertTrue(Outcome.of("evalute").err().contains("evaluate"), "a guess is offered");
  }

  @Test
  void faultsOfTheProgramAreToldApart() {
    Outcome outcome = Outcome.of("--stacktrace", "inspect", "no-such-file.json");
    assertEquals(2, outcome.code());
    assertTrue(outcome.err().contains("\tat "), "the trace is shown on demand");
    assertFalse(Outcome.of("inspect", "no-such-file.json").err().contains("\tat "));
  }
}

package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a bar counts, at the end of the work it has counted all of it. */
class BarsTest {
  @TempDir private Path directory;

  /** Several commands, one after the other. */
  static final class Several {
    private Several() {}

    public static void main(String[] lines) {
      PrintWriter out = new PrintWriter(System.out, true, UTF_8);
      PrintWriter err = new PrintWriter(System.err, true, UTF_8);
      for (String line : lines) {
        String[] words = Splitter.on(' ').splitToList(line).toArray(new String[0]);
        out.println("= " + Main.execute(out, err, words));
      }
    }
  }

  @Test
  void everyBarEndsFull() throws Exception {
    Path judge = directory.resolve("judge.json");
    Path other = directory.resolve("other.json");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), judge);
    InstanceWriter.write(SeparationInstance.of(1, 2, 3, 0.5), other);
    Path grid =
        Files.writeString(
            directory.resolve("grid.yaml"),
            "instances: [judge.json]\nlearners: [practical, sft]\nrounds: 20\nseeds: 2\n");
    String stop = "--stop-when=excess<1 --record=2";
    PseudoTerminal terminal =
        PseudoTerminal.ofProgram(
            Several.class,
            "run " + judge + " --rounds=30 --seeds=2 --out=" + directory.resolve("run"),
            "run " + judge + " --rounds=50 --out=" + directory.resolve("stopped") + " " + stop,
            "sweep " + grid + " --out=" + directory.resolve("sweep"),
            "verify --claims=C05,C16,C17 --liar=lambda-dropped --out=%s --instances=%s,%s"
                .formatted(directory, judge, other),
            "plan " + judge + " --epsilon=1e-2 --pilot=20 --pilots=3 --replay=2");
    assertEquals(0, terminal.end(), terminal.shown());
    String shown = terminal.shown();
    assertEquals(
        List.of("= 0", "= 0", "= 0", "= 1", "= 0"),
        shown.lines().filter(line -> line.matches("= \\d+")).toList(),
        shown);
    assertFalse(shown.contains("interrupted"), "what nobody did is not said at the end: " + shown);
    long failing = Pattern.compile(" counterexample: ").matcher(shown).results().count();
    assertTrue(failing >= 1, shown);
    List<String> ends =
        List.of(
            "ccl run 100% [^\r]* 60/60 rounds, ",
            "ccl run 100% [^\r]* 50/50 rounds, ",
            "ccl sweep 100% [^\r]* 80/80 rounds, ",
            "ccl verify 100% [^\r]* 6/6 checks, ",
            "shrinking 100% [^\r]*" + failing + "/" + failing + " counterexamples, ",
            "pilots 100% [^\r]* 60/60 rounds, ",
            "replay 100% [^\r]* ([0-9]+)/\\1 rounds, ");
    for (String end : ends) {
      assertTrue(Pattern.compile(end).matcher(shown).find(), end + " in " + shown);
    }
  }
}

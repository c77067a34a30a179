package dev.ccl.spark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.io.Resources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What commands say of themselves: every option with its default, and every exit code. */
class HelpTest {
  private static String help(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    assertEquals(0, Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), words));
    assertEquals("", err.toString());
    return out.toString().replaceAll("\u001b\\[[0-9;]*m", "").replace(System.lineSeparator(), "\n");
  }

  @Test
  void everyCommandExplainsItself() throws IOException {
    StringBuilder all = new StringBuilder(help("--help"));
    for (String command : List.of("sweep", "run", "verify", "reproduce")) {
      all.append("\n== " + command + "\n" + help(command, "--help"));
    }
    assertEquals(help("--help"), help());
    assertTrue(all.toString().lines().allMatch(line -> line.length() <= 80), all.toString());
    assertEquals(
        Resources.toString(HelpTest.class.getResource("help.txt"), StandardCharsets.UTF_8),
        all.toString());
  }

  private static String complaint(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    assertEquals(2, Main.execute(new PrintWriter(out), new PrintWriter(err), words));
    assertEquals("", out.toString());
    return err.toString();
  }

  /** Before the command or behind it, and only if asked for. */
  @Test
  void whereAnErrorAroseIsShownIfAskedFor() {
    String[] plain = {"sweep", "no-grid-is-called-like-this.yaml"};
    assertEquals(1, complaint(plain).lines().count(), complaint(plain));
    String first = complaint("--stacktrace", plain[0], plain[1]);
    String last = complaint(plain[0], plain[1], "--stacktrace");
    for (String said : List.of(first, last)) {
      assertTrue(said.startsWith(complaint(plain)), said);
      assertTrue(said.contains("\tat dev.ccl."), said);
    }
  }
}

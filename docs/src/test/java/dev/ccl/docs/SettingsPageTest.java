package dev.ccl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the settings has the words that the settings bring along. */
class SettingsPageTest {
  private static final String BEGIN = "<!-- begin: settings -->\n";
  private static final String END = "<!-- end: settings -->\n";

  @Test
  void thePageIsWhatTheCommandPrints() throws IOException {
    Path page = Guide.ROOT.resolve("docs/settings.md");
    String text = Files.readString(page);
    Shell.Outcome tables = Shell.run(Shell.line("ccl learners --markdown").orElseThrow());
    assertEquals(0, tables.code());
    String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
    Guide.settle(page, before + "\n" + tables.text() + "\n" + text.substring(text.indexOf(END)));
  }
}

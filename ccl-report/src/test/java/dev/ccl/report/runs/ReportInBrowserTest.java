package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ccl.report.page.Addition;
import dev.ccl.report.paper.InstanceLocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page as a real browser shows it; without a Chromium there is nothing to see. */
class ReportInBrowserTest {
  @TempDir private Path directory;

  @Test
  void figuresRenderWithoutErrorsOrRequests() throws Exception {
    Optional<Path> program = Browser.program();
    assumeTrue(program.isPresent(), "no Chromium on this machine");
    SmallRuns.write(directory);
    Report report = Report.read(directory, InstanceLocator.of(List.of(), List.of(directory)));
    report.write(directory.resolve("report"), "A report", List.of(), Addition.NOTHING);
    Path page = directory.resolve("report").resolve("report.html");
    try (Browser browser = Browser.start(program.get())) {
      Browser.Tab first = browser.open(page, 768, 900, "light");
      assertTrue(
          first.evaluate(PageCheck.VISIBLE).size()
              < first.evaluate("document.querySelectorAll('figure').length").asInt(),
          "the figures for specialists are folded");
      for (int width : PageCheck.WIDTHS) {
        for (String scheme : List.of("light", "dark")) {
          PageCheck.of(browser.open(page, width, 900, scheme), page.toUri(), "report", 4);
        }
      }
    }
  }

  @Test
  void aBadPageIsCaught() throws Exception {
    Optional<Path> program = Browser.program();
    assumeTrue(program.isPresent(), "no Chromium on this machine");
    Path page = directory.resolve("bad.html");
    Files.writeString(
        page,
        "<!DOCTYPE html><html><body style='width:2000px'><svg width='0'></svg><svg width='50'"
            + " height='50'><text y='20'>far beyond the picture</text></svg><svg width='500'"
            + " height='50'><text y='20'>upon</text><text y='21'>upon</text></svg><img"
            + " src='http://localhost:1/x.png'><script>undefinedFunction()</script></body></html>");
    try (Browser browser = Browser.start(program.get())) {
      Browser.Tab tab = browser.open(page, 360, 900, "light");
      assertTrue(tab.requests().stream().anyMatch(r -> r.startsWith("http:")));
      assertTrue(!tab.console().isEmpty());
      boolean axe = !System.getProperty("ccl.axe", "").isEmpty();
      assertEquals(axe, !tab.inaccessible().isEmpty(), "an image without words, if axe is there");
      assertTrue(tab.evaluate(PageCheck.OVERFLOW).asInt() > 360);
      assertEquals(2, tab.evaluate(PageCheck.VISIBLE).size());
      assertEquals(
          "[\"far beyond the picture\",\"upon\"]", tab.evaluate(PageCheck.UNREADABLE).toString());
    }
  }
}

package dev.ccl.experiments.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
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
    report.write(directory.resolve("report"), "A report", List.of(), Report.Addition.NOTHING);
    Path page = directory.resolve("report").resolve("report.html");
    try (Browser browser = Browser.start(program.get())) {
      for (int width : new int[] {360, 768, 1440}) {
        for (String scheme : List.of("light", "dark")) {
          check(browser.open(page, width, 900, scheme), page, width, scheme);
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
      assertTrue(tab.evaluate(OVERFLOW).asInt() > 360);
      assertEquals(2, tab.evaluate(VISIBLE).size());
      assertEquals("[\"far beyond the picture\",\"upon\"]", tab.evaluate(UNREADABLE).toString());
    }
  }

  /** The widths of the pictures that are shown. */
  private static final String VISIBLE =
      "Array.from(document.querySelectorAll('svg')).filter(s => s.checkVisibility()).map(s =>"
          + " s.getBoundingClientRect()).filter(b => b.width > 0 && b.height > 0).map(b =>"
          + " b.width)";

  /** Shapes inside of shown pictures that have an extent. */
  private static final String SHAPES =
      "Array.from(document.querySelectorAll('svg path.line')).map(p => p.getBoundingClientRect())"
          + ".filter(b => b.width > 0).length";

  private static final String OVERFLOW = "document.documentElement.scrollWidth";

  /** Letters of pictures that are shown, in pixels. */
  private static final String SMALLEST_LETTERS =
      "Math.min(...Array.from(document.querySelectorAll('svg text'))"
          + ".map(t => t.getBoundingClientRect().height).filter(h => h > 0))";

  /** Texts of a picture that reach beyond it, or into another text. */
  private static final String UNREADABLE =
      """
      Array.from(document.querySelectorAll('svg')).flatMap(svg => {
        const paper = svg.getBoundingClientRect();
        const texts = Array.from(svg.querySelectorAll('text'))
            .map(t => ({t: t.textContent, b: t.getBoundingClientRect()})).filter(x => x.b.width > 0);
        const beyond = texts.filter(x => x.b.left < paper.left - 1 || x.b.right > paper.right + 1);
        const into = texts.filter((x, i) => texts.slice(0, i).some(y =>
            Math.min(x.b.right, y.b.right) - Math.max(x.b.left, y.b.left) > 1
                && Math.min(x.b.bottom, y.b.bottom) - Math.max(x.b.top, y.b.top) > x.b.height / 3));
        return beyond.concat(into).map(x => x.t);
      })
      """;

  private static void check(Browser.Tab tab, Path page, int width, String scheme) throws Exception {
    String where = width + " " + scheme;
    assertEquals(List.of(), tab.console(), where);
    for (String request : tab.requests()) {
      assertTrue(request.equals(page.toUri().toString()) || request.startsWith("data:"), request);
    }
    assertTrue(
        tab.evaluate(VISIBLE).size()
            < tab.evaluate("document.querySelectorAll('figure').length").asInt(),
        where + ": the figures for specialists are folded");
    tab.evaluate("document.querySelectorAll('details:has(figure)').forEach(d => d.open = true)");
    JsonNode widths = tab.evaluate(VISIBLE);
    int figures = tab.evaluate("document.querySelectorAll('figure').length").asInt();
    assertTrue(figures >= 4, where + ": " + figures + " figures");
    assertEquals(figures, widths.size(), where + ": one picture a figure");
    for (JsonNode drawn : widths) {
      assertTrue(drawn.asDouble() > 0.8 * Math.min(width, 600), where + ": " + drawn);
    }
    assertTrue(tab.evaluate(SHAPES).asInt() >= figures, where);
    assertTrue(tab.evaluate(OVERFLOW).asInt() <= width, where + ": wider than the window");
    String screenshots = System.getProperty("ccl.screenshots", "");
    if (!screenshots.isEmpty()) { // for a person to look at
      tab.screenshot(Path.of(screenshots).resolve("report-" + width + "-" + scheme + ".png"));
    }
    assertEquals("[]", tab.evaluate(UNREADABLE).toString(), where);
    double letters = tab.evaluate(SMALLEST_LETTERS).asDouble();
    assertTrue(letters >= 9, where + ": letters of " + letters + " pixels");
  }
}

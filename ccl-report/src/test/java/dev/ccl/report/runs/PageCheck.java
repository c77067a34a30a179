package dev.ccl.report.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** What must hold of every page in a browser, at every width, light and dark. */
public final class PageCheck {
  /** A phone, a tablet and a laptop. */
  public static final ImmutableList<Integer> WIDTHS = ImmutableList.of(360, 768, 1440);

  private PageCheck() {}

  /** The widths of the pictures that are shown. */
  static final String VISIBLE =
      "Array.from(document.querySelectorAll('svg')).filter(s => s.checkVisibility()).map(s =>"
          + " s.getBoundingClientRect()).filter(b => b.width > 0 && b.height > 0).map(b =>"
          + " b.width)";

  /** Shapes inside of shown pictures that have an extent. */
  static final String SHAPES =
      "Array.from(document.querySelectorAll('svg path.line, svg .tile')).map(p =>"
          + " p.getBoundingClientRect()).filter(b => b.width > 0).length";

  static final String OVERFLOW = "document.documentElement.scrollWidth";

  /** Letters of pictures that are shown, in pixels. */
  static final String SMALLEST_LETTERS =
      "Math.min(...Array.from(document.querySelectorAll('svg text'))"
          + ".map(t => t.getBoundingClientRect().height).filter(h => h > 0))";

  /** Texts of a picture that reach beyond it, or into another text. */
  static final String UNREADABLE =
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

  /**
   * Checks a page: nothing on the console, no request beyond it, every figure drawn once and
   * readable, nothing wider than the window, and no serious fault that axe-core finds.
   */
  public static void of(Browser.Tab tab, URI page, String name, int least) throws Exception {
    int width = tab.evaluate("window.innerWidth").asInt();
    String scheme =
        tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches").asBoolean()
            ? "dark"
            : "light";
    String where = width + " " + scheme;
    assertEquals(List.of(), tab.console(), where);
    for (String request : tab.requests()) {
      assertTrue(request.startsWith(page.toString()) || request.startsWith("data:"), request);
    }
    screenshot(tab, name + "-" + width + "-" + scheme);
    tab.evaluate("document.querySelectorAll('details:has(figure)').forEach(d => d.open = true)");
    JsonNode widths = tab.evaluate(VISIBLE);
    int figures = tab.evaluate("document.querySelectorAll('figure').length").asInt();
    assertTrue(figures >= least, where + ": " + figures + " figures");
    assertEquals(figures, widths.size(), where + ": one picture per figure");
    for (JsonNode drawn : widths) {
      assertTrue(drawn.asDouble() > 0.8 * Math.min(width, 600), where + ": " + drawn);
    }
    assertTrue(tab.evaluate(SHAPES).asInt() >= figures, where);
    assertTrue(tab.evaluate(OVERFLOW).asInt() <= width, where + ": wider than the window");
    assertEquals("[]", tab.evaluate(UNREADABLE).toString(), where);
    double letters = tab.evaluate(SMALLEST_LETTERS).asDouble();
    assertTrue(letters >= 9, where + ": letters of " + letters + " pixels");
    assertEquals(List.of(), tab.inaccessible(), where);
  }

  /** For a person to look at, if {@code -Dccl.screenshots} names a directory. */
  private static void screenshot(Browser.Tab tab, String name) throws Exception {
    String directory = System.getProperty("ccl.screenshots", "");
    if (!directory.isEmpty()) {
      tab.screenshot(Path.of(directory).resolve(name + ".png"));
    }
  }
}

package dev.ccl.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.report.chart.Axis;
import dev.ccl.report.chart.Chart;
import dev.ccl.report.chart.ChartSvg;
import dev.ccl.report.chart.ChartTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The parts of a page, each with none, one and several of what it holds. */
class PageTest {
  /** What is between the header and the end. */
  private static String body(Page page) {
    String html = page.html();
    return html.substring(html.indexOf("</header>\n") + 10, html.indexOf("</main>"));
  }

  private static final ChartTable TABLE =
      new ChartTable(ImmutableList.of("a"), ImmutableList.of(ImmutableList.of("1")));

  private static Page page() {
    return new Page("T", "L", "../");
  }

  private static List<Figure> figures(int count) {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Chart chart = Chart.of("f" + i, "", "", Axis.linear(""), Axis.linear(""), List.of());
      figures.add(new Figure(chart, "caption " + i));
    }
    return figures;
  }

  /** The page without pictures and numbers. */
  private static String order(Page page) {
    return body(page).replaceAll("(?s)<figure id=\"(f.)\">.*?</figure>", "$1").replace("\n", "");
  }

  @Test
  void aPageHasItsTitleAndItsLead() {
    String html = new Page("a < b", "c & d", "").html();
    assertTrue(html.startsWith("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"), html);
    assertTrue(html.contains("<title>a &lt; b</title>"), html);
    assertTrue(
        html.contains("<header><h1>a &lt; b</h1><p class=\"lead\">c &amp; d</p></header>"), html);
    assertTrue(html.endsWith("</main>\n</body>\n</html>\n"), html);
    assertTrue(html.contains(ChartSvg.style() + "</style>\n</head>"), "after the page's own");
  }

  @Test
  void whatIsEmptyIsLeftOut() {
    Page empty = page().facts(List.of()).remarks(List.of()).answers(List.of());
    assertEquals("", body(empty.figures(List.of())));
    assertEquals(
        "<div class=\"facts\">\n<div><strong>1</strong><span>one &amp; only</span></div>\n</div>\n"
            + "<ul class=\"remarks\">\n<li>a</li>\n<li>b</li>\n</ul>\n"
            + "<ul class=\"answers\">\n<li>c</li>\n</ul>\n",
        body(
            page()
                .facts(List.of(new Fact("1", "one & only")))
                .remarks(List.of("a", "b"))
                .answers(List.of("c"))));
  }

  /** Text is text, also where it looks like markup or like the place of the contents. */
  @Test
  void everyTextIsEscaped() {
    String sign = "<!-- contents -->";
    String escaped = "&lt;!-- contents --&gt;";
    ChartTable table =
        new ChartTable(ImmutableList.of(sign), ImmutableList.of(ImmutableList.of(sign)));
    Page page = new Page(sign, sign, sign).facts(List.of(new Fact(sign, sign), new Fact("2", "b")));
    page.section(sign).paragraph(sign).remarks(List.of(sign)).answers(List.of(sign));
    page.table(table).folded(sign, p -> p.link(sign, sign));
    page.figure(
        new Figure(
            Chart.of("c", sign, sign, Axis.linear(sign), Axis.linear(sign), List.of()), sign));
    String html = page.html();
    assertFalse(html.contains(sign) || html.contains("<nav"), html);
    assertTrue(html.contains("<title>" + escaped + "</title>"), html);
    for (String element : List.of("h1", "strong", "span", "p", "li", "td", "summary")) {
      assertTrue(html.contains("<" + element + ">" + escaped + "</" + element + ">"), element);
    }
    assertTrue(html.indexOf("<strong>" + escaped) < html.indexOf("<strong>2"), "in order");
  }

  @Test
  void theGlossaryHasEachWordWithItsMeaning() {
    List<String> lines = body(page().glossary()).lines().toList();
    assertEquals("<details><summary>Words and signs</summary>", lines.get(0));
    assertEquals("<dl>", lines.get(1));
    assertEquals(
        "<dt>T</dt><dd>the number of rounds; a round of CCL asks for one source reward</dd>",
        lines.get(2));
    assertEquals(
        List.of(
            "T",
            "oracle student",
            "𝒦",
            "below 10⁻¹⁴",
            "Δ",
            "w*",
            "‖w−w*‖²",
            "slope",
            "band, [ , ]",
            "limit of direct matching"),
        lines.subList(2, lines.size() - 1).stream()
            .map(line -> line.substring(4, line.indexOf("</dt><dd>")))
            .toList());
    assertEquals("</dl></details>", lines.get(lines.size() - 1));
  }

  @Test
  void theContentsHaveEverySection() {
    assertEquals(
        "<nav aria-label=\"Contents\"><ul>\n"
            + "<li><a href=\"#section-1\">first</a></li>\n"
            + "<li><a href=\"#section-2\">second</a></li>\n"
            + "</ul></nav>\n"
            + "<h2 id=\"section-1\">first</h2>\n<h2 id=\"section-2\">second</h2>\n",
        body(page().contents().section("first").section("second")));
  }

  /** Long cells are wrapped, from 45 letters on. */
  @Test
  void longCellsAreWrapped() {
    String fits = "λ".repeat(44); // letters, not bytes
    ChartTable table =
        new ChartTable(
            ImmutableList.of("a", "b".repeat(50)),
            ImmutableList.of(ImmutableList.of(fits, fits + "y"), ImmutableList.of("", "z")));
    assertEquals(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"table\"><table>\n"
            + "<thead><tr><th scope=\"col\">a</th><th scope=\"col\">"
            + "b".repeat(50)
            + "</th></tr></thead>\n<tbody>\n<tr><td>"
            + fits
            + "</td><td class=\"long\">"
            + fits
            + "y</td></tr>\n<tr><td></td><td>z</td></tr>\n</tbody></table></div>\n",
        body(page().table(table)));
  }

  /** One figure has the text beside it, and on the side on which it was asked for. */
  @Test
  void textStandsBesideASingleFigure() {
    String text = "<p>text</p>";
    assertEquals(text, order(page().figures(figures(0), p -> p.paragraph("text"))));
    assertEquals(
        "<div class=\"figures\">f0<div class=\"beside\">" + text + "</div></div>",
        order(page().figures(figures(1), p -> p.paragraph("text"))));
    assertEquals(
        "<div class=\"figures\">f0f1</div>" + text,
        order(page().figures(figures(2), p -> p.paragraph("text"))));
    assertEquals(text, order(page().figures(p -> p.paragraph("text"), figures(0))));
    assertEquals(
        "<div class=\"figures\"><div class=\"beside\">" + text + "</div>f0</div>",
        order(page().figures(p -> p.paragraph("text"), figures(1))));
    assertEquals(
        text + "<div class=\"figures\">f0f1</div>",
        order(page().figures(p -> p.paragraph("text"), figures(2))));
    assertEquals("<div class=\"figures\">f0</div>", order(page().figures(figures(1))));
  }

  @Test
  void aFigureHasBothSizesItsFilesAndItsNumbers() {
    String figure = body(page().figure(figures(1).get(0)));
    assertTrue(figure.startsWith("<figure id=\"f0\">\n<svg"), figure);
    assertTrue(figure.indexOf("class=\"chart wide\"") < figure.indexOf("class=\"chart narrow\""));
    assertTrue(
        figure.contains(
            "<figcaption>caption 0</figcaption>\n"
                + "<p class=\"files\"><a href=\"../figures/f0.svg\">picture (SVG)</a> · "
                + "<a href=\"../figures/f0.csv\">numbers (CSV)</a></p>\n"
                + "<details><summary>The numbers</summary>\n"),
        figure);
    assertTrue(body(new Page("T", "L", "").figure(figures(1).get(0))).contains("\"figures/f0.csv"));
    assertEquals(
        "<details><summary>s &amp; t</summary>\n" + body(page().table(TABLE)) + "</details>\n",
        body(page().folded("s & t", TABLE)));
    assertEquals(
        "<details><summary>s</summary>\n<p class=\"files\"><a href=\"b?c=1&amp;d\">a</a></p>\n"
            + "</details>\n",
        body(page().folded("s", (Page inside) -> inside.link("a", "b?c=1&d"))));
  }

  /** Two instances may bear one name, and names may be of any signs. */
  @Test
  void sectionsOfOneNameAreTwoAndNamesAreTakenAsTheyAre() {
    String name = "costs $1 \\ $name";
    assertEquals(
        "<nav aria-label=\"Contents\"><ul>\n"
            + "<li><a href=\"#section-1\">costs $1 \\ $name</a></li>\n"
            + "<li><a href=\"#section-2\">costs $1 \\ $name</a></li>\n"
            + "<li><a href=\"#section-3\">last</a></li>\n"
            + "</ul></nav>\n"
            + "<h2 id=\"section-1\">costs $1 \\ $name</h2>\n"
            + "<h2 id=\"section-2\">costs $1 \\ $name</h2>\n<h2 id=\"section-3\">last</h2>\n",
        body(page().contents().section(name).section(name).section("last")));
  }
}

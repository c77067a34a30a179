package dev.ccl.experiments.report;

import com.google.common.io.Resources;
import dev.ccl.experiments.chart.ChartSvg;
import dev.ccl.experiments.chart.ChartTable;
import dev.ccl.experiments.chart.Markup;
import dev.ccl.experiments.chart.Size;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A page of HTML that needs no network, no script and no other file. */
public final class Page {
  private static final int LONG = 44; // cells that are wrapped

  private final Markup out = new Markup();

  /**
   * Begins a page.
   *
   * @param title its title
   * @param lead one sentence below it
   */
  public Page(String title, String lead) {
    out.raw("<!DOCTYPE html>").line().open("html", "lang", "en").line().open("head").line();
    out.raw("<meta charset=\"utf-8\">").line();
    out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">").line();
    out.raw("<meta name=\"color-scheme\" content=\"light dark\">").line();
    out.raw("<link rel=\"icon\" href=\"data:,\">").line(); // or a browser asks for one
    out.element("title", title).line();
    out.open("style").raw("\n" + style() + ChartSvg.style()).close().line();
    out.close().line().open("body").line().open("main").line();
    out.open("header").element("h1", title).element("p", lead, "class", "lead").close().line();
  }

  private static String style() {
    try {
      return Resources.toString(
          Resources.getResource(Page.class, "report.css"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A number worth a glance.
   *
   * @param value the number
   * @param meaning what it is
   */
  public record Fact(String value, String meaning) {}

  /**
   * Adds facts side by side.
   *
   * @param facts the facts
   * @return this
   */
  public Page facts(List<Fact> facts) {
    if (facts.isEmpty()) {
      return this;
    }
    out.open("div", "class", "facts").line();
    for (Fact fact : facts) {
      out.open("div").element("strong", fact.value()).element("span", fact.meaning()).close();
      out.line();
    }
    out.close().line();
    return this;
  }

  /**
   * Begins a section.
   *
   * @param title its title
   * @return this
   */
  public Page section(String title) {
    out.element("h2", title).line();
    return this;
  }

  /**
   * Adds a paragraph.
   *
   * @param text its text
   * @return this
   */
  public Page paragraph(String text) {
    out.element("p", text).line();
    return this;
  }

  /**
   * Adds remarks.
   *
   * @param remarks a sentence or two each
   * @return this
   */
  public Page remarks(List<String> remarks) {
    if (!remarks.isEmpty()) {
      out.open("ul", "class", "remarks").line();
      remarks.forEach(remark -> out.element("li", remark).line());
      out.close().line();
    }
    return this;
  }

  /**
   * Adds a table.
   *
   * @param table its cells
   * @return this
   */
  public Page table(ChartTable table) {
    out.open("div", "class", "scroll").open("table").line().open("thead").open("tr");
    table.head().forEach(cell -> out.element("th", cell, "scope", "col"));
    out.close().close().line().open("tbody").line();
    for (List<String> row : table.rows()) {
      out.open("tr");
      for (String cell : row) {
        if (cell.length() > LONG) {
          out.element("td", cell, "class", "long");
        } else {
          out.element("td", cell);
        }
      }
      out.close().line();
    }
    out.close().close().close().line();
    return this;
  }

  /**
   * Adds a table that a reader unfolds.
   *
   * @param summary what it is
   * @param table its cells
   * @return this
   */
  public Page folded(String summary, ChartTable table) {
    out.open("details").element("summary", summary).line();
    table(table);
    out.close().line();
    return this;
  }

  /**
   * Adds a figure with its caption and, to unfold, its numbers.
   *
   * @param figure the figure
   * @return this
   */
  public Page figure(Figure figure) {
    out.open("figure", "id", figure.chart().id()).line();
    // A phone shows one of them, a laptop the other.
    out.raw(ChartSvg.inline(figure.chart(), Size.WIDE));
    out.raw(ChartSvg.inline(figure.chart(), Size.NARROW));
    out.element("figcaption", figure.caption()).line();
    folded("The numbers", ChartTable.of(figure.chart()));
    out.close().line();
    return this;
  }

  /**
   * Ends the page.
   *
   * @return the whole document
   */
  public String html() {
    return out.close().line().close().line().close().line().toString();
  }
}

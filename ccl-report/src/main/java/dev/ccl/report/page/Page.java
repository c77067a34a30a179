package dev.ccl.report.page;

import com.google.common.io.Resources;
import dev.ccl.report.chart.ChartSvg;
import dev.ccl.report.chart.ChartTable;
import dev.ccl.report.chart.Markup;
import dev.ccl.report.chart.Size;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A page of HTML that needs no network, no script and no other file. */
public final class Page {
  private static final int LONG = 44; // cells that are wrapped

  private static final String CONTENTS = "<!-- contents -->";

  private final String root;
  private final Markup out = new Markup();
  private final Map<String, String> sections = new LinkedHashMap<>(); // anchors with titles

  /**
   * Begins a page.
   *
   * @param title its title
   * @param lead one sentence below it
   * @param root the way from the page to the directory of the report, empty or ending with a slash
   */
  public Page(String title, String lead, String root) {
    this.root = root;
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
          Resources.getResource(Page.class, "page.css"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

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
    String anchor = "section-" + (sections.size() + 1);
    sections.put(anchor, title);
    out.element("h2", title, "id", anchor).line();
    return this;
  }

  /**
   * Adds the place at which {@link #html} puts links to the sections.
   *
   * @return this
   */
  public Page contents() {
    out.raw(CONTENTS).line();
    return this;
  }

  private String links() {
    Markup links = new Markup();
    links.open("nav", "aria-label", "Contents").open("ul").line();
    sections.forEach(
        (anchor, title) ->
            links.open("li").element("a", title, "href", "#" + anchor).close().line());
    return links.close().close().toString();
  }

  /**
   * Adds the words and signs that every report uses, with their meanings, to unfold.
   *
   * @return this
   */
  public Page glossary() {
    out.open("details").element("summary", "Words and signs").line().open("dl").line();
    Glossary.WORDS.forEach(
        (word, meaning) -> out.element("dt", word).element("dd", meaning).line());
    out.close().close().line();
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
    return list("remarks", remarks);
  }

  /**
   * Adds the answers to the question of the page.
   *
   * @param answers a sentence each
   * @return this
   */
  public Page answers(List<String> answers) {
    return list("answers", answers);
  }

  private Page list(String style, List<String> sentences) {
    if (!sentences.isEmpty()) {
      out.open("ul", "class", style).line();
      sentences.forEach(sentence -> out.element("li", sentence).line());
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
    // What scrolls must be reachable by keys.
    out.open("div", "class", "scroll", "tabindex", "0", "role", "group", "aria-label", "table");
    out.open("table").line().open("thead").open("tr");
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
    return folded(summary, (Page page) -> page.table(table));
  }

  /**
   * Adds what a reader unfolds.
   *
   * @param summary what it is
   * @param content adds it
   * @return this
   */
  public Page folded(String summary, Consumer<Page> content) {
    out.open("details").element("summary", summary).line();
    content.accept(this);
    out.close().line();
    return this;
  }

  /**
   * Adds a link on a line of its own.
   *
   * @param text what it says
   * @param address where it leads
   * @return this
   */
  public Page link(String text, String address) {
    out.open("p", "class", "files").element("a", text, "href", address).close().line();
    return this;
  }

  /**
   * Adds figures, side by side where the screen is wide.
   *
   * @param figures the figures
   * @return this
   */
  public Page figures(List<Figure> figures) {
    if (!figures.isEmpty()) {
      out.open("div", "class", "figures").line();
      figures.forEach(this::figure);
      out.close().line();
    }
    return this;
  }

  /**
   * Adds figures and what belongs to them; beside a single one where the screen is wide.
   *
   * @param figures the figures
   * @param text adds the rest
   * @return this
   */
  public Page figures(List<Figure> figures, Consumer<Page> text) {
    if (figures.size() != 1) {
      figures(figures);
      text.accept(this);
      return this;
    }
    out.open("div", "class", "figures").line();
    figure(figures.get(0));
    beside(text);
    out.close().line();
    return this;
  }

  /**
   * Adds what is to be read first, and figures; beside a single one where the screen is wide.
   *
   * @param text adds what comes first
   * @param figures the figures
   * @return this
   */
  public Page figures(Consumer<Page> text, List<Figure> figures) {
    if (figures.size() != 1) {
      text.accept(this);
      return figures(figures);
    }
    out.open("div", "class", "figures").line();
    beside(text);
    figure(figures.get(0));
    out.close().line();
    return this;
  }

  private void beside(Consumer<Page> text) {
    out.open("div", "class", "beside").line();
    text.accept(this);
    out.close().line();
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
    out.raw(figure.chart().inline(Size.WIDE));
    out.raw(figure.chart().inline(Size.NARROW));
    out.element("figcaption", figure.caption()).line();
    String file = root + "figures/" + figure.chart().id();
    out.open("p", "class", "files").element("a", "picture (SVG)", "href", file + ".svg");
    out.raw(" · ").element("a", "numbers (CSV)", "href", file + ".csv").close().line();
    folded("The numbers", figure.chart().table());
    out.close().line();
    return this;
  }

  /**
   * Ends the page.
   *
   * @return the whole document
   */
  public String html() {
    String page = out.close().line().close().line().close().line().toString();
    return page.replace(CONTENTS, links());
  }
}

package dev.ccl.report.chart;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes elements of XML or HTML one after the other, escapes all text and closes what it opened.
 */
public final class Markup {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Makes an empty document. */
  public Markup() {}

  /**
   * Opens an element.
   *
   * @param name its name
   * @param attributes names and values in turn
   * @return this
   */
  public Markup open(String name, String... attributes) {
    tag(name, attributes).append('>');
    open.push(name);
    return this;
  }

  /**
   * Closes the element that was opened last.
   *
   * @return this
   */
  public Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /**
   * Writes an element with text.
   *
   * @param name its name
   * @param text what it contains, escaped here
   * @param attributes names and values in turn
   * @return this
   */
  public Markup element(String name, String text, String... attributes) {
    return open(name, attributes).text(text).close();
  }

  /**
   * Writes an element without content.
   *
   * @param name its name
   * @param attributes names and values in turn
   * @return this
   */
  public Markup empty(String name, String... attributes) {
    tag(name, attributes).append("/>");
    return this;
  }

  /**
   * Writes text.
   *
   * @param text any text, escaped here
   * @return this
   */
  public Markup text(String text) {
    out.append(escape(text));
    return this;
  }

  /**
   * Writes what is markup already.
   *
   * @param markup written as it is
   * @return this
   */
  public Markup raw(String markup) {
    out.append(markup);
    return this;
  }

  /**
   * Ends a line.
   *
   * @return this
   */
  public Markup line() {
    out.append('\n');
    return this;
  }

  /**
   * Escapes text, so that it is safe as content and as the value of an attribute. Characters that
   * XML cannot hold are replaced by �.
   *
   * @param text any text
   * @return the escaped text
   */
  public static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : '\uFFFD');
              }
            });
    return escaped.toString();
  }

  private static boolean isAllowed(int c) {
    return c >= 0x20 ? c < 0xD800 || (c > 0xDFFF && c != 0xFFFE && c != 0xFFFF) : c == 9 || c == 10;
  }

  private StringBuilder tag(String name, String... attributes) {
    out.append('<').append(name);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      out.append(escape(attributes[i + 1])).append('"');
    }
    return out;
  }

  /**
   * Returns what was written.
   *
   * @return the document
   * @throws IllegalStateException if an element is still open
   */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }
}

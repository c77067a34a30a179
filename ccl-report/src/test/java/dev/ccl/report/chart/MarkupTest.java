package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MarkupTest {

  @Test
  void escapesTextAndAttributes() {
    String written =
        new Markup().element("a", "1 < 2 & \"x\" > 'y'", "title", "\"<&>\"").toString();
    assertEquals(
        "<a title=\"&quot;&lt;&amp;&gt;&quot;\">1 &lt; 2 &amp; &quot;x&quot; &gt; 'y'</a>",
        written);
  }

  @Test
  void replacesWhatXmlCannotHold() {
    assertEquals("a�b�c\n𝒦", Markup.escape("a\u0000b\uD800c\n𝒦"));
  }

  @Test
  void refusesToEndWithAnOpenElement() {
    Markup markup = new Markup().open("g").open("p").close();
    IllegalStateException e = assertThrows(IllegalStateException.class, markup::toString);
    assertEquals("not closed: [g]", e.getMessage());
    assertEquals("<g><p></p></g>", markup.close().toString());
  }

  /** Every character of XML 1.0 (2.2) but the carriage return, which readers change, is kept. */
  @Test
  void onlyCharactersThatXmlHoldsArePassedOn() {
    for (int c = 0; c < 0x20000; c++) {
      boolean held =
          c == 0x9
              || c == 0xA
              || (c >= 0x20 && c <= 0xD7FF)
              || (c >= 0xE000 && c <= 0xFFFD)
              || c >= 0x10000;
      String text = Character.toString(c);
      String escaped = Markup.escape(text);
      if ("&<>\"".contains(text)) {
        assertTrue(escaped.startsWith("&") && escaped.endsWith(";"), escaped);
      } else {
        assertEquals(held ? text : "\uFFFD", escaped, Integer.toHexString(c));
      }
    }
  }
}

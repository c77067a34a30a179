package dev.ccl.experiments.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    assertThrows(IllegalStateException.class, markup::toString);
  }
}

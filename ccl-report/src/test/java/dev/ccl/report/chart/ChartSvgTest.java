package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.io.Resources;
import com.google.common.primitives.ImmutableDoubleArray;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class ChartSvgTest {
  private static final Series.Look LINE = Series.Look.LINE;

  @Test
  void aSmallChartHasTheseBytes() {
    Chart chart =
        Chart.of(
            "small",
            "A & B",
            "Two lines.",
            Axis.linear("x"),
            Axis.log(""),
            List.of(
                series("a", Colour.BLUE, 1, 10, 100).between(values(1, 5, 80), values(2, 20, 120)),
                Series.guide("", Colour.INK, 0, 3, 2, 3)));
    String svg = ChartSvg.inline(chart, new Size("tiny", 200, 100, 10));
    assertEquals(resource("small.svg"), svg);
    parse(svg);
  }

  @Test
  void theLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      aSmallChartHasTheseBytes();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void degenerateDataGiveValidPictures() {
    double[] none = {};
    double nan = Double.NaN;
    double inf = Double.POSITIVE_INFINITY;
    List<List<Series>> cases =
        List.of(
            List.of(),
            List.of(Series.of("", Colour.BLUE, LINE, none, none)),
            List.of(series("one", Colour.BLUE, 1)),
            List.of(series("zeros", Colour.GREEN, 0, 0, 0)),
            List.of(series("some zeros", Colour.GREEN, 0, 1, 0, 2)),
            List.of(series("gaps", Colour.GREEN, 1, nan, 2, inf, 3, -inf)),
            List.of(series("constant", Colour.PURPLE, 7, 7, 7)),
            List.of(series("negative", Colour.PURPLE, -1, -2)),
            List.of(series("huge", Colour.ORANGE, 1e-300, 1e300)),
            List.of(series("band", Colour.SKY, 1, 2).between(values(0, -1), values(nan, inf))),
            List.of(
                series("points", Colour.SKY, 1, 2)
                    .drawn(Series.Look.POINTS)
                    .between(values(0, -1), values(nan, inf))));
    for (List<Series> series : cases) {
      for (Axis y : List.of(Axis.linear("y"), Axis.log("y"), Axis.log("y").within(0.5, 2))) {
        for (Axis x : List.of(Axis.linear("x"), Axis.log("x"))) {
          for (Size size : List.of(Size.WIDE, Size.NARROW)) {
            String svg = ChartSvg.document(Chart.of("c", "t", "d", x, y, series), size);
            parse(svg);
            assertFalse(svg.contains("NaN") || svg.contains("Infinity"), svg);
          }
        }
      }
    }
  }

  @Test
  void pointsWithoutAPlaceAreCounted() {
    Axis log = Axis.log("y");
    Chart chart =
        Chart.of("c", "t", "d", Axis.linear("x"), log, List.of(series("s", Colour.BLUE, 1, 0, 2)));
    assertTrue(ChartSvg.inline(chart, Size.WIDE).contains("1 point has no place here"));
    Chart empty = Chart.of("c", "t", "d", Axis.linear("x"), log, List.of());
    assertTrue(ChartSvg.inline(empty, Size.WIDE).contains("no data"));
  }

  @Test
  void everySeparatePointIsMarkedAndEveryPointTellsItsNumbers() {
    double[] x = new double[40];
    java.util.Arrays.setAll(x, i -> i + 1);
    for (Series.Look look : Series.Look.values()) {
      Chart chart =
          Chart.of(
              "c",
              "t",
              "d",
              Axis.linear("x"),
              Axis.log("y"),
              List.of(Series.of("s", Colour.GREEN, look, x, x)));
      String svg = ChartSvg.inline(chart, Size.WIDE);
      int titles = parse(svg).getElementsByTagName("title").getLength() - 1;
      assertEquals(40, titles, look.toString());
      long markers = svg.lines().filter(line -> line.contains("class=\"marker\"")).count();
      if (look == Series.Look.POINTS) {
        assertEquals(41, markers, "the points and the sample in the legend");
      }
    }
  }

  @Test
  void namesAndTitlesAreEscaped() {
    Chart chart =
        Chart.of(
            "c",
            "<script>alert(1)</script>",
            "a \"b\"",
            Axis.linear("<x>"),
            Axis.categories(List.of("<&>")),
            List.of(Series.of("</svg>", Colour.BLUE, Series.Look.POINTS, values(1), values(0))));
    String svg = ChartSvg.document(chart, Size.NARROW);
    Document document = parse(svg);
    assertEquals(
        "<script>alert(1)</script>",
        document.getElementsByTagName("title").item(0).getTextContent());
    assertFalse(svg.contains("<script"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "A", "1a", "-a", "a_b", "aB", "ä", "a.b"})
  void aWordOutsideTheAlphabetIsNoId(String id) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Chart.of(id, "", "", Axis.linear(""), Axis.linear(""), List.of()));
    assertEquals("chart \"" + id + "\": not a word of [a-z0-9-]", e.getMessage());
    for (String good : List.of("a", "z", "a-1", "a09-z")) {
      Chart.of(good, "", "", Axis.linear(""), Axis.linear(""), List.of());
    }
  }

  @Test
  void listsOfUnequalLengthAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Series.of("s", Colour.BLUE, LINE, values(1), values(1, 2)));
    assertEquals("s: 1 x for 2 y", e.getMessage());
    Series two = series("s", Colour.BLUE, 1, 2);
    for (int low = 0; low <= 3; low++) {
      for (int high = 0; high <= 3; high++) {
        double[] from = new double[low];
        double[] to = new double[high];
        if (low == high && (low == 0 || low == 2)) {
          assertEquals(low > 0, two.between(from, to).hasIntervals());
          continue;
        }
        e = assertThrows(IllegalArgumentException.class, () -> two.between(from, to));
        assertEquals(
            "s: " + low + " and " + high + " ends of intervals for 2 numbers", e.getMessage());
      }
    }
  }

  /** About a dozen marks are on a line, counted from its end, which always has one. */
  @ParameterizedTest
  @CsvSource({
    "1, 1", "2, 2", "12, 12", "13, 7", "14, 7", "24, 12", "25, 9", "26, 9", "37, 10", "40, 10"
  })
  void aLongLineHasFewerMarks(int points, int marks) {
    double[] x = new double[points];
    java.util.Arrays.setAll(x, i -> i + 1);
    Chart chart =
        Chart.of(
            "c",
            "t",
            "d",
            Axis.linear("x"),
            Axis.log("y"),
            List.of(Series.of("", Colour.BLUE, LINE, x, x)));
    List<String> marked =
        ChartSvg.inline(chart, Size.WIDE)
            .lines()
            .filter(line -> line.contains("class=\"marker\""))
            .toList();
    assertEquals(marks, marked.size());
    assertTrue(marked.get(marks - 1).contains("x = " + points + ","), marked.get(marks - 1));
  }

  /** Places that are no places, and words that need quotation marks. */
  @Test
  void onlyWholePlacesThatThereAreHaveNames() {
    Axis words = Axis.places("way", List.of("cold", "warm", "hot"));
    double[] places = {-1, -0.5, 0, 0.5, 1, 2, 2.5, 3, Double.NaN};
    String[] names = {"", "", "cold", "", "warm", "hot", "", "", ""};
    for (int i = 0; i < places.length; i++) {
      assertEquals(names[i], ChartTable.name(words, places[i]), "at " + places[i]);
    }
    Axis numbers = Axis.linear("x");
    assertEquals("−1.23·10⁶", ChartTable.name(numbers, -1234567));
    assertEquals("−123456", ChartTable.name(numbers, -123456));
    assertEquals("0.5", ChartTable.name(numbers, 0.5));
    assertEquals("10¹⁵", ChartTable.name(numbers, 1e15));
    assertEquals("10³⁰⁰", ChartTable.name(numbers, 1e300));
    assertEquals("−∞", ChartTable.name(numbers, Double.NEGATIVE_INFINITY));
    assertEquals("–", ChartTable.name(numbers, Double.NaN));
    for (String plain : List.of("", "a b", "a;b", "'a'")) {
      assertEquals(plain, ChartTable.quoted(plain));
    }
    for (String risky : List.of("a,b", ",", "a\nb", "a\rb")) {
      assertEquals('"' + risky + '"', ChartTable.quoted(risky));
    }
    assertEquals("\"\"\"a\"\"\"", ChartTable.quoted("\"a\""));
  }

  @Test
  void coloursStandOutOnBothPapers() {
    // A contrast of 3 : 1 is what WCAG asks of graphics (1.4.11).
    String style = ChartSvg.style();
    List<String> light = List.of(style.substring(0, style.indexOf("@media")));
    List<String> dark = List.of(style.substring(style.indexOf("@media")));
    for (List<String> sheet : List.of(light, dark)) {
      double paper = luminance(colour(sheet.get(0), "paper"));
      for (String name :
          List.of("ink", "soft", "blue", "vermilion", "green", "purple", "orange", "sky")) {
        double other = luminance(colour(sheet.get(0), name));
        double contrast = (Math.max(paper, other) + 0.05) / (Math.min(paper, other) + 0.05);
        assertTrue(contrast >= 3, name + ": " + contrast);
      }
    }
  }

  private static int colour(String sheet, String name) {
    int at = sheet.indexOf("--" + name + ": #") + name.length() + 5;
    return Integer.parseInt(sheet.substring(at, at + 6), 16);
  }

  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
  }

  private static double linear(int channel) {
    double c = (channel & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }

  @Test
  void theTableHasTheNumbersOfThePicture() {
    Chart chart =
        Chart.of(
            "c",
            "t",
            "d",
            Axis.log("T"),
            Axis.log("K"),
            List.of(
                Series.of("a, \"b\"", Colour.BLUE, LINE, values(10, 100), values(0.5, 0.25))
                    .between(values(0.4, 0.2), values(0.6, 0.3))
                    .keyed("first"),
                Series.of("c", Colour.BLUE, LINE, values(100), values(1.0 / 3))));
    ChartTable table = ChartTable.of(chart);
    assertEquals(List.of("T", "a, \"b\"", "c"), table.head());
    assertEquals(
        List.of(List.of("10", "0.5 [0.4, 0.6]", ""), List.of("100", "0.25 [0.2, 0.3]", "0.333")),
        table.rows());
    assertEquals(
        "series,x,y,low,high,label\n"
            + "first,10,0.5,0.4,0.6,\"a, \"\"b\"\"\"\n"
            + "first,100,0.25,0.2,0.3,\"a, \"\"b\"\"\"\n"
            + "c,100,0.3333333333,,,c\n",
        ChartTable.csv(chart));
  }

  /** Of two numbers at one place the table has the later one, as what is drawn last is on top. */
  @Test
  void theLastNumberOfAPlaceIsInTheTableAndAllAreInTheFile() {
    Series twice = Series.of("s", Colour.BLUE, LINE, values(2, 1, 2), values(5, 6, 7));
    Chart chart = Chart.of("c", "t", "d", Axis.linear("x"), Axis.linear("y"), List.of(twice));
    assertEquals(List.of(List.of("1", "6"), List.of("2", "7")), chart.table().rows());
    assertEquals("series,x,y,low,high,label\ns,2,5,,,s\ns,1,6,,,s\ns,2,7,,,s\n", chart.csv());
  }

  private static Series series(String name, Colour colour, double... y) {
    double[] x = new double[y.length];
    java.util.Arrays.setAll(x, i -> i);
    return Series.of(name, colour, LINE, x, y);
  }

  private static double[] values(double... values) {
    return values;
  }

  private static String resource(String name) {
    try {
      return Resources.toString(
          Resources.getResource(ChartSvgTest.class, name), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Document parse(String svg) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    } catch (Exception e) {
      throw new AssertionError(svg, e);
    }
  }

  /** Keys and names of places are words of others as much as labels are. */
  @Test
  void everyWordOfTheFileIsQuotedWhereItHasTo() {
    Series series = Series.of("s", Colour.BLUE, LINE, values(1), values(0)).keyed("a, \"b\"");
    Axis names = Axis.categories(List.of("step=1,5", "last"));
    Axis places = Axis.places("p", List.of("x", "with \"it\""));
    assertEquals(
        "series,x,y,low,high,label\n\"a, \"\"b\"\"\",\"with \"\"it\"\"\",\"step=1,5\",,,s\n",
        ChartTable.csv(Chart.of("c", "t", "d", places, names, List.of(series))));
  }

  /** What is changed of a series or an axis is changed alone, in whatever order. */
  @Test
  void allElseIsKept() {
    Series plain = Series.of("s", Colour.GREEN, LINE, values(1, 2), values(3, 4));
    Series whole =
        new Series(
            "k",
            "s",
            Colour.GREEN,
            Series.Look.DOTTED,
            plain.x(),
            plain.y(),
            ImmutableDoubleArray.of(2, 3),
            ImmutableDoubleArray.of(5, 6));
    double[] low = values(2, 3);
    double[] high = values(5, 6);
    assertEquals(whole, plain.between(low, high).keyed("k").drawn(Series.Look.DOTTED));
    assertEquals(whole, plain.drawn(Series.Look.DOTTED).between(low, high).keyed("k"));
    assertEquals(whole, plain.keyed("k").drawn(Series.Look.DOTTED).between(low, high));
    ImmutableList<String> names = ImmutableList.of("a", "b");
    assertEquals(
        new Axis("l", Axis.Kind.PLACES, names, -1, 5), Axis.places("l", names).within(-1, 5));
    assertEquals(
        new Axis("l", Axis.Kind.LOG_AND_ZERO, ImmutableList.of(), 0, 5),
        Axis.logAndZero("l").within(0, 7).within(0, 5));
  }
}

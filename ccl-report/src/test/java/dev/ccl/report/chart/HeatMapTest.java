package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class HeatMapTest {
  private static HeatMap map(double... values) {
    ImmutableList.Builder<HeatMap.Tile> tiles = ImmutableList.builder();
    for (int i = 0; i < values.length; i++) {
      tiles.add(
          new HeatMap.Tile(
              i % 2, i / 2, values[i], HeatMap.Mark.values()[i % 3], "place <" + i + ">"));
    }
    return new HeatMap(
        "m",
        "A & B",
        "what it is",
        "𝒦",
        new HeatMap.Coordinate("x", ImmutableList.of("1", "a, \"b\"")),
        new HeatMap.Coordinate("y", ImmutableList.of("<low>", "1, 2")),
        tiles.build());
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void everyTileIsDrawnAndDarkerWhereItIsLarger() throws Exception {
    for (Size size : List.of(Size.WIDE, Size.NARROW)) {
      NodeList rectangles =
          parse(map(0.001, 0.1, 0.01, 1).document(size)).getElementsByTagName("rect");
      double[] shades = new double[4];
      for (int i = 0; i < 4; i++) { // the first rectangle is the paper
        shades[i] =
            Double.parseDouble(
                rectangles.item(i + 1).getAttributes().getNamedItem("fill-opacity").getNodeValue());
      }
      assertEquals(5, rectangles.getLength());
      assertTrue(shades[0] < shades[2] && shades[2] < shades[1] && shades[1] < shades[3]);
      assertEquals(shades[2] - shades[0], shades[3] - shades[1], 0.02, "by the logarithm");
    }
  }

  @Test
  void theTableAndTheFileHaveTheNumbers() {
    HeatMap map = map(0.25, 0.5, 1.0 / 3);
    assertEquals(List.of("y \\ x", "1", "a, \"b\""), map.table().head());
    assertEquals(
        List.of(List.of("<low>", "0.25", "0.5 ?"), List.of("1, 2", "0.333 ✗", "")),
        map.table().rows());
    assertEquals(
        "x,y,value,mark\n"
            + "1,<low>,0.25,\n"
            + "\"a, \"\"b\"\"\",<low>,0.5,unclear\n"
            + "1,\"1, 2\",0.3333333333,fails\n",
        map.csv());
  }

  @Test
  void degenerateNumbersGiveValidPictures() throws Exception {
    for (double[] values :
        new double[][] {
          {}, {0}, {1, 1}, {-1, 1}, {0, 0, 0, 0}, {Double.NaN, 1}, {Double.POSITIVE_INFINITY, 1}
        }) {
      parse(map(values).document(Size.NARROW));
      assertTrue(!map(values).inline(Size.WIDE).contains("NaN\""));
    }
  }

  /** Where a share cannot be told there is no colour; where nothing differs all is weak. */
  @Test
  void numbersWithoutEndHaveNoShade() {
    double without = Double.POSITIVE_INFINITY;
    assertEquals(List.of("0", "0.06"), shades(map(without, 1)));
    assertEquals(List.of("0.06", "0.06", "0"), shades(map(1, 5, without)));
    assertEquals(List.of("0.06", "0.06"), shades(map(Double.NaN, 1)));
    assertEquals(List.of("0.06", "0.55", "0.43"), shades(map(-3, -1, -1.5)));
  }

  private static List<String> shades(HeatMap map) {
    Drawn drawn = Drawn.of(map.inline(Size.WIDE));
    return map.tiles().stream()
        .map(
            tile ->
                Stream.of("tile", "tile failing")
                    .flatMap(style -> drawn.ofClass(style).stream())
                    .filter(
                        box ->
                            box.getParentNode()
                                .getFirstChild()
                                .getTextContent()
                                .equals(tile.hint()))
                    .findFirst()
                    .orElseThrow()
                    .getAttribute("fill-opacity"))
        .toList();
  }

  @Test
  void aTileOutsideIsRefused() {
    HeatMap.Coordinate across = new HeatMap.Coordinate("x", ImmutableList.of("1", "2"));
    HeatMap.Coordinate down = new HeatMap.Coordinate("y", ImmutableList.of("a", "b", "c"));
    for (int x = -1; x <= 3; x++) {
      for (int y = -1; y <= 3; y++) {
        ImmutableList<HeatMap.Tile> tiles =
            ImmutableList.of(
                new HeatMap.Tile(0, 0, 1, HeatMap.Mark.NONE, ""),
                new HeatMap.Tile(x, y, 1, HeatMap.Mark.NONE, ""));
        if (x >= 0 && x <= 1 && y >= 0 && y <= 2) {
          new HeatMap("m", "", "", "", across, down, tiles);
        } else {
          IllegalArgumentException e =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> new HeatMap("m", "", "", "", across, down, tiles));
          assertEquals("m: a tile at " + x + ", " + y + " is outside", e.getMessage());
        }
      }
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new HeatMap("M", "", "", "", across, down, ImmutableList.of()));
  }

  static Stream<HeatMap> maps() {
    return Gallery.maps().stream();
  }

  /** A tile is between the names of its places, and as dark as its number is large. */
  @ParameterizedTest
  @MethodSource("maps")
  void tilesAreAtTheirNamesAndShadedByTheirNumbers(HeatMap map) {
    for (Size size : List.of(Size.WIDE, Size.NARROW)) {
      Drawn drawn = Drawn.of(map.inline(size));
      List<Element> columns = drawn.ofClass("tick middle");
      List<Element> rows = drawn.ofClass("tick end");
      assertEquals(map.x().places().size(), columns.size());
      assertEquals(map.y().places().size(), rows.size());
      double[] values = map.tiles().stream().mapToDouble(HeatMap.Tile::value).sorted().toArray();
      double least = values[0];
      double most = values[values.length - 1];
      for (HeatMap.Tile tile : map.tiles()) {
        Element group =
            Stream.concat(drawn.ofClass("c-blue").stream(), drawn.ofClass("c-vermilion").stream())
                .filter(g -> Drawn.children(g).get(0).getTextContent().equals(tile.hint()))
                .findFirst()
                .orElseThrow();
        boolean fails = tile.mark() == HeatMap.Mark.FAILS;
        assertEquals(fails ? "c-vermilion" : "c-blue", group.getAttribute("class"));
        Element box = Drawn.children(group).get(1);
        assertEquals(fails ? "tile failing" : "tile", box.getAttribute("class"));
        double x = Drawn.number(box, "x") + Drawn.number(box, "width") / 2;
        double y = Drawn.number(box, "y") + Drawn.number(box, "height") / 2;
        assertEquals(Drawn.number(columns.get(tile.x()), "x"), x, 0.03);
        assertEquals(Drawn.number(rows.get(tile.y()), "y"), y + 0.35 * size.font(), 0.03);
        double share =
            least == most
                ? 0
                : least > 0
                    ? Math.log(tile.value() / least) / Math.log(most / least)
                    : (tile.value() - least) / (most - least);
        assertEquals(0.06 + 0.49 * share, Drawn.number(box, "fill-opacity"), 0.006);
      }
    }
  }
}

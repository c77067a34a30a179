package dev.ccl.report.chart;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * A picture as its reader sees it: where the axes and their ticks are, and what numbers the ticks
 * say they have. All other places follow from these.
 */
final class Drawn {
  private static final Pattern POINT = Pattern.compile("[ML](-?[\\d.]+) (-?[\\d.]+)");

  private final Element root;

  private Drawn(Element root) {
    this.root = root;
  }

  static Drawn of(String svg) {
    try {
      return new Drawn(
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
              .getDocumentElement());
    } catch (Exception e) {
      throw new AssertionError(svg, e);
    }
  }

  /** All elements of a class, in order. */
  List<Element> ofClass(String style) {
    List<Element> found = new ArrayList<>();
    collect(root, style, found);
    return found;
  }

  private static void collect(Element from, String style, List<Element> found) {
    if (from.getAttribute("class").equals(style)) {
      found.add(from);
    }
    children(from).forEach(child -> collect(child, style, found));
  }

  static List<Element> children(Element parent) {
    List<Element> found = new ArrayList<>();
    NodeList nodes = parent.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      if (nodes.item(i).getNodeType() == Node.ELEMENT_NODE) {
        found.add((Element) nodes.item(i));
      }
    }
    return found;
  }

  /** The groups of the series: those in the part that is cut off at the frame. */
  List<Element> groups() {
    return children(
        children(root).stream()
            .filter(e -> !e.getAttribute("clip-path").isEmpty())
            .findFirst()
            .orElseThrow());
  }

  /** The corners of a path. */
  static List<double[]> corners(Element path) {
    List<double[]> corners = new ArrayList<>();
    Matcher point = POINT.matcher(path.getAttribute("d"));
    while (point.find()) {
      corners.add(
          new double[] {Double.parseDouble(point.group(1)), Double.parseDouble(point.group(2))});
    }
    return corners;
  }

  /** The frame: left, top, right and bottom. */
  double[] frame() {
    List<double[]> axis = corners(ofClass("axis").get(0));
    return new double[] {axis.get(0)[0], axis.get(0)[1], axis.get(2)[0], axis.get(2)[1]};
  }

  static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  /** The number that a label says. */
  static double value(String label) {
    String text = label.replace('−', '-');
    Matcher power = Pattern.compile("(?:(.*)·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)").matcher(text);
    if (!power.matches()) {
      return Double.parseDouble(text);
    }
    StringBuilder exponent = new StringBuilder();
    power
        .group(2)
        .chars()
        .forEach(c -> exponent.append(c == '⁻' ? "-" : "" + "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)));
    return Double.parseDouble((power.group(1) == null ? "1" : power.group(1)) + "e" + exponent);
  }

  /** The place of a number, by the labels of an axis and the places that they are at. */
  static DoubleUnaryOperator map(Axis axis, List<String> labels, double[] places) {
    boolean log = axis.kind() == Axis.Kind.LOG || axis.kind() == Axis.Kind.LOG_AND_ZERO;
    double[] values = new double[places.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = axis.categories().isEmpty() ? value(labels.get(i)) : i;
    }
    boolean zero = axis.kind() == Axis.Kind.LOG_AND_ZERO;
    int first = zero ? 1 : 0;
    int last = values.length - 1;
    double from = log ? Math.log10(values[first]) : values[first];
    double to = log ? Math.log10(values[last]) : values[last];
    double unit = (places[last] - places[first]) / (to - from);
    return x ->
        zero && x == 0 ? places[0] : places[first] + unit * ((log ? Math.log10(x) : x) - from);
  }
}

package dev.ccl.report.chart;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;

/**
 * The room that a picture has, in units of which a pixel of the screen is about one.
 *
 * @param name a word for it, part of the names of files and elements
 * @param width the width
 * @param height the height of the plotting area of an ordinary chart
 * @param font the size of the letters
 */
public record Size(String name, double width, double height, double font) {
  /** For laptops and paper. */
  public static final Size WIDE = new Size("wide", 760, 330, 13);

  /** For phones. */
  public static final Size NARROW = new Size("narrow", 360, 260, 12);

  /** About how wide a text is: letters of a sans-serif face have half their height on average. */
  double widthOf(String text) {
    double ems = 0;
    for (int i = 0; i < text.length(); i++) {
      ems += ems(text.charAt(i));
    }
    return 1.12 * ems * font;
  }

  /** The lines of a title, whose letters are larger than others. */
  List<String> lines(String title, double room) {
    List<String> lines = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    for (String word : Splitter.on(' ').split(title)) {
      String longer = current.length() == 0 ? word : current + " " + word;
      if (current.length() > 0 && 1.32 * widthOf(longer) > room) {
        lines.add(current.toString());
        longer = word;
      }
      current.setLength(0);
      current.append(longer);
    }
    lines.add(current.toString());
    return lines;
  }

  /** A text, cut to the room it has. */
  String shorten(String text, double room) {
    if (widthOf(text) <= room + 1) {
      return text;
    }
    int first = text.isEmpty() ? 0 : Character.charCount(text.codePointAt(0)); // is kept whole
    int end = text.length();
    while (end > first && widthOf(text.substring(0, end) + "…") > room) {
      end--;
    }
    return text.substring(0, end) + "…";
  }

  private static double ems(char c) {
    if (Character.isLowSurrogate(c) || Character.getType(c) == Character.NON_SPACING_MARK) {
      return 0;
    }
    if ("ijl.,:;'|!()[]ıt ·⁻¹f".indexOf(c) >= 0) {
      return 0.31;
    }
    if ("⁰²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉ₜ".indexOf(c) >= 0) {
      return 0.38;
    }
    if ("mwMW—𝒦".indexOf(c) >= 0 || Character.isHighSurrogate(c)) {
      return 0.88;
    }
    return Character.isUpperCase(c) ? 0.68 : 0.565;
  }
}

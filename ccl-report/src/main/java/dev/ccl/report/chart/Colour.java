package dev.ccl.report.chart;

import com.google.common.base.Ascii;

/**
 * The colours of series, after Okabe and Ito ("Color universal design", 2008): told apart with
 * every common kind of colour blindness. A picture names them only; the style sheet gives each a
 * shade for light and for dark pages.
 */
public enum Colour {
  /** Blue. */
  BLUE,
  /** Vermilion. */
  VERMILION,
  /** Bluish green. */
  GREEN,
  /** Reddish purple. */
  PURPLE,
  /** Orange. */
  ORANGE,
  /** Sky blue. */
  SKY,
  /** The colour of text, for what is not data. */
  INK;

  /** The class under which the style sheet knows the colour. */
  String style() {
    return "c-" + Ascii.toLowerCase(name());
  }

  /**
   * Returns a colour for the i-th of several series.
   *
   * @param i a number from 0 on
   * @return a colour other than {@link #INK}
   */
  public static Colour of(int i) {
    return values()[i % INK.ordinal()];
  }
}

package dev.ccl.experiments.report;

import java.util.regex.Pattern;

/**
 * A page without what is the same on all pages, what is drawn twice, and what differs between
 * machines: a text that can be recorded and read.
 */
public final class PlainPage {
  private static final Pattern STYLE = Pattern.compile("(?s)<style>.*?</style>\n");
  private static final Pattern NARROW =
      Pattern.compile("(?s)(<svg [^>]*class=\"chart narrow\"[^>]*>).*?</svg>");
  private static final Pattern TOUCH =
      Pattern.compile(
          "(?m)^<(circle class=\"hit\"|path class=\"(grid|axis)\"|clipPath|rect class=\"paper\""
              + "|text class=\"tick).*\n");
  private static final Pattern NUMBERS =
      Pattern.compile("(?s)(<summary>The numbers</summary>.*?)<tbody>.*?</tbody>");
  private static final Pattern VERSIONS =
      Pattern.compile(
          "<tr><td>(ccl|guava|commons-rng|ejml|jackson|java|os)</td><td>[^<]*</td></tr>");

  private PlainPage() {}

  /**
   * Returns what there is to read.
   *
   * @param html a page
   * @return its markup without styles, axes and invisible circles; of narrow pictures the first
   *     tag, of the numbers behind a picture the head, since the picture tells them
   */
  public static String of(String html) {
    String text = STYLE.matcher(html).replaceAll("");
    text = NARROW.matcher(text).replaceAll("$1");
    text = NUMBERS.matcher(text).replaceAll("$1");
    text = TOUCH.matcher(text).replaceAll("");
    return VERSIONS.matcher(text).replaceAll("<tr><td>$1</td><td>version</td></tr>");
  }
}

package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.Recorded;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every picture of the gallery as it was recorded: painted, as a table and as a file. */
class GalleryTest {
  private static final List<Size> SIZES =
      List.of(Size.WIDE, Size.NARROW, new Size("tiny", 200, 100, 10));

  static List<Picture> pictures() {
    List<Picture> all = new java.util.ArrayList<>(Gallery.charts());
    all.addAll(Gallery.maps());
    return all;
  }

  /** Sizes in turn, so that each has titles to break, names to cut and few ticks somewhere. */
  @ParameterizedTest
  @MethodSource("pictures")
  void thePictureIsTheOneRecorded(Picture picture) {
    Size size = SIZES.get(picture.id().length() % SIZES.size());
    StringBuilder text = new StringBuilder(picture.inline(size));
    text.append(String.join(" | ", picture.table().head())).append('\n');
    picture.table().rows().forEach(row -> text.append(String.join(" | ", row)).append('\n'));
    text.append(picture.csv());
    Recorded.check(GalleryTest.class, "gallery-" + picture.id() + ".txt", text.toString());
  }

  @ParameterizedTest
  @MethodSource("pictures")
  void aFileIsThePictureWithTheStyle(Picture picture) {
    for (Size size : SIZES) {
      String style = "<style>\n" + ChartSvg.style() + "</style>\n";
      assertTrue(picture.document(size).contains(style));
      assertEquals(picture.inline(size), picture.document(size).replace(style, ""));
    }
  }

  /** A Turkish i has its own capital letter, and Egyptian digits are others. */
  @ParameterizedTest
  @MethodSource("pictures")
  void theLanguageOfTheMachineDoesNotMatter(Picture picture) {
    String expected = picture.document(Size.NARROW) + picture.csv() + picture.table();
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("tr-TR", "ar-EG")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertEquals(expected, picture.document(Size.NARROW) + picture.csv() + picture.table());
      }
    } finally {
      Locale.setDefault(before);
    }
  }
}

package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizeTest {
  private static final List<Size> SIZES = List.of(Size.WIDE, Size.NARROW);

  /** Titles are larger than other letters by as much. */
  private static boolean fits(Size size, String line, double room) {
    return 1.32 * size.widthOf(line) <= room;
  }

  @Test
  void titlesBreakWhereTheNextWordWouldNotFit() {
    String title =
        "wwwwwwwwwwwwwwwwwwwwwwww a title of some words, and incomprehensibilities at 𝒦";
    for (Size size : SIZES) {
      for (double room = 10; room < 1500; room += 5) {
        List<String> lines = size.lines(title, room);
        assertEquals(title, String.join(" ", lines), "nothing is lost or added");
        for (int i = 0; i < lines.size(); i++) {
          String line = lines.get(i);
          assertTrue(!line.isEmpty(), "an empty line at " + room);
          assertTrue(fits(size, line, room) || line.indexOf(' ') < 0, line + " at " + room);
          if (i + 1 < lines.size()) {
            String next = Splitter.on(' ').splitToList(lines.get(i + 1)).get(0);
            assertTrue(!fits(size, line + " " + next, room), line + " has room at " + room);
          }
        }
      }
    }
  }

  @Test
  void textsAreCutAsLateAsTheRoomAllows() {
    for (Size size : SIZES) {
      for (String text : List.of("", "i", "importance-weighted", "MMMM 𝒦 ≤ e⁻¹", "日本語の長い名前")) {
        for (double room = 0; room < 300; room += 1.5) {
          String cut = size.shorten(text, room);
          if (size.widthOf(text) <= room + 1) {
            assertEquals(text, cut);
          } else {
            int kept = cut.length() - 1;
            assertEquals(text.substring(0, kept) + "…", cut);
            assertTrue(kept == 1 || size.widthOf(cut) <= room, cut + " at " + room);
            String longer = text.substring(0, Math.min(kept + 1, text.length())) + "…";
            assertTrue(size.widthOf(longer) > room, cut + " is too short at " + room);
          }
        }
      }
    }
  }

  @Test
  void lettersHaveTheirWidths() {
    for (Size size : SIZES) {
      double em = 1.12 * size.font();
      assertEquals(0, size.widthOf(""));
      assertEquals(0.31 * em, size.widthOf("i"), 1e-9);
      assertEquals(0.38 * em, size.widthOf("²"), 1e-9);
      assertEquals(0.565 * em, size.widthOf("a"), 1e-9);
      assertEquals(0.68 * em, size.widthOf("A"), 1e-9);
      assertEquals(0.88 * em, size.widthOf("W"), 1e-9);
      assertEquals(0.88 * em, size.widthOf("𝒦"), 1e-9, "two characters of Java, one letter");
      assertEquals(0.565 * em, size.widthOf("x\u0302"), 1e-9, "an accent above its letter");
      assertEquals(size.widthOf("ab"), size.widthOf("a") + size.widthOf("b"), 1e-9);
    }
  }

  /** Narrow letters, raised and lowered ones, wide ones and capitals of every alphabet. */
  @Test
  void everyLetterIsOfItsKind() {
    Map<Double, String> kinds =
        Map.of(
            0.31, "ijl.,:;'|!()[]ıtf ·⁻¹",
            0.38, "⁰²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉ₜ",
            0.88, "mwMW—😀𝒜",
            0.68, "ABIJLTZÄΘΔİ",
            0.565, "abkrsz0123456789äθλδ†*‖<&>=≤−–…/_\"日");
    kinds.forEach(
        (ems, letters) ->
            letters
                .codePoints()
                .mapToObj(Character::toString)
                .forEach(
                    letter ->
                        assertEquals(
                            ems * 1.12 * Size.WIDE.font(),
                            Size.WIDE.widthOf(letter),
                            1e-9,
                            letter)));
  }

  /** A title is a line at least, and spaces of its own are kept. */
  @Test
  void titlesThatAreEmptyOrSpacedHaveTheirLines() {
    assertEquals(List.of(""), Size.WIDE.lines("", 100));
    assertEquals(List.of("a  b"), Size.WIDE.lines("a  b", 1000));
  }

  /** What has room for nothing keeps its first letter, also one of two characters of Java. */
  @Test
  void aLetterIsNeverCutInTwo() {
    for (Size size : SIZES) {
      assertEquals("𝒦…", size.shorten("𝒦, average KL", 1));
      assertEquals("K…", size.shorten("K𝒦", 1));
      for (double room = 0; room < 60; room++) {
        String cut = size.shorten("𝒦𝒦𝒦𝒦𝒦𝒦", room).replace("…", "");
        assertEquals(0, cut.replace("𝒦", "").length(), "at " + room);
      }
    }
  }
}

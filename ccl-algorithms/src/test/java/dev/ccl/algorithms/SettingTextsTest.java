package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.run.Learners;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What settings read, what they show and what they refuse. */
class SettingTextsTest {
  /** Texts of values; each setting reads some of them. */
  private static final List<String> VALUES =
      List.of(
          "0",
          "1",
          "7",
          "0.5",
          "1e3",
          "off",
          "on",
          "none",
          "paper",
          "exact",
          "teacher",
          "slow",
          "student",
          "score",
          "0.1,-0.2",
          "constant:0.5",
          "root:1",
          "inverse:2",
          "counts",
          "all",
          "newton",
          "zero",
          "problem");

  /** Texts that only look like values. */
  private static final List<String> REFUSED =
      List.of(
          "",
          " ",
          "NaN",
          "Infinity",
          "-1",
          " 7",
          "7 ",
          "7L",
          "0x10",
          "#10",
          "1_000",
          "1,,2",
          "Paper",
          " paper",
          "papers",
          "PAPER",
          "Exact",
          "constant:0",
          "constant:",
          "constant:NaN",
          "Constant:1",
          "root:-1",
          "inverse:1:2",
          "paper:1",
          "1e400,0",
          "9223372036854775808");

  private static Set<Setting<?>> all() {
    Set<Setting<?>> all = new LinkedHashSet<>();
    Learners.all().forEach(learner -> all.addAll(learner.settings().all()));
    return all;
  }

  @Test
  void whatIsShownOfAValueIsReadAsThatValue() {
    int read = 0;
    for (Setting<?> setting : all()) {
      String initial = setting.initial().toString();
      assertEquals(setting.initial(), setting.parse(initial), setting.key());
      for (String text : VALUES) {
        try {
          String shown = setting.parse(text).toString();
          assertEquals(shown, setting.parse(shown).toString(), setting.key());
          read++;
        } catch (IllegalArgumentException e) {
          assertEquals(
              "setting " + setting.key() + ": \"" + text + "\" is not " + setting.form(),
              e.getMessage());
        }
      }
    }
    assertTrue(read > 40, read + " values were read");
  }

  @Test
  void numbersAreShownToTheLastDigit() {
    for (Setting<?> setting : all()) {
      for (String number : List.of("0.12345678901234566", "9007199254740993")) {
        for (String text : List.of(number, "constant:" + number)) {
          try {
            String shown = setting.parse(text).toString();
            String rounded = text.replace(number, String.valueOf(Double.parseDouble(number)));
            assertTrue(shown.equals(text) || shown.equals(rounded), setting + ": " + shown);
          } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("setting " + setting.key()), e.getMessage());
          }
        }
      }
    }
  }

  @Test
  void textsThatOnlyLookLikeValuesAreRefused() {
    for (Setting<?> setting : all()) {
      for (String text : REFUSED) {
        boolean number = text.matches("-1|9.*") || text.strip().equals("7"); // one coordinate
        if (!number || !setting.key().equals("initial-calibration")) {
          String place = setting.key() + "=" + text;
          assertThrows(IllegalArgumentException.class, () -> setting.parse(text), place);
        }
      }
    }
  }
}

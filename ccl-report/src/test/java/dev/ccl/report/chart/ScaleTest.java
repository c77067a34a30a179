package dev.ccl.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.experiments.summary.Numbers;
import dev.ccl.judge.Recorded;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
  private static final Axis LINEAR = Axis.linear("");
  private static final Axis LOG = Axis.log("");

  @Test
  void linearTicksAreRound() {
    assertEquals(List.of("0", "0.2", "0.4", "0.6", "0.8", "1"), labels(LINEAR, 0.03, 0.97, 5));
    assertEquals(List.of("−20", "0", "20", "40"), labels(LINEAR, -7, 33, 3));
    assertEquals(List.of("0", "5·10⁶", "10⁷"), labels(LINEAR, 0, 9e6, 2));
  }

  @Test
  void logTicksAreDecadesOrTheirParts() {
    assertEquals(List.of("10⁻⁶", "10⁻³", "10⁰", "10³", "10⁶"), labels(LOG, 1e-6, 1e7, 5));
    assertEquals(List.of("0.1", "0.2", "0.5", "1", "2"), labels(LOG, 0.1, 2, 5));
    assertEquals(
        List.of("2", "5", "10", "20", "50"), labels(LOG, 2, 79, 5), "one power is no axis");
    assertEquals(List.of("1", "10"), labels(LOG, 0.9, 80, 5), "two are");
  }

  @Test
  void constantDataGetRoom() {
    for (Axis axis : List.of(LINEAR, LOG)) {
      for (double x : new double[] {1e-200, 0.3, 7, 1e200}) {
        Scale scale = Scale.of(axis, x, x, 5);
        double place = scale.place(x);
        assertTrue(place > 0.05 && place < 0.95, axis.kind() + " " + x + " at " + place);
        assertTrue(scale.ticks().size() <= 12, scale.ticks().toString());
      }
    }
    assertEquals(0.5, Scale.of(LINEAR, 0, 0, 5).place(0), 1e-12);
  }

  @Test
  void emptyDataGetARange() {
    List<Axis> axes = List.of(LINEAR, LOG, Axis.logAndZero(""), Axis.categories(List.of()));
    for (Axis axis : axes) {
      Scale scale = Scale.of(axis, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 5);
      assertTrue(Double.isFinite(scale.place(1)), axis.kind().toString());
      if (axis.kind() == Axis.Kind.LOG || axis.kind() == Axis.Kind.LOG_AND_ZERO) {
        assertTrue(scale.place(1) > 0 && scale.place(10) < 1, axis.kind().toString());
      }
    }
  }

  @Test
  void theRangeOfNothingIsTheFirstUnitOrDecade() {
    assertEquals(List.of("0", "0.2", "0.4", "0.6", "0.8", "1"), labels(LINEAR, 1, 0, 5));
    assertEquals(List.of("1", "2", "5", "10"), labels(LOG, 1, 0, 5));
    assertEquals(List.of("0", "1", "2", "5", "10"), labels(Axis.logAndZero(""), 1, 0, 5));
  }

  @Test
  void everyTickIsInsideAndTheDataToo() {
    for (double low : new double[] {1e-9, 0.011, 1, 99, 12345}) {
      for (double factor : new double[] {1.0001, 1.5, 9, 1e3, 1e14}) {
        for (Axis axis : List.of(LINEAR, LOG)) {
          Scale scale = Scale.of(axis, low, low * factor, 6);
          for (Scale.Tick tick : scale.ticks()) {
            double place = scale.place(tick.value());
            assertTrue(place >= -1e-9 && place <= 1 + 1e-9, tick + " at " + place);
          }
          assertTrue(scale.place(low) >= 0 && scale.place(low * factor) <= 1);
          assertTrue(scale.ticks().size() >= 1 && scale.ticks().size() <= 14, "" + scale.ticks());
        }
      }
    }
  }

  /** Ranges on both sides of everything that changes the ticks, with their labels and places. */
  @Test
  void ticksAreAsRecorded() {
    double[][] ranges = {
      {0, 1},
      {0, 1.01},
      {0, 999_999},
      {0, 1e6},
      {0, 1_000_001},
      {-1e6, 0},
      {-2e6, 3},
      {0, 0.0005},
      {0, 0.0002},
      {0, 0.00001},
      {-0.3, -0.1},
      {-3, 7},
      {5, 5},
      {-5, -5},
      {1, 1 + 1e-13},
      {1, 1 + 1e-11},
      {0.0001, 0.03},
      {0.00009, 0.03},
      {0.5, 99_999},
      {0.5, 100_000},
      {1, 3},
      {1, 5},
      {2, 70},
      {2, 81},
      {2, 110},
      {0.3, 1e6},
      {0.3, 1e7},
      {0.3, 1e12},
      {1e-8, 1e9}
    };
    StringBuilder text = new StringBuilder();
    for (double[] range : ranges) {
      for (Axis axis : List.of(LINEAR, LOG, Axis.logAndZero(""))) {
        if (!axis.equals(LINEAR) && range[0] <= 0) {
          continue;
        }
        for (int count : new int[] {2, 6}) {
          Scale scale = Scale.of(axis, range[0], range[1], count);
          text.append(axis.kind()).append(' ').append(Numbers.plain(range[0])).append(" to ");
          text.append(Numbers.plain(range[1])).append(", ").append(count).append(':');
          for (Scale.Tick tick : scale.ticks()) {
            text.append(String.format(Locale.ROOT, " %s", tick.label()));
            text.append(String.format(Locale.ROOT, " (%.4f)", scale.place(tick.value())));
          }
          text.append('\n');
        }
      }
    }
    Recorded.check(getClass(), "ticks.txt", text.toString());
  }

  @Test
  void categoriesReadFromTheTop() {
    Scale scale = Scale.of(Axis.categories(List.of("a", "b")), 0, 1, 5);
    assertEquals(0.75, scale.place(0));
    assertEquals(0.25, scale.place(1));
  }

  private static List<String> labels(Axis axis, double low, double high, int count) {
    return Scale.of(axis, low, high, count).ticks().stream()
        .map(Scale.Tick::label)
        .collect(Collectors.toList());
  }

  @Test
  void zeroHasAPlaceBeforeTheOthers() {
    Scale scale = Scale.of(Axis.logAndZero("rounds"), 1, 1000, 5);
    assertEquals("0", scale.ticks().get(0).label());
    assertTrue(scale.place(0) > 0);
    assertTrue(scale.place(0) < scale.place(1));
    assertTrue(scale.place(1000) < 1);
    Scale plain = Scale.of(Axis.log("rounds"), 1, 1000, 5);
    assertEquals(
        (plain.place(100) - plain.place(10)) / (plain.place(1000) - plain.place(10)),
        (scale.place(100) - scale.place(10)) / (scale.place(1000) - scale.place(10)),
        1e-12);
  }

  @ParameterizedTest
  @CsvSource({"1.005, 1", "-0.001, 0", "12.346, 12.35", "1e9, 1000000000", "0.125, 0.12"})
  void coordinatesHaveTwoDecimals(double x, String expected) {
    assertEquals(expected, Scale.coordinate(x));
  }
}

package dev.ccl.experiments.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

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
    for (Axis axis : List.of(LINEAR, LOG, Axis.categories(List.of()))) {
      Scale scale = Scale.of(axis, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 5);
      assertTrue(Double.isFinite(scale.place(1)), axis.kind().toString());
    }
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
}

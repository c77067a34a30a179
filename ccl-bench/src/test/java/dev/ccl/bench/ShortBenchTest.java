package dev.ccl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The short measurement runs through; what it measures is not judged. */
final class ShortBenchTest {
  @Test
  void everyPartIsPrinted() {
    StringWriter text = new StringWriter();
    ShortBench.print(new PrintWriter(text), 0.05);
    for (String part :
        new String[] {"peak", "exponential", "round on S", "round on M", "pullback"}) {
      assertTrue(text.toString().contains(part), text.toString());
    }
  }

  @Test
  void slicesOfOneOperationAreAlike() {
    Sliced[] times = Sliced.of(0.05, () -> Math.sqrt(2), () -> Math.sqrt(3));
    assertEquals(2, times.length);
    assertTrue(times[0].best() <= times[0].median());
    assertTrue(times[0].ratio(times[1], 0.25) <= times[0].ratio(times[1], 0.75));
  }
}

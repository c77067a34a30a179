package dev.ccl.experiments.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Maps;
import dev.ccl.experiments.recording.Change.Direction;
import dev.ccl.experiments.run.Measure;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is said of a change, and of how many seeds. */
class ChangeTest {
  private static Change change(double start, double... ends) {
    double[] starts = new double[ends.length];
    Arrays.fill(starts, start);
    return Change.of(starts, ends);
  }

  @Test
  void sixSeedsThatAgreeTell() {
    assertEquals(Direction.BETTER, change(1, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99).direction());
    assertEquals(Direction.UNCLEAR, change(1, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01).direction());
    assertEquals(Direction.UNCLEAR, change(1, 0.99, 1.6, 1.7, 1.8, 1.9, 2).direction());
    assertEquals(Direction.WORSE, change(1, 1.01, 1.6, 1.7, 1.8, 1.9, 2).direction());
    assertEquals(Direction.UNCLEAR, change(1, 1, 1, 1, 1, 1, 1).direction());
  }

  /** Whatever so few seeds show, it is likely to be chance. */
  @Test
  void ofFewerThanSixSeedsNothingIsSaid() {
    for (double end : new double[] {0, 0.5, 1, 2, 1e9}) {
      for (int seeds = 1; seeds < 6; seeds++) {
        double[] ends = new double[seeds];
        Arrays.fill(ends, end);
        Change change = change(1, ends);
        assertEquals(Direction.UNTESTED, change.direction());
        assertEquals("–", change.word());
        assertTrue(!change.text().matches(".*(worse|lower|told apart).*"), change.text());
      }
    }
  }

  /** Seeds may begin apart by more than they change: each is compared with itself. */
  @Test
  void eachSeedIsComparedWithItself() {
    double[] starts = {1, 10, 100, 1000, 10000, 100000};
    double[] ends = Arrays.stream(starts).map(s -> 0.9 * s).toArray();
    assertEquals(Direction.BETTER, Change.of(starts, ends).direction());
    assertEquals(Direction.WORSE, Change.of(ends, starts).direction());
  }

  /**
   * If a measure is as likely to rise as to fall, whatever its law, then better or worse is said in
   * at most 5 % of cases: of all patterns of signs so many.
   */
  @Test
  void fiveInAHundredAreFalseAlarmsAtMost() {
    for (int seeds = 1; seeds <= 14; seeds++) {
      int alarms = 0;
      for (int pattern = 0; pattern < 1 << seeds; pattern++) {
        double[] ends = new double[seeds];
        for (int i = 0; i < seeds; i++) {
          ends[i] = (pattern >> i & 1) == 0 ? 1.0 / (i + 2) : i + 2.0;
        }
        Direction direction = change(1, ends).direction();
        alarms += direction == Direction.BETTER || direction == Direction.WORSE ? 1 : 0;
      }
      assertTrue(20 * alarms <= 1 << seeds, alarms + " of 2^" + seeds);
      assertEquals(seeds >= 6, alarms > 0, "six are enough");
    }
  }

  /** An excess of 0 is a little more or less by rounding; a factor of that would mean nothing. */
  @Test
  void roundingHasNoFactor() {
    for (double end : new double[] {0, -0.0, -1e-17, 1e-17, 9e-15}) {
      Change change = change(8, repeated(6, end));
      assertEquals("below 10⁻¹⁴", change.word());
      assertEquals("below 10⁻¹⁴, which is rounding", change.text());
    }
    assertEquals("4·10¹⁴× lower", change(8, repeated(6, 2e-14)).word());
  }

  /** Numbers in a sentence are as short as in tables. */
  @Test
  void theStartIsSaidShort() {
    double start = 0.0123456;
    assertTrue(change(start, repeated(3, 0.01, 0.05)).text().contains(" 0.0123 "));
    assertTrue(change(start, repeated(6, 0.05)).text().endsWith(" 0.0123"));
    assertTrue(change(0.11, repeated(6, 0.03)).text().startsWith("3.67 "));
    assertTrue(change(start, 0.03).text().contains("0.0123 "));
  }

  @Test
  void withoutRoundZeroThereIsNoStartToCompareWith() {
    double[][] values = {{3, 2}};
    for (double first : new double[] {5, 1}) {
      RunRecord late = recording(new double[] {first, 10}, values);
      assertEquals(Optional.empty(), late.change(Measure.ORACLE_KL, 10));
      assertEquals(Optional.empty(), late.change(Measure.ORACLE_KL));
    }
    RunRecord whole = recording(new double[] {0, 10}, values);
    Change change = whole.change(Measure.ORACLE_KL, 10).orElseThrow();
    assertEquals(3, change.start());
    assertEquals(2, change.end().median());
  }

  private static double[] repeated(int times, double... numbers) {
    double[] all = new double[times * numbers.length];
    Arrays.setAll(all, i -> numbers[i % numbers.length]);
    return all;
  }

  private static RunRecord recording(double[] rounds, double[][] values) {
    return new RunRecord(
        Map.of(),
        Map.of(),
        ImmutableList.of(),
        LongStream.range(0, values.length).boxed().collect(ImmutableList.toImmutableList()),
        rounds,
        Maps.toMap(Measure.RECORDED, measure -> values),
        ImmutableList.of());
  }
}

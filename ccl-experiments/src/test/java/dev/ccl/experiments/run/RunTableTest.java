package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.experiments.run.RunTable.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTableTest {
  private static final RunTable TABLE = RunTable.of(Measure.RECORDED, 1, 2);
  private static final Row FIRST =
      new Row(
          -7,
          0,
          ImmutableMap.of(Measure.COST, 0.1, Measure.CALIBRATION_ERROR_SQUARED, 1e-300),
          ImmutableDoubleArray.of(Double.MIN_VALUE),
          ImmutableDoubleArray.of(-0.0, 1.0 / 3));

  @TempDir private Path directory;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    String text = TABLE.header() + TABLE.line(FIRST);
    assertEquals(
        "seed,round,oracleKl,excessCost,calibrationErrorSquared,cost,w0,theta0,theta1\n"
            + "-7,0,,,1.0E-300,0.1,4.9E-324,-0.0,0.3333333333333333\n",
        text);
    assertEquals(List.of(FIRST), RunTable.read(file(text), Measure.RECORDED));
    assertEquals(Double.NaN, FIRST.value(Measure.OBJECTIVE));
  }

  /** Of these two {@code Double.toString} of Java 17 writes more digits than later ones. */
  @Test
  void numbersAreTheShortestOnEveryJava() {
    Row row =
        new Row(
            1,
            2,
            ImmutableMap.of(Measure.COST, Double.parseDouble("2e23")),
            ImmutableDoubleArray.of(0x1p-44),
            ImmutableDoubleArray.of());
    assertEquals(
        "1,2,2.0E23,5.684341886080802E-14\n", RunTable.of(List.of(Measure.COST), 1, 0).line(row));
  }

  /** What is infinite is known to be so; only what nobody knows is an empty cell. */
  @Test
  void everyNumberComesBackAsItIs() throws IOException {
    for (double value :
        new double[] {
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.MAX_VALUE,
          -0.0,
          0.1 + 0.2,
          1e22
        }) {
      Row row =
          new Row(
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              ImmutableMap.of(Measure.ORACLE_KL, value),
              ImmutableDoubleArray.of(value),
              ImmutableDoubleArray.of(-value, value));
      assertEquals(
          List.of(row), RunTable.read(file(TABLE.header() + TABLE.line(row)), Measure.RECORDED));
    }
    RunTable wide = RunTable.of(List.of(), 12, 11);
    Row long12 =
        new Row(
            1,
            2,
            ImmutableMap.of(),
            ImmutableDoubleArray.copyOf(IntStream.range(0, 12).asDoubleStream()),
            ImmutableDoubleArray.copyOf(IntStream.range(20, 31).asDoubleStream()));
    assertEquals(
        List.of(long12), RunTable.read(file(wide.header() + wide.line(long12)), List.of()));
  }

  @Test
  void columnsAreFoundByName() throws IOException {
    Path file = file("theta0,cost,note,round,seed\n2.5,1e3,anything,4,9\n");
    Row row = RunTable.read(file, List.of(Measure.COST)).get(0);
    assertEquals(
        new Row(
            9,
            4,
            ImmutableMap.of(Measure.COST, 1000.0),
            ImmutableDoubleArray.of(),
            ImmutableDoubleArray.of(2.5)),
        row);
    assertEquals("9,4,1000.0\n", RunTable.of(List.of(Measure.COST)).line(row));
    Path more =
        file(
            "theta1,w1,theta0,objective,seed,w0,w3,round,excessCost\n"
                + "1,2,3,4,-5,6,7,8,9\n11,12,13,,-5,16,17,18,19\n");
    assertEquals(
        List.of(
            new Row(
                -5,
                8,
                ImmutableMap.of(Measure.EXCESS_COST, 9.0, Measure.OBJECTIVE, 4.0),
                ImmutableDoubleArray.of(6, 2),
                ImmutableDoubleArray.of(3, 1)),
            new Row(
                -5,
                18,
                ImmutableMap.of(Measure.EXCESS_COST, 19.0),
                ImmutableDoubleArray.of(16, 12),
                ImmutableDoubleArray.of(13, 11))),
        RunTable.read(more, List.of(Measure.EXCESS_COST)),
        "with what else is measured, and vectors as far as they have no gap");
    assertEquals(
        List.of("seed", "round", "cost", "w0", "theta0", "theta1"),
        RunTable.of(List.of(Measure.COST), 1, 2).columns());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "seed,round | there is no column cost",
        "seed,cost | there is no column round",
        "'' | there is no column round",
        "seed,round,cost;1,2 | line 2: 2 cells of 3",
        "seed,round,cost;1,2,3;x,2,3 | line 3: seed \"x\" is no number",
        "seed,round,cost;1,2,3,4 | line 2: 4 cells of 3",
        "seed,round,cost;1,2,3;1 | line 3: 1 cells of 3",
        "seed,round,cost;1,2,3;1,2.5,3 | line 3: round \"2.5\" is no number",
        "seed,round,cost;0x1,2,3 | line 2: seed \"0x1\" is no number",
        "seed,round,cost;1,,3 | line 2: round \"\" is no number",
        "seed,round,cost;1,2,three | line 2: \"three\" is no number",
        "seed,round,cost,w0;1,2,3, | line 2: \"\" is no number",
        "seed,round,cost,theta0;1,2,3,x | line 2: \"x\" is no number",
      })
  void damageIsNamed(String content, String message) throws IOException {
    Path file = file(content.replace(';', '\n'));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> RunTable.read(file, List.of(Measure.COST)));
    assertEquals(file + ": " + message, e.getMessage());
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("table.csv"), text);
  }
}

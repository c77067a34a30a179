package dev.ccl.experiments.run;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.Longs;
import dev.ccl.core.math.Decimals;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The columns of a table of results, with its one reader and its one writer: seed and round, then
 * measures, then w and θ. What is not known is an empty cell, and every number is the shortest text
 * that reads back as the same double, on every Java.
 */
public final class RunTable {
  private static final Splitter CELLS = Splitter.on(',');

  private final ImmutableList<Measure> measures;
  private final ImmutableList<String> columns;

  private RunTable(ImmutableList<Measure> measures, int calibration, int student) {
    this.measures = measures;
    ImmutableList.Builder<String> names = ImmutableList.builder();
    names.add("seed", "round");
    measures.forEach(measure -> names.add(measure.column()));
    IntStream.range(0, calibration).forEach(i -> names.add("w" + i));
    IntStream.range(0, student).forEach(i -> names.add("theta" + i));
    this.columns = names.build();
  }

  /**
   * Returns a table with parameters.
   *
   * @param measures the columns of measures, in this order
   * @param calibration the number of columns of w
   * @param student the number of columns of θ
   * @return the table
   */
  public static RunTable of(Iterable<Measure> measures, int calibration, int student) {
    return new RunTable(ImmutableList.copyOf(measures), calibration, student);
  }

  /**
   * Returns a table without parameters.
   *
   * @param measures the columns of measures, in this order
   * @return the table
   */
  public static RunTable of(Iterable<Measure> measures) {
    return of(measures, 0, 0);
  }

  /**
   * One row.
   *
   * @param seed the seed of the replicate
   * @param round the recorded round
   * @param measures what is known at this round
   * @param calibration w<sub>t</sub>, empty in a table without parameters
   * @param student θ<sub>t</sub>, empty in a table without parameters
   */
  public record Row(
      long seed,
      long round,
      ImmutableMap<Measure, Double> measures,
      ImmutableDoubleArray calibration,
      ImmutableDoubleArray student) {
    /**
     * Returns a measure.
     *
     * @param measure what
     * @return its value, NaN if it is not known
     */
    public double value(Measure measure) {
      return measures.getOrDefault(measure, Double.NaN);
    }

    /** The same row without some measures. */
    Row without(List<Measure> some) {
      EnumMap<Measure, Double> rest = new EnumMap<>(Measure.class);
      rest.putAll(measures);
      rest.keySet().removeAll(some);
      return new Row(seed, round, Maps.immutableEnumMap(rest), calibration, student);
    }

    /** The same row with some measures more, or with other values of them. */
    Row with(Map<Measure, Double> more) {
      EnumMap<Measure, Double> all = new EnumMap<>(Measure.class);
      all.putAll(measures);
      all.putAll(more);
      return new Row(seed, round, Maps.immutableEnumMap(all), calibration, student);
    }
  }

  /**
   * Returns the names of the columns.
   *
   * @return {@code seed}, {@code round} and so on
   */
  public ImmutableList<String> columns() {
    return columns;
  }

  /** {@return the measures of which there is a column} */
  public ImmutableList<Measure> measures() {
    return measures;
  }

  /** {@return the first line: the names of the columns and a line feed} */
  public String header() {
    return String.join(",", columns) + "\n";
  }

  /**
   * Returns the line of a row.
   *
   * @param row the row, which has the parameters that this table has
   * @return its cells and a line feed
   */
  public String line(Row row) {
    StringBuilder text = new StringBuilder().append(row.seed()).append(',').append(row.round());
    for (Measure measure : measures) {
      double value = row.value(measure);
      text.append(',').append(Double.isNaN(value) ? "" : number(value));
    }
    if (columns.size() > 2 + measures.size()) {
      row.calibration().forEach(value -> text.append(',').append(number(value)));
      row.student().forEach(value -> text.append(',').append(number(value)));
    }
    return text.append('\n').toString();
  }

  static String number(double value) {
    return Decimals.shortest(value);
  }

  /** Reads which measures have a column in a table. */
  static ImmutableSet<Measure> measures(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      String header = Objects.requireNonNullElse(lines.readLine(), "");
      return Maps.immutableEnumMap(new Reader(file, header, ImmutableList.of()).measures).keySet();
    }
  }

  /** What is done with a row. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Takes a row.
     *
     * @param row the next row
     * @throws IOException if it cannot be handed on
     */
    void accept(Row row) throws IOException;
  }

  /**
   * Reads a table, one row at a time.
   *
   * @param file a table with at least the columns seed, round and those that are asked for
   * @param asked the measures that have to have a column; others are read where there are any
   * @param sink is given the rows in their order
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is damaged; the message names file, line and rule
   */
  public static void read(Path file, Iterable<Measure> asked, Sink sink) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      Reader reader = new Reader(file, Objects.requireNonNullElse(lines.readLine(), ""), asked);
      int number = 1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        sink.accept(reader.row(line, ++number));
      }
    }
  }

  /**
   * Reads a table whole.
   *
   * @param file the table
   * @param asked the measures that have to have a column
   * @return its rows
   * @throws IOException if the file cannot be read
   */
  public static ImmutableList<Row> read(Path file, Iterable<Measure> asked) throws IOException {
    ImmutableList.Builder<Row> rows = ImmutableList.builder();
    read(file, asked, rows::add);
    return rows.build();
  }

  /** Finds the columns by their names, wherever they are. */
  private static final class Reader {
    private final Path file;
    private final ImmutableList<String> head;
    private final int seed;
    private final int round;
    private final Map<Measure, Integer> measures = new EnumMap<>(Measure.class);
    private final ImmutableList<Integer> calibration;
    private final ImmutableList<Integer> student;

    Reader(Path file, String header, Iterable<Measure> asked) {
      this.file = file;
      this.head = ImmutableList.copyOf(CELLS.split(header));
      this.round = place("round");
      asked.forEach(measure -> measures.put(measure, place(measure.column())));
      for (Measure measure : Measure.values()) {
        if (head.contains(measure.column())) {
          measures.put(measure, head.indexOf(measure.column()));
        }
      }
      this.seed = place("seed");
      this.calibration = vector("w");
      this.student = vector("theta");
    }

    private int place(String name) {
      int place = head.indexOf(name);
      checkArgument(place >= 0, "%s: there is no column %s", file, name);
      return place;
    }

    private ImmutableList<Integer> vector(String name) {
      List<Integer> places = new ArrayList<>();
      while (head.contains(name + places.size())) {
        places.add(head.indexOf(name + places.size()));
      }
      return ImmutableList.copyOf(places);
    }

    Row row(String line, int number) {
      String where = file + ": line " + number;
      List<String> cells = CELLS.splitToList(line);
      checkArgument(
          cells.size() == head.size(), "%s: %s cells of %s", where, cells.size(), head.size());
      EnumMap<Measure, Double> values = new EnumMap<>(Measure.class);
      measures.forEach(
          (measure, place) -> {
            if (!cells.get(place).isEmpty()) {
              values.put(measure, real(where, cells.get(place)));
            }
          });
      return new Row(
          whole(where, "seed", cells.get(seed)),
          whole(where, "round", cells.get(round)),
          Maps.immutableEnumMap(values),
          reals(where, cells, calibration),
          reals(where, cells, student));
    }

    private static ImmutableDoubleArray reals(
        String where, List<String> cells, ImmutableList<Integer> places) {
      return ImmutableDoubleArray.copyOf(
          places.stream().map(place -> real(where, cells.get(place))).collect(toImmutableList()));
    }

    private static double real(String where, String cell) {
      Double value = Doubles.tryParse(cell);
      checkArgument(value != null, "%s: \"%s\" is no number", where, cell);
      return value;
    }

    private static long whole(String where, String name, String cell) {
      Long value = Longs.tryParse(cell);
      checkArgument(value != null, "%s: %s \"%s\" is no number", where, name, cell);
      return value;
    }
  }
}

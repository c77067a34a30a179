package dev.ccl.report.across;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Doubles;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.sweep.Coordinates;
import dev.ccl.experiments.sweep.Question;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A question with all that it left open decided by what varies between the cells. Coordinates that
 * are neither along an axis nor a line are pooled.
 */
final class Comparison {
  private final ImmutableList<StudyCell> cells;
  private final Question question;
  private final ImmutableList<String> varying;
  private final String against;
  private final Optional<String> map;
  private final ImmutableList<String> by;

  private Comparison(ImmutableList<StudyCell> cells, Question question) {
    this.cells = cells;
    this.question = question;
    this.varying = varying(cells);
    List<String> numbers =
        varying.stream()
            .filter(key -> isNumber(key) && !key.equals(Coordinates.INSTANCE_SEED))
            .toList();
    this.against =
        question
            .against()
            .orElseGet(
                () ->
                    numbers.stream()
                        .max(Comparator.comparingInt(key -> values(key).size()))
                        .orElse(Question.ROUND));
    this.map =
        question
            .map()
            .or(() -> numbers.stream().filter(key -> !key.equals(against)).findFirst())
            .filter(key -> !against.equals(Question.ROUND) && !key.equals(against));
    this.by =
        question
            .by()
            .orElseGet(
                () ->
                    varying.stream()
                        .filter(
                            key -> !key.equals(against) && !key.equals(Coordinates.INSTANCE_SEED))
                        .collect(ImmutableList.toImmutableList()));
  }

  /**
   * Decides what is open, among the cells that know the measure.
   *
   * @throws IllegalArgumentException if the question is about a coordinate that no cell has
   */
  static Comparison of(List<StudyCell> cells, Question question) {
    Stream.of(
            question.against().stream().filter(key -> !key.equals(Question.ROUND)),
            question.by().stream().flatMap(List::stream),
            question.map().stream())
        .flatMap(keys -> keys)
        .forEach(key -> requireKnown(key, cells));
    return new Comparison(
        cells.stream()
            .filter(cell -> cell.recording().has(question.measure()))
            .collect(ImmutableList.toImmutableList()),
        question);
  }

  private static void requireKnown(String key, List<StudyCell> cells) {
    Set<String> known = new TreeSet<>();
    cells.forEach(cell -> known.addAll(cell.place().all().keySet()));
    checkArgument(
        known.contains(key) || cells.isEmpty(),
        "there is no coordinate \"%s\"; the coordinates are %s",
        key,
        Joiner.on(", ").join(known));
  }

  /**
   * The coordinates that the sweep varies: parameters, the learner, and settings that vary within a
   * learner. Where no parameter was chosen, those that the instances differ in take their place.
   */
  private static ImmutableList<String> varying(List<StudyCell> cells) {
    Set<String> varying = new LinkedHashSet<>();
    keys(cells, c -> c.chosen().keySet()).forEach(key -> addIfVaries(key, cells, varying));
    if (varying.isEmpty()) {
      keys(cells, c -> c.measured().keySet()).forEach(key -> addIfVaries(key, cells, varying));
    }
    addIfVaries(Coordinates.LEARNER, cells, varying);
    Map<String, List<StudyCell>> byLearner = new LinkedHashMap<>();
    for (StudyCell cell : cells) {
      byLearner.computeIfAbsent(cell.place().learner(), l -> new ArrayList<>()).add(cell);
    }
    for (List<StudyCell> same : byLearner.values()) {
      keys(same, c -> c.settings().keySet()).forEach(key -> addIfVaries(key, same, varying));
    }
    return ImmutableList.copyOf(varying);
  }

  private static Stream<String> keys(
      List<StudyCell> cells, Function<Coordinates, Set<String>> part) {
    return cells.stream().flatMap(cell -> part.apply(cell.place()).stream()).distinct();
  }

  private static void addIfVaries(String key, List<StudyCell> cells, Set<String> varying) {
    if (cells.stream().map(cell -> cell.text(key)).distinct().count() > 1) {
      varying.add(key);
    }
  }

  private boolean isNumber(String key) {
    return cells.stream()
        .map(cell -> cell.text(key))
        .allMatch(text -> text.isEmpty() || Doubles.tryParse(text) != null);
  }

  Question question() {
    return question;
  }

  Measure measure() {
    return question.measure();
  }

  ImmutableList<StudyCell> cells() {
    return cells;
  }

  /** The coordinate along the horizontal axis, or {@link Question#ROUND}. */
  String against() {
    return against;
  }

  /** The coordinate along the vertical axis of heat maps. */
  Optional<String> map() {
    return map;
  }

  /** What varies, in the order of the sweep. */
  ImmutableList<String> varying() {
    return varying;
  }

  /** Whether the horizontal axis has numbers. */
  boolean isAlongNumbers() {
    return against.equals(Question.ROUND) || isNumber(against);
  }

  /** The values of a coordinate: numbers by size, words as they come. */
  ImmutableList<String> values(String key) {
    Stream<String> values =
        cells.stream().map(cell -> cell.text(key)).filter(text -> !text.isEmpty()).distinct();
    return (isNumber(key) ? values.sorted(Comparator.comparingDouble(Double::parseDouble)) : values)
        .collect(ImmutableList.toImmutableList());
  }

  /** The cells of each line, by its name. */
  Map<String, List<StudyCell>> lines() {
    return grouped(cells, by);
  }

  /** The cells of each heat map, by its name, which leaves the vertical coordinate out. */
  Map<String, List<StudyCell>> maps() {
    return grouped(
        cells,
        by.stream()
            .filter(key -> !key.equals(map.orElse("")))
            .collect(ImmutableList.toImmutableList()));
  }

  private static Map<String, List<StudyCell>> grouped(List<StudyCell> cells, List<String> keys) {
    Map<String, List<StudyCell>> groups = new LinkedHashMap<>();
    for (StudyCell cell : cells) {
      groups.computeIfAbsent(name(cell, keys), name -> new ArrayList<>()).add(cell);
    }
    return groups;
  }

  /** The coordinates of a line that belong to the instance; empty where there are none. */
  String problem(StudyCell cell) {
    List<String> keys =
        by.stream()
            .filter(
                key ->
                    cell.place().chosen().containsKey(key)
                        || cell.place().measured().containsKey(key))
            .toList();
    return keys.isEmpty() ? "" : name(cell, keys);
  }

  /** A name made of coordinates: the learner as it is, others with their names. */
  static String name(StudyCell cell, List<String> keys) {
    List<String> parts = new ArrayList<>();
    for (String key : keys) {
      if (!cell.text(key).isEmpty()) {
        parts.add(key.equals(Coordinates.LEARNER) ? cell.text(key) : key + "=" + cell.text(key));
      }
    }
    return parts.isEmpty() ? "all cells" : String.join(", ", parts);
  }
}

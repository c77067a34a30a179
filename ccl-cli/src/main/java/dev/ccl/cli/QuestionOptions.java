package dev.ccl.cli;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.sweep.Question;
import dev.ccl.experiments.sweep.SweepFile;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What a report across the cells of a sweep is asked. */
final class QuestionOptions {
  @Option(
      names = "--measure",
      paramLabel = "NAME",
      description = "of a sweep: what is compared, such as oracleKl or excessCost")
  private String measure;

  @Option(
      names = "--against",
      paramLabel = "NAME",
      description = "of a sweep: the parameter or setting along the axis, or round")
  private String against;

  @Option(
      names = "--by",
      paramLabel = "NAMES",
      split = ",",
      description = "of a sweep: what is drawn as lines of its own; the rest is pooled")
  private List<String> by;

  @Option(
      names = "--map",
      paramLabel = "NAME",
      description = "of a sweep: the second coordinate of the heat map")
  private String map;

  boolean isAsked() {
    return measure != null || against != null || by != null || map != null;
  }

  /** A question with what was said here in place of what it said. */
  Question over(Question other) {
    return new Question(
        isAsked() ? "" : other.text(),
        measure == null ? other.measure() : SweepFile.measure(measure),
        Optional.ofNullable(against).or(other::against),
        by == null ? other.by() : Optional.of(ImmutableList.copyOf(by)),
        Optional.ofNullable(map).or(other::map));
  }
}

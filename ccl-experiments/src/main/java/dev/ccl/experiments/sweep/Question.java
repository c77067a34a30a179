package dev.ccl.experiments.sweep;

import com.google.common.collect.ImmutableList;
import dev.ccl.experiments.run.Measure;
import java.util.Optional;

/**
 * What the cells of a sweep are compared for. What is left open is chosen by what varies.
 *
 * @param text the question in words; may be empty
 * @param measure what is compared; lower is better
 * @param against the coordinate along the horizontal axis, or {@link #ROUND}
 * @param by the coordinates whose values are drawn as lines of their own; nothing if they are
 *     chosen
 * @param map the coordinate along the vertical axis of the heat map
 */
public record Question(
    String text,
    Measure measure,
    Optional<String> against,
    Optional<ImmutableList<String>> by,
    Optional<String> map) {
  /** Along the rounds of each run instead of along a coordinate of the cells. */
  public static final String ROUND = "round";

  /** The question of those who have not asked one: 𝒦 against what varies. */
  public static final Question OPEN =
      new Question("", Measure.ORACLE_KL, Optional.empty(), Optional.empty(), Optional.empty());
}

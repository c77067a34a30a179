package dev.ccl.experiments.sweep;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableSet;
import com.google.common.io.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The questions that are ready to be asked, each a file of a sweep. */
public final class ReadyStudies {
  /** Their names. */
  public static final ImmutableSet<String> NAMES =
      ImmutableSet.of("calibrate-every", "bias", "budget");

  private ReadyStudies() {}

  /**
   * Returns a study.
   *
   * @param name its name
   * @return the file of the sweep
   * @throws IllegalArgumentException if there is none of this name
   */
  public static String yaml(String name) {
    checkArgument(
        NAMES.contains(name),
        "there is no study \"%s\"; the studies are %s",
        name,
        Joiner.on(", ").join(NAMES));
    try {
      return Resources.toString(
          Resources.getResource(ReadyStudies.class, name + ".yaml"), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

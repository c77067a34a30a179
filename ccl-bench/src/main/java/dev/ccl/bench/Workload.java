package dev.ccl.bench;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.base.Ascii;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The problems on which speed is measured. */
public enum Workload {
  /** The separation instance with d = 4: 24 target edges. */
  S,
  /** The random family with H = 4, five letters, D = 8, d = 4: 3,744 target edges. */
  M,
  /** The random family with H = 6, eight letters, D = 16, d = 8: 1.35 million target edges. */
  L;

  private static final long SEED = 1;

  /**
   * Makes the instance.
   *
   * @return always the same one
   */
  public Instance instance() {
    switch (this) {
      case S:
        return SeparationInstance.of(4, 5, 1, 0.5);
      case M:
        return RandomInstance.of(RandomSpec.MEDIUM, SEED).instance();
      default:
        return RandomInstance.of(RandomSpec.LARGE, SEED).instance();
    }
  }

  /**
   * Finds a problem by what was typed.
   *
   * @param text the name of a workload, or a file: an instance, or a flat one that ends in .bin
   * @return the problem
   * @throws IOException if the file cannot be read
   */
  static LearningProblem problem(String text) throws IOException {
    for (Workload workload : values()) {
      if (workload.name().equals(text)) {
        return workload.instance().problem();
      }
    }
    Path file = Path.of(text);
    checkArgument(Files.isReadable(file), "%s is neither S, M or L nor a file to read", text);
    return Ascii.toLowerCase(text).endsWith(".bin")
        ? FlatInstance.read(file)
        : InstanceReader.read(file).problem();
  }
}

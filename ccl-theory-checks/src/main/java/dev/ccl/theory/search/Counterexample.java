package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.judge.Evidence;
import dev.ccl.theory.Case;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Part;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/**
 * A case that refutes a check. It prints itself, writes its instance, and names the command that
 * reads it back and shows the failure again.
 *
 * @param part the check that fails
 * @param trial where it fails
 * @param moves how many moves an adversary makes from there; 0 if it fails without
 * @param evidence the statement that fails
 */
public record Counterexample(Part part, Trial trial, int moves, Evidence evidence) {
  /**
   * Shrinks the instance while the check still applies and still fails.
   *
   * @param maker makes the implementation under test
   * @return the smallest counterexample that was found
   */
  public Counterexample shrunk(Function<Instance, Subject> maker) {
    return new Shrinker(part, maker).shrink(this);
  }

  /** {@return the claim's number, such as C13} */
  public String claim() {
    return part.name().substring(0, part.name().indexOf(' '));
  }

  /**
   * Writes the instance.
   *
   * @param directory where to; made if it is not there
   * @return the file
   */
  public Path write(Path directory) {
    Path file = directory.resolve("counterexample-" + claim() + ".json");
    try {
      Files.createDirectories(directory);
      InstanceWriter.write(trial.instance(), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /**
   * Returns the command that shows the failure again.
   *
   * @param file the instance
   * @param options further options, such as those that name the implementation
   * @return a line for a shell
   */
  public String command(Path file, String options) {
    boolean thorough = moves > 0 || trial.effort() == Effort.LONG_RUNS;
    return "ccl verify --claims "
        + claim()
        + " --instances "
        + file
        + " --seed "
        + trial.seed()
        + (thorough ? " --thorough" : "")
        + (options.isEmpty() ? "" : " " + options);
  }

  /**
   * Returns the failure in words: the rule, both sides, the parameters and the instance.
   *
   * @param maker makes the implementation under test
   * @return some lines
   */
  public String text(Function<Instance, Subject> maker) {
    Subject subject = maker.apply(trial.instance());
    Case c = trial.on(Specimen.of(subject), subject);
    return part
        + "\nfails: "
        + evidence.where()
        + String.format(
            Locale.ROOT,
            "%n  left   %.17g%n  right  %.17g%n  margin %.3g, should be %s %s",
            evidence.left(),
            evidence.right(),
            evidence.right() - evidence.left(),
            evidence.relation(),
            evidence.tolerance())
        + "\nat parameters "
        + trial.place().text()
        + (moves > 0 ? ", moved by an adversary from" : "")
        + "\n  w = "
        + Arrays.toString(c.w())
        + "\n  v = "
        + Arrays.toString(c.v())
        + "\n  θ = "
        + Arrays.toString(c.theta())
        + "\n  ϑ = "
        + Arrays.toString(c.vartheta())
        + "\non the instance\n"
        + instance();
  }

  private String instance() {
    try {
      StringWriter out = new StringWriter();
      InstanceWriter.write(trial.instance(), out);
      return out.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

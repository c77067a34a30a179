package dev.ccl.theory.search;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.testkit.Evidence;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Specimen;
import dev.ccl.theory.Subject;
import dev.ccl.theory.verify.Counterexample;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/**
 * A small counterexample with all that a person needs to follow it.
 *
 * @param claim the claim that fails
 * @param found where it fails
 * @param parameters w, v, θ and ϑ there; before an adversary moved them, if one did
 */
public record Refutation(Claim claim, Counterexample found, String parameters) {
  static Refutation of(Claim claim, Counterexample found, Function<Instance, Subject> maker) {
    Subject subject = maker.apply(found.instance());
    Case c = found.place().on(Specimen.of(subject), subject, found.seed());
    return new Refutation(
        claim,
        found,
        "  w = "
            + Arrays.toString(c.w())
            + "\n  v = "
            + Arrays.toString(c.v())
            + "\n  θ = "
            + Arrays.toString(c.theta())
            + "\n  ϑ = "
            + Arrays.toString(c.vartheta()));
  }

  /**
   * Writes the instance.
   *
   * @param directory where to; made if it is not there
   * @return the file
   */
  public Path write(Path directory) {
    Path file = directory.resolve("counterexample-" + claim.id() + ".json");
    try {
      Files.createDirectories(directory);
      InstanceWriter.write(found.instance(), file);
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
    boolean thorough = found.search().moves() > 0 || found.search().effort() == Effort.LONG_RUNS;
    return "ccl verify --claims "
        + claim.id()
        + " --instances "
        + file
        + " --seed "
        + found.seed()
        + (thorough ? " --thorough" : "")
        + (options.isEmpty() ? "" : " " + options);
  }

  /** {@return what fails, where and by how much, with the instance, some lines} */
  public String text() {
    Evidence e = found.evidence();
    return claim
        + ": "
        + claim.sentence()
        + "\nfails: "
        + e.where()
        + String.format(
            Locale.ROOT,
            "%n  left   %.17g%n  right  %.17g%n  margin %.3g, should be %s %s",
            e.left(),
            e.right(),
            e.right() - e.left(),
            e.relation(),
            e.tolerance())
        + "\nat parameters "
        + found.place().text()
        + (found.search().moves() > 0 ? ", moved by an adversary from" : "")
        + "\n"
        + parameters
        + "\non the instance\n"
        + instance();
  }

  private String instance() {
    try {
      StringWriter out = new StringWriter();
      InstanceWriter.write(found.instance(), out);
      return out.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.function.Executable;

/** What is refused and how that is said, one line each, to be recorded. */
public final class Refusals {
  private final Path directory;
  private final StringBuilder text = new StringBuilder();

  /** Refusals that may name files in a directory. */
  public Refusals(Path directory) {
    this.directory = directory;
  }

  /** Does what has to be refused. */
  public void add(String what, Executable action) {
    String message =
        assertThrows(IllegalArgumentException.class, action, what + " was not refused")
            .getMessage();
    text.append(what.replace("\n", "⏎")).append("\n    ");
    text.append(message.replace(directory.toString(), "DIR").replace('\\', '/').replace("\n", "⏎"))
        .append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

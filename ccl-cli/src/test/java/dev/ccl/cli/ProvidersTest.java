package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.ccl.Budget;
import dev.ccl.algorithms.engine.Rollouts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the class path offers may be broken, or have a name that is taken. */
class ProvidersTest {
  @TempDir Path directory;

  /** A budget with the name of another. */
  public static final class Slow implements Budget {
    @Override
    public void at(long t, Rollouts out) {
      out.set(1);
    }

    @Override
    public String toString() {
      return "slow";
    }
  }

  /** A budget that cannot be made. */
  public static final class Unmade implements Budget {
    /** Fails. */
    public Unmade() {
      throw new IllegalStateException("no licence found");
    }

    @Override
    public void at(long t, Rollouts out) {}
  }

  private String said(Class<?> kind, String provider, String... words) throws Exception {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Path file = services.resolve(kind.getName());
    Files.writeString(file, provider + "\n");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                directory + File.pathSeparator + System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(2, process.waitFor(), said);
    assertEquals(1, said.lines().count(), said);
    Files.delete(file);
    return said;
  }

  @Test
  void aBrokenProviderIsOneLine() throws Exception {
    String line = said(Learner.class, "no.such.Learner", "learners");
    assertTrue(line.startsWith("ccl: a provider on the class path cannot be loaded: "), line);
    assertTrue(line.contains("no.such.Learner"), line);
    String unmade = said(Budget.class, Unmade.class.getName(), run("--set=validation=5"));
    assertTrue(unmade.contains("Unmade"), unmade);
    assertTrue(unmade.contains("no licence found"), unmade);
  }

  @Test
  void aNameThatIsTakenIsOneLine() throws Exception {
    String line = said(Budget.class, Slow.class.getName(), run("--set=validation=5"));
    assertTrue(line.startsWith("ccl: two parts are written \"slow\""), line);
  }

  private String[] run(String setting) throws IOException {
    Path instance = directory.resolve("demo.json");
    assertEquals(0, Outcome.of("instance", "demo", "--out=" + instance).code());
    String out = "--out=" + directory.resolve("out");
    return new String[] {"run", instance.toString(), "--rounds=1", setting, out};
  }
}

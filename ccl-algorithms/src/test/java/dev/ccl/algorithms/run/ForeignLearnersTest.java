package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathWalk;
import dev.ccl.core.problem.LearningProblem;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Learners and baselines of others stand behind those of the library, each under its own name. */
class ForeignLearnersTest {
  @TempDir private Path directory;

  /** A learner that has nothing but a name. */
  private abstract static class Named implements Learner {
    @Override
    public String name() {
      return getClass().getSimpleName();
    }

    @Override
    public Settings settings() {
      return Settings.of(com.google.common.collect.ImmutableList.of());
    }

    @Override
    public Learner with(Settings settings) {
      return this;
    }

    @Override
    public LearnerState initial(LearningProblem problem, long seed) {
      throw new AssertionError();
    }

    @Override
    public Session open(LearningProblem problem, LearnerState state, int threads) {
      throw new AssertionError();
    }
  }

  /** A baseline that has nothing but a name. */
  private abstract static class Plain implements Baseline {
    @Override
    public boolean onSource() {
      return false;
    }

    @Override
    public double weight(double lambda) {
      return 0;
    }

    @Override
    public void add(PathWalk answer, double scale, double[] gradient) {}

    @Override
    public String toString() {
      return getClass().getSimpleName();
    }
  }

  /** Comes last. */
  public static final class Zebra extends Named {}

  /** Comes before it. */
  public static final class Ant extends Named {}

  /** Is there already. */
  public static final class Practical extends Named {
    @Override
    public String name() {
      return "practical";
    }
  }

  /** Comes before all learners of others. */
  public static final class Swift extends Plain {}

  /** Comes before it. */
  public static final class Bee extends Plain {}

  /** Has the name of a learner. */
  public static final class Second extends Plain {
    @Override
    public String toString() {
      return "Ant";
    }
  }

  private List<String> names(List<Class<?>> baselines, List<Class<?>> learners) throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    write(services.resolve(Baseline.class.getName()), baselines);
    write(services.resolve(Learner.class.getName()), learners);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return Learners.list().stream().map(Learner::name).toList();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void write(Path file, List<Class<?>> classes) throws IOException {
    Files.write(file, classes.stream().map(Class::getName).toList());
  }

  @Test
  void theyStandBehindInTheOrderOfTheirNames() throws IOException {
    List<String> own = Learners.all().stream().map(Learner::name).toList();
    List<String> all = names(List.of(Swift.class, Bee.class), List.of(Zebra.class, Ant.class));
    assertEquals(own, all.subList(0, own.size()));
    assertEquals(List.of("Bee", "Swift", "Ant", "Zebra"), all.subList(own.size(), all.size()));
  }

  @Test
  void aNameIsThatOfOneLearner() {
    assertEquals(
        "two learners are named \"practical\"",
        assertThrows(
                IllegalArgumentException.class,
                () -> names(List.of(), List.of(Ant.class, Practical.class)))
            .getMessage());
    assertEquals(
        "two learners are named \"Ant\"",
        assertThrows(
                IllegalArgumentException.class,
                () -> names(List.of(Second.class), List.of(Ant.class)))
            .getMessage());
  }
}

package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.experiments.sweep.SweepFile;
import dev.ccl.judge.Damage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged files of every form that commands read: each is taken or refused with one line, within
 * five seconds of processor time. In {@code -Pthorough} there are ten thousand of each, and 256 MB
 * of heap.
 */
class DamagedReadersTest {
  private static final boolean THOROUGH = Boolean.getBoolean("ccl.thorough");
  private static final double LONGEST = 5e9; // nanoseconds of processor time
  private static final int HEAD = 1024;
  private static final long SEED = 1;

  @TempDir Path directory;

  /** Something that reads a file. */
  enum Reader {
    /** An instance as JSON. */
    INSTANCE("instance.json") {
      @Override
      void prepare(Path directory) {
        done("instance", "random", "--seed=1", "--horizon=2", "--out=" + file(directory));
      }

      @Override
      Outcome read(Path directory) {
        return convert(directory);
      }
    },
    /** An instance in the compact form. */
    COMPACT("instance.cclz") {
      @Override
      void prepare(Path directory) {
        String json = directory.resolve("whole.json").toString();
        done("instance", "random", "--seed=1", "--horizon=2", "--out=" + json);
        done("instance", "convert", json, file(directory).toString());
      }

      @Override
      Outcome read(Path directory) {
        return convert(directory);
      }
    },
    /** What a run that was killed goes on with. */
    CHECKPOINT("out/checkpoint/seed1.json") {
      @Override
      void prepare(Path directory) throws IOException, InterruptedException {
        done("instance", "demo", "--out=" + instance(directory));
        List<String> words = java("run", instance(directory), out(directory), "--rounds=1e7");
        words.add("--checkpoint-every=100");
        Process process =
            new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        while (process.isAlive() && Files.notExists(file(directory))) {
          Thread.sleep(1);
        }
        process.destroyForcibly().waitFor();
      }

      @Override
      Outcome read(Path directory) {
        return Outcome.of("run", instance(directory), out(directory), "--rounds=1e7", "--resume");
      }
    },
    /** The grid of a sweep. */
    STUDY("grid.yaml") {
      @Override
      void prepare(Path directory) throws IOException {
        done("instance", "demo", "--out=" + instance(directory));
        Files.writeString(
            file(directory),
            """
            instances: [instance.json, {generate: separation, d: 2, lambda: [0.5, 1]}]
            learners:
              - ccl
              - learner: practical
                settings: {calibrate-every: [1, 10]}
            rounds: 200
            seeds: 2
            record: 10
            ask: {question: "Which one?", against: lambda, by: [learner]}
            """);
      }

      @Override
      Outcome read(Path directory) {
        try {
          SweepFile.open(file(directory));
          return new Outcome(0, "", "");
        } catch (IllegalArgumentException | IOException e) {
          return new Outcome(2, "", "ccl: " + e.getMessage() + "\n");
        }
      }
    },
    /** What a run says of itself. */
    FINISHED("out/run.json") {
      @Override
      void prepare(Path directory) {
        finish(directory);
      }

      @Override
      Outcome read(Path directory) {
        return resume(directory);
      }
    },
    /** The rows of a finished run. */
    ROWS("out/rows.csv") {
      @Override
      void prepare(Path directory) {
        finish(directory);
      }

      @Override
      Outcome read(Path directory) {
        return resume(directory);
      }
    },
    /** The rows of a certified run. */
    CERTIFICATE("out/rows.csv") {
      @Override
      void prepare(Path directory) {
        done("instance", "demo", "--out=" + instance(directory));
        certified(directory);
      }

      @Override
      Outcome read(Path directory) {
        return certified(directory, "--resume");
      }

      private Outcome certified(Path directory, String... more) {
        List<String> words = new ArrayList<>(List.of("run", instance(directory), out(directory)));
        words.addAll(List.of("--rounds=20", "--learner=practical", "--certify"));
        words.addAll(List.of(more));
        return Outcome.of(words.toArray(String[]::new));
      }
    };

    private final String name;

    Reader(String name) {
      this.name = name;
    }

    /** Writes what is read, whole. */
    abstract void prepare(Path directory) throws IOException, InterruptedException;

    /** Reads it. */
    abstract Outcome read(Path directory);

    Path file(Path directory) {
      return directory.resolve(name);
    }

    Outcome convert(Path directory) {
      Path to = directory.resolve("again" + name.substring(name.lastIndexOf('.')));
      return Outcome.of("instance", "convert", file(directory).toString(), to.toString());
    }

    static String instance(Path directory) {
      return directory.resolve("instance.json").toString();
    }

    static String out(Path directory) {
      return "--out=" + directory.resolve("out");
    }

    static void finish(Path directory) {
      done("instance", "demo", "--out=" + instance(directory));
      done("run", instance(directory), out(directory), "--rounds=20");
    }

    static Outcome resume(Path directory) {
      return Outcome.of("run", instance(directory), out(directory), "--rounds=20", "--resume");
    }

    /** This program in a process of its own. */
    static List<String> java(String... words) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
      command.add("dev.ccl.cli.Main");
      command.addAll(List.of(words));
      return command;
    }

    static void done(String... words) {
      Outcome outcome = Outcome.of(words);
      if (outcome.code() != 0) {
        throw new IllegalStateException(outcome.err());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyDamagedCopyIsTakenOrRefusedWithOneLine(Reader reader) throws Exception {
    if (!THOROUGH) {
      assertTrue(row(reader, 40, directory).startsWith("| " + reader.name));
      return;
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(DamagedReadersTest.class.getName(), reader.name(), "10000"));
    command.add(directory.toString());
    Path said = directory.resolve("said");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertEquals(0, process.waitFor(), () -> text(said));
    System.out.print(text(said));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Prints the row of a reader.
   *
   * @param args the reader, how many copies, a directory
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.out.println(row(Reader.valueOf(args[0]), Integer.parseInt(args[1]), Path.of(args[2])));
  }

  /** Reads damaged copies: how many are refused and taken, and the longest processor time. */
  private static String row(Reader reader, int copies, Path directory)
      throws IOException, InterruptedException {
    Path kept = Files.createDirectories(directory.resolve("kept"));
    Path used = directory.resolve("used");
    reader.prepare(kept);
    Damage damage = Damage.to(Files.readAllBytes(reader.file(kept)), HEAD, SEED);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int refused = 0;
    double longest = 0;
    for (int copy = 0; copy < copies; copy++) {
      again(kept, used);
      Files.write(reader.file(used), damage.next());
      long start = threads.getCurrentThreadCpuTime();
      Outcome outcome = reader.read(used);
      longest = Math.max(longest, threads.getCurrentThreadCpuTime() - start);
      String where = "copy " + copy + " of " + reader.name + ", exit " + outcome.code();
      if (outcome.code() != 0) {
        assertEquals(2, outcome.code(), where + ": " + outcome.err());
        outcome.assertOneLine();
        assertTrue(outcome.err().length() < 1000, where + ": " + outcome.err());
        refused++;
      }
      assertTrue(longest < LONGEST, where + ": " + longest * 1e-9 + " s");
    }
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %,d | %,d | %.2f |",
        reader.name,
        copies,
        refused,
        copies - refused,
        longest * 1e-9);
  }

  /** Makes a directory like another. */
  private static void again(Path from, Path to) throws IOException {
    try (Stream<Path> old = Files.exists(to) ? Files.walk(to) : Stream.empty()) {
      for (Path path : old.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
    try (Stream<Path> files = Files.walk(from)) {
      for (Path path : files.toList()) {
        Files.copy(
            path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}

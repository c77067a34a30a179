package dev.ccl.spark;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Journal;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A driver of a test: {@code commands LINE...} or {@code sweeps MASTER FILE DIR JARS}. */
final class Driver {
  private Driver() {}

  public static void main(String[] args) throws IOException {
    System.exit(args[0].equals("commands") ? commands(args) : sweeps(args));
  }

  /** Runs commands one after the other and prints their exit codes. */
  private static int commands(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    for (int i = 1; i < args.length; i++) {
      out.println("exit " + Main.execute(out, err, args[i].split(" ")));
    }
    return 0;
  }

  /** Three sweeps in one application: undisturbed, with an executor that halts, with a failure. */
  private static int sweeps(String[] args) throws IOException {
    Path file = Path.of(args[2]);
    Path directory = Path.of(args[3]);
    SparkConf conf =
        new SparkConf()
            .setAppName("test")
            .setMaster(args[1])
            .set("spark.ui.enabled", "false")
            .set("spark.jars", args[4])
            .set("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      SparkRuns plain = SparkRuns.on(spark);
      SparkRuns kept =
          plain.withCheckpoints(directory.resolve("kept").toUri(), Duration.ofNanos(1));
      show("plain", plain, file, directory);
      show(
          "halting", kept.with(new Halting(directory.resolve("mark").toString())), file, directory);
      show("failing", kept.with(new Failing()), file, directory);
      show("failing", kept, file, directory); // once more: the rest
    }
    return 0;
  }

  private static void show(String name, SparkRuns runs, Path file, Path directory)
      throws IOException {
    Sweep sweep = Sweep.of(directory.resolve(name), SweepFile.read(file));
    SparkRuns.Outcome outcome = SparkSweep.run(runs, sweep, Monitor.NONE);
    System.out.println(name + " resumed " + outcome.resumed());
    outcome.failures().forEach(line -> System.out.println(name + " failed " + line));
  }

  /** The first worker that has kept a checkpoint in the middle dies of it, without a word. */
  private static final class Halting implements ReplicateTask.Tap {
    private final String mark;

    Halting(String mark) {
      this.mark = mark;
    }

    @Override
    public Journal on(Journal journal) {
      return new Tapped(journal) {
        @Override
        public void keep(Replicate replicate) {
          super.keep(replicate);
          if (replicate.state().round() > 0 && first()) {
            Runtime.getRuntime().halt(137);
          }
        }
      };
    }

    private boolean first() {
      try {
        Files.createFile(Path.of(mark));
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** One seed cannot be kept. */
  private static final class Failing implements ReplicateTask.Tap {
    @Override
    public Journal on(Journal journal) {
      return new Tapped(journal) {
        @Override
        public void keep(Replicate replicate) {
          if (replicate.seed() == 2) {
            throw new UncheckedIOException(new IOException("No space left on device"));
          }
          super.keep(replicate);
        }
      };
    }
  }

  private static class Tapped implements Journal {
    private final Journal journal;

    Tapped(Journal journal) {
      this.journal = journal;
    }

    @Override
    public Cadence cadence() {
      return journal.cadence();
    }

    @Override
    public Optional<Replicate> find(long seed) {
      return journal.find(seed);
    }

    @Override
    public void keep(Replicate replicate) {
      journal.keep(replicate);
    }
  }
}

package dev.ccl.spark;

import com.google.common.base.Splitter;
import com.google.common.net.HostAndPort;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.experiments.run.Printable;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ccl cluster}, also for {@code spark-submit}. */
@Command(
    name = "ccl cluster",
    mixinStandardHelpOptions = true,
    description = "Runs a sweep on a Spark cluster.",
    footer = {
      "",
      "FILE and the files in DIR are those of ccl sweep; the same command goes on with them."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:a replicate failed; what was finished is kept",
      "2:bad input: wrong arguments, or a file that breaks a rule",
      "70:a fault of this program",
      "130:interrupted by Ctrl-C; what was finished is kept"
    })
public final class Main implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;
  private static final int FAULT = 70;
  private static final int INTERRUPTED = 130;

  private static final String STANDALONE = "spark://";
  private static final int USUAL_PORT = 7077;
  private static final String LOOPBACK = "127.0.0.1";
  private static final int PATIENCE_MILLISECONDS = 6000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the grid (YAML)")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where to write (default: out/ and the name of the file)")
  private Path out;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "local[*], spark://HOST:PORT, yarn, k8s://… (default: that of spark-submit, otherwise"
              + " local[*], which is this machine)")
  private String master;

  @Option(
      names = "--checkpoints",
      paramLabel = "URI",
      description =
          "a directory that all workers see, such as hdfs://host/path or file:///shared/path: a"
              + " replicate whose worker is lost goes on from there (default: nothing is kept)")
  private URI checkpoints;

  @Option(
      names = "--checkpoint-seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "how often to keep a replicate (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(names = "--stacktrace", description = "Show where in the program an error arose.")
  private boolean stacktrace;

  Main() {}

  /**
   * Runs the command and exits with its code.
   *
   * @param args the arguments of the command line
   */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8));
    int code = execute(out, err, args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /** Runs the command with the given writers in place of the standard streams. */
  static int execute(PrintWriter out, PrintWriter err, String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main).setOut(out).setErr(err);
    line.setParameterExceptionHandler(
        (e, all) -> main.fail(e.getMessage() + " (see ccl cluster --help)", e, BAD_INPUT));
    line.setExecutionExceptionHandler(
        (e, command, parsed) ->
            main.fail(
                message(e),
                e,
                e instanceof IllegalArgumentException
                        || e instanceof IOException
                        || e instanceof UncheckedIOException
                    ? BAD_INPUT
                    : FAULT));
    return line.execute(args);
  }

  /** What this program says itself is said; of others' failures the innermost one. */
  private static String message(Exception e) {
    Throwable told = e instanceof UncheckedIOException ? e.getCause() : e;
    return told instanceof IllegalArgumentException || told.getClass().equals(IOException.class)
        ? told.getMessage()
        : Reasons.of(told);
  }

  private int fail(String message, Exception e, int code) {
    say(message);
    if (stacktrace) {
      e.printStackTrace(spec.commandLine().getErr());
    }
    return code;
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("ccl: " + Printable.of(line));
    err.flush();
  }

  @Override
  public Integer call() throws IOException {
    if (seconds < 1) {
      throw new IllegalArgumentException("--checkpoint-seconds: " + seconds + " is not at least 1");
    }
    SweepFile grid = SweepFile.open(file);
    Path directory = out == null ? SweepFile.standardDirectory(file) : out;
    Sweep sweep = Sweep.of(directory, grid.plans(), grid.question());
    RunJob.End end = run(sweep, "the same command goes on in " + directory);
    switch (end) {
      case STOPPED:
        return INTERRUPTED;
      case FAILED:
        say("what was finished is in " + directory + "; the same command runs the rest");
        return FAILED;
      default:
        PrintWriter console = spec.commandLine().getOut();
        console.printf(
            "%s; written: %s%n",
            Printable.counted(grid.plans().size(), "cell"),
            Printable.of(directory.resolve("cells.csv")));
        console.flush();
        return 0;
    }
  }

  private RunJob.End run(Sweep sweep, String advice) throws IOException {
    Thread interruption = new Thread(() -> say("interrupted; " + advice));
    try (JavaSparkContext spark = open()) {
      // Spark has a hook of its own, which closes the context under whoever still uses it.
      Runtime.getRuntime().addShutdownHook(interruption);
      try {
        return sweep.run(
            executor(spark),
            Monitor.NONE,
            (cell, reason) -> say(cell.name() + ", " + Reasons.of(reason)));
      } catch (IllegalStateException | IOException e) {
        if (spark.sc().isStopped()) {
          return RunJob.End.STOPPED;
        }
        throw e;
      } finally {
        forget(interruption);
      }
    }
  }

  private static void forget(Thread interruption) {
    try {
      Runtime.getRuntime().removeShutdownHook(interruption);
    } catch (IllegalStateException e) {
      // It runs already.
    }
  }

  private SparkExecutor executor(JavaSparkContext spark) {
    SparkExecutor executor = SparkExecutor.on(spark);
    return checkpoints == null
        ? executor
        : executor.withCheckpoints(checkpoints, Duration.ofSeconds(seconds));
  }

  private JavaSparkContext open() {
    return open(master);
  }

  /** Opens a context on a master, or on that of spark-submit where it is null. */
  static JavaSparkContext open(String master) {
    SparkConf conf =
        new SparkConf().setAppName("ccl sweep").setIfMissing("spark.ui.enabled", "false");
    // Rounds allocate nothing: no other collector can earn its threads and barriers back.
    conf.setIfMissing("spark.executor.extraJavaOptions", "-XX:+UseSerialGC");
    conf.setIfMissing("spark.ui.showConsoleProgress", String.valueOf(System.console() != null));
    if (master != null) {
      conf.setMaster(master);
    }
    conf.setIfMissing("spark.master", "local[*]");
    if (conf.get("spark.master").startsWith("local")) {
      // Spark would listen, without asking who calls, on the machine's outer address.
      conf.setIfMissing("spark.driver.host", LOOPBACK);
      conf.setIfMissing("spark.driver.bindAddress", LOOPBACK);
    }
    String jars = System.getProperty("ccl.jars", "");
    if (!jars.isEmpty() && !conf.get("spark.master").startsWith("local[")) {
      conf.setIfMissing("spark.jars", jars);
    }
    try {
      requireAnswer(conf.get("spark.master"));
      return new JavaSparkContext(conf);
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw new IllegalArgumentException(
          "--master " + conf.get("spark.master") + ": " + Reasons.of(e), e);
    }
  }

  /**
   * Refuses a master that nobody answers at: Spark would knock for a minute and then not say why. A
   * master that was started just now gets a few seconds.
   */
  static void requireAnswer(String url) {
    if (!url.startsWith(STANDALONE)) {
      return;
    }
    List<String> places = Splitter.on(',').splitToList(url.substring(STANDALONE.length()));
    long began = System.nanoTime();
    Optional<String> refusal = Optional.empty();
    while (System.nanoTime() - began < 1_000_000L * PATIENCE_MILLISECONDS) {
      for (String place : places) {
        refusal = refusal(HostAndPort.fromString(place).withDefaultPort(USUAL_PORT));
        if (refusal.isEmpty()) {
          return;
        }
      }
      Uninterruptibles.sleepUninterruptibly(Duration.ofMillis(200));
    }
    throw new IllegalArgumentException("nobody answers there: " + refusal.orElse(""));
  }

  private static Optional<String> refusal(HostAndPort address) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.getHost(), address.getPort()), PATIENCE_MILLISECONDS);
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of("no host is called " + address.getHost());
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}

package dev.ccl.spark.command;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import com.google.common.net.HostAndPort;
import com.google.common.util.concurrent.Uninterruptibles;
import dev.ccl.cli.run.Interruption;
import dev.ccl.cli.run.Progress;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.spark.Reasons;
import dev.ccl.spark.SparkRuns;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine.Option;

/** The cluster that a command runs on. */
final class Cluster {
  private static final String STANDALONE = "spark://";
  private static final int USUAL_PORT = 7077;
  private static final String LOOPBACK = "127.0.0.1";
  private static final int PATIENCE_MILLISECONDS = 6000;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "local[*], spark://HOST:PORT, yarn, k8s://… (default: that of spark-submit, otherwise"
              + " local[*], which is this machine)")
  private String master;

  /**
   * What a command does on a cluster.
   *
   * @param task its name for people
   * @param unit what is counted, in the plural
   * @param total how many there are
   * @param advice what is said after an interruption
   * @param kept where what was finished is, in words
   */
  record Job(String task, String unit, long total, String advice, String kept) {
    /** All rounds of all seeds of some runs. */
    static Job ofRounds(String task, List<Sweep.Cell> cells, String advice, String kept) {
      long rounds =
          cells.stream().mapToLong(cell -> cell.plan().work()).reduce(0, LongMath::saturatedAdd);
      return new Job(task, "rounds", rounds, advice, kept);
    }
  }

  /** Does it. */
  interface Work {
    /** Returns what failed, one line each, and whether it was stopped. */
    Ending on(JavaSparkContext spark, Progress progress) throws IOException;
  }

  /**
   * How it ended.
   *
   * @param failures what failed, one line each
   * @param stopped whether it was stopped
   */
  record Ending(ImmutableList<String> failures, boolean stopped) {
    static Ending of(SparkRuns.Outcome outcome) {
      return new Ending(outcome.failures(), outcome.stopped());
    }
  }

  /**
   * Does something on the cluster, shows its progress and says what failed.
   *
   * @return 0, or 1 if something failed, or 130 after an interruption
   */
  int use(Job job, PrintWriter err, Work work) throws IOException {
    Ending ending;
    try (JavaSparkContext spark = open(job.task());
        WorkersWatch watch = WorkersWatch.of(spark, line -> say(err, line));
        Interruption interruption = Interruption.listen("ccl: " + job.advice());
        Progress progress = Progress.of(job.task(), job.unit(), job.total(), interruption)) {
      ending = end(work, spark, progress, interruption);
    }
    if (ending.stopped()) {
      return Interruption.EXIT_CODE;
    }
    ending.failures().forEach(line -> say(err, line));
    if (!ending.failures().isEmpty()) {
      say(err, "what was finished is in " + job.kept() + "; the same command runs the rest");
      return 1;
    }
    return 0;
  }

  /**
   * After Ctrl-C Spark closes its context at once, and whoever still asks it for something fails.
   */
  private static Ending end(
      Work work, JavaSparkContext spark, Progress progress, Interruption interruption)
      throws IOException {
    try {
      return work.on(spark, progress);
    } catch (IllegalStateException e) {
      if (interruption.requested() && spark.sc().isStopped()) {
        return new Ending(ImmutableList.of(), true);
      }
      throw e;
    }
  }

  private static void say(PrintWriter err, String line) {
    err.println("ccl: " + line);
    err.flush();
  }

  private JavaSparkContext open(String name) {
    SparkConf conf = new SparkConf().setAppName(name).setIfMissing("spark.ui.enabled", "false");
    // Rounds allocate nothing: no other collector can earn its threads and barriers back.
    conf.setIfMissing("spark.executor.extraJavaOptions", "-XX:+UseSerialGC");
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
      answer(conf.get("spark.master"));
      JavaSparkContext spark = new JavaSparkContext(conf);
      spark.setLogLevel("OFF");
      return spark;
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw new IllegalArgumentException(
          "--master " + conf.get("spark.master") + ": " + Reasons.of(e), e);
    }
  }

  /**
   * Spark would knock for a minute and then not say why nobody opened. A master that was started
   * just now gets a few seconds.
   */
  static void answer(String url) {
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

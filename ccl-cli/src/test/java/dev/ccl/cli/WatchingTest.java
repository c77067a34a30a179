package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ObjectArrays;
import dev.ccl.algorithms.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.cli.run.Interruption;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.live.LiveReport;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import dev.ccl.experiments.sweep.Sweep;
import dev.ccl.experiments.sweep.SweepFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Pages of work that goes on. */
class WatchingTest {
  @TempDir Path directory;
  private Path file;
  private Path out;

  @BeforeEach
  void instance() throws IOException {
    file = directory.resolve("judge.json");
    out = directory.resolve("out");
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), file);
  }

  private static String get(String address) {
    try (InputStream in = URI.create(address).toURL().openStream()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  /** 30 of 2 · 50 rounds; who asked for the work hears of them as well. */
  @Test
  void thePageIsAtItsPortAndKnowsHowFarTheWorkIs() throws IOException {
    int port;
    try (ServerSocket free = taken()) {
      port = free.getLocalPort();
    }
    RunPlan plan =
        RunPlan.of(
            Subject.read(file), Learners.named("practical"), RecordedRounds.logarithmic(50), 1, 2);
    List<Long> heard = new ArrayList<>();
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            heard.add(rounds);
          }

          @Override
          public boolean stopping() {
            return true; // so that nobody waits for a browser
          }
        };
    StringWriter err = new StringWriter();
    String address = "http://127.0.0.1:" + port + "/";
    String page =
        CommandLine.populateCommand(new Watching(), "--watch", "--watch-port=" + port)
            .during(
                () -> LiveReport.of(plan, out, file),
                monitor,
                new PrintWriter(err),
                told -> {
                  told.completed(30);
                  return get(address);
                });
    assertTrue(page.contains("running: 30 %"), page);
    assertTrue(page.contains("practical on judge.json"), page);
    assertEquals("ccl: watch at " + address, err.toString().strip());
    assertEquals(List.of(30L), heard);
  }

  /** A monitor that looks at the page as soon as it hears of rounds, and then stops the work. */
  private static final class Looking implements Monitor {
    private final StringWriter err = new StringWriter();
    private String page = "";

    @Override
    public void completed(long rounds) {
      if (page.isEmpty() && rounds > 0) {
        page = get(err.toString().strip().replaceFirst("ccl: watch at ", ""));
      }
    }

    @Override
    public boolean stopping() {
      return !page.isEmpty(); // so that nobody waits for a browser
    }

    private void sees(String text) {
      assertTrue(page.contains(text), text + " is not in " + page);
    }
  }

  /** Only work that has come to its end shows it. */
  @Test
  void aPageIsFinishedUnlessTheWorkIsStopped() throws IOException {
    RunPlan plan =
        RunPlan.of(
            Subject.read(file), Learners.named("practical"), RecordedRounds.logarithmic(5), 1, 1);
    for (boolean stopped : new boolean[] {false, true}) {
      List<String> ends = new ArrayList<>();
      Looking looking = new Looking();
      Watching watching = CommandLine.populateCommand(new Watching(), "--watch");
      int result =
          watching.during(
              () -> LiveReport.of(plan, out, file),
              looking,
              new PrintWriter(looking.err),
              told -> {
                told.completed(stopped ? 1 : 0);
                return 7;
              },
              page -> ends.add("ccl: watch at " + page.address()));
      assertEquals(7, result);
      assertEquals(stopped ? List.of() : List.of(looking.err.toString().strip()), ends);
      IOException failure =
          assertThrows(
              IOException.class,
              () ->
                  watching.during(
                      () -> LiveReport.of(plan, out, file),
                      Monitor.NONE,
                      new PrintWriter(looking.err),
                      told -> {
                        throw new IOException("the disk is full");
                      },
                      page -> ends.add("work that failed has no end to be shown")));
      assertEquals("the disk is full", failure.getMessage());
      assertEquals(stopped ? 0 : 1, ends.size());
    }
  }

  /** The rounds are there already, and the evaluation is stopped. */
  @Test
  void aRunIsWatchedWithItsInstanceAndAnEvaluationCanBeStopped() throws IOException {
    String[] args = {
      file.toString(), "--preset=practical", "--rounds=20", "--seeds=3", "--out=" + out
    };
    assertEquals(0, Outcome.of(ObjectArrays.concat("run", args)).code());
    Looking looking = new Looking();
    StringWriter said = new StringWriter();
    RunCommand command = new RunCommand();
    CommandLine line = new CommandLine(command);
    line.setOut(new PrintWriter(said)).setErr(new PrintWriter(looking.err));
    line.parseArgs(
        ObjectArrays.concat(
            args, new String[] {"--resume", "--watch", "--evaluate"}, String.class));
    assertEquals(Interruption.EXIT_CODE, command.run(progress -> looking));
    assertEquals("", said.toString());
    assertFalse(Files.exists(out.resolve("evaluation.csv")));
    looking.sees("running: 100 %");
    looking.sees("practical on judge.json: 3 seeds so far");
  }

  /** All cells are there already. */
  @Test
  void aSweepIsWatchedWithItsTitle() throws IOException {
    Path grid =
        Files.writeString(
            directory.resolve("grid.yaml"),
            "instances: [judge.json]\nlearners: [practical, oracle]\nrounds: 20\n");
    assertEquals(0, Outcome.of("sweep", grid.toString(), "--out=" + out).code());
    Looking looking = new Looking();
    SweepFile cells = SweepFile.open(grid);
    Sweep sweep = Sweep.of(out, cells.plans(), cells.question());
    CommandLine.populateCommand(new SweepWork(), "--watch", "--threads=1")
        .run(sweep, "A title", out, new PrintWriter(looking.err), progress -> looking);
    looking.sees("<title>A title: 2 of 2 cells");
  }

  /** What is wrong with a port; nothing if it is free. */
  private static String complaint(int port) throws IOException {
    try {
      CommandLine.populateCommand(new Watching(), "--watch", "--watch-port=" + port).check();
      return "";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /** Any number of 16 bits is a port, 0 any that is free. */
  @Test
  void portsHave16Bits() throws IOException {
    assertEquals("", complaint(0));
    assertFalse(complaint(65535).contains("is not a port"), "at most taken");
    for (int port : new int[] {-1, 65536}) {
      assertEquals("--watch-port: " + port + " is not a port", complaint(port));
    }
    CommandLine.populateCommand(new Watching()).check();
  }

  @Test
  void aPortThatIsTakenIsNamedAndNothingIsRun() throws IOException {
    try (ServerSocket socket = taken()) {
      int port = socket.getLocalPort();
      Outcome outcome =
          Outcome.of(
              "run",
              file.toString(),
              "--rounds=3",
              "--preset=practical",
              "--out=" + out,
              "--watch",
              "--watch-port=" + port);
      outcome.assertOneLine();
      assertEquals(Failures.BAD_INPUT, outcome.code());
      assertTrue(
          outcome.err().startsWith("ccl: --watch-port: port " + port + " is taken"), outcome.err());
      assertFalse(Files.exists(out));
    }
  }
}

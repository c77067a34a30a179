package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line in a terminal of its own, on which a test can read and press keys. */
final class PseudoTerminal {
  private static final String PYTHON =
      "import os, pty, signal, sys\n"
          + "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
          + "sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

  // A build that runs in the background may have passed on that Ctrl-C is to be ignored.
  private static final String HEARING = "env --default-signal=INT";
  private static final byte CONTROL_C = 3;
  private static final int PATIENCE_SECONDS = 120;

  private final Process process;
  private final StringBuilder shown = new StringBuilder();

  private PseudoTerminal(Process process) {
    this.process = process;
  }

  /** Starts {@code ccl} with the given words; skips the test where nothing makes a terminal. */
  static PseudoTerminal start(String... words) throws IOException {
    return ofKind("xterm", words);
  }

  /** The same in a terminal of some kind. */
  static PseudoTerminal ofKind(String term, String... words) throws IOException {
    return of(term, "dev.ccl.cli.Main", words);
  }

  /** Another program that uses the command line. */
  static PseudoTerminal ofProgram(Class<?> main, String... words) throws IOException {
    return of("xterm", main.getName(), words);
  }

  private static PseudoTerminal of(String term, String main, String... words) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    main),
                Stream.of(words))
            .toList();
    Optional<List<String>> wrapped = wrapped(command);
    assumeTrue(
        wrapped.isPresent(),
        "neither script (util-linux) nor python3 is here to make a pseudo-terminal");
    ProcessBuilder builder = new ProcessBuilder(wrapped.get()).redirectErrorStream(true);
    builder.environment().put("TERM", term);
    return new PseudoTerminal(builder.start());
  }

  private static Optional<List<String>> wrapped(List<String> command) {
    if (answers("script", "--version").contains("util-linux")) {
      String line =
          command.stream()
              .map(word -> "'" + word.replace("'", "'\\''") + "'")
              .collect(Collectors.joining(" ", "exec " + hearing(), ""));
      return Optional.of(List.of("script", "-qec", line, "/dev/null"));
    }
    return answers("python3", "--version").startsWith("Python 3")
        ? Optional.of(Stream.concat(Stream.of("python3", "-c", PYTHON), command.stream()).toList())
        : Optional.empty();
  }

  private static String hearing() {
    return answers("env", "--help").contains("--default-signal") ? HEARING + " " : "";
  }

  private static String answers(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // there is no such program
    }
  }

  /** Reads until something of a form is on the screen. */
  void await(String form) throws IOException {
    Pattern text = Pattern.compile(form);
    InputStream in = process.getInputStream();
    byte[] buffer = new byte[4096];
    while (!text.matcher(shown).find()) {
      int count = in.read(buffer);
      assertTrue(count >= 0, () -> "ended without \"" + text + "\": " + shown);
      shown.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
    }
  }

  /** Presses Ctrl-C, reads to the end and returns the exit code. */
  int interrupt() throws IOException, InterruptedException {
    press(1);
    return end();
  }

  /** Presses Ctrl-C some times, one after the other. */
  void press(int times) throws IOException, InterruptedException {
    for (int i = 0; i < times; i++) {
      if (i > 0) {
        await("\\^C"); // the terminal echoes the key when it has passed it on
        Thread.sleep(100); // two signals of one kind that wait are one
      }
      process.getOutputStream().write(CONTROL_C);
      process.getOutputStream().flush();
    }
  }

  /** Reads to the end and returns the exit code. */
  int end() throws IOException, InterruptedException {
    return end(PATIENCE_SECONDS);
  }

  /** The same; a process that takes longer is killed, and has another code. */
  int end(int seconds) throws IOException, InterruptedException {
    process
        .onExit()
        .orTimeout(seconds, TimeUnit.SECONDS)
        .exceptionally(late -> killed(process)); // so that a lost signal fails and does not hang
    shown.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    return process.waitFor();
  }

  private static Process killed(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    return process.destroyForcibly();
  }

  /** Everything that was shown. */
  String shown() {
    return shown.toString();
  }
}

package dev.ccl.lm.task;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A running command: lines in, bounded output out, and an end for all that it has started. Output
 * is read while it is written and no more of it than may be said, so that a command that floods it
 * waits. What a command starts bears its mark in the environment, by which it is found where the
 * system shows environments (Linux); elsewhere descendants are noted while they have a parent. For
 * the use of one thread.
 */
final class VerifierProcess implements Closeable {
  /** The largest output for an answer, in bytes. */
  static final int LONGEST_OUTPUT = 4_096;

  private static final int LONGEST_COMPLAINT = 400;
  private static final String MARK = "CCL_VERIFIER";
  private static final Path PROCESSES = Path.of("/proc");
  private static final long TICK_MILLISECONDS = 100;
  private static final int PASSES = 10;

  private static final String MARKS =
      ProcessHandle.current().pid() + "." + Long.toHexString(System.nanoTime()) + ".";
  private static final AtomicLong STARTED = new AtomicLong();
  private static final Set<VerifierProcess> RUNNING = new HashSet<>(); // guarded by itself
  private static boolean isOver; // guarded by RUNNING

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(VerifierProcess::endOfProgram, "end of verifiers"));
  }

  private static void endOfProgram() {
    synchronized (RUNNING) {
      isOver = true;
      RUNNING.forEach(VerifierProcess::endAll);
    }
  }

  private final Process process;
  private final String mark;
  private final Output output;
  private final Output errors;
  private final Set<ProcessHandle> noted = ConcurrentHashMap.newKeySet();

  private VerifierProcess(Process process, String mark) {
    this.process = process;
    this.mark = mark;
    this.output = new Output(process.getInputStream(), LONGEST_OUTPUT, false);
    this.errors = new Output(process.getErrorStream(), LONGEST_COMPLAINT, true);
  }

  /** Starts a command. */
  static VerifierProcess start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    String mark = MARKS + STARTED.incrementAndGet() + ".";
    builder.environment().put(MARK, mark);
    VerifierProcess started;
    synchronized (RUNNING) {
      if (isOver) {
        throw new IOException("the program is ending");
      }
      started = new VerifierProcess(builder.start(), mark);
      RUNNING.add(started);
    }
    started.output.start();
    started.errors.start();
    return started;
  }

  /** Writes a line; a command that does not read it is judged by what it prints. */
  void send(String line, boolean last) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    Thread writer =
        new Thread(
            () -> {
              OutputStream in = process.getOutputStream();
              try {
                in.write(bytes);
                in.flush();
                if (last) {
                  in.close();
                }
              } catch (IOException ended) {
                Thread.currentThread().interrupt(); // nothing reads: the process has ended
              }
            },
            "verifier input");
    writer.setDaemon(true);
    writer.start();
  }

  /** Waits for the end, and tells whether it came before the deadline or too much output did. */
  boolean awaitEnd(long deadline) throws InterruptedException {
    while (process.isAlive() && !output.isFull() && deadline - System.nanoTime() > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) + 1;
      if (!process.waitFor(Math.min(TICK_MILLISECONDS, left), TimeUnit.MILLISECONDS)) {
        note();
      }
    }
    return !process.isAlive() || output.isFull();
  }

  /** Waits for a line, and tells whether one came before the deadline. */
  boolean awaitLine(long deadline) throws InterruptedException {
    boolean has = output.awaitLine(deadline);
    note();
    return has;
  }

  private void note() {
    process.descendants().forEach(noted::add);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitCode() {
    return process.exitValue();
  }

  /** Whether more was written than may be said. */
  boolean saysTooMuch() {
    return output.isFull();
  }

  /** What was written and not taken. */
  String said() {
    return output.text();
  }

  /** Forgets what was written. */
  void forget() {
    output.forget();
  }

  /** Takes the next line. */
  String takeLine() {
    return output.takeLine();
  }

  /** The end of what was written to the standard error, perhaps nothing. */
  String complaint() {
    return errors.text();
  }

  /** Ends the command and all that it has started; what was written can still be read. */
  @Override
  public void close() {
    endAll();
    output.finish();
    errors.finish();
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      // nothing reads any more
    }
    synchronized (RUNNING) {
      RUNNING.remove(this);
    }
  }

  private void endAll() {
    note();
    process.toHandle().destroyForcibly(); // Process::destroyForcibly would close its output unread
    noted.forEach(ProcessHandle::destroyForcibly);
    boolean found = true;
    for (int pass = 0; found && pass < PASSES; pass++) { // one may have started another meanwhile
      found = endMarked();
    }
  }

  /**
   * Ends the processes that bear the mark, whoever their parent is; tells whether there are any.
   */
  private boolean endMarked() {
    if (!Files.isDirectory(PROCESSES)) {
      return false;
    }
    boolean found = false;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path one : all) {
        if (isMarked(one)) {
          long pid = Long.parseLong(one.getFileName().toString());
          found |= ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly).orElse(false);
        }
      }
    } catch (IOException | DirectoryIteratorException hidden) {
      return false; // the system shows no processes
    }
    return found;
  }

  private boolean isMarked(Path one) {
    try {
      String environment = Files.readString(one.resolve("environ"), StandardCharsets.ISO_8859_1);
      return environment.contains(MARK + "=" + mark);
    } catch (IOException gone) {
      return false; // or somebody else's
    }
  }

  /** What a process writes, read while it does. */
  private static final class Output {
    private static final long PATIENCE_MILLISECONDS = 1_000;

    private final InputStream from;
    private final int most;
    private final boolean keepsEnd; // else reading stops where there is too much
    private final Thread reader;
    private byte[] bytes = new byte[0];
    private boolean cut;
    private boolean ended;

    Output(InputStream from, int most, boolean keepsEnd) {
      this.from = from;
      this.most = most;
      this.keepsEnd = keepsEnd;
      this.reader = new Thread(this::read, "verifier output");
      reader.setDaemon(true);
    }

    void start() {
      reader.start();
    }

    private void read() {
      byte[] chunk = new byte[1_024];
      try {
        for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
          if (!add(chunk, n)) {
            return;
          }
        }
      } catch (IOException ended) {
        Thread.currentThread().interrupt(); // the process was ended
      } finally {
        end();
      }
    }

    private synchronized boolean add(byte[] chunk, int n) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(bytes);
      all.write(chunk, 0, n);
      byte[] longer = all.toByteArray();
      cut |= longer.length > most;
      int from = keepsEnd ? Math.max(0, longer.length - most) : 0;
      bytes = Arrays.copyOfRange(longer, from, Math.min(longer.length, from + most));
      notifyAll();
      return keepsEnd || !cut;
    }

    private synchronized void end() {
      ended = true;
      notifyAll();
    }

    synchronized boolean isFull() {
      return cut;
    }

    private synchronized int lineEnd() {
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          return i;
        }
      }
      return -1;
    }

    synchronized boolean awaitLine(long deadline) throws InterruptedException {
      while (lineEnd() < 0 && !ended && !cut) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
      return lineEnd() >= 0;
    }

    synchronized String takeLine() {
      int at = lineEnd();
      String line = new String(bytes, 0, at, StandardCharsets.UTF_8);
      bytes = Arrays.copyOfRange(bytes, at + 1, bytes.length);
      return line.strip();
    }

    synchronized void forget() {
      bytes = new byte[0];
    }

    synchronized String text() {
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      return keepsEnd && cut ? "…" + text : text;
    }

    /** Waits until all has been read; something that escaped may hold the other end. */
    void finish() {
      boolean interrupted = false;
      try {
        reader.join(PATIENCE_MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

package dev.ccl.lm.task;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.io.ByteStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A verifier that is an external command. It is started once per answer, reads one JSON object
 * ({@code id}, {@code type}, {@code text}, {@code facts}, {@code answer}) from its standard input
 * and writes the reward, a number in [0,1], to its standard output. It is ended when its time is
 * over; what it writes beyond a line of moderate length is an error and not kept.
 */
public final class CommandVerifier implements Verifier {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_OUTPUT = 4_096;

  private final ImmutableList<String> command;
  private final Duration limit;

  private CommandVerifier(ImmutableList<String> command, Duration limit) {
    this.command = command;
    this.limit = limit;
  }

  /**
   * Returns a verifier.
   *
   * @param command the program and its arguments
   * @param limit how long one answer may take
   * @return the verifier
   */
  public static CommandVerifier of(List<String> command, Duration limit) {
    if (command.isEmpty() || limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("a verifier needs a command and a positive time");
    }
    return new CommandVerifier(ImmutableList.copyOf(command), limit);
  }

  @Override
  public double reward(Question question, String answer) {
    Path output = null;
    try {
      output = Files.createTempFile("ccl-verifier", ".txt");
      return parse(run(question, answer, output));
    } catch (IOException e) {
      throw new VerifierException("command " + command + ": " + e.getMessage());
    } finally {
      delete(output);
    }
  }

  private String run(Question question, String answer, Path output) throws IOException {
    // The output goes to a file, so that neither side can block the other.
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      tell(process, question, answer);
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new VerifierException(
            "command " + command + ": no reward after " + limit.toMillis() + " ms");
      }
      if (process.exitValue() != 0) {
        throw new VerifierException("command " + command + ": exit code " + process.exitValue());
      }
      try (InputStream in = Files.newInputStream(output)) {
        byte[] bytes = ByteStreams.limit(in, LONGEST_OUTPUT + 1L).readAllBytes();
        if (bytes.length > LONGEST_OUTPUT) {
          throw new VerifierException(
              "command " + command + ": more than " + LONGEST_OUTPUT + " bytes of output");
        }
        return new String(bytes, StandardCharsets.UTF_8).strip();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new VerifierException("command " + command + ": interrupted");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Writes the answer; a command that does not read it is judged by what it prints. */
  private static void tell(Process process, Question question, String answer) throws IOException {
    ObjectNode said = JSON.createObjectNode();
    said.put("id", question.id());
    said.put("type", question.type());
    said.put("text", question.text());
    ObjectNode facts = said.putObject("facts");
    question.facts().forEach(facts::put);
    said.put("answer", answer);
    byte[] line = (JSON.writeValueAsString(said) + "\n").getBytes(StandardCharsets.UTF_8);
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream in = process.getOutputStream()) {
                in.write(line);
              } catch (IOException ended) {
                Thread.currentThread().interrupt(); // nothing reads: the process has ended
              }
            });
    writer.setDaemon(true);
    writer.start();
  }

  private double parse(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
      throw new VerifierException("command " + command + ": \"" + shown + "\" is no reward");
    }
  }

  private static void delete(Path output) {
    try {
      if (output != null) {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new VerifierException("cannot delete " + output + ": " + e.getMessage());
    }
  }
}

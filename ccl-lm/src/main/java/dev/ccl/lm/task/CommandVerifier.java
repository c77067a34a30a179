package dev.ccl.lm.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A verifier that is an external command. It reads a line with one JSON object per answer ({@code
 * id}, {@code type}, {@code text}, {@code facts}, {@code answer}) from its standard input and
 * writes the reward, a number of JSON in [0,1], to its standard output. It is started for each
 * answer, or once for many and then writes a line for each line that it reads. When its time is
 * over, when it writes more than a line of moderate length and when it has judged, it is ended with
 * all that it has started. What it writes to its standard error ends the message of a failure.
 */
public final class CommandVerifier implements Verifier, Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  private static final Duration END = Duration.ofSeconds(1);

  private final ImmutableList<String> command;
  private final Duration limit;
  private final boolean staysOpen;
  private VerifierProcess open; // null where no process waits for answers

  private CommandVerifier(List<String> command, Duration limit, boolean staysOpen) {
    if (command.isEmpty() || limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("a verifier needs a command and a positive time");
    }
    this.command = ImmutableList.copyOf(command);
    this.limit = limit;
    this.staysOpen = staysOpen;
  }

  /**
   * Returns a verifier whose command is started for each answer.
   *
   * @param command the program and its arguments
   * @param limit how long one answer may take
   * @return the verifier
   */
  public static CommandVerifier of(List<String> command, Duration limit) {
    return new CommandVerifier(command, limit, false);
  }

  /**
   * Returns a verifier whose command is started once: a line in, a line out. It is started anew
   * after a failure.
   *
   * @param command the program and its arguments
   * @param limit how long one answer may take, the start of the program included
   * @return the verifier, to be closed
   */
  public static CommandVerifier lines(List<String> command, Duration limit) {
    return new CommandVerifier(command, limit, true);
  }

  @Override
  public synchronized double reward(Question question, String answer) {
    try {
      String line = line(question, answer);
      return parse(staysOpen ? next(line) : once(line));
    } catch (IOException e) {
      throw failure(e.getMessage(), "");
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw failure("interrupted", "");
    }
  }

  /** Ends the process that waits for answers, if there is one. */
  @Override
  public synchronized void close() {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  private String once(String line) throws IOException, InterruptedException {
    long deadline = deadline(limit);
    try (VerifierProcess process = VerifierProcess.start(command)) {
      process.send(line, true);
      boolean ended = process.awaitEnd(deadline);
      process.close();
      if (!ended) {
        throw late(process);
      }
      if (process.saysTooMuch()) {
        throw tooLong(process);
      }
      if (process.exitCode() != 0) {
        throw failure("exit code " + process.exitCode(), process.complaint());
      }
      return process.said();
    }
  }

  private String next(String line) throws IOException, InterruptedException {
    long deadline = deadline(limit);
    if (open != null && !open.said().isEmpty()) {
      VerifierProcess process = open;
      close();
      throw failure("more than a line for one answer", process.complaint());
    }
    if (open == null) {
      open = VerifierProcess.start(command);
    }
    VerifierProcess process = open;
    process.forget(); // blank lines
    process.send(line, false);
    if (process.awaitLine(deadline)) {
      return process.takeLine();
    }
    boolean late = deadline - System.nanoTime() <= 0;
    boolean ended = !late && !process.saysTooMuch() && process.awaitEnd(deadline(END));
    close();
    if (process.saysTooMuch()) {
      throw tooLong(process);
    }
    throw late
        ? late(process)
        : failure(
            ended
                ? "it ended with exit code " + process.exitCode() + " before it judged"
                : "it closed its output before it judged",
            process.complaint());
  }

  private static long deadline(Duration limit) {
    return System.nanoTime() + limit.toNanos();
  }

  private VerifierException late(VerifierProcess process) {
    return VerifierException.timeout(
        message("no reward after " + limit.toMillis() + " ms", process.complaint()));
  }

  private VerifierException tooLong(VerifierProcess process) {
    return failure(
        "more than " + VerifierProcess.LONGEST_OUTPUT + " bytes of output", process.complaint());
  }

  private VerifierException failure(String why, String complaint) {
    return new VerifierException(message(why, complaint));
  }

  private String message(String why, String complaint) {
    return "command "
        + command
        + ": "
        + why
        + (complaint.isEmpty() ? "" : "; its standard error ends with: " + complaint);
  }

  private static String line(Question question, String answer) throws JsonProcessingException {
    ObjectNode said = JSON.createObjectNode();
    said.put("id", question.id());
    said.put("type", question.type());
    said.put("text", question.text());
    ObjectNode facts = said.putObject("facts");
    question.facts().forEach(facts::put);
    said.put("answer", answer);
    return JSON.writeValueAsString(said);
  }

  private double parse(String text) {
    if (!NUMBER.matcher(text).matches()) {
      String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
      throw failure("\"" + shown + "\" is no reward", "");
    }
    return Double.parseDouble(text);
  }
}

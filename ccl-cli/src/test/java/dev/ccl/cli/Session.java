package dev.ccl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Sets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Commands with the files and exit codes that they leave, as one text. What they say is free to
 * change, but bad input (exit code 2) is one line, and nothing is printed then.
 *
 * <p>Lines that begin with {@code $} are commands. Behind them stand, each with its own beginning,
 * which files are new ({@code +}), changed ({@code ~}) or gone ({@code -}), and the exit code where
 * it is not zero ({@code =}). An {@code @} is the directory of the session. Beside {@code ccl}
 * there are {@code write}, whose text are the lines with {@code >} behind it, {@code model}, which
 * makes a language model of a few kilobytes, {@code mkdir}, {@code copy} and {@code remove}. Lines
 * with {@code #} are remarks.
 */
final class Session {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");
  private final Path directory;
  private final StringBuilder text = new StringBuilder();

  private Session(Path directory) {
    this.directory = directory;
  }

  /** Gives the commands that are read, in the directory in which this program runs. */
  public static void main(String[] args) throws IOException {
    String text = new String(System.in.readAllBytes(), UTF_8);
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    out.print(again(text, Path.of(args[0])));
  }

  /** Gives the commands of a text once more and returns the text that it should be. */
  static String again(String recorded, Path directory) throws IOException {
    Session session = new Session(directory);
    List<String> lines = recorded.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("#") || line.startsWith("$ ") || line.startsWith("> ")) {
        session.line("", line);
      }
      if (line.startsWith("$ ")) {
        int end = i + 1;
        while (end < lines.size() && lines.get(end).startsWith("> ")) {
          end++;
        }
        session.give(line.substring(2), lines.subList(i + 1, end));
      }
    }
    return session.text.toString();
  }

  private void give(String command, List<String> behind) throws IOException {
    List<String> words = new ArrayList<>();
    for (Matcher m = WORD.matcher(command); m.find(); ) {
      String word = m.group(1) == null ? m.group() : m.group(1);
      words.add(word.replace("@", directory + "/"));
    }
    List<String> rest = words.subList(1, words.size());
    Path first = rest.isEmpty() ? directory : Path.of(rest.get(0));
    switch (words.get(0)) {
      case "ccl" -> ccl(rest);
      case "write" -> {
        Files.write(first, behind.stream().map(line -> line.substring(2)).toList(), UTF_8);
        first.toFile().setExecutable(!behind.isEmpty() && behind.get(0).startsWith("> #!"));
      }
      case "model" -> TinyModelFile.write(first, Long.parseLong(rest.get(1)));
      case "mkdir" -> Files.createDirectories(first);
      case "copy" -> Files.copy(first, Path.of(rest.get(1)));
      case "remove" -> Files.delete(first);
      default -> throw new IllegalArgumentException("not a command of a session: " + command);
    }
  }

  private void ccl(List<String> words) throws IOException {
    int in = words.indexOf("<");
    byte[] input = in < 0 ? new byte[0] : Files.readAllBytes(Path.of(words.get(in + 1)));
    String[] args = words.subList(0, in < 0 ? words.size() : in).toArray(new String[0]);
    TreeMap<String, Integer> before = files();
    InputStream usualIn = System.in;
    PrintStream usualErr = System.err;
    ByteArrayOutputStream progress = new ByteArrayOutputStream();
    Outcome outcome;
    try (PrintStream err = new PrintStream(progress, true, UTF_8)) {
      System.setIn(new ByteArrayInputStream(input));
      System.setErr(err);
      outcome = Outcome.of(args);
    } finally {
      System.setIn(usualIn);
      System.setErr(usualErr);
    }
    if (outcome.code() == 2) {
      assertEquals("", outcome.out(), "ccl " + words);
      long complaints =
          outcome.err().lines().filter(it -> !it.startsWith("ccl: warning: ")).count();
      assertEquals(1, complaints, "ccl " + words + ": " + outcome.err());
      assertTrue(outcome.err().startsWith("ccl: "), outcome.err());
    }
    changes(before, files());
    if (outcome.code() != 0) {
      line("= ", Integer.toString(outcome.code()));
    }
  }

  /** All files with a hash of what is in them. */
  private TreeMap<String, Integer> files() throws IOException {
    TreeMap<String, Integer> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        files.put(directory.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  /** Says what has become of the files; those whose names differ in a digest are counted. */
  private void changes(TreeMap<String, Integer> before, TreeMap<String, Integer> after) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (String name : Sets.union(before.keySet(), after.keySet())) {
      String change = !before.containsKey(name) ? "+ " : !after.containsKey(name) ? "- " : "~ ";
      if (!Objects.equals(before.get(name), after.get(name))) {
        counts.merge(change + usual(name), 1, Integer::sum);
      }
    }
    counts.forEach((change, count) -> line(change, count == 1 ? "" : " (" + count + ")"));
  }

  private void line(String begin, String line) {
    text.append((begin + line).stripTrailing()).append('\n');
  }

  /** Without the digests of cells, which depend on the version. */
  private static String usual(String name) {
    return name.replaceAll("-[0-9a-f]{12}(?![0-9a-f])", "-…")
        .replaceAll("\\.fetch-\\d+", ".fetch-…");
  }
}

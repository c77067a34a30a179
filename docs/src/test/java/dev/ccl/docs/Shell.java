package dev.ccl.docs;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.ccl.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * As much of a shell as the guide needs: the command ccl in this process, in an empty directory.
 */
final class Shell {
  private static final Path HERE = Path.of("").toAbsolutePath();
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|([^\\s\"']+)");

  private Shell() {}

  /**
   * A line that runs ccl.
   *
   * @param words its arguments
   * @param into the file to which its output goes; empty for the screen
   */
  record Line(List<String> words, String into) {}

  /** What a line printed, warnings and errors first, and its exit code. */
  record Outcome(int code, String text) {}

  /** Reads a line; nothing if it runs another program than ccl. */
  static Optional<Line> line(String text) {
    List<String> words = new ArrayList<>();
    Matcher m = WORD.matcher(text.replaceFirst("(^|\\s)#.*", ""));
    while (m.find()) {
      words.add(m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3));
    }
    if (words.isEmpty() || !(words.get(0).equals("./ccl") || words.get(0).equals("ccl"))) {
      return Optional.empty();
    }
    int arrow = words.indexOf(">");
    checkArgument(arrow < 0 || arrow == words.size() - 2, "one file behind >: %s", text);
    return Optional.of(
        new Line(
            List.copyOf(words.subList(1, arrow < 0 ? words.size() : arrow)),
            arrow < 0 ? "" : words.get(arrow + 1)));
  }

  static Outcome run(Line line) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.execute(
            new PrintWriter(out), new PrintWriter(err), line.words().toArray(String[]::new));
    if (line.into().isEmpty()) {
      return new Outcome(code, err.toString() + out);
    }
    Files.writeString(Path.of(line.into()), out.toString());
    return new Outcome(code, err.toString());
  }

  /** Makes the working directory empty; the build gives these tests one of their own. */
  static void tidy() throws IOException {
    checkState(HERE.endsWith(Path.of("target", "guide")), "will not empty %s", HERE);
    MoreFiles.deleteDirectoryContents(HERE, RecursiveDeleteOption.ALLOW_INSECURE);
  }
}

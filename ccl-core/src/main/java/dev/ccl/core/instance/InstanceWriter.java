package dev.ccl.core.instance;

import com.google.common.hash.Hashing;
import com.google.common.hash.HashingOutputStream;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.math.Decimals;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.Box;
import dev.ccl.core.policy.ConvexSet;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * Writes instances as {@code ccl-instance/1}. The bytes depend on the instance alone: keys have one
 * order, a number is the shortest decimal that reads back as the same double, a line holds one
 * token or one reward. What is written reads back as an equal instance, and so does the {@link
 * #writeCompact compact form}.
 */
public final class InstanceWriter {
  /** How the names of files in the compact form end. */
  public static final String COMPACT = ".cclz";

  private final Instance instance;
  private final Vocabulary vocabulary;
  private final Writer out;

  private InstanceWriter(Instance instance, Writer out) {
    this.instance = instance;
    this.vocabulary = instance.header().vocabulary();
    this.out = out;
  }

  /**
   * Writes a file, in the compact form if its name ends in {@link #COMPACT}, else as JSON. It
   * appears under its name when it is complete, and not before.
   *
   * @param instance what to write
   * @param path the file; replaced if it exists
   * @throws IOException if the file cannot be written
   */
  public static void write(Instance instance, Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new FileSystemException(path.toString(), null, "is a directory");
    }
    Path directory = path.toAbsolutePath().getParent();
    if (!Files.isDirectory(directory)) {
      throw new FileSystemException(directory.toString(), null, "no such directory");
    }
    String mark = "." + ProcessHandle.current().pid() + ".tmp";
    Path unfinished = directory.resolve("." + path.getFileName() + mark);
    try {
      try (OutputStream bytes = Files.newOutputStream(unfinished)) {
        if (path.toString().endsWith(COMPACT)) {
          writeCompact(instance, bytes);
        } else {
          write(instance, bytes);
        }
      }
      Files.move(unfinished, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException | UncheckedIOException e) { // of a full disk, which names no file
      Throwable reason = e instanceof UncheckedIOException ? e.getCause() : e;
      FileSystemException named =
          new FileSystemException(path.toString(), null, reason.getMessage());
      named.initCause(e);
      throw named;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /**
   * Writes a document.
   *
   * @param instance what to write
   * @param bytes where the bytes go; flushed, not closed
   * @throws IOException if writing fails
   */
  public static void write(Instance instance, OutputStream bytes) throws IOException {
    write(
        instance,
        new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 1 << 16));
  }

  /**
   * Writes a document as text, for a writer that encodes it in UTF-8.
   *
   * @param instance what to write
   * @param text where the characters go; flushed, not closed
   * @throws IOException if writing fails
   */
  public static void write(Instance instance, Writer text) throws IOException {
    new InstanceWriter(instance, text).document();
    text.flush();
  }

  /**
   * Writes the compact form, which is several times smaller than JSON, faster to read and as exact.
   * Its bytes also depend on the compression library; {@link Instance#digest} does not.
   *
   * @param instance what to write
   * @param bytes where the bytes go; flushed, not closed
   * @throws IOException if writing fails
   */
  public static void writeCompact(Instance instance, OutputStream bytes) throws IOException {
    CompactWriter.write(instance, bytes);
  }

  static String digest(Instance instance) {
    HashingOutputStream hash =
        new HashingOutputStream(Hashing.sha256(), OutputStream.nullOutputStream());
    try {
      write(instance, hash);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return hash.hash().toString();
  }

  private void document() throws IOException {
    out.append("{\n").append(fields(instance, JsonReader.FORMAT, "  ", ",\n"));
    out.append("  \"prompts\": [");
    Iterator<PromptTable> prompts = instance.prompts().values().iterator();
    while (prompts.hasNext()) {
      prompt(prompts.next());
      out.append(prompts.hasNext() ? "," : "");
    }
    out.append("\n  ]\n}\n");
  }

  /** Everything but the prompts, as fields of an object, with a text before and after each. */
  static String fields(Instance instance, String format, String before, String after) {
    Instance.Header header = instance.header();
    Vocabulary vocabulary = header.vocabulary();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("format", quote(format));
    fields.put("name", quote(header.name()));
    fields.put("lambda", Decimals.shortest(header.lambda()));
    fields.put("bound", Decimals.shortest(header.bound()));
    fields.put("horizon", Integer.toString(header.horizon()));
    fields.put("vocabulary", strings(vocabulary.tokens()));
    fields.put("eos", quote(vocabulary.token(vocabulary.eos())));
    fields.put("pad", quote(vocabulary.token(vocabulary.pad())));
    fields.put("feasibility", quote(header.feasibility().text()));
    fields.put(
        "calibration",
        "{ \"dimension\": "
            + header.calibrationDimension()
            + ", \"teacher\": "
            + numbers(header.teacher())
            + ", \"set\": "
            + set(header.calibrationSet())
            + " }");
    fields.put(
        "student",
        "{ \"dimension\": "
            + header.studentDimension()
            + ", \"initial\": "
            + numbers(header.initial())
            + " }");
    fields.put("source", strings(instance.source()));
    fields.put("target", strings(instance.target()));
    return joined(fields, before, after);
  }

  /** The words of a prompt, without those that are empty, with a text before and after each. */
  static String fields(Prompt prompt, String before, String after) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("id", quote(prompt.id()));
    fields.put("text", quote(prompt.text()));
    fields.put("kind", quote(prompt.kind()));
    fields.put("group", quote(prompt.group()));
    fields.entrySet().removeIf(f -> !f.getKey().equals("id") && f.getValue().equals("\"\""));
    return joined(fields, before, after);
  }

  private static String joined(Map<String, String> fields, String before, String after) {
    StringBuilder text = new StringBuilder();
    fields.forEach(
        (name, value) ->
            text.append(before).append(quote(name)).append(": ").append(value).append(after));
    return text.toString();
  }

  private void prompt(PromptTable prompt) throws IOException {
    out.append("\n    {\n").append(fields(prompt.prompt(), "      ", ",\n"));
    out.append("      \"states\": [");
    for (int s = 0; s < prompt.states().size(); s++) {
      out.append(s == 0 ? "\n" : ",\n");
      state(prompt.states().get(s));
    }
    out.append("\n      ]");
    if (prompt.hasRewards()) {
      out.append(",\n      \"rewards\": [");
      rewards(prompt);
      out.append("\n      ]");
    }
    out.append("\n    }");
  }

  private void state(StateTable state) throws IOException {
    out.append("        { \"prefix\": ").append(tokens(state.prefix())).append(",\n");
    out.append("          \"tokens\": [");
    for (int k = 0; k < state.tokens().length(); k++) {
      int token = k;
      out.append(k == 0 ? "\n" : ",\n").append("            { \"token\": ");
      out.append(quote(vocabulary.token(state.tokens().get(k))));
      out.append(", \"phi\": ");
      row(instance.header().calibrationDimension(), i -> state.phi(token, i));
      out.append(", \"phiStu\": ");
      row(instance.header().studentDimension(), i -> state.phiStu(token, i));
      out.append(", \"pre\": ").append(Decimals.shortest(state.pre(k))).append(" }");
    }
    out.append(" ] }");
  }

  private void rewards(PromptTable prompt) throws IOException {
    Instance.Header header = instance.header();
    String separator = "\n";
    for (int e = 0; e < prompt.edges(); e++) {
      if (prompt.child(e) < 0) {
        ImmutableIntArray answer = prompt.answer(e, header.horizon(), vocabulary.pad());
        out.append(separator).append("        { \"answer\": ").append(tokens(answer));
        out.append(", \"reward\": ").append(Decimals.shortest(prompt.reward(e))).append(" }");
        separator = ",\n";
      }
    }
  }

  private void row(int length, IntToDoubleFunction value) throws IOException {
    for (int i = 0; i < length; i++) {
      out.append(i == 0 ? "[" : ", ").append(Decimals.shortest(value.applyAsDouble(i)));
    }
    out.append("]");
  }

  private String tokens(ImmutableIntArray ids) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < ids.length(); i++) {
      text.append(i == 0 ? "" : ", ").append(quote(vocabulary.token(ids.get(i))));
    }
    return text.append("]").toString();
  }

  private static String set(ConvexSet set) {
    if (set instanceof Ball) {
      return "{ \"type\": \"ball\", \"radius\": " + Decimals.shortest(set.radius()) + " }";
    }
    if (set instanceof Box) {
      Box box = (Box) set;
      return "{ \"type\": \"box\", \"lower\": "
          + numbers(box.lower())
          + ", \"upper\": "
          + numbers(box.upper())
          + " }";
    }
    throw new IllegalArgumentException("calibration.set: the format has no word for a " + set);
  }

  private static String strings(List<String> list) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < list.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(quote(list.get(i)));
    }
    return text.append("]").toString();
  }

  private static String numbers(ImmutableDoubleArray values) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < values.length(); i++) {
      text.append(i == 0 ? "" : ", ").append(Decimals.shortest(values.get(i)));
    }
    return text.append("]").toString();
  }

  /** A JSON string; a surrogate without its partner, which UTF-8 cannot hold, is escaped. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean paired =
          Character.isHighSurrogate(c)
              ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
              : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || (Character.isSurrogate(c) && !paired)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}

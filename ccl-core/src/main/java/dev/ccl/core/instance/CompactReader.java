package dev.ccl.core.instance;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.InstanceDraft.PromptDraft;
import dev.ccl.core.instance.InstanceDraft.StateDraft;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the compact form, once unpacked. Nothing is allocated for a count that the file only
 * claims: what has to be as long as the count is read first.
 */
final class CompactReader {
  private static final int MOST = 1 << 27; // numbers in a column: its bytes fit into one array

  private final String file;
  private final InputStream in;
  private final JsonReader line;
  private final InstanceDraft draft;

  private CompactReader(String file, InputStream in, JsonReader line) {
    this.file = file;
    this.in = in;
    this.line = line;
    this.draft = line.draft;
  }

  /**
   * Reads a document.
   *
   * @param file the name that messages give to the stream
   * @param unpacked the line and the columns; read to the end
   */
  static InstanceDraft read(String file, InputStream unpacked) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = unpacked.read(); b != '\n'; b = unpacked.read()) {
      if (b < 0) {
        throw new EOFException();
      }
      line.write(b);
    }
    InputStream text = new ByteArrayInputStream(line.toByteArray());
    CompactReader reader = new CompactReader(file, unpacked, JsonReader.readLine(file, text));
    reader.columns();
    return reader.draft;
  }

  private void columns() throws IOException {
    long states = 0;
    long answers = 0;
    for (int p = 0; p < draft.prompts.size(); p++) {
      states += counted("prompts[" + p + "].states", line.counts.get(p)[0]);
      answers += counted("prompts[" + p + "].rewards", line.counts.get(p)[1]);
    }
    int[] depth = integers("depth", states); // how many tokens are before each state
    int[] degree = integers("degree", states); // how many may follow it
    int[] prefix = integers("prefix", sum(depth));
    int[] token = integers("token", sum(degree));
    if (token.length == 0) { // else a dimension costs nothing to claim
      throw breach("prompts", "no state lists a token");
    }
    draft.phiLength = draft.calibrationDimension;
    draft.phiStuLength = draft.studentDimension;
    List<double[]> phi = features("phi", draft.phiLength, token.length, line.widths[0]);
    List<double[]> phiStu = features("phiStu", draft.phiStuLength, token.length, line.widths[1]);
    double[] pre = numbers("pre", token.length, line.widths[2]);
    double[] reward = numbers("reward", answers, line.widths[3]);
    if (in.read() >= 0) {
      throw breach("", "bytes after the last column");
    }
    List<StateDraft> all = new ArrayList<>();
    int prefixAt = 0;
    int tokenAt = 0;
    for (int s = 0; s < depth.length; s++) {
      StateDraft state = new StateDraft();
      state.prefix = list(prefix, prefixAt, depth[s]);
      state.tokens = list(token, tokenAt, degree[s]);
      state.phi = rows(phi, tokenAt, degree[s]);
      state.phiStu = rows(phiStu, tokenAt, degree[s]);
      state.pre = Arrays.copyOfRange(pre, tokenAt, tokenAt + degree[s]);
      prefixAt += depth[s];
      tokenAt += degree[s];
      all.add(state);
    }
    fill(all, reward);
  }

  private static ImmutableIntArray list(int[] column, int from, int count) {
    return ImmutableIntArray.copyOf(Arrays.copyOfRange(column, from, from + count));
  }

  private static double[] rows(List<double[]> columns, int from, int count) {
    double[] rows = new double[count * columns.size()];
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < columns.size(); i++) {
        rows[k * columns.size() + i] = columns.get(i)[from + k];
      }
    }
    return rows;
  }

  private void fill(List<StateDraft> states, double[] reward) {
    List<PromptDraft> prompts = new ArrayList<>();
    int state = 0;
    int answer = 0;
    for (int p = 0; p < draft.prompts.size(); p++) {
      int[] count = line.counts.get(p);
      prompts.add(
          new PromptDraft(
              draft.prompts.get(p).prompt(),
              states.subList(state, state + count[0]),
              List.of(),
              ImmutableDoubleArray.copyOf(Arrays.copyOfRange(reward, answer, answer + count[1]))));
      state += count[0];
      answer += count[1];
    }
    draft.prompts = prompts;
  }

  private int counted(String place, int count) {
    if (count < 0) {
      throw breach(place, count + " is negative");
    }
    return count;
  }

  private static long sum(int[] counts) {
    return Arrays.stream(counts).asLongStream().sum();
  }

  private int[] integers(String column, long count) throws IOException {
    byte[] planes = planes(column, count, Integer.BYTES);
    int[] values = new int[(int) count];
    String place = "column " + column;
    for (int i = 0; i < values.length; i++) {
      values[i] = counted(place, (int) bits(planes, i, values.length));
    }
    return values;
  }

  private List<double[]> features(String column, int dimension, int count, int width)
      throws IOException {
    List<double[]> columns = new ArrayList<>();
    for (int i = 0; i < dimension; i++) {
      columns.add(numbers(column + "[" + i + "]", count, width));
    }
    return columns;
  }

  private double[] numbers(String column, long count, int width) throws IOException {
    if (width != Float.BYTES && width != Double.BYTES) {
      throw breach("width", width + " is neither 4 nor 8");
    }
    byte[] planes = planes(column, count, width);
    double[] values = new double[(int) count];
    for (int i = 0; i < values.length; i++) {
      long bits = bits(planes, i, values.length);
      values[i] =
          width == Double.BYTES ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
    }
    return values;
  }

  private byte[] planes(String column, long count, int width) throws IOException {
    if (count > MOST) {
      throw breach("column " + column, count + " numbers are more than " + MOST);
    }
    byte[] planes = in.readNBytes((int) (count * width)); // allocates what arrives
    if (planes.length < count * width) {
      throw breach(
          "column " + column,
          "the file ends too early: " + planes.length + " bytes, not " + count * width);
    }
    return planes;
  }

  /** A number out of its bytes, the least significant plane first. */
  private static long bits(byte[] planes, int i, int count) {
    long bits = 0;
    for (int at = i, shift = 0; at < planes.length; at += count, shift += Byte.SIZE) {
      bits |= (planes[at] & 0xffL) << shift;
    }
    return bits;
  }

  private InstanceFormatException breach(String place, String rule) {
    return InstanceFormatException.of(file, place, rule);
  }
}

package dev.ccl.core.instance;

import dev.ccl.core.instance.InstanceDocument.PromptPart;
import dev.ccl.core.instance.InstanceDocument.StatePart;
import dev.ccl.core.instance.InstanceDocument.TokenPart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads the compact form, once unpacked, into the document that the same instance is in JSON, so
 * that every rule is checked in one place and breaches have the same words. Nothing is allocated
 * for a count that the file only claims: what has to be as long as the count is read first.
 */
final class CompactReader {
  private static final int MOST = 1 << 27; // numbers in a column: its bytes fit into one array

  private final String file;
  private final InputStream in;
  private final InstanceDocument document;
  private final int[] depth; // how many tokens are before each state
  private final int[] degree; // how many may follow it
  private final int[] prefix;
  private final int[] token;
  private final List<double[]> phi; // by coordinate, then by token
  private final List<double[]> phiStu;
  private final double[] pre;
  private final double[] reward;

  private CompactReader(String file, InputStream in, InstanceDocument document) throws IOException {
    this.file = file;
    this.in = in;
    this.document = document;
    long states = 0;
    long rewards = 0;
    for (int p = 0; p < document.prompts.size(); p++) {
      PromptPart part = document.prompts.get(p);
      states += counted("prompts[" + p + "].states", part.stateCount);
      rewards += counted("prompts[" + p + "].rewards", part.rewardCount);
    }
    depth = integers("depth", states);
    degree = integers("degree", states);
    prefix = integers("prefix", sum(depth));
    token = integers("token", sum(degree));
    if (token.length == 0) { // else a dimension costs nothing to claim
      throw breach("prompts", "no state lists a token");
    }
    phi = features("phi", document.calibration.dimension, document.width.phi);
    phiStu = features("phiStu", document.student.dimension, document.width.phiStu);
    pre = numbers("pre", token.length, document.width.pre);
    reward = numbers("reward", rewards, document.width.reward);
    if (in.read() >= 0) {
      throw breach("", "bytes after the last column");
    }
  }

  /**
   * Reads a document.
   *
   * @param file the name that messages give to the stream
   * @param unpacked the line and the columns; read to the end
   */
  static InstanceDocument read(String file, InputStream unpacked) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = unpacked.read(); b != '\n'; b = unpacked.read()) {
      if (b < 0) {
        throw new EOFException();
      }
      line.write(b);
    }
    InputStream text = new ByteArrayInputStream(line.toByteArray());
    InstanceDocument document = JsonCursor.read(file, text, InstanceDocument::readCounts);
    new CompactReader(file, unpacked, document).fill();
    return document;
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

  private List<double[]> features(String column, int dimension, int width) throws IOException {
    List<double[]> columns = new ArrayList<>();
    for (int i = 0; i < dimension; i++) {
      columns.add(numbers(column + "[" + i + "]", token.length, width));
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

  private void fill() {
    int state = 0;
    int prefixAt = 0;
    int tokenAt = 0;
    int rewardAt = 0;
    for (int p = 0; p < document.prompts.size(); p++) {
      PromptPart part = document.prompts.get(p);
      part.states = new ArrayList<>(part.stateCount);
      for (int j = 0; j < part.stateCount; j++, state++) {
        StatePart one = new StatePart();
        one.prefix = prefix(p, j, prefixAt, depth[state]);
        one.tokens = tokens(p, j, tokenAt, degree[state]);
        part.states.add(one);
        prefixAt += depth[state];
        tokenAt += degree[state];
      }
      part.inOrder = Arrays.copyOfRange(reward, rewardAt, rewardAt + part.rewardCount);
      rewardAt += part.rewardCount;
      for (int i = 0; i < part.rewardCount; i++) {
        String place = "prompts[" + p + "].rewards[";
        int answer = i;
        finite(part.inOrder[i], () -> place + answer + "].reward");
      }
    }
  }

  /** The tokens before a state; a view, since a state is looked at once. */
  private List<String> prefix(int p, int j, int from, int count) {
    return new AbstractList<>() {
      @Override
      public String get(int i) {
        return word(prefix[from + i], () -> at(p, j) + ".prefix[" + i + "]");
      }

      @Override
      public int size() {
        return count;
      }
    };
  }

  /** The tokens after a state; a view. */
  private List<TokenPart> tokens(int p, int j, int from, int count) {
    return new AbstractList<>() {
      @Override
      public TokenPart get(int k) {
        Supplier<String> place = () -> at(p, j) + ".tokens[" + k + "]";
        TokenPart part = new TokenPart();
        part.token = word(token[from + k], () -> place.get() + ".token");
        part.phi = row(phi, from + k, () -> place.get() + ".phi");
        part.phiStu = row(phiStu, from + k, () -> place.get() + ".phiStu");
        part.pre = finite(pre[from + k], () -> place.get() + ".pre");
        return part;
      }

      @Override
      public int size() {
        return count;
      }
    };
  }

  private double[] row(List<double[]> columns, int e, Supplier<String> place) {
    double[] row = new double[columns.size()];
    for (int i = 0; i < row.length; i++) {
      int coordinate = i;
      row[i] = finite(columns.get(i)[e], () -> place.get() + "[" + coordinate + "]");
    }
    return row;
  }

  private double finite(double value, Supplier<String> place) {
    if (!Double.isFinite(value)) {
      throw breach(place.get(), value + " is not a finite number");
    }
    return value;
  }

  private String word(int id, Supplier<String> place) {
    List<String> words = document.vocabulary;
    if (id >= words.size()) {
      throw breach(place.get(), id + " is no place in a vocabulary of " + words.size());
    }
    return words.get(id);
  }

  private static String at(int prompt, int state) {
    return "prompts[" + prompt + "].states[" + state + "]";
  }

  private InstanceFormatException breach(String place, String rule) {
    return InstanceFormatException.of(file, place, rule);
  }
}

package dev.ccl.core.instance;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the compact form: gzip over one line of JSON, which is the document with counts in place
 * of its lists of states and rewards, and the columns that {@link CompactReader} names, in that
 * order. A column is a run of numbers of 4 or 8 bytes as byte planes: first the least significant
 * byte of each number, last the most significant one, since signs and exponents repeat and
 * mantissas do not. Features, reference and rewards have 4 bytes where each of them is a number of
 * single precision, so nothing is ever lost.
 */
final class CompactWriter {
  static final String FORMAT = "ccl-columns/1";

  private final Instance instance;
  private final OutputStream out;
  private final List<StateTable> states = new ArrayList<>();
  private int edges;

  private CompactWriter(Instance instance, OutputStream out) {
    this.instance = instance;
    this.out = out;
    for (PromptTable prompt : instance.prompts().values()) {
      states.addAll(prompt.states());
      edges += prompt.edges();
    }
  }

  /** Writes a document; the stream is flushed, not closed. */
  static void write(Instance instance, OutputStream bytes) throws IOException {
    Packing packing = new Packing(bytes);
    new CompactWriter(instance, packing).document();
    packing.finish();
    bytes.flush();
  }

  /** One number per token of a state. */
  @FunctionalInterface
  private interface OfEdge {
    double at(StateTable state, int k);
  }

  private void document() throws IOException {
    int bigD = instance.header().calibrationDimension();
    int d = instance.header().studentDimension();
    List<double[]> phi = columns(bigD, StateTable::phi);
    List<double[]> phiStu = columns(d, StateTable::phiStu);
    List<double[]> pre = List.of(column(StateTable::pre));
    List<double[]> rewards = List.of(rewards());
    List<List<double[]>> numbers = List.of(phi, phiStu, pre, rewards);
    int[] width = numbers.stream().mapToInt(CompactWriter::width).toArray();
    out.write(line(width).getBytes(StandardCharsets.UTF_8));
    integers(states.stream().mapToInt(s -> s.prefix().length()).toArray());
    integers(states.stream().mapToInt(s -> s.tokens().length()).toArray());
    integers(states.stream().flatMapToInt(s -> s.prefix().stream()).toArray());
    integers(states.stream().flatMapToInt(s -> s.tokens().stream()).toArray());
    for (int i = 0; i < width.length; i++) {
      for (double[] column : numbers.get(i)) {
        numbers(column, width[i]);
      }
    }
  }

  private String line(int[] width) {
    StringBuilder line = new StringBuilder("{");
    line.append(InstanceWriter.fields(instance, FORMAT, "", ", "));
    line.append(
        String.format(
            Locale.ROOT,
            "\"width\": {\"phi\": %d, \"phiStu\": %d, \"pre\": %d, \"reward\": %d}, \"prompts\": [",
            width[0],
            width[1],
            width[2],
            width[3]));
    String separator = "";
    for (PromptTable prompt : instance.prompts().values()) {
      line.append(separator).append("{");
      line.append(InstanceWriter.fields(prompt.prompt(), "", ", "));
      line.append("\"states\": ").append(prompt.states().size());
      line.append(", \"rewards\": ").append(answers(prompt)).append("}");
      separator = ", ";
    }
    return line.append("]}\n").toString();
  }

  private static int answers(PromptTable prompt) {
    int count = 0;
    for (int e = 0; prompt.hasRewards() && e < prompt.edges(); e++) {
      count += prompt.child(e) < 0 ? 1 : 0;
    }
    return count;
  }

  private double[] rewards() {
    int count = instance.prompts().values().stream().mapToInt(CompactWriter::answers).sum();
    double[] rewards = new double[count];
    int next = 0;
    for (PromptTable prompt : instance.prompts().values()) {
      for (int e = 0; prompt.hasRewards() && e < prompt.edges(); e++) {
        if (prompt.child(e) < 0) {
          rewards[next++] = prompt.reward(e);
        }
      }
    }
    return rewards;
  }

  /** One feature of a token of a state. */
  @FunctionalInterface
  private interface Feature {
    double at(StateTable state, int k, int i);
  }

  private List<double[]> columns(int dimension, Feature feature) {
    List<double[]> columns = new ArrayList<>();
    for (int i = 0; i < dimension; i++) {
      int coordinate = i;
      columns.add(column((state, k) -> feature.at(state, k, coordinate)));
    }
    return columns;
  }

  private double[] column(OfEdge value) {
    double[] column = new double[edges];
    int next = 0;
    for (StateTable state : states) {
      for (int k = 0; k < state.tokens().length(); k++) {
        column[next++] = value.at(state, k);
      }
    }
    return column;
  }

  /** Four bytes where they hold every number to the bit, else eight. */
  private static int width(List<double[]> columns) {
    DoublePredicate single =
        x -> Double.doubleToRawLongBits((float) x) == Double.doubleToRawLongBits(x);
    boolean all = columns.stream().allMatch(c -> Arrays.stream(c).allMatch(single));
    return all ? Float.BYTES : Double.BYTES;
  }

  private void integers(int[] values) throws IOException {
    byte[] plane = new byte[values.length];
    for (int b = 0; b < Integer.BYTES; b++) {
      for (int i = 0; i < plane.length; i++) {
        plane[i] = (byte) (values[i] >>> (Byte.SIZE * b));
      }
      out.write(plane);
    }
  }

  private void numbers(double[] values, int width) throws IOException {
    byte[] plane = new byte[values.length];
    for (int b = 0; b < width; b++) {
      for (int i = 0; i < plane.length; i++) {
        long bits =
            width == Double.BYTES
                ? Double.doubleToRawLongBits(values[i])
                : Float.floatToRawIntBits((float) values[i]);
        plane[i] = (byte) (bits >>> (Byte.SIZE * b));
      }
      out.write(plane);
    }
  }

  /**
   * Packs with gzip, but never so well that {@link InstanceBytes} would take it for a trap: where
   * the bytes come near that bound, repetitions are no longer looked for, which leaves at least one
   * bit per byte.
   */
  static final class Packing extends GZIPOutputStream {
    private static final int PIECE = 1 << 16;
    private long taken;

    Packing(OutputStream out) throws IOException {
      super(out, PIECE);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      for (int done = 0; done < length; done += PIECE) {
        int piece = Math.min(PIECE, length - done);
        boolean near = taken > InstanceBytes.FREE / 2 + InstanceBytes.RATIO * def.getBytesWritten();
        def.setStrategy(near ? Deflater.HUFFMAN_ONLY : Deflater.DEFAULT_STRATEGY);
        super.write(bytes, from + done, piece);
        taken += piece;
      }
    }
  }
}

package dev.ccl.lm.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The head of a GGUF file: its metadata, and where its tensors are. It notes what was asked for, so
 * that a reader can refuse a file with something that it did not ask for.
 */
final class Gguf {
  private static final int MAGIC = 0x46554747;
  private static final int MOST_ENTRIES = 1 << 16;
  private static final int LONGEST_TEXT = 1 << 24;
  private static final int LONGEST_ARRAY = 1 << 21;
  private static final int TEXT = 8;
  private static final int ARRAY = 9;

  /**
   * A tensor of the file.
   *
   * @param inputs the length of a row
   * @param outputs the number of rows; 1 for a vector
   * @param code of its type
   * @param from where the first row begins in the file
   */
  record Tensor(String name, long inputs, long outputs, int code, long from) {
    GgufType type() {
      return GgufType.of(code);
    }
  }

  /** An array, which stays in the file until it is asked for. */
  private record Array(int type, long count, long from) {}

  private final BinaryFile file;
  private final Map<String, Object> metadata = new TreeMap<>();
  private final Map<String, Tensor> tensors = new HashMap<>();
  private final Set<String> asked = new TreeSet<>();

  private Gguf(BinaryFile file) {
    this.file = file;
  }

  static boolean begins(BinaryFile file) throws IOException {
    return file.length() >= 4 && file.part("magic", 0, 4).integer() == MAGIC;
  }

  static Gguf read(BinaryFile file) throws IOException {
    Gguf gguf = new Gguf(file);
    BinaryFile.Part in = file.whole("header");
    if (in.integer() != MAGIC) {
      throw in.breach("no GGUF file");
    }
    int version = in.integer();
    if (version != 2 && version != 3) {
      throw in.breach("version " + version + ", where 2 and 3 can be read");
    }
    long tensorCount = in.longInteger();
    long entries = in.longInteger();
    in.require(saturated(entries, 13), entries + " entries of at least 13 bytes each");
    in.require(saturated(tensorCount, 32), tensorCount + " tensors of at least 32 bytes each");
    if (entries > MOST_ENTRIES || tensorCount > MOST_ENTRIES) {
      throw in.breach(entries + " entries and " + tensorCount + " tensors are too many");
    }
    for (long i = 0; i < entries; i++) {
      String key = text(in);
      if (gguf.metadata.put(key, value(in, in.integer(), key)) != null) {
        throw in.breach(key + " is there twice");
      }
    }
    gguf.readTensors(in, tensorCount);
    return gguf;
  }

  private static long saturated(long count, long size) {
    return count < 0 || count > Long.MAX_VALUE / size ? Long.MAX_VALUE : count * size;
  }

  private static String text(BinaryFile.Part in) throws IOException {
    long length = in.longInteger();
    if (length > LONGEST_TEXT) {
      in.require(length, "a text");
      throw in.breach("a text of " + length + " bytes");
    }
    return new String(in.bytes(length, "a text"), StandardCharsets.UTF_8);
  }

  private static Object value(BinaryFile.Part in, int type, String key) throws IOException {
    return switch (type) {
      case 0, 7 -> (long) in.unsignedByte();
      case 1 -> (long) (byte) in.unsignedByte();
      case 2 -> (long) in.unsignedShort();
      case 3 -> (long) (short) in.unsignedShort();
      case 4 -> Integer.toUnsignedLong(in.integer());
      case 5 -> (long) in.integer();
      case 6 -> (double) in.single();
      case TEXT -> text(in);
      case ARRAY -> array(in, key);
      case 10, 11 -> in.longInteger();
      case 12 -> in.real();
      default -> throw in.breach(key + ": a value of the unknown type " + type);
    };
  }

  private static Array array(BinaryFile.Part in, String key) throws IOException {
    int type = in.integer();
    long count = in.longInteger();
    int size =
        switch (type) {
          case 0, 1, 7 -> 1;
          case 2, 3 -> 2;
          case 4, 5, 6 -> 4;
          case TEXT, 10, 11, 12 -> 8;
          case ARRAY -> throw in.breach(key + ": an array of arrays");
          default -> throw in.breach(key + ": an array of the unknown type " + type);
        };
    in.require(saturated(count, size), key + ": an array of " + count);
    Array array = new Array(type, count, in.position());
    if (type == TEXT) {
      for (long i = 0; i < count; i++) {
        in.skip(in.longInteger(), "a text");
      }
    } else {
      in.skip(count * size, key);
    }
    return array;
  }

  private void readTensors(BinaryFile.Part in, long count) throws IOException {
    List<Tensor> relative = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      String name = text(in);
      int dimensions = in.integer();
      if (dimensions < 1 || dimensions > 4) {
        throw in.breach("tensor " + name + ": " + dimensions + " dimensions");
      }
      long inputs = in.longInteger();
      long outputs = 1;
      for (int d = 1; d < dimensions; d++) {
        long size = in.longInteger();
        outputs = size < 0 ? -1 : saturated(outputs, Math.max(1, size));
      }
      relative.add(new Tensor(name, inputs, outputs, in.integer(), in.longInteger()));
    }
    long alignment = integer("general.alignment", 32);
    if (alignment < 1 || alignment > 1 << 20) {
      throw file.breach("general.alignment", alignment + " is not between 1 and 2^20");
    }
    long start = (in.position() + alignment - 1) / alignment * alignment;
    for (Tensor t : relative) {
      long from = t.from < 0 || t.from > file.length() ? file.length() + 1 : start + t.from;
      if (tensors.put(t.name, new Tensor(t.name, t.inputs, t.outputs, t.code, from)) != null) {
        throw file.breach("tensor " + t.name, "is there twice");
      }
    }
  }

  /** Insists that the numbers of all tensors can be read and that none has another's bytes. */
  void requireReadableTensors() {
    List<Tensor> inOrder = new ArrayList<>(tensors.values());
    inOrder.sort(Comparator.comparingLong(Tensor::from).thenComparing(Tensor::name));
    long end = 0;
    String before = "";
    for (Tensor t : inOrder) {
      if (t.type() == null) {
        throw file.breach(
            "tensor " + t.name,
            "numbers of type "
                + GgufType.name(t.code)
                + "; "
                + GgufType.readable()
                + ": get the file as one of these, such as Q8_0 or Q4_K_M");
      }
      if (t.from > file.length()) {
        throw file.breach(
            "tensor " + t.name, "begins behind the end of the file of " + file.length() + " bytes");
      }
      if (t.from < end) {
        throw file.breach("tensor " + t.name, "shares bytes with tensor " + before);
      }
      long numbers = t.outputs < 0 ? Long.MAX_VALUE : saturated(t.inputs, Math.max(1, t.outputs));
      end = t.from + Math.min(t.type().bytes(numbers), file.length());
      before = t.name;
    }
  }

  /** Insists that everything was asked for that can change numbers. */
  void requireAllRead(String architecture, Set<String> harmless) {
    for (String name : new TreeSet<>(tensors.keySet())) {
      if (!asked.contains(name)) {
        throw file.breach("tensor " + name, "is not understood in a model of " + architecture);
      }
    }
    for (Map.Entry<String, Object> entry : metadata.entrySet()) {
      String key = entry.getKey();
      Object value = entry.getValue();
      boolean changesNothing = value.equals(0L) || value.equals(0.0);
      boolean known = asked.contains(key) || !key.startsWith(architecture + ".");
      if (!known && !changesNothing && !harmless.contains(key.substring(architecture.length()))) {
        throw file.breach(key, "is not understood; it may change the numbers");
      }
    }
  }

  boolean has(String name) {
    return tensors.containsKey(name);
  }

  /** Returns how many bytes the weights take as levels with scales. */
  long levelBytes() {
    return tensors.values().stream()
        .mapToLong(t -> t.type().levelBytes(t.inputs * Math.max(1, t.outputs)))
        .sum();
  }

  /** Returns the rows of a tensor, which must have these sizes. */
  GgufRows rows(String name, int inputs, int outputs) {
    Tensor tensor = tensors.get(name);
    asked.add(name);
    if (tensor == null) {
      throw file.breach("tensor " + name, "missing");
    }
    if (tensor.inputs != inputs || tensor.outputs != outputs) {
      throw file.breach(
          "tensor " + name,
          tensor.inputs
              + " × "
              + tensor.outputs
              + " where "
              + inputs
              + " × "
              + outputs
              + " are needed");
    }
    GgufType type = tensor.type();
    if (inputs % type.block() != 0) {
      throw file.breach("tensor " + name, "rows of " + inputs + " are no whole blocks");
    }
    return new GgufRows(type, file, "tensor " + name, tensor.from, inputs, outputs);
  }

  ModelFormatException breach(String place, String rule) {
    return file.breach(place, rule);
  }

  private Object entry(String key, Class<?> type) {
    asked.add(key);
    Object value = metadata.get(key);
    if (value != null && !type.isInstance(value)) {
      throw file.breach(key, "a value of the wrong type");
    }
    return value;
  }

  long integer(String key, long absent) {
    Object value = entry(key, Long.class);
    return value == null ? absent : (Long) value;
  }

  int size(String key) {
    long value = integer(key, -1);
    if (value < 1 || value > Integer.MAX_VALUE) {
      throw file.breach(key, value == -1 ? "missing" : value + " is no size");
    }
    return (int) value;
  }

  double real(String key, double absent) {
    Object value = entry(key, Double.class);
    return value == null ? absent : (Double) value;
  }

  String text(String key, String absent) {
    Object value = entry(key, String.class);
    return value == null ? absent : (String) value;
  }

  /** Returns whether the value of a key is an array. */
  boolean isList(String key) {
    return metadata.get(key) instanceof Array;
  }

  /** Returns an array of elements of one type; empty if there is none. */
  <T> List<T> list(String key, Class<T> type) throws IOException {
    List<T> result = new ArrayList<>();
    Array array = (Array) entry(key, Array.class);
    if (array == null) {
      return result;
    }
    if (array.count > LONGEST_ARRAY) {
      throw file.breach(key, "an array of " + array.count + " elements");
    }
    BinaryFile.Part in = file.part(key, array.from, file.length() - array.from);
    for (long i = 0; i < array.count; i++) {
      Object element = value(in, array.type, key);
      if (!type.isInstance(element)) {
        throw file.breach(key, "an element of the wrong type");
      }
      result.add(type.cast(element));
    }
    return result;
  }
}

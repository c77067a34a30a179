package dev.ccl.lm.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The head of a GGUF file: its metadata, and where its tensors are. */
final class Gguf {
  private static final int MAGIC = 0x46554747;
  private static final int LONGEST_ARRAY = 1 << 24;
  private static final int ARRAY = 9;

  /**
   * A tensor of the file.
   *
   * @param inputs the length of a row
   * @param outputs the number of rows; 1 for a vector
   * @param from where the first row begins in the file
   */
  record Tensor(String name, long inputs, long outputs, GgufType type, long from) {}

  private final BinaryFile file;
  private final Map<String, Object> metadata = new HashMap<>();
  private final Map<String, Tensor> tensors = new HashMap<>();

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
    for (long i = 0; i < entries; i++) {
      String key = text(in);
      gguf.metadata.put(key, value(in, in.integer(), key));
    }
    in.require(saturated(tensorCount, 32), tensorCount + " tensors of at least 32 bytes each");
    gguf.readTensors(in, tensorCount);
    return gguf;
  }

  private static long saturated(long count, long size) {
    return count < 0 || count > Long.MAX_VALUE / size ? Long.MAX_VALUE : count * size;
  }

  private static String text(BinaryFile.Part in) throws IOException {
    return new String(in.bytes(in.longInteger(), "a text"), StandardCharsets.UTF_8);
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
      case 8 -> text(in);
      case ARRAY -> array(in, key);
      case 10, 11 -> in.longInteger();
      case 12 -> in.real();
      default -> throw in.breach(key + ": a value of the unknown type " + type);
    };
  }

  private static List<Object> array(BinaryFile.Part in, String key) throws IOException {
    int type = in.integer();
    long count = in.longInteger();
    if (type == ARRAY) {
      throw in.breach(key + ": an array of arrays");
    }
    in.require(saturated(count, type == 8 ? 8 : 1), key + ": an array of " + count);
    if (count > LONGEST_ARRAY) {
      throw in.breach(key + ": an array of " + count + " elements");
    }
    List<Object> result = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      result.add(value(in, type, key));
    }
    return result;
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
      int type = in.integer();
      relative.add(new Tensor(name, inputs, outputs, GgufType.of(type), in.longInteger()));
      if (GgufType.of(type) == null) {
        throw in.breach(
            "tensor " + name + ": numbers of type " + type + "; " + GgufType.readable());
      }
    }
    long alignment = integer("general.alignment", 32);
    if (alignment < 1 || alignment > 1 << 20) {
      throw file.breach("general.alignment", alignment + " is not between 1 and 2^20");
    }
    long start = (in.position() + alignment - 1) / alignment * alignment;
    for (Tensor t : relative) {
      long from = t.from < 0 || t.from > file.length() ? file.length() + 1 : start + t.from;
      tensors.put(t.name, new Tensor(t.name, t.inputs, t.outputs, t.type, from));
    }
  }

  boolean has(String name) {
    return tensors.containsKey(name);
  }

  /** Returns the rows of a tensor, which must have these sizes. */
  GgufRows rows(String name, int inputs, int outputs) {
    Tensor tensor = tensors.get(name);
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
    if (inputs % tensor.type.block() != 0) {
      throw file.breach("tensor " + name, "rows of " + inputs + " are no whole blocks");
    }
    long bytes = tensor.type.bytes((long) inputs * outputs);
    return new GgufRows(tensor.type, file.part("tensor " + name, tensor.from, bytes));
  }

  ModelFormatException breach(String place, String rule) {
    return file.breach(place, rule);
  }

  private Object entry(String key, Class<?> type) {
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

  /** Returns an array of elements of one type; empty if there is none. */
  <T> List<T> list(String key, Class<T> type) {
    Object value = entry(key, List.class);
    List<T> result = new ArrayList<>();
    for (Object element : value == null ? List.of() : (List<?>) value) {
      if (!type.isInstance(element)) {
        throw file.breach(key, "an element of the wrong type");
      }
      result.add(type.cast(element));
    }
    return result;
  }
}

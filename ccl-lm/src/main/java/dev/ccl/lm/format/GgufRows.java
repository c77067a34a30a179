package dev.ccl.lm.format;

import dev.ccl.lm.model.Levels;
import dev.ccl.lm.model.Matrix;
import dev.ccl.lm.model.Rows;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The rows of a tensor in a file; a number that is not finite is refused. */
final class GgufRows {
  private static final int LONGEST_MAP = 1 << 30;

  private final GgufType type;
  private final BinaryFile file;
  private final String place;
  private final long from;
  private final int size;
  private final int count;

  /** The tensor of a type that begins at a byte, with this many numbers in each row. */
  GgufRows(GgufType type, BinaryFile file, String place, long from, int size, int count) {
    this.type = type;
    this.file = file;
    this.place = place;
    this.from = from;
    this.size = size;
    this.count = count;
    part(); // refuses what exceeds the file
  }

  private BinaryFile.Part part() {
    return file.part(place, from, type.bytes((long) size * count));
  }

  /** Where the weights of matrices are while a model is used. */
  enum Storage {
    /** Widened to floats, in memory. */
    FLOATS,
    /** In the file, widened where they are needed. */
    FILE,
    /** As whole numbers with scales, in memory; floats stay in the file. */
    LEVELS
  }

  /** Reads all numbers, as one vector. */
  float[] vector() throws IOException {
    float[] result = new float[size];
    source(part()).read(result);
    return result;
  }

  /** Reads a matrix that takes inputs, the numbers of a row, to outputs. */
  Matrix matrix(Storage storage) throws IOException {
    if (storage == Storage.FLOATS) {
      return Matrix.byOutput(size, count, source(part()));
    }
    return storage == Storage.LEVELS && type.form() != null
        ? Matrix.rounding(levels())
        : Matrix.stored(rows());
  }

  private Matrix.Source source(BinaryFile.Part part) {
    byte[] bytes = new byte[(int) type.bytes(size)];
    GgufBlock block = new GgufBlock(type);
    return row -> {
      part.bytes(bytes, "a row");
      widen(bytes, block, row, row.length);
      part.requireFinite(row);
    };
  }

  private void widen(byte[] bytes, GgufBlock block, float[] out, int length) {
    if (type.form() == null) {
      GgufBlock.floats(type, bytes, out, length);
      return;
    }
    int step = (int) type.bytes(type.block());
    for (int k = 0; k < length / type.block(); k++) {
      block.read(bytes, k * step);
      block.widen(out, k * type.block());
    }
  }

  private Levels levels() throws IOException {
    Levels levels = new Levels(type.form(), type.span(), type.fromLeast(), size, count);
    BinaryFile.Part part = part();
    byte[] bytes = new byte[(int) type.bytes(size)];
    int step = (int) type.bytes(type.block());
    GgufBlock block = new GgufBlock(type);
    for (int j = 0; j < count; j++) {
      part.bytes(bytes, "a row");
      for (int k = 0; k < size / type.block(); k++) {
        block.read(bytes, k * step);
        if (!block.isFinite()) {
          throw part.breach("a scale before it is not finite");
        }
        block.put(levels, j, k * type.block());
      }
    }
    return levels;
  }

  /** Reads the rows into memory. */
  Rows inMemory() throws IOException {
    float[][] rows = new float[count][size];
    Matrix.Source source = source(part());
    for (float[] row : rows) {
      source.read(row);
    }
    return Rows.of(rows);
  }

  /** Returns the rows where they are, once all have been seen to be finite. */
  Rows rows() throws IOException {
    Matrix.Source source = source(part());
    float[] row = new float[size];
    for (int j = 0; j < count; j++) {
      source.read(row);
    }
    int rowBytes = (int) type.bytes(size);
    int rowsOfMap = Math.max(1, LONGEST_MAP / rowBytes);
    ByteBuffer[] maps = new ByteBuffer[(count + rowsOfMap - 1) / rowsOfMap];
    for (int k = 0; k < maps.length; k++) {
      int rows = Math.min(rowsOfMap, count - k * rowsOfMap);
      maps[k] = file.map(from + (long) k * rowsOfMap * rowBytes, (long) rows * rowBytes);
    }
    return new Mapped(maps, rowsOfMap, rowBytes);
  }

  /** Rows of a mapped file. */
  private final class Mapped implements Rows {
    private final ByteBuffer[] maps;
    private final int rowsOfMap;
    private final int rowBytes;
    private final ThreadLocal<byte[]> bytes =
        ThreadLocal.withInitial(() -> new byte[(int) type.bytes(STEP)]);
    private final ThreadLocal<GgufBlock> block = ThreadLocal.withInitial(() -> new GgufBlock(type));
    private final ThreadLocal<float[]> numbers = ThreadLocal.withInitial(() -> new float[STEP]);

    Mapped(ByteBuffer[] maps, int rowsOfMap, int rowBytes) {
      this.maps = maps;
      this.rowsOfMap = rowsOfMap;
      this.rowBytes = rowBytes;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public void read(int row, int first, float[] out, int length) {
      ByteBuffer map = maps[row / rowsOfMap];
      int at = row % rowsOfMap * rowBytes;
      byte[] buffer = bytes.get();
      for (int done = 0; done < length; done += STEP) {
        int some = Math.min(STEP, length - done);
        int behind = at + (int) type.bytes(first + done);
        map.get(behind, buffer, 0, (int) type.bytes(some));
        if (done == 0 && some == length) {
          widen(buffer, block.get(), out, length);
        } else {
          float[] part = numbers.get();
          widen(buffer, block.get(), part, some);
          System.arraycopy(part, 0, out, done, some);
        }
      }
    }
  }
}

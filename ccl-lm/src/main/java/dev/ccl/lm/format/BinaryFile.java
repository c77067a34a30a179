package dev.ccl.lm.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of little-endian numbers, read through parts of it. */
final class BinaryFile implements Closeable {
  private static final int BUFFER = 1 << 14;

  private final String name;
  private final FileChannel channel;
  private final long length;

  private BinaryFile(String name, FileChannel channel, long length) {
    this.name = name;
    this.channel = channel;
    this.length = length;
  }

  static BinaryFile open(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw ModelFormatException.of(path.toString(), "", "a directory, where a file is needed");
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    return new BinaryFile(path.toString(), channel, channel.size());
  }

  long length() {
    return length;
  }

  ModelFormatException breach(String place, String rule) {
    return ModelFormatException.of(name, place, rule);
  }

  /** Returns a reader of the bytes from an offset on, of which the file must have as many. */
  Part part(String place, long from, long size) {
    if (from < 0 || size < 0 || from > length || size > length - from) {
      throw breach(
          place, size + " bytes from byte " + from + " on exceed the file of " + length + " bytes");
    }
    return new Part(place, from, from + size);
  }

  Part whole(String place) {
    return part(place, 0, length);
  }

  /** Maps bytes that the file has; the map outlives the file's being closed here. */
  ByteBuffer map(long from, long size) throws IOException {
    return channel.map(FileChannel.MapMode.READ_ONLY, from, size);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** A part of the file, read from its beginning to its end. */
  final class Part {
    private final String place;
    private final long end;
    private final ByteBuffer buffer;
    private long filled; // the offset in the file behind the buffer

    private Part(String place, long from, long end) {
      this.place = place;
      this.end = end;
      this.filled = from;
      int size = (int) Math.min(BUFFER, end - from);
      this.buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    }

    long position() {
      return filled - buffer.remaining();
    }

    long remaining() {
      return end - position();
    }

    ModelFormatException breach(String rule) {
      return BinaryFile.this.breach(place, "byte " + position() + ": " + rule);
    }

    /** Insists that this many bytes are left. */
    void require(long bytes, String what) {
      if (bytes < 0 || bytes > remaining()) {
        throw breach(what + ": " + bytes + " bytes where " + remaining() + " are left");
      }
    }

    private ByteBuffer need(int bytes) throws IOException {
      if (buffer.remaining() < bytes) {
        require(bytes, "a number");
        buffer.compact();
        long room = Math.min(buffer.remaining(), end - filled);
        buffer.limit(buffer.position() + (int) room);
        fill(buffer);
        buffer.flip();
      }
      return buffer;
    }

    private void fill(ByteBuffer into) throws IOException {
      while (into.hasRemaining()) {
        int read = channel.read(into, filled);
        if (read < 0) {
          throw BinaryFile.this.breach(place, "the file became shorter while it was read");
        }
        filled += read;
      }
    }

    int unsignedByte() throws IOException {
      return need(1).get() & 0xff;
    }

    int unsignedShort() throws IOException {
      return need(2).getShort() & 0xffff;
    }

    int integer() throws IOException {
      return need(4).getInt();
    }

    long longInteger() throws IOException {
      return need(8).getLong();
    }

    float single() throws IOException {
      return need(4).getFloat();
    }

    double real() throws IOException {
      return need(8).getDouble();
    }

    /** A number in groups of seven bits, the lowest first. */
    long varint() throws IOException {
      long value = 0;
      for (int shift = 0; shift < 70; shift += 7) {
        int next = unsignedByte();
        value |= (long) (next & 0x7f) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw breach("a number of more than ten bytes");
    }

    byte[] bytes(long count, String what) throws IOException {
      require(count, what);
      if (count > Integer.MAX_VALUE - 8) {
        throw breach(what + ": " + count + " bytes are too many");
      }
      byte[] result = new byte[(int) count];
      bytes(result, what);
      return result;
    }

    /** Fills an array with the next bytes. */
    void bytes(byte[] out, String what) throws IOException {
      require(out.length, what);
      int buffered = Math.min(buffer.remaining(), out.length);
      buffer.get(out, 0, buffered);
      fill(ByteBuffer.wrap(out).position(buffered));
    }

    void skip(long count, String what) {
      require(count, what);
      if (count <= buffer.remaining()) {
        buffer.position(buffer.position() + (int) count);
      } else {
        filled += count - buffer.remaining();
        buffer.limit(0).position(0);
      }
    }

    void floats(float[] out) throws IOException {
      for (int i = 0; i < out.length; ) {
        ByteBuffer ready = need(4);
        int some = Math.min(ready.remaining() / Float.BYTES, out.length - i);
        ready.asFloatBuffer().get(out, i, some);
        ready.position(ready.position() + some * Float.BYTES);
        i += some;
      }
    }

    /** Reads floats that must be finite. */
    void weights(float[] out) throws IOException {
      floats(out);
      requireFinite(out);
    }

    /** Refuses weights that are no numbers, or infinite. */
    void requireFinite(float[] weights) {
      for (float weight : weights) {
        if (!Float.isFinite(weight)) {
          throw breach("a weight before it is " + weight + "; all must be finite");
        }
      }
    }
  }
}

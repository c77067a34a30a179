package dev.ccl.lm.format;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Bytes in the making. */
final class LittleEndian {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  int size() {
    return out.size();
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  LittleEndian raw(byte... bytes) {
    out.writeBytes(bytes);
    return this;
  }

  LittleEndian i8(int value) {
    out.write(value);
    return this;
  }

  LittleEndian i16(int value) {
    return i8(value).i8(value >> 8);
  }

  LittleEndian i32(int value) {
    return i16(value).i16(value >> 16);
  }

  LittleEndian i64(long value) {
    return i32((int) value).i32((int) (value >> 32));
  }

  LittleEndian f32(float... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asFloatBuffer().put(values);
    return raw(buffer.array());
  }

  LittleEndian table(float[][] rows) {
    for (float[] row : rows) {
      f32(row);
    }
    return this;
  }

  /** A text behind its length in eight bytes. */
  LittleEndian text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return i64(bytes.length).raw(bytes);
  }

  LittleEndian varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      i8((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    return i8((int) rest);
  }

  /** A number of a protocol buffer. */
  LittleEndian field(int number, long value) {
    return varint((long) number << 3).varint(value);
  }

  /** A block of a protocol buffer. */
  LittleEndian field(int number, byte[] value) {
    return varint((long) number << 3 | 2).varint(value.length).raw(value);
  }

  /** A text of a protocol buffer. */
  LittleEndian field(int number, String value) {
    return field(number, value.getBytes(StandardCharsets.UTF_8));
  }
}

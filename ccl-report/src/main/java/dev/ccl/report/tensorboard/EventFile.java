package dev.ccl.report.tensorboard;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The bytes of an event file: records of TFRecord (a length, the masked CRC-32C of the length, the
 * data, the masked CRC-32C of the data; numbers are little-endian), each an {@code Event} of
 * protocol buffers with scalars. There is no clock in it: the wall time of an event is its step in
 * seconds, so that the same run gives the same bytes.
 */
final class EventFile {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  // Fields of tensorflow.Event, tensorflow.Summary and tensorflow.Summary.Value, from event.proto
  // and summary.proto of TensorFlow.
  private static final int WALL_TIME = 1;
  private static final int STEP = 2;
  private static final int FILE_VERSION = 3;
  private static final int SUMMARY = 5;
  private static final int VALUE = 1;
  private static final int TAG = 1;
  private static final int SIMPLE_VALUE = 2;

  /** What TFRecord adds to a turned CRC (crc32c.h of TensorFlow). */
  private static final int MASK = 0xa282ead8;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  EventFile() {
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    fixed64(event, WALL_TIME, Double.doubleToLongBits(0));
    bytes(event, FILE_VERSION, "brain.Event:2".getBytes(StandardCharsets.UTF_8));
    record(event.toByteArray());
  }

  /** Adds an event with scalars. */
  void add(long step, Map<String, Double> scalars) {
    ByteArrayOutputStream summary = new ByteArrayOutputStream();
    scalars.forEach(
        (tag, number) -> {
          ByteArrayOutputStream value = new ByteArrayOutputStream();
          bytes(value, TAG, tag.getBytes(StandardCharsets.UTF_8));
          fixed32(value, SIMPLE_VALUE, Float.floatToIntBits(number.floatValue()));
          bytes(summary, VALUE, value.toByteArray());
        });
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    fixed64(event, WALL_TIME, Double.doubleToLongBits(step));
    key(event, STEP, VARINT);
    varint(event, step);
    bytes(event, SUMMARY, summary.toByteArray());
    record(event.toByteArray());
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private void record(byte[] data) {
    byte[] length =
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(data.length).array();
    out.writeBytes(length);
    out.writeBytes(little(masked(length)));
    out.writeBytes(data);
    out.writeBytes(little(masked(data)));
  }

  /** A CRC of bytes that hold CRCs themselves is weak; so it is turned and shifted. */
  private static int masked(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return Integer.rotateRight((int) crc.getValue(), 15) + MASK;
  }

  private static byte[] little(int number) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array();
  }

  private static void key(ByteArrayOutputStream to, int field, int type) {
    varint(to, (long) field << 3 | type);
  }

  private static void varint(ByteArrayOutputStream to, long number) {
    long rest = number;
    while ((rest & ~0x7FL) != 0) {
      to.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    to.write((int) rest);
  }

  private static void bytes(ByteArrayOutputStream to, int field, byte[] bytes) {
    key(to, field, BYTES);
    varint(to, bytes.length);
    to.writeBytes(bytes);
  }

  private static void fixed64(ByteArrayOutputStream to, int field, long bits) {
    key(to, field, FIXED64);
    to.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(bits).array());
  }

  private static void fixed32(ByteArrayOutputStream to, int field, int bits) {
    key(to, field, FIXED32);
    to.writeBytes(little(bits));
  }
}

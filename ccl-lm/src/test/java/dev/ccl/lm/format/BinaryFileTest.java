package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Numbers of a file in any order and across any buffer, and where a part ends. */
class BinaryFileTest {
  @TempDir Path directory;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("a.bin"), bytes);
  }

  private String complaint(Executable what) {
    return assertThrows(ModelFormatException.class, what)
        .getMessage()
        .replace(directory.toString(), "DIR");
  }

  /** Against a buffer that holds all: the file's own buffer has 2^14 bytes. */
  @Test
  void whatIsReadIsWhatStandsThere() throws IOException {
    byte[] bytes = new byte[90_000];
    Random random = new Random(7);
    random.nextBytes(bytes);
    int from = 13;
    int size = bytes.length - 13 - 9005; // what stands behind it belongs to others
    try (BinaryFile file = BinaryFile.open(write(bytes))) {
      assertEquals(bytes.length, file.length());
      for (int round = 0; round < 30; round++) {
        BinaryFile.Part part = file.part("part", from, size);
        ByteBuffer whole = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        whole.position(from).limit(from + size);
        while (whole.remaining() >= 8) {
          step(part, whole, random);
          assertEquals(whole.position(), part.position());
          assertEquals(whole.remaining(), part.remaining());
        }
        assertThrows(ModelFormatException.class, part::longInteger, "it is not all there");
        assertEquals(whole.remaining(), part.remaining());
      }
    }
  }

  private static void step(BinaryFile.Part part, ByteBuffer whole, Random random)
      throws IOException {
    int most = random.nextInt(4) == 0 ? 40_000 : 40;
    int some = Math.min(whole.remaining(), random.nextInt(most));
    switch (random.nextInt(9)) {
      case 0 -> assertEquals(whole.get() & 0xff, part.unsignedByte());
      case 1 -> assertEquals(whole.getShort() & 0xffff, part.unsignedShort());
      case 2 -> assertEquals(whole.getInt(), part.integer());
      case 3 -> assertEquals(whole.getLong(), part.longInteger());
      case 4 -> assertEquals(whole.getFloat(), part.single());
      case 5 -> assertEquals(whole.getDouble(), part.real());
      case 6 -> {
        byte[] expected = new byte[some];
        whole.get(expected);
        assertArrayEquals(expected, part.bytes(some, "bytes"));
      }
      case 7 -> {
        whole.position(whole.position() + some);
        part.skip(some, "what is skipped");
      }
      default -> {
        float[] expected = new float[some / 4];
        whole.asFloatBuffer().get(expected);
        whole.position(whole.position() + 4 * expected.length);
        float[] actual = new float[expected.length];
        part.floats(actual);
        assertArrayEquals(expected, actual);
      }
    }
  }

  /** The last number may end where the part does, and none behind it. */
  @Test
  void aPartEndsWhereItEnds() throws IOException {
    try (BinaryFile file = BinaryFile.open(write(new byte[20]))) {
      file.part("all", 0, 20).skip(20, "all");
      assertEquals(0, file.part("end", 20, 0).remaining());
      for (long[] wrong :
          new long[][] {{-1, 3}, {3, -1}, {21, 0}, {20, 1}, {5, 16}, {5, Long.MAX_VALUE}}) {
        assertEquals(
            "DIR/a.bin: place: "
                + (wrong[1] + " bytes from byte " + wrong[0] + " on exceed the file of 20 bytes"),
            complaint(() -> file.part("place", wrong[0], wrong[1])));
      }
      for (int left = 0; left <= 8; left++) {
        BinaryFile.Part part = file.part("x", 3, 4 + left);
        part.integer();
        String ends = "DIR/a.bin: x: byte 7: %s: %s bytes where " + left + " are left";
        refuse(left >= 1, String.format(ends, "a number", 1), part::unsignedByte, part);
        refuse(left >= 2, String.format(ends, "a number", 2), part::unsignedShort, part);
        refuse(left >= 4, String.format(ends, "a number", 4), part::integer, part);
        refuse(left >= 8, String.format(ends, "a number", 8), part::longInteger, part);
        int more = left + 1;
        assertEquals(String.format(ends, "t", more), complaint(() -> part.bytes(more, "t")));
        assertEquals(String.format(ends, "s", more), complaint(() -> part.skip(more, "s")));
        assertEquals(String.format(ends, "r", -1), complaint(() -> part.require(-1, "r")));
        part.require(left, "r");
        assertEquals(left, part.bytes(left, "t").length);
      }
    }
  }

  private void refuse(boolean fits, String message, Executable read, BinaryFile.Part part) {
    if (!fits) {
      assertEquals(message, complaint(read));
      assertEquals(7, part.position(), "what is refused is not read");
    }
  }

  /** Seven bits a byte, the lowest first: up to the ten bytes of 64 bits. */
  @Test
  void numbersInGroupsOfSevenBits() throws IOException {
    long[] numbers = {0, 1, 127, 128, 255, 16_383, 16_384, 1L << 35, 1L << 62, Long.MAX_VALUE, -1};
    LittleEndian out = new LittleEndian();
    for (long number : numbers) {
      out.varint(number);
    }
    byte[] eleven = new byte[11];
    Arrays.fill(eleven, (byte) 0x80);
    int wide = out.size();
    try (BinaryFile file = BinaryFile.open(write(out.raw(eleven).bytes()))) {
      BinaryFile.Part part = file.whole("numbers");
      for (long number : numbers) {
        assertEquals(number, part.varint());
      }
      assertEquals(
          "DIR/a.bin: numbers: byte " + (wide + 10) + ": a number of more than ten bytes",
          complaint(part::varint));
    }
  }

  @Test
  void directoriesLargeFilesAndThoseThatShrink() throws IOException {
    assertEquals(
        "DIR: a directory, where a file is needed", complaint(() -> BinaryFile.open(directory)));
    Path path = directory.resolve("large.bin");
    try (RandomAccessFile large = new RandomAccessFile(path.toFile(), "rw")) {
      large.setLength(1L << 31); // of which nothing is written
      try (BinaryFile file = BinaryFile.open(path)) {
        long most = Integer.MAX_VALUE - 7;
        assertEquals(
            "DIR/large.bin: whole: byte 0: a text: " + most + " bytes are too many",
            complaint(() -> file.whole("whole").bytes(most, "a text")));
        BinaryFile.Part part = file.part("end", (1L << 31) - 8, 8);
        large.setLength((1L << 31) - 4);
        assertEquals(
            "DIR/large.bin: end: the file became shorter while it was read",
            complaint(part::longInteger));
      }
    }
  }

  /** A document may have 2^26 bytes. */
  @Test
  void largeDocumentsAreRefused() throws IOException {
    Path path = directory.resolve("a.json");
    try (RandomAccessFile large = new RandomAccessFile(path.toFile(), "rw")) {
      large.write('[');
      large.setLength(1L << 26);
      assertEquals(
          "DIR/a.json: line 1, column 3",
          complaint(() -> JsonFile.read(path)).replaceAll(": Illegal.*|: Unexpected.*", ""));
      large.setLength((1L << 26) + 1);
      assertEquals("DIR/a.json: larger than 67108864 bytes", complaint(() -> JsonFile.read(path)));
    }
  }

  /** Places behind 2^32 bytes, of which nothing is written. */
  @Test
  void placesThatNoIntHolds() throws IOException {
    Path path = directory.resolve("large.bin");
    try (RandomAccessFile large = new RandomAccessFile(path.toFile(), "rw")) {
      large.setLength((1L << 32) + 20);
      large.seek((1L << 32) + 7);
      large.write(77);
    }
    try (BinaryFile file = BinaryFile.open(path)) {
      BinaryFile.Part far = file.whole("far");
      assertEquals(0, far.integer());
      far.skip((1L << 32) + 3, "almost all");
      assertEquals((1L << 32) + 7, far.position());
      assertEquals(13, far.remaining());
      assertEquals(77, far.longInteger());
      assertEquals(
          "DIR/large.bin: far: byte 4294967311: a number: 8 bytes where 5 are left",
          complaint(far::longInteger));
      assertEquals(77, file.part("end", (1L << 32) + 7, 1).unsignedByte());
    }
  }
}

package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.lm.model.Rows;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of value that metadata may have, and tensors of more than two dimensions. */
class GgufHeadTest {
  @TempDir Path directory;

  private static LittleEndian head(int version, int tensors, int entries) {
    LittleEndian out = new LittleEndian().raw((byte) 'G', (byte) 'G', (byte) 'U', (byte) 'F');
    return out.i32(version).i64(tensors).i64(entries);
  }

  private BinaryFile open(LittleEndian bytes) throws IOException {
    return BinaryFile.open(Files.write(directory.resolve("a.gguf"), bytes.bytes()));
  }

  @Test
  void valuesOfAllKinds() throws IOException {
    LittleEndian out = head(2, 0, 16);
    out.text("u8").i32(0).i8(200);
    out.text("i8").i32(1).i8(200);
    out.text("u16").i32(2).i16(60_000);
    out.text("i16").i32(3).i16(60_000);
    out.text("u32").i32(4).i32(-2);
    out.text("i32").i32(5).i32(-2);
    out.text("f32").i32(6).f32(0.75f);
    out.text("bool").i32(7).i8(1);
    out.text("text").i32(8).text("t\u00e9xt");
    out.text("u64").i32(10).i64(1L << 40);
    out.text("i64").i32(11).i64(-(1L << 40));
    out.text("f64").i32(12).i64(Double.doubleToLongBits(0.1));
    out.text("bytes").i32(9).i32(1).i64(3).i8(1).i8(255).i8(128);
    out.text("texts").i32(9).i32(8).i64(2).text("a").text("");
    out.text("reals").i32(9).i32(6).i64(2).f32(1.5f).f32(-2);
    out.text("nothing").i32(9).i32(4).i64(0);
    try (BinaryFile file = open(out)) {
      Gguf gguf = Gguf.read(file);
      assertEquals(200, gguf.integer("u8", 7));
      assertEquals(-56, gguf.integer("i8", 7));
      assertEquals(60_000, gguf.integer("u16", 7));
      assertEquals(60_000 - 65_536, gguf.integer("i16", 7));
      assertEquals((1L << 32) - 2, gguf.integer("u32", 7));
      assertEquals(-2, gguf.integer("i32", 7));
      assertEquals(0.75, gguf.real("f32", 7));
      assertEquals(1, gguf.integer("bool", 7));
      assertEquals("t\u00e9xt", gguf.text("text", ""));
      assertEquals(1L << 40, gguf.integer("u64", 7));
      assertEquals(-(1L << 40), gguf.integer("i64", 7));
      assertEquals(0.1, gguf.real("f64", 7));
      assertEquals(List.of(1L, -1L, -128L), gguf.list("bytes", Long.class));
      assertEquals(List.of("a", ""), gguf.list("texts", String.class));
      assertEquals(List.of(1.5, -2.0), gguf.list("reals", Double.class));
      assertEquals(List.of(), gguf.list("nothing", Long.class));
      assertEquals(List.of(), gguf.list("none", Long.class));
      assertEquals(7, gguf.integer("none", 7));
      assertEquals(2.5, gguf.real("none", 2.5));
      assertEquals("usual", gguf.text("none", "usual"));
      assertEquals(200, gguf.size("u8"));
      for (String key : List.of("u64", "i32", "none")) {
        assertThrows(ModelFormatException.class, () -> gguf.size(key), key);
      }
    }
  }

  /** Rows of the first dimension, as many as the others make together. */
  @Test
  void tensorsOfSeveralDimensions() throws IOException {
    LittleEndian out = head(3, 2, 0);
    out.text("cube").i32(3).i64(2).i64(3).i64(2).i32(0).i64(32);
    out.text("line").i32(1).i64(3).i32(0).i64(0);
    while (out.size() % 32 != 0) {
      out.i8(0);
    }
    out.f32(7, 8, 9, 0, 0, 0, 0, 0);
    for (int i = 0; i < 12; i++) {
      out.f32(i);
    }
    try (BinaryFile file = open(out)) {
      Gguf gguf = Gguf.read(file);
      assertTrue(gguf.has("cube"));
      assertFalse(gguf.has("sphere"));
      Rows rows = gguf.rows("cube", 2, 6).inMemory();
      float[] row = new float[2];
      for (int j = 0; j < 6; j++) {
        rows.read(j, 0, row, 2);
        assertEquals(2 * j, row[0]);
        assertEquals(2 * j + 1, row[1]);
      }
      float[] line = gguf.rows("line", 3, 1).vector();
      assertEquals(List.of(7f, 8f, 9f), List.of(line[0], line[1], line[2]));
      assertThrows(ModelFormatException.class, () -> gguf.rows("cube", 2, 3));
    }
  }

  private String complaint(Executable what) {
    return assertThrows(ModelFormatException.class, what)
        .getMessage()
        .replace(directory.toString(), "DIR");
  }

  private String refusal(LittleEndian bytes) throws IOException {
    try (BinaryFile file = open(bytes)) {
      return complaint(() -> Gguf.read(file));
    }
  }

  private Gguf accepted(LittleEndian bytes) throws IOException {
    try (BinaryFile file = open(bytes)) {
      return Gguf.read(file);
    }
  }

  /** What is as short as it can be is read up to the last byte; one byte less is missed. */
  @Test
  void theShortestFiles() throws IOException {
    LittleEndian entries = head(3, 0, 2).text("").i32(0).i8(5).text("").i32(7).i8(6);
    assertEquals("DIR/a.gguf: header: byte 50:  is there twice", refusal(entries));
    String lacking = "DIR/a.gguf: header: byte 24: %s of at least %s bytes each: %s";
    assertEquals(
        String.format(lacking, "3 entries", 13, "39 bytes where 26 are left"),
        refusal(head(3, 0, 3).text("").i32(0).i8(5).text("").i32(7).i8(6)));
    LittleEndian tensors = head(2, 2, 0).text("").i32(1).i64(3).i32(0).i64(0);
    assertEquals(
        "DIR/a.gguf: tensor : is there twice",
        refusal(tensors.text("").i32(1).i64(4).i32(0).i64(0)));
    assertEquals(
        String.format(lacking, "2 tensors", 32, "64 bytes where 63 are left"),
        refusal(head(2, 2, 0).text("").i32(1).i64(3).i32(0).raw(new byte[39])));
    LittleEndian texts = head(3, 0, 1).text("t").i32(9).i32(8).i64(2).text("").text("");
    try (BinaryFile file = open(texts)) {
      assertEquals(List.of("", ""), Gguf.read(file).list("t", String.class));
    }
    assertEquals(
        "DIR/a.gguf: header: byte 49: t: an array of 3: 24 bytes where 16 are left",
        refusal(head(3, 0, 1).text("t").i32(9).i32(8).i64(3).text("").text("")));
    LittleEndian numbers = head(3, 0, 1).text("t").i32(9).i32(0).i64(2).i8(8).i8(9);
    try (BinaryFile file = open(numbers)) {
      assertEquals(List.of(8L, 9L), Gguf.read(file).list("t", Long.class));
    }
    assertEquals(
        "DIR/a.gguf: header: byte 49: t: an array of 3: 3 bytes where 2 are left",
        refusal(head(3, 0, 1).text("t").i32(9).i32(0).i64(3).i8(8).i8(9)));
    for (int version : new int[] {0, 1, 4, -3}) {
      assertEquals(
          "DIR/a.gguf: header: byte 8: version " + version + ", where 2 and 3 can be read",
          refusal(head(version, 0, 0)));
    }
    LittleEndian other = new LittleEndian().i32(0x46554746).i32(3).i64(0).i64(0);
    assertEquals("DIR/a.gguf: header: byte 4: no GGUF file", refusal(other));
    try (BinaryFile file = open(other)) {
      assertFalse(Gguf.begins(file));
    }
    try (BinaryFile file = open(new LittleEndian().raw((byte) 'G', (byte) 'G', (byte) 'U'))) {
      assertFalse(Gguf.begins(file));
    }
    try (BinaryFile file = open(new LittleEndian().i32(0x46554747))) {
      assertTrue(Gguf.begins(file));
    }
  }

  /** An array may have 2^21 elements; longer ones are no harm until they are asked for. */
  @Test
  void longArraysAreRefused() throws IOException {
    Path path = directory.resolve("long.gguf");
    LittleEndian out = head(3, 0, 1).text("t").i32(9).i32(0).i64((1 << 24) + 1);
    Files.write(path, out.bytes());
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(out.size() + (1 << 24) + 1);
    }
    try (BinaryFile file = BinaryFile.open(path)) {
      Gguf gguf = Gguf.read(file);
      assertEquals(
          "DIR/long.gguf: t: an array of 16777217 elements",
          complaint(() -> gguf.list("t", Long.class)));
    }
  }

  @Test
  void boundsOfAlignmentAndDimensions() throws IOException {
    for (int alignment : new int[] {1, 2, 1 << 20}) {
      accepted(head(3, 0, 1).text("general.alignment").i32(4).i32(alignment));
    }
    for (long alignment : new long[] {-1, 0, (1 << 20) + 1}) {
      assertEquals(
          "DIR/a.gguf: general.alignment: " + alignment + " is not between 1 and 2^20",
          refusal(head(3, 0, 1).text("general.alignment").i32(11).i64(alignment)));
    }
    for (int dimensions = 0; dimensions <= 5; dimensions++) {
      LittleEndian out = head(3, 1, 0).text("t").i32(dimensions);
      for (int d = 0; d < dimensions; d++) {
        out.i64(2);
      }
      out.i32(0).i64(0).raw(new byte[100]);
      if (dimensions >= 1 && dimensions <= 4) {
        int rows = 1 << (dimensions - 1);
        try (BinaryFile file = open(out)) {
          Gguf.read(file).rows("t", 2, rows);
        }
      } else {
        assertEquals(
            "DIR/a.gguf: header: byte 37: tensor t: " + dimensions + " dimensions", refusal(out));
      }
    }
  }

  /** Sizes from 1 to what an int holds; rows of whole blocks; numbers within the file. */
  @Test
  void boundsOfSizesAndRows() throws IOException {
    LittleEndian out = head(3, 4, 4);
    out.text("one").i32(4).i32(1).text("zero").i32(4).i32(0);
    out.text("most").i32(10).i64(Integer.MAX_VALUE).text("more").i32(10).i64(1L << 31);
    out.text("blocks").i32(2).i64(64).i64(1).i32(8).i64(0); // 2 blocks of 34 bytes
    out.text("odd").i32(1).i64(48).i32(8).i64(0);
    out.text("end").i32(1).i64(17).i32(0).i64(0); // 68 bytes
    out.text("behind").i32(1).i64(1).i32(0).i64(66);
    while (out.size() % 32 != 0) {
      out.i8(0);
    }
    int start = out.size();
    out.raw(new byte[68]);
    try (BinaryFile file = open(out)) {
      Gguf gguf = Gguf.read(file);
      assertEquals(1, gguf.size("one"));
      assertEquals(Integer.MAX_VALUE, gguf.size("most"));
      assertEquals("DIR/a.gguf: zero: 0 is no size", complaint(() -> gguf.size("zero")));
      assertEquals("DIR/a.gguf: more: 2147483648 is no size", complaint(() -> gguf.size("more")));
      assertEquals("DIR/a.gguf: none: missing", complaint(() -> gguf.size("none")));
      gguf.rows("blocks", 64, 1).vector();
      gguf.rows("end", 17, 1).vector();
      String rule = "DIR/a.gguf: tensor %s: %s";
      assertEquals(
          String.format(rule, "odd", "rows of 48 are no whole blocks"),
          complaint(() -> gguf.rows("odd", 48, 1)));
      String exceeds = "4 bytes from byte " + (start + 66) + " on exceed the file of ";
      assertEquals(
          String.format(rule, "behind", exceeds + (start + 68) + " bytes"),
          complaint(() -> gguf.rows("behind", 1, 1)));
      assertEquals(
          String.format(rule, "end", "17 × 1 where 17 × 2 are needed"),
          complaint(() -> gguf.rows("end", 17, 2)));
      assertEquals(
          String.format(rule, "none", "missing"), complaint(() -> gguf.rows("none", 1, 1)));
    }
  }

  /** One line of moderate length, whatever a file calls its parts. */
  @Test
  void aMessageIsOneLine() {
    String message =
        ModelFormatException.of("a\tb", "x\ny\u2028z\u0000", "\u2029\u007f\u0085 rule")
            .getMessage();
    assertEquals("a\\u0009b: x\\u000ay\\u2028z\\u0000: \\u2029\\u007f\\u0085 rule", message);
    assertEquals("file: rule", ModelFormatException.of("file", "", "rule").getMessage());
    String exact = "r".repeat(400 - 6 - 1);
    assertEquals("file: " + exact, ModelFormatException.of("file", "", exact).getMessage());
    assertEquals(
        "file: " + exact + "r …", ModelFormatException.of("file", "", exact + "rr").getMessage());
  }

  /** More numbers than an int counts: their bytes are counted in full. */
  @Test
  void tensorsBeyondTheRangeOfAnInt() throws IOException {
    LittleEndian out = head(3, GgufType.values().length, 0);
    int inputs = 1 << 20;
    int outputs = 1 << 12;
    for (GgufType type : GgufType.values()) {
      out.text(type.name()).i32(2).i64(inputs).i64(outputs);
      out.i32(type.code()).i64(0);
    }
    while (out.size() % 32 != 0) {
      out.i8(0);
    }
    try (BinaryFile file = open(out)) {
      Gguf gguf = Gguf.read(file);
      for (GgufType type : GgufType.values()) {
        String exceeds = " bytes from byte %1$s on exceed the file of %1$s bytes";
        assertEquals(
            "DIR/a.gguf: tensor "
                + (type + ": " + type.bytes(1L << 32) + String.format(exceeds, out.size())),
            complaint(() -> gguf.rows(type.name(), inputs, outputs)));
      }
    }
  }
}

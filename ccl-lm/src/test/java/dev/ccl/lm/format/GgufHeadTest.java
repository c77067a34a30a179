package dev.ccl.lm.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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
      GgufRows rows = gguf.rows("cube", 2, 6);
      float[] row = new float[2];
      for (int j = 0; j < 6; j++) {
        rows.read(row);
        assertEquals(2 * j, row[0]);
        assertEquals(2 * j + 1, row[1]);
      }
      float[] line = new float[3];
      gguf.rows("line", 3, 1).read(line);
      assertEquals(List.of(7f, 8f, 9f), List.of(line[0], line[1], line[2]));
      assertThrows(ModelFormatException.class, () -> gguf.rows("cube", 2, 3));
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
}

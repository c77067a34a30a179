package dev.ccl.lm.format;

/** Writes rows in the types of GGUF; what was rounded away is rounded away in the row as well. */
final class Quantiser {
  private Quantiser() {}

  static void write(GgufType type, float[] row, LittleEndian out) {
    switch (type) {
      case F32 -> out.f32(row);
      case F16 -> {
        for (int i = 0; i < row.length; i++) {
          int half = half(row[i]);
          row[i] = value(half);
          out.i16(half);
        }
      }
      case BF16 -> {
        for (int i = 0; i < row.length; i++) {
          row[i] = Float.intBitsToFloat(Float.floatToIntBits(row[i]) & 0xffff0000);
          out.i16(Float.floatToIntBits(row[i]) >>> 16);
        }
      }
      case Q8_0 -> blocks(row, out, 127, false);
      case Q4_0 -> blocks(row, out, 7, true);
      default -> {
        for (float number : row) {
          if (number != 0) {
            throw new IllegalArgumentException("only zeros are written as " + type);
          }
        }
        out.raw(new byte[(int) type.bytes(row.length)]);
      }
    }
  }

  private static void blocks(float[] row, LittleEndian out, int levels, boolean nibbles) {
    for (int from = 0; from < row.length; from += 32) {
      float largest = 0;
      for (int i = from; i < from + 32; i++) {
        largest = Math.max(largest, Math.abs(row[i]));
      }
      int half = half(largest / levels);
      float scale = value(half);
      out.i16(half);
      int[] whole = new int[32];
      for (int i = 0; i < 32; i++) {
        whole[i] = Math.max(-levels, Math.min(levels, Math.round(row[from + i] / scale)));
        row[from + i] = whole[i] * scale;
      }
      for (int i = 0; i < (nibbles ? 16 : 32); i++) {
        out.i8(nibbles ? (whole[i] + 8) | (whole[i + 16] + 8) << 4 : whole[i]);
      }
    }
  }

  /** The nearest half from zero down, for magnitudes from 2^-14 to 65504. */
  private static int half(float value) {
    int bits = Float.floatToIntBits(value);
    int sign = bits >>> 16 & 0x8000;
    int exponent = (bits >>> 23 & 255) - 112;
    return exponent <= 0 ? sign : sign | exponent << 10 | (bits >>> 13 & 0x3ff);
  }

  /** The value of a normal half or a zero, by its definition. */
  private static float value(int half) {
    int exponent = half >> 10 & 31;
    double magnitude = exponent == 0 ? 0 : (1024 + (half & 0x3ff)) * Math.pow(2, exponent - 25);
    return (float) ((half & 0x8000) == 0 ? magnitude : -magnitude);
  }
}

package dev.ccl.lm.format;

import dev.ccl.lm.model.Matrix;
import java.io.IOException;

/** The rows of a tensor of a GGUF file, as floats. */
final class GgufRows implements Matrix.Source {
  private final GgufType type;
  private final BinaryFile.Part part;

  GgufRows(GgufType type, BinaryFile.Part part) {
    this.type = type;
    this.part = part;
  }

  @Override
  public void read(float[] row) throws IOException {
    switch (type) {
      case F32 -> part.floats(row);
      case F16 -> {
        for (int i = 0; i < row.length; i++) {
          row[i] = half(part.unsignedShort());
        }
      }
      case Q8_0 -> {
        for (int from = 0; from < row.length; from += type.block()) {
          float scale = half(part.unsignedShort());
          for (int i = 0; i < type.block(); i++) {
            row[from + i] = (byte) part.unsignedByte() * scale;
          }
        }
      }
      case Q4_0 -> {
        int half = type.block() / 2;
        for (int from = 0; from < row.length; from += type.block()) {
          float scale = half(part.unsignedShort());
          for (int i = 0; i < half; i++) {
            int pair = part.unsignedByte();
            row[from + i] = ((pair & 15) - 8) * scale;
            row[from + half + i] = ((pair >> 4) - 8) * scale;
          }
        }
      }
    }
  }

  /** Returns the number whose half-precision bits are given. */
  static float half(int bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = bits >> 10 & 31;
    int fraction = bits & 0x3ff;
    if (exponent == 0) {
      float magnitude = fraction * 0x1p-24f;
      return sign == 0 ? magnitude : -magnitude;
    }
    int wide = exponent == 31 ? 255 : exponent + 112;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }
}

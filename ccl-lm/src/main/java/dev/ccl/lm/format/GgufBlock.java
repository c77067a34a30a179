package dev.ccl.lm.format;

import dev.ccl.lm.model.Levels;
import java.util.Arrays;

/**
 * One block of rounded numbers as whole-number levels with scales and, in some types, least values:
 * a number is level · scale + least, operation by operation as the format's own library has it. In
 * blocks of 256 each part of 16 or 32 numbers has a scale of its own.
 */
final class GgufBlock {
  /** What the sixteen codes of the IQ4 types stand for. */
  private static final int[] LEVELS = {
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113
  };

  private final GgufType type;
  private final int[] level;
  private final float[] scale;
  private final float[] least;

  GgufBlock(GgufType type) {
    this.type = type;
    this.level = new int[type.block()];
    this.scale = new float[Math.max(1, type.block() / type.span())];
    this.least = new float[scale.length];
  }

  /** Reads the block that begins at a byte. */
  void read(byte[] b, int at) {
    switch (type) {
      case Q8_0 -> {
        scale[0] = half(u16(b, at));
        for (int i = 0; i < 32; i++) {
          level[i] = b[at + 2 + i];
        }
      }
      case Q4_0, Q4_1, Q5_0, Q5_1 -> nibbles(b, at);
      case Q2_K -> q2k(b, at);
      case Q3_K -> q3k(b, at);
      case Q4_K, Q5_K -> q45k(b, at);
      case Q6_K -> q6k(b, at);
      case IQ4_NL -> {
        scale[0] = half(u16(b, at));
        levels(b, at + 2, 0);
      }
      case IQ4_XS -> {
        float d = half(u16(b, at));
        int high = u16(b, at + 2);
        for (int k = 0; k < 8; k++) {
          int low = bits(b[at + 4 + k / 2], 4 * (k % 2), 15);
          scale[k] = d * ((low | (((high >> (2 * k)) & 3) << 4)) - 32);
          levels(b, at + 8 + 16 * k, 32 * k);
        }
      }
      case TQ2_0 -> {
        Arrays.fill(scale, half(u16(b, at + 64)));
        for (int i = 0; i < 256; i++) {
          level[i] = bits(b[at + i / 128 * 32 + i % 32], 2 * (i % 128 / 32), 3) - 1;
        }
      }
      case F32, F16, BF16 -> throw new IllegalStateException(type + " has no levels");
    }
  }

  /** Writes the numbers behind those before a place. */
  void widen(float[] out, int to) {
    int span = type.span();
    for (int part = 0; part < scale.length; part++) {
      float step = scale[part];
      float added = least[part];
      for (int i = part * span; i < (part + 1) * span; i++) {
        out[to + i] = type.fromLeast() ? level[i] * step + added : level[i] * step;
      }
    }
  }

  /** Whether all its numbers are finite. */
  boolean isFinite() {
    for (int part = 0; part < scale.length; part++) {
      if (!Float.isFinite(scale[part]) || !Float.isFinite(least[part])) {
        return false;
      }
    }
    return true;
  }

  /** Puts the numbers among those of an output, behind so many of its inputs. */
  void put(Levels levels, int output, int before) {
    for (int g = 0; g < type.block() / Levels.GROUP; g++) {
      levels.setGroup(output, before / Levels.GROUP + g, level, g * Levels.GROUP);
    }
    for (int part = 0; part < scale.length; part++) {
      levels.setScale(output, before / type.span() + part, scale[part], least[part]);
    }
  }

  /** Writes the numbers of a type of floats. */
  static void floats(GgufType type, byte[] b, float[] out, int length) {
    for (int i = 0; i < length; i++) {
      out[i] =
          switch (type) {
            case F32 -> Float.intBitsToFloat(i32(b, 4 * i));
            case F16 -> half(u16(b, 2 * i));
            default -> Float.intBitsToFloat(u16(b, 2 * i) << 16);
          };
    }
  }

  /** Returns some bits of a byte: those from a place on that a mask lets through. */
  private static int bits(byte from, int shift, int mask) {
    return (from >> shift) & mask;
  }

  private static int u8(byte[] b, int at) {
    return b[at] & 0xff;
  }

  private static int u16(byte[] b, int at) {
    return u8(b, at) | (u8(b, at + 1) << 8);
  }

  private static int i32(byte[] b, int at) {
    return u16(b, at) | (u16(b, at + 2) << 16);
  }

  /** Blocks of 32 with a scale, perhaps a least value, perhaps a fifth bit, and four bits each. */
  private void nibbles(byte[] b, int at) {
    boolean fifth = type == GgufType.Q5_0 || type == GgufType.Q5_1;
    boolean fromLeast = type.fromLeast();
    scale[0] = half(u16(b, at));
    least[0] = fromLeast ? half(u16(b, at + 2)) : 0;
    int head = fromLeast ? 4 : 2;
    int high = fifth ? i32(b, at + head) : 0;
    int bytes = at + head + (fifth ? 4 : 0);
    int zero = fromLeast ? 0 : fifth ? 16 : 8;
    for (int i = 0; i < 32; i++) {
      int low = bits(b[bytes + i % 16], i < 16 ? 0 : 4, 15);
      level[i] = (low | (((high >> i) & 1) << 4)) - zero;
    }
  }

  private void levels(byte[] b, int at, int to) {
    for (int i = 0; i < 16; i++) {
      level[to + i] = LEVELS[b[at + i] & 15];
      level[to + 16 + i] = LEVELS[bits(b[at + i], 4, 15)];
    }
  }

  private void q2k(byte[] b, int at) {
    float d = half(u16(b, at + 80));
    float lift = half(u16(b, at + 82));
    for (int part = 0; part < 16; part++) {
      scale[part] = d * bits(b[at + part], 0, 15);
      least[part] = -(lift * bits(b[at + part], 4, 15));
    }
    for (int i = 0; i < 256; i++) {
      level[i] = bits(b[at + 16 + i / 128 * 32 + i % 32], 2 * (i % 128 / 32), 3);
    }
  }

  private void q3k(byte[] b, int at) {
    float d = half(u16(b, at + 108));
    for (int part = 0; part < 16; part++) {
      int low = bits(b[at + 96 + part % 8], 4 * (part / 8), 15);
      scale[part] = d * ((low | (bits(b[at + 104 + part % 4], 2 * (part / 4), 3) << 4)) - 32);
    }
    for (int i = 0; i < 256; i++) {
      int third = bits(b[at + i % 32], i / 32, 1);
      int low = bits(b[at + 32 + i / 128 * 32 + i % 32], 2 * (i % 128 / 32), 3);
      level[i] = low - (third == 0 ? 4 : 0);
    }
  }

  private void q45k(byte[] b, int at) {
    boolean fifth = type == GgufType.Q5_K;
    float d = half(u16(b, at));
    float lift = half(u16(b, at + 2));
    int scales = at + 4;
    int bytes = at + (fifth ? 48 : 16);
    for (int part = 0; part < 8; part++) {
      int small;
      int lower;
      if (part < 4) {
        small = bits(b[scales + part], 0, 63);
        lower = bits(b[scales + part + 4], 0, 63);
      } else {
        small = bits(b[scales + part + 4], 0, 15) | (bits(b[scales + part - 4], 6, 3) << 4);
        lower = bits(b[scales + part + 4], 4, 15) | (bits(b[scales + part], 6, 3) << 4);
      }
      scale[part] = d * small;
      least[part] = -(lift * lower);
      for (int i = 0; i < 32; i++) {
        int low = bits(b[bytes + part / 2 * 32 + i], 4 * (part % 2), 15);
        level[32 * part + i] = low | (fifth ? bits(b[at + 16 + i], part, 1) << 4 : 0);
      }
    }
  }

  private void q6k(byte[] b, int at) {
    float d = half(u16(b, at + 208));
    for (int part = 0; part < 16; part++) {
      scale[part] = d * b[at + 192 + part];
    }
    for (int i = 0; i < 256; i++) {
      int half = i / 128;
      int quarter = i % 128 / 32;
      int low = bits(b[at + half * 64 + i % 64], 4 * (quarter / 2), 15);
      int high = bits(b[at + 128 + half * 32 + i % 32], 2 * quarter, 3);
      level[i] = (low | (high << 4)) - 32;
    }
  }

  /** Returns the number whose half-precision bits are given. */
  static float half(int bits) {
    int sign = (bits & 0x8000) << 16;
    int exponent = (bits >> 10) & 31;
    int fraction = bits & 0x3ff;
    if (exponent == 0) {
      float magnitude = fraction * 0x1p-24f;
      return sign == 0 ? magnitude : -magnitude;
    }
    int wide = exponent == 31 ? 255 : exponent + 112;
    return Float.intBitsToFloat(sign | (wide << 23) | (fraction << 13));
  }
}

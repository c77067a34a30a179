package dev.ccl.lm.format;

/**
 * Widens blocks of rounded numbers to floats, as the format's own library does, operation by
 * operation. A block has one or two scales; in blocks of 256 each part of 16 or 32 numbers has a
 * small whole one besides.
 */
final class GgufBlocks {
  /** What the sixteen levels of the IQ4 types stand for. */
  private static final int[] LEVELS = {
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113
  };

  private GgufBlocks() {}

  /** Writes the numbers of the block that begins at a byte behind those before a place. */
  static void widen(GgufType type, byte[] b, int at, float[] out, int to) {
    switch (type) {
      case F32 -> out[to] = Float.intBitsToFloat(i32(b, at));
      case F16 -> out[to] = half(u16(b, at));
      case BF16 -> out[to] = Float.intBitsToFloat(u16(b, at) << 16);
      case Q8_0 -> {
        float scale = half(u16(b, at));
        for (int i = 0; i < 32; i++) {
          out[to + i] = b[at + 2 + i] * scale;
        }
      }
      case Q4_0, Q4_1, Q5_0, Q5_1 -> nibbles(type, b, at, out, to);
      case Q2_K -> q2k(b, at, out, to);
      case Q3_K -> q3k(b, at, out, to);
      case Q4_K, Q5_K -> q45k(type == GgufType.Q5_K, b, at, out, to);
      case Q6_K -> q6k(b, at, out, to);
      case IQ4_NL -> levels(half(u16(b, at)), b, at + 2, out, to);
      case IQ4_XS -> {
        float d = half(u16(b, at));
        int high = u16(b, at + 2);
        for (int k = 0; k < 8; k++) {
          int low = bits(b[at + 4 + k / 2], 4 * (k % 2), 15);
          int scale = (low | (((high >> (2 * k)) & 3) << 4)) - 32;
          levels(d * scale, b, at + 8 + 16 * k, out, to + 32 * k);
        }
      }
      case TQ2_0 -> {
        float d = half(u16(b, at + 64));
        for (int i = 0; i < 256; i++) {
          int level = bits(b[at + i / 128 * 32 + i % 32], 2 * (i % 128 / 32), 3);
          out[to + i] = (level - 1) * d;
        }
      }
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
  private static void nibbles(GgufType type, byte[] b, int at, float[] out, int to) {
    boolean fromLeast = type == GgufType.Q4_1 || type == GgufType.Q5_1;
    boolean fifth = type == GgufType.Q5_0 || type == GgufType.Q5_1;
    float scale = half(u16(b, at));
    float least = fromLeast ? half(u16(b, at + 2)) : 0;
    int head = fromLeast ? 4 : 2;
    int high = fifth ? i32(b, at + head) : 0;
    int bytes = at + head + (fifth ? 4 : 0);
    int zero = fromLeast ? 0 : fifth ? 16 : 8;
    for (int i = 0; i < 32; i++) {
      int level = bits(b[bytes + i % 16], i < 16 ? 0 : 4, 15) | (((high >> i) & 1) << 4);
      out[to + i] = fromLeast ? level * scale + least : (level - zero) * scale;
    }
  }

  private static void levels(float scale, byte[] b, int at, float[] out, int to) {
    for (int i = 0; i < 16; i++) {
      out[to + i] = scale * LEVELS[b[at + i] & 15];
      out[to + 16 + i] = scale * LEVELS[bits(b[at + i], 4, 15)];
    }
  }

  private static void q2k(byte[] b, int at, float[] out, int to) {
    float d = half(u16(b, at + 80));
    float least = half(u16(b, at + 82));
    for (int i = 0; i < 256; i++) {
      byte scales = b[at + i / 16];
      int level = bits(b[at + 16 + i / 128 * 32 + i % 32], 2 * (i % 128 / 32), 3);
      out[to + i] = d * bits(scales, 0, 15) * level - least * bits(scales, 4, 15);
    }
  }

  private static void q3k(byte[] b, int at, float[] out, int to) {
    float d = half(u16(b, at + 108));
    for (int i = 0; i < 256; i++) {
      int part = i / 16;
      int low = bits(b[at + 96 + part % 8], 4 * (part / 8), 15);
      int scale = (low | (bits(b[at + 104 + part % 4], 2 * (part / 4), 3) << 4)) - 32;
      int level = bits(b[at + 32 + i / 128 * 32 + i % 32], 2 * (i % 128 / 32), 3);
      int third = bits(b[at + i % 32], i / 32, 1);
      out[to + i] = d * scale * (level - (third == 0 ? 4 : 0));
    }
  }

  private static void q45k(boolean fifth, byte[] b, int at, float[] out, int to) {
    float d = half(u16(b, at));
    float least = half(u16(b, at + 2));
    int scales = at + 4;
    int bytes = at + (fifth ? 48 : 16);
    for (int part = 0; part < 8; part++) {
      int scale;
      int lift;
      if (part < 4) {
        scale = bits(b[scales + part], 0, 63);
        lift = bits(b[scales + part + 4], 0, 63);
      } else {
        scale = bits(b[scales + part + 4], 0, 15) | (bits(b[scales + part - 4], 6, 3) << 4);
        lift = bits(b[scales + part + 4], 4, 15) | (bits(b[scales + part], 6, 3) << 4);
      }
      float step = d * scale;
      float base = least * lift;
      for (int i = 0; i < 32; i++) {
        int level = bits(b[bytes + part / 2 * 32 + i], 4 * (part % 2), 15);
        int high = fifth ? bits(b[at + 16 + i], part, 1) << 4 : 0;
        out[to + 32 * part + i] = step * (level | high) - base;
      }
    }
  }

  private static void q6k(byte[] b, int at, float[] out, int to) {
    float d = half(u16(b, at + 208));
    for (int i = 0; i < 256; i++) {
      int half = i / 128;
      int quarter = i % 128 / 32;
      int low = bits(b[at + half * 64 + i % 64], 4 * (quarter / 2), 15);
      int high = bits(b[at + 128 + half * 32 + i % 32], 2 * quarter, 3);
      out[to + i] = d * b[at + 192 + i / 16] * ((low | (high << 4)) - 32);
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

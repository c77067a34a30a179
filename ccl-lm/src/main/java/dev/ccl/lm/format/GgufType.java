package dev.ccl.lm.format;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The kinds of numbers in GGUF files that can be read, each in blocks of some bytes. */
enum GgufType {
  F32(0, 1, 4),
  F16(1, 1, 2),
  Q4_0(2, 32, 18),
  Q8_0(8, 32, 34);

  private final int code;
  private final int block;
  private final int blockBytes;

  GgufType(int code, int block, int blockBytes) {
    this.code = code;
    this.block = block;
    this.blockBytes = blockBytes;
  }

  /** Returns the type of a code; null if it cannot be read. */
  static GgufType of(int code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(null);
  }

  static String readable() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "))
        + " can be read";
  }

  /** Returns how many numbers a block holds. */
  int block() {
    return block;
  }

  /** Returns how many bytes whole blocks of numbers take. */
  long bytes(long numbers) {
    return numbers / block * blockBytes;
  }
}

package dev.ccl.lm.format;

import com.google.common.collect.ImmutableMap;
import dev.ccl.lm.model.Levels;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The kinds of numbers in GGUF files that can be read, each in blocks of some bytes. */
enum GgufType {
  F32(0, 1, 4),
  F16(1, 1, 2),
  BF16(30, 1, 2),
  Q8_0(8, 32, 34, Levels.Form.BYTES, 32, false),
  Q4_0(2, 32, 18, Levels.Form.NIBBLES, 32, false),
  Q4_1(3, 32, 20, Levels.Form.POSITIVE_NIBBLES, 32, true),
  Q5_0(6, 32, 22, Levels.Form.BYTES, 32, false),
  Q5_1(7, 32, 24, Levels.Form.BYTES, 32, true),
  Q2_K(10, 256, 84, Levels.Form.POSITIVE_NIBBLES, 16, true),
  Q3_K(11, 256, 110, Levels.Form.NIBBLES, 16, false),
  Q4_K(12, 256, 144, Levels.Form.POSITIVE_NIBBLES, 32, true),
  Q5_K(13, 256, 176, Levels.Form.BYTES, 32, true),
  Q6_K(14, 256, 210, Levels.Form.BYTES, 16, false),
  IQ4_NL(20, 32, 18, Levels.Form.BYTES, 32, false),
  IQ4_XS(23, 256, 136, Levels.Form.BYTES, 32, false),
  TQ2_0(35, 256, 66, Levels.Form.NIBBLES, 32, false);

  private static final Map<Integer, String> OTHERS =
      ImmutableMap.<Integer, String>builder()
          .put(9, "Q8_1")
          .put(15, "Q8_K")
          .put(16, "IQ2_XXS")
          .put(17, "IQ2_XS")
          .put(18, "IQ3_XXS")
          .put(19, "IQ1_S")
          .put(21, "IQ3_S")
          .put(22, "IQ2_S")
          .put(24, "I8")
          .put(25, "I16")
          .put(26, "I32")
          .put(27, "I64")
          .put(28, "F64")
          .put(29, "IQ1_M")
          .put(34, "TQ1_0")
          .put(39, "MXFP4")
          .buildOrThrow();

  private final int code;
  private final int block;
  private final int blockBytes;
  private final Levels.Form form; // null of floats
  private final int span;
  private final boolean fromLeast;

  GgufType(int code, int block, int blockBytes) {
    this(code, block, blockBytes, null, 1, false);
  }

  GgufType(int code, int block, int blockBytes, Levels.Form form, int span, boolean fromLeast) {
    this.code = code;
    this.block = block;
    this.blockBytes = blockBytes;
    this.form = form;
    this.span = span;
    this.fromLeast = fromLeast;
  }

  /** Returns the type of a code; null if it cannot be read. */
  static GgufType of(int code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(null);
  }

  /** Returns the name of a type, also of one that cannot be read. */
  static String name(int code) {
    GgufType type = of(code);
    return type == null ? OTHERS.getOrDefault(code, "of the unknown code " + code) : type.name();
  }

  static String readable() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "))
        + " can be read";
  }

  int code() {
    return code;
  }

  /** Returns how many numbers a block holds. */
  int block() {
    return block;
  }

  /** Returns how many bytes whole blocks of numbers take. */
  long bytes(long numbers) {
    return numbers / block * blockBytes;
  }

  /** Returns how its whole-number levels are held; null if it has none. */
  Levels.Form form() {
    return form;
  }

  /** Returns how many numbers share a scale. */
  int span() {
    return span;
  }

  /** Whether a least value is added to a level times its scale. */
  boolean fromLeast() {
    return fromLeast;
  }

  /** Returns how many bytes numbers take in memory as levels; those of floats stay in the file. */
  long levelBytes(long numbers) {
    return form == null ? 0 : Levels.bytes(form, span, fromLeast, numbers);
  }
}

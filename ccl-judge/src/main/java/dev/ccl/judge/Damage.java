package dev.ccl.judge;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Damaged copies of a file, as discs, editors and enemies make them: cut, with parts lost, doubled
 * or exchanged, with single bytes changed, with sizes and numbers that no reader expects.
 */
public final class Damage {
  private static final List<String> NUMBERS =
      List.of(
          "-1",
          "0",
          "1e999",
          "-1e999",
          "1e-400",
          "NaN",
          "Infinity",
          "99999999999999999999",
          "0.5",
          "2147483648",
          "9223372036854775807",
          "1e308",
          "null",
          "\"1\"",
          "[]",
          "{}");
  private static final long[] SIZES = {
    -1, 0, 1, 255, 65_535, Integer.MAX_VALUE, 0xFFFF_FFFFL, Long.MAX_VALUE, 1L << 40
  };

  private final byte[] whole;
  private final int head;
  private final Random random;

  private Damage(byte[] whole, int head, long seed) {
    this.whole = whole.clone();
    this.head = head;
    this.random = new Random(seed);
  }

  /**
   * Damages copies of a file.
   *
   * @param whole its bytes
   * @param head how many bytes at its beginning decide how the rest is read: half of the damage is
   *     done there
   * @param seed which copies: those of a seed are always the same
   * @return what gives a copy after the other
   */
  public static Damage to(byte[] whole, int head, long seed) {
    return new Damage(whole, head, seed);
  }

  /** {@return the next copy, damaged in one to three places, so that it differs from the file} */
  public byte[] next() {
    byte[] copy = whole;
    while (Arrays.equals(copy, whole)) {
      for (int places = 1 + random.nextInt(3); places > 0; places--) {
        copy = damaged(copy);
      }
    }
    return copy;
  }

  private byte[] damaged(byte[] bytes) {
    int at = place(bytes.length);
    int length = Math.min(bytes.length - at, 1 + random.nextInt(1 + random.nextInt(64)));
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> replaced(bytes, at, length, new byte[0]);
      case 2 -> replaced(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
      case 3 -> replaced(bytes, at, 0, Arrays.copyOf(bytes, Math.min(length, bytes.length)));
      case 4 -> replaced(bytes, at, Math.min(length, 8), size());
      case 5, 6 -> number(bytes, at);
      default -> single(bytes, at);
    };
  }

  private int place(int length) {
    return random.nextInt(1 + (random.nextBoolean() ? Math.min(length, head) : length));
  }

  private byte[] single(byte[] bytes, int at) {
    byte[] copy = bytes.clone();
    if (at < copy.length) {
      copy[at] = (byte) random.nextInt(256);
    }
    return copy;
  }

  private byte[] size() {
    byte[] size = new byte[random.nextBoolean() ? 4 : 8];
    long value = SIZES[random.nextInt(SIZES.length)];
    for (int i = 0; i < size.length; i++) {
      size[i] = (byte) (value >>> (8 * i));
    }
    return size;
  }

  /** Another number in the place of the next one that is written in digits. */
  private byte[] number(byte[] bytes, int at) {
    int from = at;
    while (from < bytes.length && !isDigit(bytes[from])) {
      from++;
    }
    int to = from;
    while (to < bytes.length && (isDigit(bytes[to]) || bytes[to] == '.')) {
      to++;
    }
    String number = NUMBERS.get(random.nextInt(NUMBERS.size()));
    return replaced(bytes, from, to - from, number.getBytes(StandardCharsets.US_ASCII));
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static byte[] replaced(byte[] bytes, int at, int lost, byte[] gained) {
    byte[] copy = new byte[bytes.length - lost + gained.length];
    System.arraycopy(bytes, 0, copy, 0, at);
    System.arraycopy(gained, 0, copy, at, gained.length);
    System.arraycopy(bytes, at + lost, copy, at + gained.length, bytes.length - at - lost);
    return copy;
  }
}

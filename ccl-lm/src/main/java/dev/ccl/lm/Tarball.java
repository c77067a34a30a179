package dev.ccl.lm;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** The files of a compressed tar archive, one after the other. */
final class Tarball {
  private static final int BLOCK = 512;

  private final InputStream in;
  private final byte[] header = new byte[BLOCK];
  private long left; // bytes of the present file that were not read
  private long padding;

  Tarball(InputStream compressed) throws IOException {
    this.in = new GZIPInputStream(compressed, 1 << 16);
  }

  /** Moves to the next regular file and returns its name; null after the last. */
  String next() throws IOException {
    while (true) {
      in.skipNBytes(left + padding);
      left = 0;
      padding = 0;
      if (in.readNBytes(header, 0, BLOCK) < BLOCK || header[0] == 0) {
        return null;
      }
      left = octal(124, 12);
      padding = (BLOCK - left % BLOCK) % BLOCK;
      byte kind = header[156];
      if (kind == '0' || kind == 0) {
        String prefix = text(345, 155);
        return (prefix.isEmpty() ? "" : prefix + "/") + text(0, 100);
      }
    }
  }

  /** Reads some of the present file; returns how many bytes, -1 at its end. */
  int read(byte[] into) throws IOException {
    if (left == 0) {
      return -1;
    }
    int count = in.read(into, 0, (int) Math.min(into.length, left));
    if (count < 0) {
      throw new EOFException("the archive ends in the middle of a file");
    }
    left -= count;
    return count;
  }

  private String text(int from, int size) {
    int to = from;
    while (to < from + size && header[to] != 0) {
      to++;
    }
    return new String(header, from, to - from, StandardCharsets.UTF_8);
  }

  private long octal(int from, int size) throws IOException {
    String digits = text(from, size).strip();
    if (!digits.matches("[0-7]{1,12}")) {
      throw new IOException("the archive is broken: a size that is no octal number");
    }
    return Long.parseLong(digits, 8);
  }
}

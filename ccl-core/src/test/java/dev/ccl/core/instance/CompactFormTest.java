package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The compact form says what JSON says, to the bit and to the word, and believes no claim. */
class CompactFormTest {
  private static final Instance BASE = BaseDocument.read(BaseDocument.TEXT);

  private static String complaint(byte[] bytes) {
    InstanceFormatException e =
        assertThrows(InstanceFormatException.class, () -> BaseDocument.read(bytes));
    assertEquals(1, e.getMessage().lines().count());
    assertTrue(e.getMessage().startsWith("base.json: "), e.getMessage());
    return e.getMessage().substring("base.json: ".length());
  }

  @Test
  void readingUndoesWriting() {
    for (Instance instance : InstanceWriterTest.instances()) {
      Instance back = BaseDocument.read(BaseDocument.compact(instance));
      assertEquals(instance, back, instance::toString);
      assertEquals(instance.digest(), back.digest());
      Instance rounded = instance.inSinglePrecision();
      assertEquals(rounded, BaseDocument.read(BaseDocument.compact(rounded)), instance::toString);
    }
  }

  @Test
  void aSecondWriterAgrees() throws IOException {
    byte[] ours = BaseDocument.unpacked(BaseDocument.compact(BASE));
    String bare =
        BaseDocument.TEXT.replaceAll(",\\s*\\{\"prefix\": \\[\"EOS\"\\][^}]*\\}\\]\\}", "");
    assertNotEquals(BaseDocument.TEXT, bare);
    byte[] naive = BaseDocument.unpacked(NaivePacking.pack(bare).orElseThrow());
    assertArrayEquals(columns(naive), columns(ours));
    assertEquals(BASE, BaseDocument.read(NaivePacking.pack(bare).orElseThrow()));
    assertEquals(BASE, BaseDocument.read(NaivePacking.pack(BaseDocument.TEXT).orElseThrow()));
  }

  private static byte[] columns(byte[] unpacked) {
    int line = new String(unpacked, StandardCharsets.ISO_8859_1).indexOf('\n');
    return Arrays.copyOfRange(unpacked, line, unpacked.length);
  }

  @Test
  void everyRuleThatCanBeBrokenHasTheSameWords() {
    int compared = 0;
    for (MalformedInstanceTest.Case broken : MalformedInstanceTest.CASES) {
      Optional<byte[]> packed = NaivePacking.pack(broken.text());
      if (packed.isPresent()) {
        String order = "rewards\\[\\d\\]"; // JSON lists answers in any order
        String expected = broken.expected().replace("ccl-instance/", "ccl-columns/");
        assertEquals(
            expected.replaceAll(order, "rewards[]"),
            complaint(packed.get()).replaceAll(order, "rewards[]"));
        compared++;
      }
    }
    assertTrue(compared >= 50, "only " + compared + " of the breaches were compared");
  }

  @Test
  void aCutFileIsRefusedWhereverItIsCut() {
    byte[] whole = BaseDocument.compact(BASE);
    for (int length = 3; length < whole.length; length++) {
      complaint(Arrays.copyOf(whole, length));
    }
  }

  /** Seven bytes of gzip say nothing (a time, a system), nor do the bits after its last block. */
  @Test
  void aFlippedBitNeverChangesAnInstance() {
    byte[] bytes = BaseDocument.compact(BASE);
    int harmless = 0;
    for (int bit = 24; bit < 8 * bytes.length; bit++) { // behind the mark and the method
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        assertEquals(BASE, BaseDocument.read(bytes));
        harmless++;
      } catch (InstanceFormatException e) {
        assertEquals(1, e.getMessage().lines().count());
      }
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
    }
    assertTrue(harmless <= 8 * 7 + 7, harmless + " flips passed, of 63 in bits that say nothing");
  }

  @Test
  void whatIsOnlyClaimedCostsNothing() throws IOException {
    String line =
        new String(BaseDocument.unpacked(BaseDocument.compact(BASE)), StandardCharsets.ISO_8859_1);
    line = line.substring(0, line.indexOf('\n') + 1);
    byte[] columns = columns(BaseDocument.unpacked(BaseDocument.compact(BASE)));
    String most = Integer.toString(Integer.MAX_VALUE);
    assertEquals(
        "column depth: 2147483649 numbers are more than 134217728",
        claim(line.replaceFirst("\"states\": 2", "\"states\": " + most), columns));
    assertTrue(
        claim(line.replaceFirst("\"states\": 2", "\"states\": 100000000"), columns)
            .startsWith("column depth: the file ends too early: "));
    assertEquals(
        "prompts[0].states: -2 is negative",
        claim(line.replaceFirst("\"states\": 2", "\"states\": -2"), columns));
    assertTrue(
        claim(line.replace("{ \"dimension\": 2", "{ \"dimension\": " + most), columns)
            .startsWith("column phi["));
    assertTrue(
        claim(line.replaceFirst("\"rewards\": 3", "\"rewards\": 100000000"), columns)
            .startsWith("column reward: the file ends too early"));
    assertEquals(
        "width: 3 is neither 4 nor 8", claim(line.replace("phi\": 8", "phi\": 3"), columns));
    assertEquals(
        "bytes after the last column", claim(line, Arrays.copyOf(columns, columns.length + 1)));
    assertEquals(
        "prompts: no state lists a token",
        claim(
            line.replace("\"states\": 2", "\"states\": 0")
                .replace("{ \"dimension\": 2", "{ \"dimension\": " + most),
            new byte[] {'\n'}));
    columns[1 + 4 * 4 + 4 * 4 + 2 * 4] = 7; // the first token
    assertEquals(
        "prompts[0].states[0].tokens[0].token: 7 is no place in a vocabulary of 3",
        claim(line, columns));
  }

  /**
   * Eight tokens in four states of two prompts: behind a line feed are 4 depths, 4 degrees, 2
   * prefixes and 8 tokens of four bytes, then the numbers, of which those of pre have four bytes.
   */
  @Test
  void aNumberThatIsNoneIsNamedByItsPlace() throws IOException {
    int phi = 1 + 4 * (4 + 4 + 2 + 8);
    int pre = phi + 3 * 8 * 8;
    int reward = pre + 8 * 4;
    assertEquals(reward + 6 * 8, columns(BaseDocument.unpacked(BaseDocument.compact(BASE))).length);
    assertNan("prompts[0].states[1].tokens[0].phi[0]", phi, 8, 8, 2);
    assertNan("prompts[1].states[1].tokens[1].phi[1]", phi + 64, 8, 8, 7);
    assertNan("prompts[1].states[0].tokens[1].phiStu[0]", phi + 128, 8, 8, 5);
    assertNan("prompts[1].states[1].tokens[0].pre", pre, 4, 8, 6);
    assertNan("prompts[0].rewards[1].reward", reward, 8, 6, 1);
    assertNan("prompts[1].rewards[2].reward", reward, 8, 6, 5);
  }

  /** Makes number i of a column that starts somewhere NaN, by its two highest byte planes. */
  private static void assertNan(String place, int start, int width, int count, int i)
      throws IOException {
    byte[] bytes = BaseDocument.unpacked(BaseDocument.compact(BASE));
    int column = new String(bytes, StandardCharsets.ISO_8859_1).indexOf('\n') + start;
    bytes[column + (width - 1) * count + i] = 0x7f;
    bytes[column + (width - 2) * count + i] = (byte) 0xff;
    String complaint = complaint(BaseDocument.gzip(bytes));
    assertTrue(complaint.startsWith(place + ": NaN is "), complaint);
  }

  /** What a reader says of a line and columns, and that it took little memory to say it. */
  private static String claim(String line, byte[] columns) throws IOException {
    byte[] text = line.strip().getBytes(StandardCharsets.ISO_8859_1);
    byte[] both = Arrays.copyOf(text, text.length + columns.length);
    System.arraycopy(columns, 0, both, text.length, columns.length);
    byte[] packed = BaseDocument.gzip(both);
    com.sun.management.ThreadMXBean memory =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = memory.getCurrentThreadAllocatedBytes();
    String complaint = complaint(packed);
    long taken = memory.getCurrentThreadAllocatedBytes() - before;
    assertTrue(taken < 4 << 20, complaint + ": " + taken + " bytes were allocated");
    return complaint;
  }

  @Test
  void aBombIsNotUnpacked() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream packing = new GZIPOutputStream(out)) {
      String line =
          new String(
              BaseDocument.unpacked(BaseDocument.compact(BASE)), StandardCharsets.ISO_8859_1);
      line = line.substring(0, line.indexOf('\n') + 1);
      packing.write(
          line.replaceFirst("\"states\": 2", "\"states\": 100000000")
              .getBytes(StandardCharsets.ISO_8859_1));
      for (int i = 0; i < 24; i++) {
        packing.write(new byte[1 << 20]);
      }
    }
    assertEquals("unpacks to more than 200 times its length", complaint(out.toByteArray()));
  }

  @Test
  void noFileOfOursLooksLikeABomb() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] zeros = new byte[1 << 20];
    try (OutputStream packing = new CompactWriter.Packing(out)) {
      for (int i = 0; i < 24; i++) {
        packing.write(zeros);
      }
    }
    InputStream in = InstanceBytes.unpack("zeros", new ByteArrayInputStream(out.toByteArray()));
    for (int i = 0; i < 24; i++) {
      assertArrayEquals(zeros, in.readNBytes(1 << 20));
    }
    assertEquals(-1, in.read());
    assertTrue(out.size() < 2 << 20, "packs badly: " + out.size());
  }

  @Test
  void packedJsonIsReadAsWell() throws IOException {
    byte[] text = BaseDocument.TEXT.getBytes(StandardCharsets.UTF_8);
    assertEquals(BASE, BaseDocument.read(BaseDocument.gzip(text)));
    assertEquals(
        "line 1, column 1: starts with a byte order mark; the format has none",
        complaint(
            BaseDocument.gzip(("\ufeff" + BaseDocument.TEXT).getBytes(StandardCharsets.UTF_8))));
    byte[] noGzip = {0x1f, (byte) 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    assertEquals("damaged, cannot be unpacked: Unsupported compression method", complaint(noGzip));
  }

  @Test
  void theNameOfTheFileChoosesTheForm(@TempDir Path directory) throws IOException {
    Path small = directory.resolve("base.cclz");
    Path text = Files.createDirectory(directory.resolve("of.cclz")).resolve("base.json");
    InstanceWriter.write(BASE, small);
    InstanceWriter.write(BASE, text);
    assertEquals('{', Files.readAllBytes(text)[0]);
    Path longer = directory.resolve("base.cclz.json");
    InstanceWriter.write(BASE, longer);
    assertEquals('{', Files.readAllBytes(longer)[0]);
    assertArrayEquals(BaseDocument.compact(BASE), Files.readAllBytes(small));
    assertEquals(InstanceReader.read(text), InstanceReader.read(small));
  }

  /** 0.69 of the bytes for numbers with 53 random bits, and less than 5 each for those with 24. */
  @Test
  void sizes() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(4).withLetters(5).withPrompts(4, 4);
    Instance random = RandomInstance.of(spec, 1).instance();
    Instance single = RandomInstance.of(spec.withPrecision(Precision.SINGLE), 1).instance();
    double json = BaseDocument.json(random).length;
    assertTrue(
        json / BaseDocument.compact(random).length > 5,
        "" + json / BaseDocument.compact(random).length);
    assertTrue(
        json / BaseDocument.compact(single).length > 8,
        "" + json / BaseDocument.compact(single).length);
    assertTrue(json / BaseDocument.compact(random.inSinglePrecision()).length > 8);
  }

  @Test
  void instancesDrawnInSinglePrecisionAreRealizable() {
    RandomSpec spec = RandomSpec.SMALL.withPrecision(Precision.SINGLE);
    RandomInstance drawn = RandomInstance.of(spec, 5);
    assertEquals(drawn.instance(), drawn.instance().inSinglePrecision());
    assertTrue(Realizability.of(GroundTruth.of(drawn.instance())).residual() < 1e-12);
    assertEquals("random H=3 letters=2 D=3 d=2 single seed=5", drawn.instance().header().name());
  }
}

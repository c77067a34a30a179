package dev.ccl.core.instance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.instance.generator.Specs;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading what was written gives an equal instance, and writing that gives the same bytes. */
class InstanceWriterTest {

  static List<Instance> instances() {
    List<Instance> all = new ArrayList<>();
    all.add(BaseDocument.read(BaseDocument.TEXT));
    all.add(BaseDocument.read(BaseDocument.TEXT).withoutTargetRewards());
    all.add(DemoInstance.of());
    all.add(SeparationInstance.of(3, 7, 0.3, 0.9));
    for (BrokenInstance broken : BrokenInstance.values()) {
      all.add(broken.instance());
    }
    for (long seed = 0; seed < 60; seed++) {
      all.add(RandomInstance.of(Specs.draw(seed), seed).instance());
    }
    return all;
  }

  @Test
  void readingUndoesWriting() {
    for (Instance instance : instances()) {
      byte[] written = BaseDocument.json(instance);
      Instance back = BaseDocument.read(written);
      assertEquals(instance, back, instance::toString);
      assertArrayEquals(written, BaseDocument.json(back), instance::toString);
      assertEquals(instance.digest(), back.digest());
    }
  }

  @Test
  void differentInstancesAreNotEqualAndHaveDifferentDigests() {
    Instance base = BaseDocument.read(BaseDocument.TEXT);
    List<String> edits =
        List.of(
            "0.77",
            "0.78",
            "base",
            "bass",
            "0.41",
            "0.42",
            "\"ball\"",
            "\"ball\", \"radius\": 1",
            "0.51",
            "0.52",
            "0.53",
            "0.52",
            "0.31",
            "0.32",
            "0.0625",
            "0.0625000001",
            "0.29",
            "0.28",
            "[\"y1\"]",
            "[\"y1\", \"y1\"]",
            "of the source",
            "of a source");
    for (int i = 0; i < edits.size(); i += 2) {
      Instance other = BaseDocument.read(BaseDocument.edited(edits.get(i), edits.get(i + 1)));
      assertNotEquals(base, other, edits.get(i));
      assertNotEquals(base.digest(), other.digest(), edits.get(i));
    }
  }

  @Test
  void everyDoubleSurvives() {
    RandomStream random = RandomStreams.of(5).open(Purpose.TRIAL, 0);
    String text =
        new String(BaseDocument.json(BaseDocument.read(BaseDocument.TEXT)), StandardCharsets.UTF_8);
    List<Double> values =
        new ArrayList<>(
            List.of(
                Double.MIN_VALUE,
                Double.MIN_NORMAL,
                Math.nextDown(0x1p1000),
                0.1 + 0.2,
                2e-3,
                0x1p53 + 2,
                Math.nextDown(Double.MIN_NORMAL)));
    while (values.size() < 1000) {
      double value = Math.abs(Double.longBitsToDouble(random.nextLong()));
      if (value > 0 && value < 0x1p1000) { // beyond that costs overflow
        values.add(value);
      }
    }
    for (double value : values) {
      // An independent decimal on the way in, the writer's on the way out.
      String decimal = new BigDecimal(value, new MathContext(25)).toString();
      Instance instance = BaseDocument.read(text.replace("0.77", decimal));
      assertEquals(value, instance.header().lambda());
      String written = new String(BaseDocument.json(instance), StandardCharsets.UTF_8);
      String lambda =
          written.substring(written.indexOf("lambda") + 9, written.indexOf(",\n  \"bound"));
      assertEquals(value, Double.parseDouble(lambda), lambda);
    }
  }

  @Test
  void theTextIsTheBytes() throws IOException {
    StringWriter text = new StringWriter();
    InstanceWriter.write(DemoInstance.of(), text);
    assertArrayEquals(
        text.toString().getBytes(StandardCharsets.UTF_8), BaseDocument.json(DemoInstance.of()));
  }

  @Test
  void theDigestIsTheHashOfTheBytes() throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(BaseDocument.json(DemoInstance.of()));
    assertEquals(HexFormat.of().formatHex(hash), DemoInstance.of().digest());
  }

  @Test
  void theDemoIsWrittenAsTheWriterWritesIt() throws IOException {
    try (var in = DemoInstance.class.getResourceAsStream("demo.json")) {
      assertArrayEquals(in.readAllBytes(), BaseDocument.json(DemoInstance.of()));
    }
  }

  @Test
  void filesAppearWhole(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("i.json");
    String left = "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp";
    Files.writeString(directory.resolve(left), "of a killed process".repeat(9999));
    InstanceWriter.write(DemoInstance.of(), file);
    assertEquals(DemoInstance.of(), InstanceReader.read(file));
    InstanceWriter.write(BrokenInstance.BOUNDARY.instance(), file);
    assertEquals(BrokenInstance.BOUNDARY.instance(), InstanceReader.read(file));
    assertEquals(
        "calibration.set: the format has no word for a point",
        assertThrows(IllegalArgumentException.class, () -> InstanceWriter.write(unwritable(), file))
            .getMessage());
    assertEquals(BrokenInstance.BOUNDARY.instance(), InstanceReader.read(file));
    assertEquals(
        directory + ": is a directory",
        assertThrows(
                FileSystemException.class, () -> InstanceWriter.write(DemoInstance.of(), directory))
            .getMessage());
    assertEquals(
        directory.resolve("no") + ": no such directory",
        assertThrows(
                FileSystemException.class,
                () -> InstanceWriter.write(DemoInstance.of(), directory.resolve("no/i.json")))
            .getMessage());
    try (var files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  /** A name without a directory is one in the directory where one works. */
  @Test
  void aBareNameIsEnough(@TempDir Path directory) throws IOException {
    Path bare = Path.of(directory.getFileName() + ".json");
    try {
      InstanceWriter.write(DemoInstance.of(), bare);
      assertEquals(DemoInstance.of(), InstanceReader.read(bare.toAbsolutePath()));
    } finally {
      Files.deleteIfExists(bare);
    }
  }

  private static Instance unwritable() {
    ConvexSet point =
        new ConvexSet() {
          @Override
          public int dimension() {
            return 2;
          }

          @Override
          public double radius() {
            return 0;
          }

          @Override
          public boolean contains(double[] p) {
            return true;
          }

          @Override
          public void project(double[] p) {}

          @Override
          public void draw(RandomStream random, double[] p) {}

          @Override
          public String toString() {
            return "point";
          }
        };
    Instance base = DemoInstance.of();
    Instance.Header h = base.header();
    return Instance.of(
        new Instance.Header(
            h.name(),
            h.lambda(),
            h.bound(),
            h.horizon(),
            h.vocabulary(),
            h.feasibility(),
            point,
            h.teacher(),
            h.initial()),
        ImmutableList.copyOf(base.prompts().values()),
        base.source(),
        base.target());
  }
}

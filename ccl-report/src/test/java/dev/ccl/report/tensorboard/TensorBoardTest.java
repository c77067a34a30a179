package dev.ccl.report.tensorboard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.algorithms.run.Cadence;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.Monitor;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.experiments.run.RunJob;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.StartMode;
import dev.ccl.experiments.run.Subject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event files read by a reader that shares nothing with the writer but the format. */
class TensorBoardTest {
  @TempDir private Path directory;

  private Path run() throws IOException {
    return run("run", SeparationInstance.of(1, 2, 2, 0.5));
  }

  private Path run(String name, Instance instance) throws IOException {
    Path out = directory.resolve(name);
    Subject subject = Subject.of("judge.json", instance);
    RunPlan plan =
        RunPlan.of(subject, Learners.named("practical"), RecordedRounds.logarithmic(300), 4, 2);
    try (RunJob job = RunJob.open(plan, out, StartMode.FRESH)) {
      job.run(1, Cadence.AT_THE_END, Monitor.NONE);
    }
    return out;
  }

  private static List<Path> events(Path where) throws IOException {
    try (Stream<Path> files = Files.walk(where)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void everyRowIsAnEventWithItsNumbers() throws IOException {
    Path run = run();
    Path logs = directory.resolve("logs");
    TensorBoard.write(run, logs, "mine");
    List<Path> files = events(logs);
    assertEquals(2, files.size());
    List<String> lines = Files.readAllLines(run.resolve("rows.csv"));
    List<String> head = List.of(lines.get(0).split(",", -1));
    for (Path file : files) {
      String seed = file.getParent().getFileName().toString().replace("seed", "");
      assertEquals("events.out.tfevents.0000000000.ccl.0.0", file.getFileName().toString());
      assertEquals("mine", logs.relativize(file).getName(0).toString());
      List<Event> events = Reader.read(Files.readAllBytes(file));
      assertEquals("brain.Event:2", events.get(0).version);
      assertEquals(0, events.get(0).wallTime, "there is no clock");
      List<String[]> rows =
          lines.stream().skip(1).map(l -> l.split(",", -1)).filter(c -> c[0].equals(seed)).toList();
      assertEquals(rows.size(), events.size() - 1);
      for (int i = 0; i < rows.size(); i++) {
        Event event = events.get(i + 1);
        assertEquals(Long.parseLong(rows.get(i)[1]), event.step);
        assertEquals((double) event.step, event.wallTime, "the documented wall time");
        assertEquals(
            List.of("oracleKl", "excessCost", "calibrationErrorSquared", "cost"),
            List.copyOf(event.scalars.keySet()));
        for (Map.Entry<String, Float> scalar : event.scalars.entrySet()) {
          String cell = rows.get(i)[head.indexOf(scalar.getKey())];
          assertEquals((float) Double.parseDouble(cell), scalar.getValue(), scalar.getKey());
        }
      }
    }
  }

  @Test
  void whatIsNotMeasuredHasNoScalar() throws IOException {
    Path run = run("blind", SeparationInstance.of(1, 2, 2, 0.5).withoutTargetRewards());
    TensorBoard.write(run, directory.resolve("logs"), "blind");
    for (Path file : events(directory.resolve("logs"))) {
      List<Event> events = Reader.read(Files.readAllBytes(file));
      for (Event event : events.subList(1, events.size())) {
        assertEquals(
            List.of("calibrationErrorSquared", "cost"), List.copyOf(event.scalars.keySet()));
      }
    }
  }

  @Test
  void theSameRunGivesTheSameBytes() throws IOException {
    Path run = run();
    TensorBoard.write(run, directory.resolve("a"), "x");
    TensorBoard.write(run, directory.resolve("b"), "x");
    for (Path file : events(directory.resolve("a"))) {
      Path other = directory.resolve("b").resolve(directory.resolve("a").relativize(file));
      assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(other));
    }
  }

  @Test
  void largeStepsAndManyTagsSurvive() {
    EventFile file = new EventFile();
    Map<String, Double> scalars = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      scalars.put("a rather long tag, number " + i, 1.0 / (i + 1));
    }
    file.add(5_000_000_000_000L, scalars);
    Event event = Reader.read(file.bytes()).get(1);
    assertEquals(5_000_000_000_000L, event.step);
    assertEquals(5e12, event.wallTime, "its step in seconds");
    assertEquals(40, event.scalars.size());
    assertEquals(1f / 40, event.scalars.get("a rather long tag, number 39"));
  }

  /** Lengths are of bytes, numbers may be any, and events are in the order in which they came. */
  @Test
  void everyTagNumberAndStepIsReadBack() {
    EventFile file = new EventFile();
    float[] numbers = {0, -1.5f, Float.MIN_VALUE, Float.NEGATIVE_INFINITY, Float.NaN};
    long[] steps = {0, 127, 128, 16_383, 16_384, Integer.MAX_VALUE + 1L, Long.MAX_VALUE, 5};
    for (long step : steps) {
      Map<String, Double> scalars = new LinkedHashMap<>();
      for (float number : numbers) {
        scalars.put("𝒦 ‖w−w*‖² " + number, (double) number);
      }
      file.add(step, scalars);
    }
    file.add(9, Map.of("x".repeat(70_000), 1e300));
    List<Event> events = Reader.read(file.bytes());
    for (int i = 0; i < steps.length; i++) {
      Event event = events.get(i + 1);
      assertEquals(steps[i], event.step);
      assertEquals((double) steps[i], event.wallTime);
      for (float number : numbers) {
        assertEquals(number, event.scalars.get("𝒦 ‖w−w*‖² " + number));
      }
    }
    assertEquals(
        Map.of("x".repeat(70_000), Float.POSITIVE_INFINITY), events.get(steps.length + 1).scalars);
  }

  /** Files of an earlier run of that name make place; those of other names and seeds stay. */
  @Test
  void anotherRunOfTheNameReplacesTheFilesOfItsSeeds() throws IOException {
    Path logs = directory.resolve("logs");
    Path run = run();
    TensorBoard.write(run, logs, "mine");
    TensorBoard.write(run, logs, "other");
    List<Path> before = events(logs);
    assertEquals(
        List.of("mine/seed4", "mine/seed5", "other/seed4", "other/seed5"),
        before.stream().map(f -> logs.relativize(f.getParent()).toString()).toList());
    byte[] good = Files.readAllBytes(before.get(0));
    Files.write(before.get(0), new byte[10 * good.length]);
    TensorBoard.write(run, logs, "mine");
    assertEquals(before, events(logs), "nothing is left beside them");
    assertArrayEquals(good, Files.readAllBytes(before.get(0)));
  }

  @Test
  void ofADamagedRunNothingIsWritten() throws IOException {
    Path run = run();
    Path rows = run.resolve("rows.csv");
    Files.writeString(rows, Files.readString(rows).replaceFirst("\\n[^\\n]*\\n$", "\n"));
    Path logs = directory.resolve("logs");
    assertThrows(IllegalArgumentException.class, () -> TensorBoard.write(run, logs, "mine"));
    assertFalse(Files.exists(logs));
  }

  @Test
  void theReaderSeesAnyBitThatWasTurned() {
    EventFile file = new EventFile();
    file.add(7, Map.of("x", 0.5));
    byte[] good = file.bytes();
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 4;
      assertThrows(RuntimeException.class, () -> Reader.read(bad), "byte " + i);
    }
  }

  @Test
  void theChecksumIsTheCastagnoliPolynomial() {
    // The check value that catalogues of CRCs give for CRC-32C.
    assertEquals(0xE3069283, Reader.crc("123456789".getBytes(StandardCharsets.US_ASCII)));
  }

  /** Records as TensorFlow and another writer have left them: an old version, then a scalar. */
  private static final String FOREIGN =
      "1800000000000000a37f4b22090000c025dd75d5411a0d627261696e2e4576656e743a31ecf3328d"
          + "19000000000000008bf1082809000000000008704010012a0c0a0a0a03762f31150000c03f2cecc087";

  @Test
  void theReaderReadsWhatOthersHaveWritten() {
    List<Event> events = Reader.read(HexFormat.of().parseHex(FOREIGN));
    assertEquals(2, events.size());
    assertEquals("brain.Event:1", events.get(0).version);
    assertEquals(256.5, events.get(1).wallTime);
    assertEquals(1, events.get(1).step);
    assertEquals(Map.of("v/1", 1.5f), events.get(1).scalars);
  }

  @Test
  void onlyTheTimeDiffersFromWhatOthersWrite() {
    EventFile file = new EventFile();
    file.add(1, Map.of("v/1", 1.5));
    String ours = HexFormat.of().formatHex(file.bytes());
    assertEquals(FOREIGN.length(), ours.length());
    int scalar = FOREIGN.length() - 2 * (12 + 25 + 4);
    int time = scalar + 2 * (12 + 1);
    assertEquals(FOREIGN.substring(0, 2 * 13), ours.substring(0, 2 * 13), "length, CRC and field");
    assertEquals(FOREIGN.substring(scalar, time), ours.substring(scalar, time));
    int after = time + 16;
    int crc = FOREIGN.length() - 8;
    assertEquals(FOREIGN.substring(after, crc), ours.substring(after, crc));
  }

  /** What was read of an event. */
  private static final class Event {
    private double wallTime;
    private long step;
    private String version = "";
    private final Map<String, Float> scalars = new LinkedHashMap<>();
  }

  /** Reads records bit by bit; what it does not know is an error. */
  private static final class Reader {
    private final byte[] data;
    private final int end;
    private int at;

    private Reader(byte[] data, int from, int end) {
      this.data = data;
      this.at = from;
      this.end = end;
    }

    static List<Event> read(byte[] file) {
      List<Event> events = new ArrayList<>();
      Reader in = new Reader(file, 0, file.length);
      while (in.at < in.end) {
        int start = in.at;
        long length = in.little(8);
        check(unmask((int) in.little(4)) == crc(slice(file, start, start + 8)), "length's CRC");
        check(length >= 0 && length <= in.end - in.at - 4, "length");
        byte[] body = slice(file, in.at, in.at + (int) length);
        in.at += (int) length;
        check(unmask((int) in.little(4)) == crc(body), "CRC");
        events.add(new Reader(body, 0, body.length).event());
      }
      return events;
    }

    private Event event() {
      Event event = new Event();
      while (at < end) {
        int key = (int) varint();
        switch (key) {
          case 1 << 3 | 1 -> event.wallTime = Double.longBitsToDouble(little(8));
          case 2 << 3 -> event.step = varint();
          case 3 << 3 | 2 -> event.version = text(part());
          case 5 << 3 | 2 -> part().summary(event);
          default -> throw new IllegalStateException("field " + key);
        }
      }
      return event;
    }

    private void summary(Event event) {
      while (at < end) {
        check(varint() == (1 << 3 | 2), "a value");
        Reader value = part();
        check(value.varint() == (1 << 3 | 2), "a tag");
        String tag = text(value.part());
        check(value.varint() == (2 << 3 | 5), "a simple value");
        event.scalars.put(tag, Float.intBitsToFloat((int) value.little(4)));
        check(value.at == value.end, "nothing else");
      }
    }

    private Reader part() {
      int length = (int) varint();
      Reader part = new Reader(data, at, at + length);
      at += length;
      return part;
    }

    private static String text(Reader part) {
      return new String(slice(part.data, part.at, part.end), StandardCharsets.UTF_8);
    }

    private long varint() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        long bits = data[at++];
        value |= (bits & 127) << shift;
        if (bits >= 0) {
          return value;
        }
      }
    }

    private long little(int bytes) {
      long value = 0;
      for (int i = 0; i < bytes; i++) {
        value |= (data[at++] & 255L) << (8 * i);
      }
      return value;
    }

    private static int unmask(int masked) {
      int rotated = masked - 0xa282ead8;
      return (rotated >>> 17) | (rotated << 15);
    }

    /** CRC-32C one bit at a time. */
    static int crc(byte[] bytes) {
      int crc = -1;
      for (byte b : bytes) {
        for (int bit = 0; bit < 8; bit++) {
          boolean odd = ((crc ^ (b >> bit)) & 1) == 1;
          crc = (crc >>> 1) ^ (odd ? 0x82F63B78 : 0);
        }
      }
      return ~crc;
    }

    private static byte[] slice(byte[] bytes, int from, int to) {
      return java.util.Arrays.copyOfRange(bytes, from, to);
    }

    private static void check(boolean holds, String what) {
      if (!holds) {
        throw new IllegalStateException(what);
      }
    }
  }
}

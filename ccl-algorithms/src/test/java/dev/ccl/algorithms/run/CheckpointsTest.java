package dev.ccl.algorithms.run;

import static dev.ccl.algorithms.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Ledger;
import dev.ccl.core.growing.StateCounts;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
  private static final LearningProblem PROBLEM = SeparationInstance.of(2, 3, 2, 0.5).problem();
  private static final Learner WALK = RandomWalk.of();

  @TempDir Path directory;

  private static RunIdentity identity(String code, String instance, Learner learner, long rounds) {
    return RunIdentity.of(code, instance, learner, PROBLEM, RecordedRounds.logarithmic(rounds));
  }

  private Checkpoints checkpoints(RunIdentity identity) {
    return Checkpoints.in(directory, identity, Cadence.AT_THE_END);
  }

  private Checkpoints checkpoints() {
    return checkpoints(identity("1.0", "abc", WALK, 10));
  }

  private static Replicate replicate(double... values) {
    ImmutableDoubleArray vector = ImmutableDoubleArray.copyOf(values);
    Ledger ledger = new Ledger(1, 2, BigInteger.TEN.pow(25), BigInteger.TWO, 3, 4, Long.MAX_VALUE);
    LearnerState state =
        new LearnerState(
            Long.MIN_VALUE, 12L << 40, vector, vector, ImmutableMap.of("a b", vector), ledger);
    return new Replicate(state, ImmutableList.of(Snapshot.of(state), Snapshot.of(state)));
  }

  @Test
  void everyBitComesBack() {
    double[] values = new double[2000];
    RandomStream random = RandomStreams.of(5).open(Purpose.TRIAL, 0);
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.longBitsToDouble(random.nextLong());
    }
    double[] special = {
      0.0,
      -0.0,
      Double.MIN_VALUE,
      -Double.MIN_NORMAL,
      Double.MAX_VALUE,
      1e22,
      2e-3,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NaN
    };
    System.arraycopy(special, 0, values, 0, special.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.isNaN(values[i]) ? Double.NaN : values[i];
    }
    Replicate kept = replicate(values);
    checkpoints().keep(kept);
    assertEquals(kept, checkpoints().find(Long.MIN_VALUE).orElseThrow());
  }

  /** No two of its parts are equal, and its counts are beyond an int. */
  private static Replicate rich(long seed) {
    StateCounts growth = new StateCounts(1L << 41, 1L << 42, 1L << 43, 1L << 44, 1L << 45, 77);
    LearnerState early =
        new LearnerState(
            seed,
            1L << 33,
            ImmutableDoubleArray.of(1, 2, 3),
            ImmutableDoubleArray.of(4, 5),
            ImmutableMap.of(),
            Ledger.EMPTY);
    LearnerState late =
        new LearnerState(
            seed,
            1L << 34,
            ImmutableDoubleArray.of(6, 7, 8),
            ImmutableDoubleArray.of(9, 10),
            ImmutableMap.of(
                "β", ImmutableDoubleArray.of(11), "alone", ImmutableDoubleArray.of(12, 13)),
            new Ledger(14, 15, BigInteger.TEN.pow(30), BigInteger.TEN.pow(31), 16, 17, 18));
    return new Replicate(late, ImmutableList.of(Snapshot.of(early), Snapshot.of(late)), growth);
  }

  /** In a file and as bytes that travel; names of all alphabets. */
  @Test
  void everyPartComesBackInItsPlace() throws IOException {
    RunIdentity own = RunIdentity.of(ImmutableMap.of("instance", "β → 語", "code", "1"));
    Replicate kept = rich(-5);
    byte[] bytes = Checkpoints.bytes(own, kept);
    Replicate read = Checkpoints.replicate("a parcel", bytes, own, -5);
    assertEquals(kept, read);
    assertEquals(kept.state().extras().keySet().asList(), read.state().extras().keySet().asList());
    assertEquals(kept.ledger(), read.ledger());
    checkpoints(own).keep(kept);
    assertArrayEquals(bytes, Files.readAllBytes(checkpoints(own).file(-5)));
    assertEquals(kept, checkpoints(own).find(-5).orElseThrow());
    assertRefused(
        "a parcel is damaged: its seed is not 5; delete it to start this seed again",
        () -> Checkpoints.replicate("a parcel", bytes, own, 5));
    RunIdentity other = RunIdentity.of(ImmutableMap.of("instance", "γ", "code", "1"));
    assertRefused(
        "a parcel belongs to another run: its instance is β → 語, not γ",
        () -> Checkpoints.replicate("a parcel", bytes, other, -5));
    bytes[bytes.length / 2] ^= 1;
    assertRefused(
        "a parcel is damaged: its checksum does not fit its content",
        () -> Checkpoints.replicate("a parcel", bytes, own, -5));
  }

  /** What forests have cost is part of the file and has its rules. */
  @Test
  void countsOfForestsAreChecked() {
    RunIdentity own = RunIdentity.of(ImmutableMap.of("code", "1"));
    String text = new String(Checkpoints.bytes(own, rich(3)), StandardCharsets.UTF_8);
    String damaged = "a parcel is damaged: growth: ";
    String remedy = "; delete it to start this seed again";
    assertRefused(
        damaged + "modelCalls is null" + remedy,
        () -> parcel(own, text.replace("\"modelCalls\"", "\"calls\"")));
    assertRefused(
        damaged + "bytesKept is -77" + remedy,
        () -> parcel(own, text.replace("\"bytesKept\":77", "\"bytesKept\":-77")));
  }

  private static Replicate parcel(RunIdentity identity, String text) {
    byte[] bytes = resealed(text).getBytes(StandardCharsets.UTF_8);
    return Checkpoints.replicate("a parcel", bytes, identity, 3);
  }

  @Test
  void whatWasNeverKeptIsNotFound() {
    assertEquals(Optional.empty(), checkpoints().find(3));
  }

  @Test
  void onlyTheFileOfTheSeedIsLeft() throws IOException {
    checkpoints().keep(replicate(1));
    checkpoints().keep(replicate(2));
    try (java.util.stream.Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(checkpoints().file(Long.MIN_VALUE)), files.toList());
    }
  }

  @Test
  void aTornTemporaryFileDoesNoHarm() throws IOException {
    checkpoints().keep(replicate(1));
    Path torn = Path.of(checkpoints().file(Long.MIN_VALUE) + ".tmp");
    Files.writeString(torn, "{\"format\": \"ccl-ch");
    assertEquals(replicate(1), checkpoints().find(Long.MIN_VALUE).orElseThrow());
    checkpoints().keep(replicate(2));
    assertEquals(replicate(2), checkpoints().find(Long.MIN_VALUE).orElseThrow());
    assertTrue(Files.notExists(torn));
  }

  private String refusal(RunIdentity other) {
    return assertThrows(
            IllegalArgumentException.class, () -> checkpoints(other).find(Long.MIN_VALUE))
        .getMessage();
  }

  @Test
  void otherRunsAreRefused() {
    checkpoints().keep(replicate(1));
    String place = checkpoints().file(Long.MIN_VALUE) + " belongs to another run: its ";
    assertEquals(place + "code is 1.0, not 1.1", refusal(identity("1.1", "abc", WALK, 10)));
    assertEquals(place + "instance is abc, not abd", refusal(identity("1.0", "abd", WALK, 10)));
    assertEquals(
        place + "setting stride is 1, not 2",
        refusal(identity("1.0", "abc", WALK.with("stride", "2"), 10)));
    assertEquals(place + "rounds is 10, not 11", refusal(identity("1.0", "abc", WALK, 11)));
  }

  /** What is said of a file in which a text was replaced. */
  private String damage(String from, String to, UnaryOperator<String> finish) throws IOException {
    checkpoints().keep(replicate(1));
    Path file = checkpoints().file(Long.MIN_VALUE);
    String text = Files.readString(file);
    assertTrue(text.contains(from), text);
    Files.writeString(file, finish.apply(text.replace(from, to)));
    String message =
        assertThrows(IllegalArgumentException.class, () -> checkpoints().find(Long.MIN_VALUE))
            .getMessage();
    String remedy = "; delete it to start this seed again";
    assertTrue(message.startsWith(file.toString()), message);
    assertTrue(message.endsWith(remedy), message);
    return message.substring(file.toString().length(), message.length() - remedy.length());
  }

  /** The text with a checksum that fits it, as someone would compute it who read the guide. */
  private static String resealed(String text) {
    int comma = text.lastIndexOf(",\n  \"checksum\":\"");
    String body = text.substring(0, comma);
    String sum = Hashing.sha256().hashString(body, StandardCharsets.UTF_8).toString();
    return body + ",\n  \"checksum\":\"" + sum + "\"\n}\n";
  }

  @Test
  void everyChangeIsNoticed() throws IOException {
    String unfit = " is damaged: its checksum does not fit its content";
    String unsealed = " is damaged: it does not end with a checksum";
    assertEquals(unfit, damage("\"theta\":[ 1.0", "\"theta\":[ 1.5", t -> t));
    assertEquals(unfit, damage("\"firstWins\":3", "\"firstWins\":4", t -> t));
    assertEquals(unfit, damage("1.0", "1.0 ", t -> t), "even where JSON is the same");
    assertEquals(unfit, damage("\n}\n", "\n}\n\n", t -> t));
    assertEquals(unsealed, damage("x", "x", t -> t.substring(0, t.length() / 2)));
    assertEquals(unsealed, damage("x", "x", t -> ""));
    assertEquals(
        resealed(Files.readString(kept())), Files.readString(kept()), "the guide tells the rule");
  }

  private Path kept() {
    checkpoints().keep(replicate(1));
    return checkpoints().file(Long.MIN_VALUE);
  }

  @Test
  void aChecksumDoesNotReplaceTheRules() throws IOException {
    UnaryOperator<String> reseal = CheckpointsTest::resealed;
    for (String field : List.of("seed", "round", "w", "theta", "ledger", "extras", "record")) {
      assertEquals(
          " is damaged: " + field + " is missing",
          damage("\"" + field + "\":", "\"other\":", reseal));
    }
    String format = " is not a checkpoint of format ccl-checkpoint/1";
    assertEquals(format, damage("ccl-checkpoint/1", "ccl-checkpoint/2", reseal));
    assertEquals(format, damage("ccl-checkpoint/1", "ccl-checkpoint/10", reseal));
    assertEquals(format, damage("\"format\"", "\"kind\"", reseal));
    assertEquals(
        " is damaged: ledger: firstWins is null", damage("\"firstWins\"", "\"wins\"", reseal));
    assertEquals(
        " is damaged: ledger: secondWins is -4",
        damage("\"secondWins\":4", "\"secondWins\":-4", reseal));
    assertEquals(
        " is damaged: its seed is not -9223372036854775808",
        damage(Long.toString(Long.MIN_VALUE), "5", reseal));
    assertTrue(damage("\"record\"", "", reseal).startsWith(": line "));
    assertTrue(
        damage("9223372036854775807", "9223372036854775808", reseal).startsWith(" is damaged: "));
  }

  @Test
  void filesThatCannotBeWrittenOrReadAreTold() throws IOException {
    RunIdentity identity = identity("1.0", "abc", WALK, 10);
    Checkpoints nowhere = Checkpoints.in(directory.resolve("none"), identity, Cadence.AT_THE_END);
    UncheckedIOException unwritten =
        assertThrows(UncheckedIOException.class, () -> nowhere.keep(replicate(1)));
    assertEquals(
        nowhere.file(Long.MIN_VALUE) + ".tmp",
        ((NoSuchFileException) unwritten.getCause()).getFile());
    assertEquals(Optional.empty(), nowhere.find(Long.MIN_VALUE));
    assertEquals(directory.resolve("seed-3.json"), checkpoints().file(-3));
    Files.createDirectory(checkpoints().file(-3));
    assertThrows(UncheckedIOException.class, () -> checkpoints().find(-3));
  }
}

package dev.ccl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.report.verify.VerifyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts are those of their instance, in whatever order they arrive. */
class VerifyDeskTest {
  private static final VerifyPlan PLAN = VerifyPlan.of(List.of("C16"), Optional.empty(), 1, false);

  private static final List<Instance> INSTANCES =
      List.of(SeparationInstance.of(1, 2, 2, 0.5), SeparationInstance.of(2, 3, 1, 0.75));

  @TempDir private Path directory;

  private static VerifyTask.Found found(int number) {
    return new VerifyTask.Found(number, PLAN.verify(INSTANCES.get(number), claim -> {}), null);
  }

  private VerifyDesk desk(VerifyPlan plan) {
    return new VerifyDesk(directory.resolve("kept"), plan, INSTANCES);
  }

  @Test
  void whatArrivedIsThereForTheNextCallAndGoneAfterTheLast() throws IOException {
    desk(PLAN).lay(found(1));
    assertTrue(desk(PLAN).has(1));
    assertFalse(desk(PLAN).has(0));
    assertFalse(desk(VerifyPlan.of(List.of("C16"), Optional.empty(), 2, false)).has(1));
    assertEquals(List.of(0), numbers(desk(PLAN)));
    VerifyDesk last = desk(PLAN);
    last.lay(found(0));
    for (int i = 0; i < 2; i++) {
      assertEquals(
          PLAN.read(found(i).text(), INSTANCES.get(i)).toString(),
          last.verdicts().get(i).toString());
    }
    assertEquals(List.of(), last.failures());
    Path others = Files.writeString(directory.resolve("kept/others.json"), "{}");
    last.clear();
    assertFalse(last.has(0) || last.has(1));
    assertTrue(Files.exists(others));
    Files.delete(others);
    last.clear();
    assertFalse(Files.exists(directory.resolve("kept")));
  }

  /** A verdict that was edited where it was kept is none. */
  @Test
  void editedVerdictsAreRefused() throws IOException {
    VerifyDesk desk = desk(PLAN);
    desk.lay(found(0));
    desk.lay(found(1));
    Path file;
    try (Stream<Path> files = Files.list(directory.resolve("kept"))) {
      file = files.findFirst().orElseThrow();
    }
    Files.writeString(file, Files.readString(file).replaceFirst("0\\.", "1."));
    String message = assertThrows(IllegalArgumentException.class, desk::verdicts).getMessage();
    assertTrue(message.startsWith(file + " is damaged"), message);
  }

  private static List<Integer> numbers(VerifyDesk desk) throws IOException {
    return desk.left().stream().map(VerifyTask.Sent::number).toList();
  }

  /** What is left keeps its number, under which its verdicts come back. */
  @Test
  void theRestIsVerifiedUnderItsOwnNumbers() throws IOException {
    assertEquals(List.of(0, 1), numbers(desk(PLAN)));
    desk(PLAN).lay(found(0));
    assertEquals(List.of(1), numbers(desk(PLAN)));
    desk(PLAN).lay(found(1));
    assertEquals(List.of(), numbers(desk(PLAN)));
  }

  @Test
  void whatFailedIsNamedAndNotKept() throws IOException {
    VerifyDesk desk = desk(PLAN);
    desk.lay(new VerifyTask.Found(1, null, "no memory"));
    desk.lost(VerifyTask.Sent.of(0, PLAN, INSTANCES.get(0)), "tried 4 times");
    desk.fail("the cluster gave up");
    assertEquals(
        List.of(
            "instance 2 (" + INSTANCES.get(1).header().name() + "): no memory",
            "instance 1 ("
                + INSTANCES.get(0).header().name()
                + "): it ends its worker: tried 4 times",
            "the cluster gave up"),
        desk.failures());
    assertFalse(desk.has(1));
  }

  /** Only what is complete is cleared away; the same command verifies the rest. */
  @Test
  void whatWasFoundStaysWhileSomethingIsMissing() throws IOException {
    VerifyDesk failed = desk(PLAN);
    failed.lay(found(1));
    failed.lay(new VerifyTask.Found(0, null, "no memory"));
    SparkVerify.Outcome outcome = SparkVerify.outcome(failed, false);
    assertEquals(List.of(), outcome.verdicts());
    assertEquals(failed.failures(), outcome.failures());
    assertFalse(outcome.stopped());
    assertEquals(List.of(0), numbers(desk(PLAN)));
    outcome = SparkVerify.outcome(desk(PLAN), true);
    assertEquals(List.of(), outcome.verdicts());
    assertTrue(outcome.stopped());
    assertEquals(List.of(0), numbers(desk(PLAN)));
    VerifyDesk last = desk(PLAN);
    last.lay(found(0));
    outcome = SparkVerify.outcome(last, false);
    assertEquals(1, outcome.verdicts().size());
    assertEquals("C16", outcome.verdicts().get(0).claim().id());
    assertEquals(List.of(), outcome.failures());
    assertFalse(outcome.stopped());
    assertFalse(Files.exists(directory.resolve("kept")));
  }

  /** An instance that is given twice is verified once and stands in both places. */
  @Test
  void oneInstanceInTwoPlaces() throws IOException {
    List<Instance> twice = List.of(INSTANCES.get(1), INSTANCES.get(0), INSTANCES.get(1));
    VerifyDesk desk = new VerifyDesk(directory.resolve("kept"), PLAN, twice);
    desk.clear();
    assertFalse(Files.exists(directory.resolve("kept")), "nothing was kept yet");
    desk.lay(new VerifyTask.Found(2, found(1).text(), null));
    assertTrue(desk.has(0) && !desk.has(1) && desk.has(2));
    desk.lay(new VerifyTask.Found(1, found(0).text(), null));
    assertEquals(3, desk.verdicts().size());
    assertEquals(desk.verdicts().get(0).toString(), desk.verdicts().get(2).toString());
    desk.clear();
    assertFalse(Files.exists(directory.resolve("kept")));
  }

  /** Files may have one name in them and hold other numbers. */
  @Test
  void instancesOfOneNameAreNotTheSame() throws IOException {
    Instance first = INSTANCES.get(0);
    Instance.Header header = first.header();
    Instance other =
        Instance.of(
            new Instance.Header(
                header.name(),
                header.lambda() / 2,
                header.bound(),
                header.horizon(),
                header.vocabulary(),
                header.feasibility(),
                header.calibrationSet(),
                header.teacher(),
                header.initial()),
            ImmutableList.copyOf(first.prompts().values()),
            first.source(),
            first.target());
    VerifyDesk desk = new VerifyDesk(directory.resolve("kept"), PLAN, List.of(first, other));
    desk.lay(found(0));
    assertTrue(desk.has(0));
    assertFalse(desk.has(1));
  }
}

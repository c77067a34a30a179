package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.RichProblems;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run keeps and when, what it tells while it goes on, and how its file looks. */
final class KeptRunsTest {
  private static final RecordedRounds ROUNDS = RecordedRounds.of(new long[] {3, 7}, 12);

  @TempDir Path directory;

  private static RunIdentity identity(Learner learner, LearningProblem problem) {
    return problem.isWhole()
        ? RunIdentity.of("1.2", "digest", learner, problem, ROUNDS)
        : RunIdentity.of(Map.of("learner", learner.name()));
  }

  /** The files of two seeds, of which one is interrupted twice and goes on. */
  private String files(String name, Learner learner, LearningProblem problem) throws IOException {
    RunIdentity identity = identity(learner, problem);
    Path own = Files.createDirectory(directory.resolve(name));
    Checkpoints kept = Checkpoints.in(own, identity, Cadence.everyRounds(5));
    Replicates runs = Replicates.of(learner, problem, ROUNDS);
    for (int rounds : new int[] {2, 9}) {
      assertEquals(false, runs.run(8, 1, 1, kept, stoppedAfter(rounds)));
    }
    assertEquals(true, runs.run(8, 2, 1, kept, Monitor.NONE));
    StringBuilder text = new StringBuilder(name).append(' ').append(identity.digest());
    for (long seed = 8; seed <= 9; seed++) {
      text.append('\n').append(own.relativize(kept.file(seed))).append('\n');
      text.append(Files.readString(kept.file(seed)));
      Replicate replicate = kept.find(seed).orElseThrow();
      text.append(replicate.ledger()).append('\n');
      Replicate alone = runs.run(seed, 1, 1).get(0);
      assertEquals(alone.state(), replicate.state(), "what was interrupted is the same run");
      assertEquals(alone.record(), replicate.record());
    }
    return text.append('\n').toString();
  }

  private static Monitor stoppedAfter(long rounds) {
    return new Monitor() {
      private long done;

      @Override
      public void completed(long more) {
        done += more;
      }

      @Override
      public boolean stopping() {
        return done >= rounds;
      }
    };
  }

  /** Of a whole tree and a growing one, of a run with memories and one without. */
  @Test
  void interruptedRunsAreTheSameRuns() throws IOException {
    Learner watched = Learners.named("practical").with("acceptance", "expectation");
    Learner growing = Learners.named("practical-by-rollouts").with("calibration", "evidence");
    files("watched", watched, RichProblems.WHOLE.get("one-token"));
    files("growing", growing, RichProblems.growing("one-token"));
  }

  /** The example of the format. */
  @Test
  @Tag("record")
  void aCheckpointIsTheRecordedText() throws IOException {
    Learner walked = Learners.named("source-reward");
    String text = files("walked", walked, RichProblems.WHOLE.get("box"));
    Recorded.check(KeptRunsTest.class, "checkpoint.txt", text);
  }

  /** A time that is always over, and one that never is. */
  @Test
  void aRunIsKeptWhenItsTimeIsOver() {
    RecordedRounds all = RecordedRounds.of(new long[] {1, 2}, 3); // so that stretches are rounds
    Replicates runs = Replicates.of(RandomWalk.of(), RichProblems.WHOLE.get("box"), all);
    MemoryJournal often = new MemoryJournal(Cadence.every(Duration.ZERO));
    runs.run(4, 1, 1, often, Monitor.NONE);
    assertEquals(
        List.of("find 4", "keep 1 [0, 1]", "keep 2 [0, 1, 2]", "keep 3 [0, 1, 2, 3]"),
        often.events());
    MemoryJournal once = new MemoryJournal(Cadence.every(Duration.ofDays(1)));
    runs.run(4, 1, 1, once, Monitor.NONE);
    assertEquals(List.of("find 4", "keep 3 [0, 1, 2, 3]"), once.events());
  }

  /** Where models make a round dear, whoever wants to stop is asked after each. */
  @Test
  void roundsWhereForestsGrowAreToldOneByOne() {
    List<Long> told = new ArrayList<>();
    Monitor monitor =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            told.add(rounds);
          }
        };
    RecordedRounds few = RecordedRounds.of(new long[0], 30);
    Replicates.of(RandomWalk.of(), RichProblems.growing("box"), few)
        .run(4, 1, 1, new MemoryJournal(Cadence.AT_THE_END), monitor);
    told.removeIf(rounds -> rounds == 0); // what is left at the end
    assertEquals(Collections.nCopies(30, 1L), told);
  }

  /** At the end, and after every stretch that its cadence asks for. */
  @Test
  void aRunIsKeptWhenItsCadenceSaysAndTellsAllRounds() {
    assertEquals(List.of("find 4", "keep 12 [0, 3, 7, 12]", "find 4"), events(Cadence.AT_THE_END));
    assertEquals(
        List.of("find 4", "keep 5 [0, 3]", "keep 10 [0, 3, 7]", "keep 12 [0, 3, 7, 12]", "find 4"),
        events(Cadence.everyRounds(5)));
  }

  private static List<String> events(Cadence cadence) {
    MemoryJournal journal = new MemoryJournal(cadence);
    LearningProblem problem = RichProblems.WHOLE.get("one-token");
    Replicates runs = Replicates.of(Learners.named("practical"), problem, ROUNDS);
    long[] told = new long[1];
    Monitor counting =
        new Monitor() {
          @Override
          public void completed(long rounds) {
            told[0] += rounds;
          }
        };
    runs.run(4, 1, 1, journal, counting);
    assertEquals(ROUNDS.last(), told[0]);
    runs.run(4, 1, 1, journal, counting); // finds all rounds done
    assertEquals(2 * ROUNDS.last(), told[0]);
    return journal.events();
  }
}

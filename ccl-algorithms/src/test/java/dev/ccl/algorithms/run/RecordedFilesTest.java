package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableList;
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
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of runs as whole texts, and what a run keeps, when, and tells while it goes on. */
final class RecordedFilesTest {
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

  @Test
  @Tag("record")
  void checkpointsAreTheRecordedTexts() throws IOException {
    Learner watched = Learners.named("practical").with("acceptance", "expectation");
    Learner sampled = Learners.named("ccl").with("gradient", "causal").with("updates", "2");
    StringBuilder text = new StringBuilder();
    text.append(files("watched", watched, RichProblems.WHOLE.get("one-token")));
    text.append(files("sampled", sampled, RichProblems.WHOLE.get("explicit")));
    text.append(
        files(
            "growing",
            Learners.named("practical-by-rollouts").with("calibration", "evidence"),
            RichProblems.growing("one-token")));
    text.append(files("walked", Learners.named("source-reward"), RichProblems.WHOLE.get("box")));
    Recorded.check(RecordedFilesTest.class, "checkpoints.txt", text.toString());
  }

  /** A journal that notes the order of what it is asked and told. */
  private static final class Told implements Journal {
    private final List<String> words = new ArrayList<>();
    private final Cadence cadence;
    private Optional<Replicate> kept = Optional.empty();

    Told(Cadence cadence) {
      this.cadence = cadence;
    }

    @Override
    public Cadence cadence() {
      return cadence;
    }

    @Override
    public Optional<Replicate> find(long seed) {
      words.add("find " + seed);
      return kept;
    }

    @Override
    public void keep(Replicate replicate) {
      ImmutableList.Builder<Long> rounds = ImmutableList.builder();
      replicate.record().forEach(snapshot -> rounds.add(snapshot.round()));
      words.add("keep " + replicate.state().round() + " " + rounds.build());
      kept = Optional.of(replicate);
    }
  }

  /** A time that is always over, and one that never is. */
  @Test
  void aRunIsKeptWhenItsTimeIsOver() {
    RecordedRounds all = RecordedRounds.of(new long[] {1, 2}, 3); // so that stretches are rounds
    Replicates runs = Replicates.of(RandomWalk.of(), RichProblems.WHOLE.get("box"), all);
    Told often = new Told(Cadence.every(Duration.ZERO));
    runs.run(4, 1, 1, often, Monitor.NONE);
    assertEquals(
        List.of("find 4", "keep 1 [0, 1]", "keep 2 [0, 1, 2]", "keep 3 [0, 1, 2, 3]"), often.words);
    Told once = new Told(Cadence.every(Duration.ofDays(1)));
    runs.run(4, 1, 1, once, Monitor.NONE);
    assertEquals(List.of("find 4", "keep 3 [0, 1, 2, 3]"), once.words);
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
        .run(4, 1, 1, new Told(Cadence.AT_THE_END), monitor);
    told.removeIf(rounds -> rounds == 0); // what is left at the end
    assertEquals(Collections.nCopies(30, 1L), told);
  }

  @Test
  @Tag("record")
  void aRunIsKeptWhenItsCadenceSaysAndTellsAllRounds() {
    LearningProblem problem = RichProblems.WHOLE.get("one-token");
    StringBuilder text = new StringBuilder();
    for (String stop : List.of("never")) {
      Learner learner = Learners.named("practical");
      for (Cadence cadence : List.of(Cadence.AT_THE_END, Cadence.everyRounds(5))) {
        Told journal = new Told(cadence);
        Replicates runs = Replicates.of(learner, problem, ROUNDS);
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
        runs.run(4, 1, 1, journal, counting);
        assertEquals(2 * ROUNDS.last(), told[0]);
        text.append(stop).append(", ").append(cadence).append(": ").append(journal.words);
        text.append('\n');
      }
    }
    Recorded.check(RecordedFilesTest.class, "journal.txt", text.toString());
  }
}

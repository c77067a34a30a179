package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.judge.Verdict;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.liars.Liar;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search prints can be read, says something, and fails again where it is told. */
class RepeatTest {
  @TempDir private Path directory;

  /** As {@code ccl verify} does it with the options of the command. */
  private static Verdict.Status verify(
      String command, String check, Function<Instance, Subject> maker) {
    List<String> words = Splitter.on(' ').splitToList(command);
    Claim claim = Claims.named(words.get(words.indexOf("--claims") + 1));
    assertTrue(check.startsWith(claim.id()), command);
    Instance instance = InstanceReader.read(Path.of(words.get(words.indexOf("--instances") + 1)));
    long seed = Long.parseLong(words.get(words.indexOf("--seed") + 1));
    Effort effort = words.contains("--thorough") ? Effort.LONG_RUNS : Effort.RUNS;
    return Verification.of(List.of(claim), List.of(instance), maker, seed, effort)
        .run(1, (c, i) -> {})
        .get(0)
        .status();
  }

  /** In a formula, from a random try with several rows of features. */
  @ParameterizedTest
  @CsvSource({
    "C10 exact, gamma-without-acceptance",
    "C16 exact, lambda-dropped",
    "C17 exact, score-not-centred",
    "C20 exact, lambda-dropped",
    "C23 exact, hessian-without-scores",
    "C24 exact, smoothness-small",
    "C25 exact, gradient-of-teacher",
    "C37 exact, matching-with-lambda"
  })
  void aShrunkCounterexampleFailsAgain(String check, String name) {
    Liar liar = Refuted.liar(name);
    Counterexample small = Refuted.random(check, liar).shrunk(liar::on);
    Path file = small.write(directory);
    String command = small.command(file, "--liar " + name);
    assertEquals(Verdict.Status.FAILS, verify(command, check, liar::on), command);
    String honest = small.command(file, "");
    assertEquals(Verdict.Status.HOLDS, verify(honest, check, Subject::new), honest);
  }

  /** In something drawn: what is sampled once is sampled again. */
  @ParameterizedTest
  @CsvSource({"C06 law, accept-bad", "C11 law, calibration-radius", "C28 law, exploration-central"})
  void aSampledCounterexampleFailsAgain(String check, String name) {
    Liar liar = Refuted.liar(name);
    Counterexample small = Refuted.first(check, liar, 0).shrunk(liar::on);
    assertEquals(Effort.RUNS, small.trial().effort());
    Path file = small.write(directory);
    String command = small.command(file, "--liar " + name);
    assertEquals(Verdict.Status.FAILS, verify(command, check, liar::on), command);
    String honest = small.command(file, "");
    assertEquals(Verdict.Status.HOLDS, verify(honest, check, Subject::new), honest);
  }

  /** Whatever is tried can be written and read, so that it can be shown. */
  @Test
  void everyTryIsAnInstanceOfTheModel() {
    for (Trials trials :
        List.of(
            Trials.of(), Trials.of(Requirement.TINY_TARGET), Trials.of(Requirement.SEPARATION))) {
      assertFalse(trials.sampled().isEmpty());
      for (int k = 0; k < trials.edges().size() + 20; k++) {
        Trial trial = trials.get(k);
        Path file = new Counterexample(Claims.part("C16 exact"), trial, 0, null).write(directory);
        assertEquals(trial.instance(), InstanceReader.read(file), trial.toString());
      }
    }
  }

  /** Rounds are played where prompts, positions and letters differ. */
  @Test
  void sampledTriesGoWhereThingsDiffer() {
    List<Instance> sampled = Trials.of().sampled().stream().map(Trial::instance).toList();
    assertTrue(sampled.stream().anyMatch(i -> i.source().size() > 1 && i.target().size() > 1));
    assertTrue(sampled.stream().anyMatch(i -> i.header().horizon() > 1));
    assertTrue(sampled.stream().anyMatch(i -> i.header().vocabulary().size() > 3));
  }
}

package dev.ccl.theory.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Claims;
import dev.ccl.theory.Effort;
import dev.ccl.theory.Requirement;
import dev.ccl.theory.Subject;
import dev.ccl.theory.liars.Liar;
import dev.ccl.theory.liars.Liars;
import dev.ccl.theory.verify.Counterexample;
import dev.ccl.theory.verify.Verdict;
import dev.ccl.theory.verify.Verification;
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

  private static Liar liar(String name) {
    return Liars.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  /** The first counterexample of the tries from a number on. */
  private static Counterexample found(LemmaSearch search, int from) {
    Trials trials = Trials.of(search.claim());
    for (int k = from; k < from + 1000; k++) {
      var found = search.attempt(trials.get(k));
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new AssertionError("nothing is found");
  }

  /** As {@code ccl verify} does it with the options of the command. */
  private static Verdict.Status verify(
      String command, Claim claim, Function<Instance, Subject> maker) {
    List<String> words = Splitter.on(' ').splitToList(command);
    assertEquals(claim.id(), words.get(words.indexOf("--claims") + 1));
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
    "C10, gram-by-teacher",
    "C16, lambda-dropped",
    "C17, score-not-centred",
    "C20, cost-summed",
    "C23, hessian-without-scores",
    "C24, smoothness-small",
    "C25, gradient-of-teacher",
    "C37, matching-with-lambda"
  })
  void aShrunkCounterexampleFailsAgain(String id, String name) {
    Claim claim = Claims.named(id);
    Liar liar = liar(name);
    LemmaSearch search = LemmaSearch.of(claim, liar::on, Effort.NONE);
    Refutation small = search.shrink(found(search, Trials.of(claim).edges().size()));
    Path file = small.write(directory);
    String command = small.command(file, "--liar " + name);
    assertEquals(Verdict.Status.FAILS, verify(command, claim, liar::on), command);
    String honest = small.command(file, "");
    assertEquals(Verdict.Status.HOLDS, verify(honest, claim, Subject::new), honest);
  }

  /** In something drawn: what is sampled once is sampled again. */
  @ParameterizedTest
  @CsvSource({"C06, accept-bad", "C11, calibration-radius", "C28, exploration-central"})
  void aSampledCounterexampleFailsAgain(String id, String name) {
    Claim claim = Claims.named(id);
    Liar liar = liar(name);
    LemmaSearch search = LemmaSearch.of(claim, liar::on, Effort.RUNS);
    Refutation small = search.shrink(found(search, 0));
    assertEquals(Effort.RUNS, small.found().search().effort());
    Path file = small.write(directory);
    String command = small.command(file, "--liar " + name);
    assertEquals(Verdict.Status.FAILS, verify(command, claim, liar::on), command);
    String honest = small.command(file, "");
    assertEquals(Verdict.Status.HOLDS, verify(honest, claim, Subject::new), honest);
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
        Counterexample there =
            new Counterexample(trial.instance(), trial.place(), trial.seed(), null, null);
        Path file = new Refutation(Claims.named("C16"), there, "").write(directory);
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

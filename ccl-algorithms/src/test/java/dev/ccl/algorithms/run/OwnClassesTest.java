package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathLearner;
import dev.ccl.algorithms.ccl.Budget;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of a user's code are not taken over once it has changed; those of ours are. */
class OwnClassesTest {
  private static final LearningProblem PROBLEM = SeparationInstance.of(1, 2, 2, 0.5).problem();
  private static final RecordedRounds ROUNDS = RecordedRounds.logarithmic(5);

  private static final String LEARNER =
      """
      import dev.ccl.algorithms.*;
      import dev.ccl.algorithms.run.Learners;
      import dev.ccl.core.problem.LearningProblem;
      public class Mine implements Learner {
        public String name() { return "mine"; }
        public Settings settings() { return Settings.of(com.google.common.collect.ImmutableList.of()); }
        public Learner with(Settings settings) { return this; }
        public LearnerState initial(LearningProblem problem, long seed) {
          return Learners.named("sft").initial(problem, seed + CHANGED);
        }
        public Session open(LearningProblem problem, LearnerState state, int threads) {
          return Learners.named("sft").open(problem, state, threads);
        }
      }
      """;

  private static final String PART =
      """
      public class Mine implements dev.ccl.algorithms.ccl.Budget {
        public void at(long t, dev.ccl.algorithms.engine.Rollouts out) { out.set(CHANGED); }
        @Override public String toString() { return "mine"; }
      }
      """;

  private static final String BASELINE =
      """
      public class Mine implements dev.ccl.algorithms.baseline.Baseline {
        public boolean onSource() { return false; }
        public double weight(double lambda) { return CHANGED; }
        public void add(dev.ccl.algorithms.baseline.PathWalk answer, double scale, double[] g) {}
        @Override public String toString() { return "mine"; }
      }
      """;

  private static final String VERIFIER =
      """
      public class Mine implements dev.ccl.core.problem.RewardOracle {
        public boolean isExact() { return false; }
        public double reward(
            dev.ccl.core.mdp.Prompt prompt,
            com.google.common.primitives.ImmutableIntArray answer) {
          return 0.5 / CHANGED;
        }
      }
      """;

  private static final String FEATURES =
      """
      public class Mine implements dev.ccl.core.policy.FeatureMap {
        public int dimension() { return 1; }
        public void features(dev.ccl.core.mdp.State state, double[] out) {
          java.util.Arrays.fill(out, 0.5 / CHANGED);
        }
      }
      """;

  private static final String REFERENCE =
      """
      public class Mine implements dev.ccl.core.policy.FrozenPolicy {
        static final int VERSION = CHANGED;
        public void probabilities(dev.ccl.core.mdp.State state, double[] out) {
          java.util.Arrays.fill(out, 1.0 / state.legal().length());
        }
      }
      """;

  @TempDir private Path directory;

  /** Compiles a class Mine to the same directory as before and makes an instance of it. */
  private Object mine(String source, int changed) throws Exception {
    Path classes = Files.createDirectories(directory.resolve("mine"));
    Path file = Files.createDirectories(directory.resolve("src")).resolve("Mine.java");
    Files.writeString(file, source.replace("CHANGED", "" + changed));
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), file.toString()));
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, OwnClassesTest.class.getClassLoader())) {
      return loader.loadClass("Mine").getDeclaredConstructor().newInstance();
    }
  }

  private static RunIdentity identity(Learner learner, LearningProblem problem) {
    return RunIdentity.of(RunIdentity.NUMBERS, "digest", learner, problem, ROUNDS);
  }

  private interface Use {
    RunIdentity of(Object mine) throws Exception;
  }

  private void assertChangesAreNoticed(String source, Use use) throws Exception {
    RunIdentity first = use.of(mine(source, 1));
    assertEquals(first, use.of(mine(source, 1)), "compiled again, it is the same");
    Files.writeString(directory.resolve("mine/notes.txt"), "results beside the classes");
    assertEquals(first, use.of(mine(source, 1)), "only classes count");
    RunIdentity second = use.of(mine(source, 2));
    assertNotEquals(first, second);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> second.requireSame("seed1.json", first));
    assertTrue(
        refusal.getMessage().startsWith("seed1.json belongs to another run: its own classes is "),
        refusal.getMessage());
  }

  @Test
  void aLearnerThatChangesIsAnother() throws Exception {
    assertChangesAreNoticed(LEARNER, mine -> identity((Learner) mine, PROBLEM));
  }

  @Test
  void aPartThatChangesIsAnother() throws Exception {
    Learner ccl = Learners.named("ccl");
    assertChangesAreNoticed(
        PART,
        mine ->
            identity(
                ccl.with(ccl.settings().with(CclSettings.GRADIENT_BATCH, (Budget) mine)), PROBLEM));
  }

  @Test
  void aBaselineThatChangesIsAnother() throws Exception {
    assertChangesAreNoticed(BASELINE, mine -> identity(PathLearner.of((Baseline) mine), PROBLEM));
  }

  @Test
  void aVerifierThatChangesIsAnother() throws Exception {
    assertChangesAreNoticed(
        VERIFIER,
        mine -> identity(Learners.named("ccl"), PROBLEM.withSourceRewards((RewardOracle) mine)));
  }

  @Test
  void aNoisyVerifierThatChangesIsAnother() throws Exception {
    assertChangesAreNoticed(
        VERIFIER,
        mine ->
            identity(
                Learners.named("ccl"),
                PROBLEM.withSourceRewards(RewardOracle.noisy((RewardOracle) mine))));
  }

  @Test
  void featuresThatChangeAreOthers() throws Exception {
    assertChangesAreNoticed(
        FEATURES,
        mine ->
            identity(
                Learners.named("ccl"),
                PROBLEM.withStudent(
                    new LearningProblem.PolicyClass(
                        LinearSoftmax.of((FeatureMap) mine),
                        PROBLEM.student().set(),
                        PROBLEM.student().initial()))));
  }

  @Test
  void aReferenceThatChangesIsAnother() throws Exception {
    assertChangesAreNoticed(
        REFERENCE,
        mine ->
            identity(
                Learners.named("ccl"),
                LearningProblem.of(
                    PROBLEM.lambda(),
                    PROBLEM.bound(),
                    PROBLEM.source().dataset(),
                    PROBLEM.target().dataset(),
                    PROBLEM.calibration(),
                    PROBLEM.student(),
                    (FrozenPolicy) mine,
                    (prompt, answer) -> 0.5)));
  }

  /** Neither a release nor a comment of ours is in it. */
  @Test
  void theLibraryIsKnownByItsNumbers() throws IOException {
    for (Learner learner : Learners.all()) {
      RunIdentity identity = identity(learner, PROBLEM);
      assertEquals(RunIdentity.NUMBERS, identity.entries().get("code"), learner.name());
      assertFalse(identity.entries().containsKey("own classes"), learner.name());
    }
    assertEquals(
        ImmutableList.of(), List.copyOf(LoadedCode.own(List.of(String.class)).stream().toList()));
  }
}

package dev.ccl.algorithms.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.ccl.Comparison;
import dev.ccl.algorithms.ccl.Run;
import dev.ccl.algorithms.ccl.Teaching;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * What teaches where exact rewards may prove a solution, against a plain proof that is told the
 * same rewards and the same iterates, where the model holds, where it does not, and where it seems
 * to hold for some time.
 */
class ProvenTeachingTest {
  private static final double ROUNDING = 1e-9;
  private static final int ROUNDS = 150;

  private static final RandomSpec SPEC =
      RandomSpec.SMALL.withLetters(3).withPrompts(3, 2).withDimensions(2, 2).withBound(2);

  private static PlainVariant.Ground ground(long seed) {
    return PlainVariant.Ground.of(Naive.of(RandomInstance.of(SPEC, seed).instance()));
  }

  /** The proof of the library, which writes down how far a plain one is from it. */
  private static final class Beside implements Teaching {
    private final PlainVariant.Ground ground;
    private final PlainProof plain;
    private double largest;
    private int proven; // rounds in which it is not the iterate that teaches

    Beside(PlainVariant.Ground ground, PlainProof plain) {
      this.ground = ground;
      this.plain = plain;
    }

    @Override
    public InRun start(Run run, double[] w) {
      InRun inner = Teaching.Choice.PROVEN.start(run, w);
      Forest forest = run.problem().source().forest();
      return new InRun() {
        @Override
        public void verified(SourceCursor s, Comparison c, double reward) {
          String prompt = forest.prompts().get(forest.root(s.leaf())).id();
          plain.verified(ground.model().answer(prompt, forest.answer(s.leaf())), reward);
          inner.verified(s, c, reward);
        }

        @Override
        public void add(long t) {
          inner.add(t);
          double[] taught = inner.calibration();
          largest = Math.max(largest, SmallAlgebra.distance(taught, plain.taught(w)));
          proven += Arrays.equals(taught, w) ? 0 : 1;
        }

        @Override
        public double[] calibration() {
          return inner.calibration();
        }
      };
    }

    @Override
    public String toString() {
      return Teaching.Choice.PROVEN.toString();
    }
  }

  /** The rewards of a run, some of which may be others than those of the instance. */
  private interface World {
    double reward(Instance instance, Prompt prompt, ImmutableIntArray answer);
  }

  private static double right(Instance instance, Prompt prompt, ImmutableIntArray answer) {
    return instance.prompts().get(prompt.id()).reward(answer);
  }

  private static double wrong(Instance instance, Prompt prompt, ImmutableIntArray answer) {
    return 0.5 + 0.4 * StrictMath.sin(answer.hashCode() + prompt.id().hashCode());
  }

  /** One answer in seven has a reward that the others do not explain. */
  private static double rarelyWrong(Instance instance, Prompt prompt, ImmutableIntArray answer) {
    return Math.floorMod(answer.hashCode(), 7) == 0
        ? wrong(instance, prompt, answer)
        : right(instance, prompt, answer);
  }

  private static Beside run(long seed, World world, Function<PlainEquations, PlainProof> proof) {
    PlainVariant.Ground ground = ground(seed);
    Instance instance = ground.model().instance();
    Beside beside = new Beside(ground, proof.apply(ground.equations()));
    LearningProblem problem =
        instance.problem().withSourceRewards((x, y) -> world.reward(instance, x, y));
    Ccl learner = Ccl.of("beside", CclSettings.PRACTICAL.with(CclSettings.TEACHING, beside));
    try (Session session = learner.open(problem, learner.initial(problem, seed), 1)) {
      session.advance(ROUNDS);
    }
    return beside;
  }

  @Test
  void whatTeachesIsThePlainProofs() {
    int lost = 0;
    for (long seed = 1; seed <= 6; seed++) {
      Beside right = run(seed, ProvenTeachingTest::right, PlainProof::new);
      assertEquals(0, right.largest, ROUNDING, "where the model holds, seed " + seed);
      assertTrue(right.proven > ROUNDS / 2, "proven in " + right.proven + " rounds");
      Beside wrong = run(seed, ProvenTeachingTest::wrong, PlainProof::new);
      assertEquals(0, wrong.largest, ROUNDING, "where no w explains the rewards, seed " + seed);
      assertEquals(0, wrong.proven, "nothing is proven there");
      Beside rarely = run(seed, ProvenTeachingTest::rarelyWrong, PlainProof::new);
      assertEquals(0, rarely.largest, ROUNDING, "where some rewards are wrong, seed " + seed);
      lost += rarely.proven > 0 ? 1 : 0;
      assertTrue(rarely.proven < ROUNDS / 2, "contradicted after " + rarely.proven);
    }
    assertTrue(lost > 0, "some proofs are contradicted");
  }

  private static void assertSeen(Function<PlainEquations, PlainProof> liar) {
    double largest = 0;
    for (long seed = 1; seed <= 6; seed++) {
      for (World world :
          List.<World>of(
              ProvenTeachingTest::right,
              ProvenTeachingTest::wrong,
              ProvenTeachingTest::rarelyWrong)) {
        largest = Math.max(largest, run(seed, world, liar).largest);
      }
    }
    assertTrue(largest > 1e-3, "believes a liar: " + largest);
  }

  /** A liar: it takes what just determines w for proven. */
  @Test
  void aSolutionWithoutATestIsSeen() {
    assertSeen(
        equations ->
            new PlainProof(equations) {
              @Override
              protected boolean proves(PlainEquations.Solution solution) {
                return true;
              }
            });
  }

  /** A liar: what has been proven stays so. */
  @Test
  void aProofThatHearsNothingMoreIsSeen() {
    assertSeen(
        equations ->
            new PlainProof(equations) {
              @Override
              protected boolean contradicts(double unexplained) {
                return false;
              }
            });
  }

  /**
   * Where the source has no equation to spare, and where rewards are noisy, the iterate teaches.
   */
  @Test
  void nothingIsProvenWithoutATestOrFromNoise() {
    LearningProblem spare = SeparationInstance.of(2, 3, 2, 0.5).problem();
    LearningProblem none = SeparationInstance.of(1, 2, 2, 0.5).problem();
    assertEquals(1, proof(spare)[4]);
    assertEquals(0, proof(none)[4]);
    RewardOracle exact =
        (x, y) -> SeparationInstance.of(2, 3, 2, 0.5).prompts().get(x.id()).reward(y);
    assertEquals(0, proof(spare.withSourceRewards(RewardOracle.noisy(exact)))[3]);
  }

  private static double[] proof(LearningProblem problem) {
    Ccl learner = Ccl.practical();
    try (Session session = learner.start(problem, 3, 1)) {
      session.advance(400);
      LearnerState state = session.state();
      try (Session resumed = learner.open(problem, state, 1)) {
        session.advance(50);
        resumed.advance(50);
        assertEquals(session.state(), resumed.state(), "goes on to the bit");
      }
      return state.extras().get("proof").toArray();
    }
  }
}

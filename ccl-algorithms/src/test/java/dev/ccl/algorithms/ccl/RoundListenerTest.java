package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who watches a run hears each of its comparisons once and changes nothing. */
final class RoundListenerTest {
  private static final long SEED = 12;
  private static final int ROUNDS = 60;
  private static final Instance INSTANCE = RandomInstance.of(RandomSpec.SMALL, 2).instance();
  private static final LearningProblem PROBLEM = INSTANCE.problem();

  /** A comparison as it was heard, with the answer at whose end the walk was. */
  private record Heard(
      boolean informative,
      double logOdds,
      List<Double> z,
      double share,
      boolean label,
      int first,
      int second,
      int leaf,
      double reward) {}

  private static final class Notes implements RoundListener {
    private final List<Heard> heard = new ArrayList<>();

    @Override
    public void verified(SourceCursor s, Comparison c, double reward) {
      List<Double> z = new ArrayList<>();
      for (double x : c.z()) {
        z.add(x);
      }
      heard.add(
          new Heard(
              c.isInformative(),
              c.logOdds(),
              z,
              c.labelProbability(),
              c.label(),
              c.isInformative() ? s.edge(c.step(), c.first()) : -1,
              c.isInformative() ? s.edge(c.step(), c.second()) : -1,
              s.leaf(),
              reward));
    }
  }

  private static LearnerState run(Ccl learner, RoundListener witness) {
    LearnerState start = learner.initial(PROBLEM, SEED);
    try (Session session =
        witness == null
            ? learner.open(PROBLEM, start, 1)
            : learner.open(PROBLEM, start, 1, witness)) {
      session.advance(ROUNDS);
      return session.state();
    }
  }

  /**
   * Rewards of the leaf that was walked to, tokens on the way to it, and the round's comparison.
   */
  @Test
  void comparisonsAreThoseOfTheRounds() {
    Forest forest = PROBLEM.source().forest();
    Notes notes = new Notes();
    LearnerState state = Ccl.paper().initial(PROBLEM, SEED);
    int different = 0;
    for (int t = 0; t < ROUNDS; t++) {
      notes.heard.clear();
      try (TestBranch branch =
              TestBranch.of(
                  PROBLEM, SEED, Acceptance.Choice.REJECTION, Alternatives.Choice.STUDENT);
          Session session = Ccl.paper().open(PROBLEM, state, 1, notes)) {
        branch.draw(t, state.student().toArray());
        session.advance(1);
        assertEquals(1, notes.heard.size());
        Heard c = notes.heard.get(0);
        assertEquals(branch.informative(), c.informative);
        assertEquals(branch.label(), c.label);
        assertEquals(branch.share(), c.share);
        assertEquals(
            INSTANCE
                .prompts()
                .get(forest.prompts().get(forest.root(c.leaf)).id())
                .reward(forest.answer(c.leaf)),
            c.reward);
        if (c.informative) {
          assertNotEquals(c.first, c.second);
          assertEquals(forest.node(c.first), forest.node(c.second));
          assertTrue(isBefore(forest, c.label ? c.first : c.second, c.leaf), "on the way");
          double[] z = c.z.stream().mapToDouble(x -> x).toArray();
          assertArrayEquals(branch.difference(), z);
          double u = 0;
          for (int i = 0; i < z.length; i++) {
            u += z[i] * state.calibration().get(i);
          }
          assertEquals(u, c.logOdds, 1e-12);
          different++;
        }
        state = session.state();
      }
    }
    assertTrue(different > 10 && different < ROUNDS, different + " of two tokens");
  }

  private static boolean isBefore(Forest forest, int edge, int leaf) {
    for (int e = leaf; e >= 0; e = forest.parentEdge(forest.node(e))) {
      if (e == edge) {
        return true;
      }
    }
    return false;
  }

  @ParameterizedTest
  @ValueSource(strings = {"calibration=newton", "acceptance=valued", "queries=informative"})
  void aListenerChangesNothing(String setting) {
    int at = setting.indexOf('=');
    Ccl learner = Ccl.paper().with(setting.substring(0, at), setting.substring(at + 1));
    Notes notes = new Notes();
    LearnerState plain = run(learner, null);
    assertEquals(plain, run(learner, notes));
    assertEquals(plain.ledger().sourceQueries(), notes.heard.size());
  }

  /**
   * A reward where both tokens are the same moves neither the iterate nor a weight: without those
   * questions a run is the same and asks as often as its tokens differ.
   */
  @ParameterizedTest
  @CsvSource({
    "newton,controlled,last",
    "newton,expectation,last",
    "paper,rejection,last",
    "newton,controlled,last"
  })
  void whereNothingCanBeLearntNobodyNeedsToAsk(
      String calibration, String acceptance, String averaging) {
    Ccl all =
        Ccl.paper()
            .with("calibration", calibration)
            .with("acceptance", acceptance)
            .with("teaching", averaging);
    Ccl informative = all.with("queries", "informative");
    Notes heard = new Notes();
    LearnerState asked = run(all, heard);
    LearnerState sparing = run(informative, null);
    assertEquals(asked.student(), sparing.student());
    assertEquals(asked.calibration(), sparing.calibration());
    assertEquals(asked.extras(), sparing.extras());
    assertEquals(ROUNDS, asked.ledger().sourceQueries());
    long different = heard.heard.stream().filter(Heard::informative).count();
    assertEquals(different, sparing.ledger().sourceQueries());
    assertTrue(different < ROUNDS);
    assertNotEquals(PROBLEM.calibration().initial(), sparing.calibration());
  }

  /** The guard keeps one reply for each answer that was verified, and counts them. */
  @Test
  void aGuardHearsEveryReward() {
    Notes notes = new Notes();
    LearnerState state = run(Ccl.practical().with("teaching", "guarded"), notes);
    assertEquals(ROUNDS, notes.heard.size());
    assertEquals(ROUNDS, state.extras().get("guard").get(0));
  }
}

package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.algorithms.engine.WholeEngine;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Races end early and hardly ever wrongly. */
class SelectionTest {
  private static final LearningProblem PROBLEM =
      GroundTruth.of(RandomInstance.of(RandomSpec.SMALL, 4).instance()).problem();

  private static final int TRIALS = 120;
  private static final int ROUND = 300;

  /** Regret, in units of what the paper's batch cannot tell, and share of its rollouts. */
  private static double[] play(boolean racing, boolean afterOneStage) {
    double[] w = PROBLEM.calibration().initial().toArray();
    LogRatioCost cost = LogRatioCost.calibrated(PROBLEM, w);
    RandomStream stream = RandomStream.of(2, 7, 1, 8);
    double regret = 0;
    double spent = 0;
    double budget = (ROUND + 2.0) * (ROUND + 2);
    try (Engine engine = WholeEngine.of(PROBLEM, RandomStreams.of(6), Sampler.COUNTS, 1)) {
      engine.batches().calibrate(w);
      Selection selection = Selection.of(engine, racing, 0);
      double[] first = new double[2];
      double[] second = new double[2];
      for (int i = 0; i < TRIALS; i++) {
        PROBLEM.student().set().draw(stream, first);
        double share = i % 4 == 0 ? 0.1 : 1; // some pairs are close
        PROBLEM.student().set().draw(stream, second);
        for (int k = 0; k < 2; k++) {
          second[k] = first[k] + share * (second[k] - first[k]);
        }
        Rollouts batch = Rollouts.of(afterOneStage ? 64 : (long) budget).at(ROUND, i);
        int chosen = selection.select(first, second, batch);
        double gap = cost.value(first) - cost.value(second);
        regret += (chosen == 1 ? Math.max(0, gap) : Math.max(0, -gap)) / TRIALS;
        spent += batch.number() / budget / TRIALS;
      }
    }
    return new double[] {regret, spent};
  }

  @Test
  void aRaceChoosesAsWellAsTheWholeBatchForAFractionOfIt() {
    double[] whole = play(false, false);
    double[] race = play(true, false);
    double[] liar = play(false, true);
    assertEquals(1, whole[1], 1e-12);
    assertTrue(race[1] < 0.5, "share " + race[1]);
    assertTrue(race[0] <= 1.5 * whole[0] + 1e-6, race[0] + " against " + whole[0]);
    assertTrue(liar[0] > 10 * race[0] + 1e-5, "a race that stops after one stage: " + liar[0]);
  }

  /** A cost that is no number is no victory of the candidate that was drawn at random. */
  @Test
  void whatIsNoNumberWinsNothing() {
    ScriptedEngine engine =
        new ScriptedEngine(true) {
          @Override
          double cost(double[] theta, long number, long update) {
            return Double.NaN;
          }
        };
    for (boolean racing : new boolean[] {false, true}) {
      Selection selection = Selection.of(engine, racing, 0);
      Rollouts batch = Rollouts.of(1_000_000).at(9, 0);
      assertEquals(1, selection.select(new double[2], new double[] {1, 1}, batch));
    }
  }

  @Test
  void aRunWithRacesSpendsLessAndGoesOnToTheBit() {
    Learner learner = Ccl.practical().with("validation", "race");
    try (Session whole = learner.open(PROBLEM, learner.initial(PROBLEM, 8), 1)) {
      whole.advance(150);
      try (Session resumed = learner.open(PROBLEM, whole.state(), 1)) {
        whole.advance(150);
        resumed.advance(150);
        assertEquals(whole.state(), resumed.state());
      }
      BigInteger paper = BigInteger.ZERO;
      for (long t = 0; t < 300; t++) {
        paper = paper.add(BigInteger.valueOf(2 * (t + 2) * (t + 2)));
      }
      BigInteger spent = whole.state().ledger().validationRollouts();
      assertTrue(spent.multiply(BigInteger.TWO).compareTo(paper) < 0, spent + " of " + paper);
    }
  }
}

package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Sampler;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Multinomial;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** The information of the target answer by answer: exact, and from the rollouts that it names. */
class TargetInformationFormulasTest {
  private static final LearningProblem PROBLEM =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(3)
                  .withLetters(2)
                  .withPrompts(1, 3)
                  .withRepeated(1)
                  .withDimensions(3, 1),
              17)
          .instance()
          .problem();
  private static final Forest FOREST = PROBLEM.target().forest();
  private static final EdgeLaw TEACHER =
      PROBLEM.target().calibration().law(PROBLEM.calibration().initial().toArray());

  /** The covariances along an answer of tokens that are the teacher's or any, half and half. */
  private static double[] along(int leaf) {
    double[] sum = new double[9];
    for (int e = leaf; e >= 0; e = FOREST.parentEdge(FOREST.node(e))) {
      int s = FOREST.node(e);
      int degree = FOREST.degree(s);
      double[] rows = new double[degree * 3];
      PROBLEM.target().calibration().gradients(new double[3], s, rows);
      for (int i = 0; i < 9; i++) {
        double both = 0;
        double left = 0;
        double right = 0;
        for (int k = 0; k < degree; k++) {
          double p = (TEACHER.probability(FOREST.firstEdge(s) + k) + 1.0 / degree) / 2;
          both += p * rows[3 * k + i / 3] * rows[3 * k + i % 3];
          left += p * rows[3 * k + i / 3];
          right += p * rows[3 * k + i % 3];
        }
        sum[i] += both - left * right;
      }
    }
    return sum;
  }

  private static double[] withRidge(double[] sum) {
    double[] out = sum.clone();
    for (int i = 0; i < 9; i += 4) {
      out[i] += 1e-3 * (sum[0] + sum[4] + sum[8]) / 3;
    }
    return out;
  }

  @Test
  void exactlyItIsTheMeanOverTheTeachersAnswers() {
    double[] sum = new double[9];
    double[] roots = PROBLEM.target().dataset().rootWeights();
    for (int leaf = 0; leaf < FOREST.edges(); leaf++) {
      if (FOREST.child(leaf) < 0) {
        double p = roots[FOREST.root(leaf)] * StrictMath.exp(TEACHER.logPath(leaf));
        double[] along = along(leaf);
        for (int i = 0; i < 9; i++) {
          sum[i] += p * along[i];
        }
      }
    }
    assertArrayEquals(withRidge(sum), TargetInformation.of(PROBLEM), 1e-12);
  }

  @Test
  void sampledItIsTheMeanOverTheRollouts() {
    RandomStreams streams = RandomStreams.of(5);
    double[] sum = new double[9];
    int prompts = PROBLEM.target().dataset().size();
    double[] law = new double[FOREST.edges()];
    for (int e = 0; e < law.length; e++) {
      law[e] = TEACHER.probability(e);
    }
    for (int i = 0; i < prompts; i++) {
      for (int answer = 0; answer < 7; answer++) {
        RandomStream random = streams.open(Purpose.INITIAL_POINT, i, answer);
        int leaf = -1;
        for (int s = PROBLEM.target().dataset().root(i); s >= 0; s = FOREST.child(leaf)) {
          leaf = Multinomial.drawOne(random, law, FOREST.firstEdge(s), FOREST.firstEdge(s + 1));
        }
        double[] along = along(leaf);
        for (int k = 0; k < 9; k++) {
          sum[k] += along[k] / 7 / prompts;
        }
      }
    }
    try (Engine engine = Engine.open(PROBLEM, streams, Sampler.COUNTS, 1)) {
      Run run = new Run(PROBLEM, engine, Draws.of(streams), null);
      assertArrayEquals(withRidge(sum), TargetInformation.sampled(run, 7), 1e-12);
    }
  }
}

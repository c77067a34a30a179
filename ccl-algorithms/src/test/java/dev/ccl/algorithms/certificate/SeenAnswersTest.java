package dev.ccl.algorithms.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.evidence.Ellipsoid;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;
import dev.ccl.core.truth.GroundTruth;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** What exact rewards leave of w*, with one parameter an interval that can be computed. */
class SeenAnswersTest {
  /** A problem with its w* and the rewards of its source answers. */
  private static final class Source {
    final LearningProblem problem;
    final double[] truth;
    final Forest forest;
    final EdgeLaw reference;
    final double[] rewards;

    Source(RandomSpec spec, long seed) {
      RandomInstance random = RandomInstance.of(spec, seed);
      this.problem = GroundTruth.of(random.instance()).problem();
      this.truth = random.truth().toArray();
      this.forest = problem.source().forest();
      this.reference = problem.source().reference();
      this.rewards = new double[forest.edges()];
      SourceVerifier verifier = problem.newVerifier();
      for (int e = 0; e < rewards.length; e++) {
        rewards[e] = forest.child(e) < 0 ? verifier.query(e) : Double.NaN;
      }
    }

    SeenAnswers seen(IntPredicate which) {
      SeenAnswers seen = new SeenAnswers(problem);
      for (int e = 0; e < rewards.length; e++) {
        if (forest.child(e) < 0 && which.test(e)) {
          seen.record(e, rewards[e]);
        }
      }
      return seen;
    }

    /** The first answer to each prompt. */
    boolean isFirst(int leaf) {
      for (int e = 0; e < leaf; e++) {
        if (forest.child(e) < 0 && forest.root(e) == forest.root(leaf)) {
          return false;
        }
      }
      return true;
    }

    /** Least or largest E[P | e], with rewards of 0 or 1 where none was seen. */
    double mean(int e, IntPredicate which, double unseen) {
      int c = forest.child(e);
      if (c < 0) {
        double reward = which.test(e) ? rewards[e] : unseen;
        return StrictMath.exp((reward - 1) / problem.lambda());
      }
      double sum = 0;
      for (int k = forest.firstEdge(c); k < forest.firstEdge(c) + forest.degree(c); k++) {
        sum += reference.probability(k) * mean(k, which, unseen);
      }
      return sum;
    }
  }

  private static RandomSpec spec(int horizon, int letters, int dimension) {
    return RandomSpec.SMALL
        .withHorizon(horizon)
        .withLetters(letters)
        .withPrompts(3, 1)
        .withDimensions(dimension, 1)
        .withLambda(0.8);
  }

  /** Strips alone: one answer to each prompt makes no equation. */
  @Test
  void anIntervalIsTheIntersectionOfAllStrips() {
    for (int letters : new int[] {2, 10}) { // 10: only neighbours are compared
      for (int seed = 0; seed < 6; seed++) {
        Source source = new Source(spec(2, letters, 1), seed);
        IntPredicate which = source::isFirst;
        EdgeModel model = source.problem.source().calibration();
        double radius = source.problem.calibration().set().radius();
        double from = -radius;
        double to = radius;
        for (int s = 0; s < source.forest.nodes(); s++) {
          int first = source.forest.firstEdge(s);
          int degree = source.forest.degree(s);
          double[] rows = new double[degree];
          model.gradients(new double[1], s, rows);
          for (int a = 0; a < degree; a++) {
            for (int b = a + 1; b < (degree > 8 ? Math.min(degree, a + 2) : degree); b++) {
              double base = source.reference.log(first + a) - source.reference.log(first + b);
              double low = source.mean(first + a, which, 0) / source.mean(first + b, which, 1);
              double high = source.mean(first + a, which, 1) / source.mean(first + b, which, 0);
              double x = (base + StrictMath.log(low)) / (rows[a] - rows[b]);
              double y = (base + StrictMath.log(high)) / (rows[a] - rows[b]);
              from = Math.max(from, Math.min(x, y));
              to = Math.min(to, Math.max(x, y));
            }
          }
        }
        Ellipsoid set = Ellipsoid.ball(1, radius);
        source.seen(which).cut(set);
        assertFalse(set.isEmpty());
        double half = Math.sqrt(set.shape()[0]);
        assertEquals(from, set.centre()[0] - half, 1e-5 * radius);
        assertEquals(to, set.centre()[0] + half, 1e-5 * radius);
        assertTrue(from <= source.truth[0] + 1e-12 && source.truth[0] <= to + 1e-12);
      }
    }
  }

  /** Two answers to one prompt of horizon 1 are an equation without remainder. */
  @Test
  void twoAnswersDetermineOneParameter() {
    Source source = new Source(spec(1, 3, 1), 3);
    int edge = source.forest.firstEdge(1);
    SeenAnswers seen = source.seen(e -> e == edge || e == edge + 1);
    assertEquals(2, seen.distinct());
    Ellipsoid set = Ellipsoid.ball(1, source.problem.calibration().set().radius());
    seen.cut(set);
    assertEquals(source.truth[0], set.centre()[0], 1e-9);
    assertTrue(set.shape()[0] < 1e-8);
  }

  /** Behind several tokens only the linearisation is known; its remainder dies out with the set. */
  @Test
  void longAnswersDetermineAllParameters() {
    for (int dimension = 1; dimension <= 3; dimension++) {
      for (int seed = 0; seed < 4; seed++) {
        Source source = new Source(spec(3, 2, dimension), seed);
        Ellipsoid set = Ellipsoid.ball(dimension, source.problem.calibration().set().radius());
        source.seen(e -> true).cut(set);
        assertFalse(set.isEmpty());
        for (int i = 0; i < dimension; i++) {
          double[] axis = new double[dimension];
          axis[i] = 1;
          assertEquals(source.truth[i], set.centre()[i], 2e-3, "seed " + seed);
          assertTrue(set.halfWidth(axis) < 2e-2, "width " + set.halfWidth(axis));
          assertTrue(Math.abs(source.truth[i] - set.centre()[i]) <= set.halfWidth(axis) + 1e-9);
        }
      }
    }
  }

  @Test
  void stateIsWhatWasSeen() {
    Source source = new Source(spec(2, 2, 2), 1);
    SeenAnswers some = source.seen(e -> e % 3 == 0);
    SeenAnswers copy = source.seen(e -> true);
    copy.restore(some.memory());
    assertEquals(some.distinct(), copy.distinct());
    assertTrue(copy.distinct() > 1);
    assertEquals(some.memory(), copy.memory());
    int leaf = 0;
    while (source.forest.child(leaf) >= 0 || leaf % 3 != 0) {
      leaf++;
    }
    copy.record(leaf, 0.123);
    assertEquals(some.memory(), copy.memory(), "an exact reward is seen once");
  }
}

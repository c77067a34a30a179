package dev.ccl.certificates;

import static dev.ccl.certificates.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.truth.GroundTruth;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Certificates against the truth that they do not see. */
class CertifierTest {
  private static final double DELTA = 1e-9; // so that no run of this test may miss

  private static final class Subject {
    final GroundTruth truth;
    final double[] w; // w*

    Subject(GroundTruth truth, double[] w) {
      this.truth = truth;
      this.w = w;
    }

    LearningProblem exact() {
      return truth.problem();
    }

    LearningProblem noisy() {
      return exact().withSourceRewards(RewardOracle.noisy((prompt, answer) -> 0));
    }
  }

  private static Subject separation(int d, double lambda) {
    double[] w = new double[d + 1];
    w[0] = Math.sqrt(2) / lambda;
    return new Subject(GroundTruth.of(SeparationInstance.of(d, d + 1, lambda, 0.5)), w);
  }

  private static Subject random(RandomSpec spec, long seed) {
    RandomInstance random = RandomInstance.of(spec, seed);
    return new Subject(GroundTruth.of(random.instance()), random.truth().toArray());
  }

  private static List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    all.add(separation(1, 2));
    all.add(separation(2, 0.5));
    all.add(separation(3, 4));
    for (int seed = 0; seed < 9; seed++) {
      RandomSpec spec =
          RandomSpec.SMALL
              .withHorizon(1 + seed % 3)
              .withDimensions(1 + seed % 4, 1 + seed % 2)
              .withLambda(seed % 2 == 0 ? 1 : 0.4);
      all.add(random(spec, 50 + seed));
    }
    return all;
  }

  private static double[] draw(LearningProblem problem, RandomStream stream) {
    double[] theta = new double[problem.student().set().dimension()];
    problem.student().set().draw(stream, theta);
    return theta;
  }

  @Test
  void boundsHoldAtEveryTimeForEveryStudent() {
    RandomStream stream = RandomStream.of(1, 1, 1, 1);
    for (Subject subject : subjects()) {
      Certifier labels = Certifier.of(subject.noisy(), DELTA);
      Certifier answers = Certifier.of(subject.exact(), DELTA);
      SourceReplay branches = new SourceReplay(subject.exact(), 77);
      for (int t = 0; t < 600; t++) {
        branches.draw(t, draw(subject.exact(), stream));
        branches.tell(labels);
        branches.tell(answers);
        if (t == 0 || t == 3 || t == 10 || t == 40 || t == 150 || t == 599) {
          double[] theta = draw(subject.exact(), stream);
          for (Certifier certifier : List.of(labels, answers)) {
            Ellipsoid set = certifier.set();
            assertTrue(!set.isEmpty() && CoverageStudy.distance(set, subject.w) <= 1 + 1e-6);
            Certificate c = certifier.certify(theta);
            double excess = subject.truth.excessCost(theta);
            assertTrue(excess <= c.cap() + 1e-12, "cap");
            assertTrue(excess <= c.fromSet() + 1e-12, () -> c + " < " + excess);
            assertTrue(subject.truth.oracleDivergence(theta) <= c.oracleKl() + 1e-9);
            assertEquals(Strength.CERTIFIED, c.strength());
            assertTrue(!c.modelRejected(1e-6));
          }
        }
      }
    }
  }

  @Test
  void exactRewardsThatDetermineTheTruthLeaveOnlyTheGapOfTheSearch() {
    RandomStream stream = RandomStream.of(1, 1, 1, 2);
    for (Subject subject : subjects()) {
      Certifier certifier = Certifier.of(subject.exact(), DELTA);
      SourceReplay branches = new SourceReplay(subject.exact(), 78);
      for (int t = 0; t < 3000; t++) {
        branches.draw(t, draw(subject.exact(), stream));
        branches.tell(certifier);
      }
      if (certifier.set().halfWidth(subject.w) > 1e-8) {
        continue; // some answers that the reference hardly ever gives are missing
      }
      double[] theta = draw(subject.exact(), stream);
      double excess = subject.truth.excessCost(theta);
      assertTrue(certifier.certify(theta).excess() <= 2 * excess + 1e-9);
      double[] oracle = subject.truth.oracle().point().toArray();
      assertTrue(certifier.certify(oracle).excess() <= 1e-9);
    }
  }

  @Test
  void noPointOfTheSetAndNoStudentExceedTheBracket() {
    RandomStream stream = RandomStream.of(1, 1, 1, 3);
    for (Subject subject : subjects()) {
      LearningProblem problem = subject.noisy();
      int bigD = problem.calibration().set().dimension();
      ExcessBound bound = new ExcessBound(problem, new StudentGeometry(problem));
      Ellipsoid set = Ellipsoid.ball(bigD, problem.bound() / 10);
      double[] theta = draw(problem, stream);
      bound.prepare(set, theta);
      int d = theta.length;
      double radius = problem.student().set().radius();
      BoxSearch search = new BoxSearch(d, radius, 0.02, 1e-9, 60_000);
      double upper = problem.lambda() * search.maximum(bound, 0);
      double best = 0;
      for (int trial = 0; trial < 300; trial++) {
        double[] w = new double[bigD];
        Ball.of(bigD, problem.bound() / 10).draw(stream, w);
        double scale = problem.bound() / 10 / Vectors.norm(w);
        Vectors.scale(trial % 2 == 0 ? scale : 1, w);
        LogRatioCost cost = LogRatioCost.calibrated(problem, w);
        double[] other =
            trial < 3
                ? GlobalMinimizer.minimize(cost, problem.student().set()).point().toArray()
                : draw(problem, stream);
        best = Math.max(best, cost.value(theta) - cost.value(other));
      }
      double found = best;
      assertTrue(best <= upper + 1e-12, () -> found + " > " + upper);
      assertTrue(upper <= 3 * best + 1e-3, () -> found + " much less than " + upper);
    }
  }

  @Test
  void anEllipsoidHoldsWhatItsStripsLeave() {
    RandomStream stream = RandomStream.of(1, 1, 1, 4);
    for (int trial = 0; trial < 200; trial++) {
      int n = 1 + trial % 4;
      double[] inside = new double[n];
      Ball.of(n, 1).draw(stream, inside);
      Ellipsoid set = Ellipsoid.ball(n, 1);
      double volume = 0;
      for (int k = 0; k < 30; k++) {
        double[] z = new double[n];
        Ball.of(n, 2).draw(stream, z);
        double y = Vectors.dot(z, inside);
        double lo = y - stream.nextDouble() * 0.2;
        double hi = y + stream.nextDouble() * 0.2;
        volume += set.cut(z, lo, hi);
        double distance = CoverageStudy.distance(set, inside);
        assertTrue(distance <= 1 + 1e-6, () -> "excluded: " + distance);
      }
      assertTrue(volume > 0);
      double[] axis = new double[n];
      axis[0] = 1;
      set.cut(axis, 5, 6);
      assertTrue(set.isEmpty(), "a strip outside leaves nothing");
    }
  }

  @Test
  void aContradictionOfExactRewardsIsFound() {
    LearningProblem problem =
        random(RandomSpec.SMALL, 6)
            .exact()
            .withSourceRewards((prompt, answer) -> 0.5 + 0.4 * Math.sin(answer.hashCode()));
    Certifier certifier = Certifier.of(problem, 0.05);
    SourceReplay branches = new SourceReplay(problem, 5);
    double[] theta = problem.student().initial().toArray();
    for (int t = 0; t < 300; t++) {
      branches.draw(t, theta);
      branches.tell(certifier);
    }
    Certificate c = certifier.certify(theta);
    assertTrue(c.modelRejected(1e-6));
    assertEquals(c.cap(), c.excess(), "only the cap holds");
  }

  @Test
  void stateGoesThroughNamedArraysToTheBit() {
    Subject subject = random(RandomSpec.SMALL, 3);
    LearningProblem problem = subject.exact();
    double[] theta = problem.student().initial().toArray();
    Certifier whole = Certifier.of(problem, 0.05);
    Certifier half = Certifier.of(problem, 0.05);
    SourceReplay branches = new SourceReplay(problem, 9);
    for (int t = 0; t < 400; t++) {
      if (t == 211) {
        half = Certifier.of(problem, 0.05, half.memory());
      }
      branches.draw(t, theta);
      branches.tell(whole);
      branches.tell(half);
    }
    assertEquals(whole.memory(), half.memory());
    assertEquals(whole.certify(theta), half.certify(theta));
  }

  @Test
  void observingAllocatesNothing() {
    Subject subject = random(RandomSpec.SMALL.withDimensions(8, 2), 3);
    double[] theta = subject.exact().student().initial().toArray();
    Certifier certifier = Certifier.of(subject.exact(), 0.05);
    SourceReplay branches = new SourceReplay(subject.exact(), 9);
    for (int t = 0; t < 3000; t++) {
      branches.draw(t, theta);
      branches.tell(certifier);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int t = 0; t < 3000; t++) {
      branches.tell(certifier);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(bytes < 3000, bytes + " bytes"); // the measurement itself allocates a little
  }

  @Test
  void aSearchInManyDimensionsIsNotCalledCertified() {
    Subject subject = random(RandomSpec.SMALL.withHorizon(1).withDimensions(3, 5), 4);
    Certifier certifier = Certifier.of(subject.exact(), 0.05);
    double[] theta = subject.exact().student().initial().toArray();
    Certificate c = certifier.certify(theta);
    assertEquals(Strength.SEARCHED, c.strength());
    assertTrue(subject.truth.excessCost(theta) <= c.excess());
  }

  @Test
  void badArgumentsAreRefused() {
    LearningProblem problem = separation(1, 2).exact();
    for (double delta : new double[] {0, -0.1, 1, 1.5, Double.NaN}) {
      assertRefused("delta: " + delta + " is not in (0, 1)", () -> Certifier.of(problem, delta));
    }
    assertRefused(
        "the student is not in its parameter set",
        () -> Certifier.of(problem, 0.1).certify(new double[] {99}));
  }
}

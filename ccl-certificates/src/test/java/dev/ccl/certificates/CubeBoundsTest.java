package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bound of each function on a cube is above its values there, function by function. */
class CubeBoundsTest {
  private static final List<LearningProblem> PROBLEMS = problems();

  private static List<LearningProblem> problems() {
    List<LearningProblem> problems = new ArrayList<>();
    problems.add(SeparationInstance.of(1, 2, 2, 0.5).problem());
    for (int seed = 0; seed < 6; seed++) {
      RandomSpec spec =
          RandomSpec.SMALL
              .withHorizon(1 + seed % 3)
              .withDimensions(1 + seed % 2, 1 + seed % 3)
              .withGeometry(RandomSpec.Geometry.SPHERE)
              .withBound(seed < 3 ? 1 : 5)
              .withTeacherDistance(0.5)
              .withLambda(seed % 2 == 0 ? 1 : 0.4);
      problems.add(RandomInstance.of(spec, 70 + seed).instance().problem());
    }
    return problems;
  }

  private static double[] draw(LearningProblem problem, RandomStream stream) {
    double[] theta = new double[problem.student().set().dimension()];
    problem.student().set().draw(stream, theta);
    return theta;
  }

  /** No student of a cube has a larger value than the cube. */
  @Test
  void cubesBoundTheirStudents() {
    RandomStream stream = RandomStream.of(2, 1, 1, 1);
    for (LearningProblem problem : PROBLEMS) {
      int bigD = problem.calibration().set().dimension();
      double[] theta = draw(problem, stream);
      ExcessBound excess = new ExcessBound(problem, new StudentGeometry(problem));
      excess.prepare(Ellipsoid.ball(bigD, problem.bound() / 5), theta);
      VariationBound cap = VariationBound.cap(problem, new StudentGeometry(problem));
      cap.prepare(theta);
      OracleBound oracle = new OracleBound(new StudentGeometry(problem), excess);
      oracle.prepare(theta);
      for (BoxSearch.Bounded bound : List.of(excess, cap, oracle)) {
        for (int trial = 0; trial < 60; trial++) {
          double half = problem.bound() * StrictMath.pow(2, -trial % 7);
          double[] centre = draw(problem, stream);
          bound.look(centre, half);
          double upper = bound.upper();
          for (int point = 0; point < 12; point++) {
            double[] at = centre.clone();
            for (int i = 0; i < at.length; i++) {
              double step = point < 4 ? (stream.nextDouble() < 0.5 ? -1 : 1) : stream.nextDouble();
              at[i] += half * (point < 4 ? step : 2 * step - 1);
            }
            if (problem.student().set().contains(at)) {
              bound.look(at, 0);
              assertTrue(
                  bound.value() <= upper + 1e-12,
                  () -> bound.getClass() + ": " + bound.value() + " above " + upper);
            }
          }
        }
      }
    }
  }

  /** No calibration of the set gives a larger difference of costs, however wide the set is. */
  @Test
  void aBracketHoldsForEveryCalibrationOfItsSet() {
    RandomStream stream = RandomStream.of(2, 1, 1, 2);
    for (LearningProblem problem : PROBLEMS) {
      int bigD = problem.calibration().set().dimension();
      ExcessBound bound = new ExcessBound(problem, new StudentGeometry(problem));
      for (double radius : new double[] {0.1, 1, 4}) {
        for (int student = 0; student < 6; student++) {
          double[] theta = draw(problem, stream);
          bound.prepare(Ellipsoid.ball(bigD, radius), theta);
          double[] other = draw(problem, stream);
          bound.look(other, 0);
          double value = problem.lambda() * bound.value();
          for (int trial = 0; trial < 12; trial++) {
            double[] w = new double[bigD];
            Ball.of(bigD, radius).draw(stream, w);
            Vectors.scale(trial % 3 == 0 ? 1 : radius / Vectors.norm(w), w);
            LogRatioCost cost = LogRatioCost.calibrated(problem, w);
            double difference = cost.value(theta) - cost.value(other);
            assertTrue(difference <= value + 1e-12, () -> difference + " above " + value);
          }
        }
      }
    }
  }

  /** States with more tokens than all pairs are compared of. */
  @Test
  void wideStatesKeepTheTruth() {
    RandomStream stream = RandomStream.of(2, 1, 1, 3);
    for (int seed = 0; seed < 3; seed++) {
      RandomInstance random =
          RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(2)
                  .withLetters(9)
                  .withDimensions(2, 1)
                  .withBound(4)
                  .withTeacherDistance(2)
                  .withGeometry(RandomSpec.Geometry.SPHERE),
              seed);
      Instance instance = random.instance();
      Certifier certifier = Certifier.of(instance.problem(), 1e-9);
      SourceReplay branches = new SourceReplay(instance.problem(), 5 + seed);
      for (int t = 0; t < 120; t++) {
        branches.draw(t, draw(instance.problem(), stream));
        branches.tell(certifier);
        if (t % 10 == 9) {
          Ellipsoid set = certifier.set();
          assertFalse(set.isEmpty());
          assertTrue(CoverageStudy.distance(set, random.truth().toArray()) <= 1 + 1e-6);
        }
      }
    }
  }

  @Test
  void aModelIsRejectedFromTheLevelOn() {
    assertFalse(withEvidence(19.99).modelRejected(0.05));
    assertTrue(withEvidence(20).modelRejected(0.05));
    assertTrue(withEvidence(Double.NaN).modelRejected(0.05), "what is no number says nothing");
  }

  private static Certificate withEvidence(double evidence) {
    return new Certificate(1, 1, 1, 1, Strength.CERTIFIED, evidence, 0);
  }
}

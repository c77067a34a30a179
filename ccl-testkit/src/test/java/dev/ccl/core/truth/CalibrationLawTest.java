package dev.ccl.core.truth;

import static dev.ccl.core.brute.Close.assertClose;
import static dev.ccl.core.brute.Close.isClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.brute.BentFamily;
import dev.ccl.core.brute.Close;
import dev.ccl.core.brute.Romberg;
import dev.ccl.core.brute.TrialInstances;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationLawTest {
  @Test
  void expectedStepAgreesWithEnumeration() {
    boolean seesWrongTeacher = false;
    for (int trial = 0; trial < 120; trial++) {
      Instance instance = TrialInstances.of(trial);
      SourceStep enumerated = SourceStep.of(Naive.of(instance));
      CalibrationLaw law = CalibrationLaw.of(GroundTruth.of(instance));
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      double[] step = law.expectedStep(w, theta);
      double[] mean = enumerated.mean(w, theta);
      assertClose(mean, step, "trial " + trial);
      double norm = Math.sqrt(SmallAlgebra.dot(step, step));
      double moment = law.secondMoment(w, theta);
      double square = 0;
      for (SourceStep.Atom g : enumerated.acceptedLaw(w, theta)) {
        square += g.probability() * SmallAlgebra.dot(g.gradient(), g.gradient());
      }
      assertClose(square, moment, "trial " + trial + " second moment");
      assertTrue(norm * norm <= moment * (1 + 1e-12) && moment <= 4, "trial " + trial);
      // A liar: the completion is rewarded by e^{R/λ} without the acceptance rule's e^{−1/λ}.
      double factor = Math.exp(1 / instance.header().lambda());
      seesWrongTeacher |= !isClose(factor * mean[0], step[0], Close.EXACT);
    }
    assertTrue(seesWrongTeacher, "the comparison sees a wrong acceptance rule");
  }

  /**
   * In a class that is not linear z is the slope of the log-odds at w, not at the teacher. The mean
   * step is then the slope in w of the loss of accepted labels, P(Y=1,I=1) log(1 + e^(−u)) +
   * P(Y=0,I=1) log(1 + e^u), averaged over comparisons that do not depend on w.
   */
  @Test
  void aBentClassStepsAlongTheSlopeAtW() {
    for (int trial = 0; trial < 10; trial++) {
      Instance instance = TrialInstances.of(trial);
      LearningProblem linear = instance.problem();
      PolicyFamily bent = BentFamily.of(linear.calibration().family());
      PolicyClass teachers = linear.calibration();
      LearningProblem problem =
          linear.withCalibration(new PolicyClass(bent, teachers.set(), teachers.initial()));
      GroundTruth truth =
          GroundTruth.of(
              problem, (prompt, answer) -> instance.prompts().get(prompt.id()).reward(answer));
      CalibrationLaw law = CalibrationLaw.of(truth);
      double[] w = TrialInstances.point(instance, instance.header().calibrationDimension(), trial);
      double[] theta = TrialInstances.point(instance, instance.header().studentDimension(), trial);
      double[] step = law.expectedStep(w, theta);
      double moment = 0;
      for (Comparison one : comparisons(problem, theta)) {
        double square = 0;
        for (int i = 0; i < w.length; i++) {
          double z = one.slope(bent, w, i);
          square += z * z;
        }
        double u = one.odds(bent, w);
        double up = 1 / (1 + StrictMath.exp(-u));
        double labels =
            up * up * law.acceptedZero(one.c1, one.c0)
                + (1 - up) * (1 - up) * law.acceptedOne(one.c1, one.c0);
        moment += one.probability * labels * square;
      }
      assertEquals(moment, law.secondMoment(w, theta), 1e-8 * (1 + moment), "trial " + trial);
      for (int i = 0; i < w.length; i++) {
        int coordinate = i;
        Romberg.derivative(
                h -> loss(law, comparisons(problem, theta), bent, moved(w, coordinate, h)))
            .assertLimit(step[i], "trial " + trial + " coordinate " + i);
      }
    }
  }

  private static double loss(
      CalibrationLaw law, List<Comparison> comparisons, PolicyFamily family, double[] w) {
    double sum = 0;
    for (Comparison one : comparisons) {
      double u = one.odds(family, w);
      sum +=
          one.probability
              * (law.acceptedOne(one.c1, one.c0) * StrictMath.log1p(StrictMath.exp(-u))
                  + law.acceptedZero(one.c1, one.c0) * StrictMath.log1p(StrictMath.exp(u)));
    }
    return sum;
  }

  private static double[] moved(double[] w, int i, double h) {
    double[] moved = w.clone();
    moved[i] += h;
    return moved;
  }

  /** Two tokens of a state, and how likely they are to be compared. */
  private record Comparison(State state, int first, int c1, int c0, double probability) {
    double odds(PolicyFamily family, double[] w) {
      double[] logits = new double[state.legal().length()];
      family.logits(w, state, logits);
      return logits[c1 - first] - logits[c0 - first];
    }

    /** The logits are polynomials of degree two, for which a central difference is exact. */
    double slope(PolicyFamily family, double[] w, int i) {
      return odds(family, moved(w, i, 0.5)) - odds(family, moved(w, i, -0.5));
    }
  }

  private static List<Comparison> comparisons(LearningProblem problem, double[] theta) {
    Forest forest = problem.source().forest();
    EdgeLaw teacher = problem.source().calibration().law(problem.calibration().initial().toArray());
    EdgeLaw student = problem.source().student().law(theta);
    double[] reach = Sweeps.reach(teacher, problem.source().dataset().rootWeights());
    List<Comparison> all = new ArrayList<>();
    forest.forEachNode(
        (s, state) -> {
          for (int a = forest.firstEdge(s); a < forest.firstEdge(s + 1); a++) {
            for (int b = forest.firstEdge(s); b < forest.firstEdge(s + 1); b++) {
              double p = reach[s] * teacher.probability(a) * student.probability(b);
              all.add(new Comparison(state, forest.firstEdge(s), a, b, p / problem.horizon()));
            }
          }
        });
    return all;
  }

  @Test
  void acceptanceIsWithinItsBounds() {
    for (int trial = 0; trial < 60; trial++) {
      Instance instance = TrialInstances.of(trial);
      GroundTruth truth = GroundTruth.of(instance);
      CalibrationLaw law = CalibrationLaw.of(truth);
      Forest forest = truth.problem().source().forest();
      double floor = Math.exp(-1 / instance.header().lambda());
      for (int s = 0; s < forest.nodes(); s++) {
        for (int a = forest.firstEdge(s); a < forest.firstEdge(s + 1); a++) {
          for (int b = forest.firstEdge(s); b < forest.firstEdge(s + 1); b++) {
            double p = law.acceptance(a, b);
            assertTrue(p >= floor * (1 - 1e-8) && p <= 1 + 1e-8, "trial " + trial + ": " + p);
            double label = truth.source().law().probability(a);
            label /= label + truth.source().law().probability(b);
            assertClose(label, law.acceptedOne(a, b) / p, 1e-8, "trial " + trial + " label");
          }
        }
      }
    }
  }

  @Test
  void tinyLambdaDoesNotOverflow() {
    Instance instance = TrialInstances.of(1);
    Instance.Header h = instance.header();
    Instance cold =
        Instance.of(
            new Instance.Header(
                h.name(),
                1e-4,
                h.bound(),
                h.horizon(),
                h.vocabulary(),
                h.feasibility(),
                h.calibrationSet(),
                h.teacher(),
                h.initial()),
            instance.prompts().values().asList(),
            instance.source(),
            instance.target());
    GroundTruth truth = GroundTruth.of(cold);
    LearningProblem problem = truth.problem();
    double[] step =
        CalibrationLaw.of(truth)
            .expectedStep(
                problem.calibration().initial().toArray(), problem.student().initial().toArray());
    for (double x : step) {
      assertTrue(Double.isFinite(x), "finite");
    }
    assertTrue(Double.isFinite(truth.oracle().cost()), "finite");
    double logZ = truth.target().logNormalizer(0);
    assertTrue(logZ > 0 && logZ <= 1e4, "log Z = " + logZ);
    assertEquals(0, Double.compare(truth.oracle().cost(), truth.oracle().cost()));
  }
}

package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.judge.Recorded;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.theory.constants.ImplicitConstants;
import dev.ccl.theory.constants.Landscape;
import dev.ccl.theory.constants.Lojasiewicz;
import dev.ccl.theory.constants.Lojasiewicz.Reason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The constants that the paper leaves implicit, where their values are known. */
class ImplicitConstantsTest {
  private static Lojasiewicz pair(Instance instance) {
    return Lojasiewicz.of(Specimen.of(instance), new Subject(instance));
  }

  @Test
  void onTheSeparationInstanceTheExcessIsLambdaTimesTheDivergence() {
    Lojasiewicz pair = pair(SeparationInstance.of(1, 2, 2, 0.5));
    assertEquals(1, pair.exponent());
    assertEquals(2, pair.factor(), 1e-3);
    assertEquals(Reason.CERTIFIED_BY_CURVATURE, pair.reason());
  }

  @Test
  void aDegenerateMinimumHasExponentThree() {
    Lojasiewicz pair = pair(BrokenInstance.DEGENERATE.instance());
    assertEquals(3, pair.exponent(), 0.26);
    assertEquals(Reason.MEASURED, pair.reason());
    assertTrue(pair.factor() > 0);
  }

  @Test
  void anOracleOnTheBoundaryHasExponentOne() {
    Lojasiewicz pair = pair(BrokenInstance.BOUNDARY.instance());
    assertEquals(1, pair.exponent());
    assertEquals(Reason.MEASURED, pair.reason());
  }

  /** One direction without curvature is enough. */
  @Test
  void aCurvatureThatIsFlatInOneDirectionCertifiesNothing() {
    Instance instance = SeparationInstance.of(2, 3, 2, 0.6);
    Specimen specimen = Specimen.of(instance);
    double least = 1e-7 * new Subject(instance).constants().smoothness();
    for (double flat : new double[] {0, 0.99 * least, 1.01 * least}) {
      Subject subject =
          new Subject(instance) {
            @Override
            public double[] hessian(double[] w, double[] theta) {
              return new double[] {1, 0, 0, flat};
            }
          };
      assertEquals(
          flat > least ? Reason.CERTIFIED_BY_CURVATURE : Reason.MEASURED,
          Lojasiewicz.of(specimen, subject).reason());
    }
  }

  private static Instance[] instances() {
    return new Instance[] {
      Crafted.plusMinus(2, 1, 2.5, 0.5),
      SeparationInstance.of(2, 3, 2, 0.6),
      BrokenInstance.DEGENERATE.instance(),
      BrokenInstance.BOUNDARY.instance()
    };
  }

  /** lem:ced-hybrid and lem:ced-optimization with numbers that the enumerator knows. */
  @Test
  void everyConstantIsItsFormula() {
    for (Instance instance : instances()) {
      Specimen specimen = Specimen.of(instance);
      ImplicitConstants constants = ImplicitConstants.of(specimen, new Subject(instance));
      double lambda = specimen.naive().lambda();
      double b = specimen.naive().bound();
      double h = specimen.naive().horizon();
      int d = specimen.naive().studentDimension();
      double most = 8 * lambda * b * b * Math.pow(h, 1.5);
      double smooth = lambda * h * (1 + 8 * b * h);
      double alpha = 1 / (2 * smooth);
      double local =
          Math.pow(constants.localSlope(), 2) / (8 * alpha * Math.pow(smooth + 1 / alpha, 2));
      double volume = Math.pow(constants.localLevel() / (2 * most), d) / (2 * most);
      double kappa = Math.min(1 / (4 * most), Math.min(local, volume));
      same(kappa, constants.progress());
      double noise =
          16 * alpha * Math.pow(lambda * b, 2) * Math.pow(h, 3)
              + 16 * alpha * lambda * lambda * b * Math.pow(h, 3) / specimen.gamma()
              + 8 * lambda * h / specimen.gamma()
              + 16 * lambda * b * h;
      same(noise, constants.noise());
      double rate = Math.max(most, Math.max(Math.sqrt(2 * noise / kappa), 1 / (2 * kappa)));
      same(rate, constants.rate());
      double p = constants.lojasiewicz().exponent();
      double a = constants.lojasiewicz().factor();
      same(Math.log(rate / a) / p, Math.log(constants.divergenceRate()));
    }
  }

  /** At its horizon each bound is what holds without learning. */
  @Test
  void atAHorizonABoundBeginsToSaySomething() {
    for (Instance instance : instances()) {
      Specimen specimen = Specimen.of(instance);
      ImplicitConstants constants = ImplicitConstants.of(specimen, new Subject(instance));
      double b = specimen.naive().bound();
      double h = specimen.naive().horizon();
      double diameter = 2 * instance.header().calibrationSet().radius();
      double calibrated = constants.horizons().calibration();
      same(diameter * diameter, 4 / (specimen.gamma() * specimen.gamma() * (calibrated + 2)));
      double most = 8 * specimen.naive().lambda() * b * b * Math.pow(h, 1.5);
      same(most, constants.rate() * Math.pow(constants.horizons().excess() + 1, -0.25));
      double p = constants.lojasiewicz().exponent();
      same( // logarithms, since the number of rounds may have hundreds of digits
          Math.log(4 * b * h),
          Math.log(constants.divergenceRate())
              - Math.log(constants.horizons().divergence() + 1) / (4 * p));
    }
  }

  /** All of them, also where source and target differ in everything. */
  @Test
  void constantsAreAsRecorded() {
    List<Subject> subjects = new ArrayList<>();
    for (Instance instance : instances()) {
      subjects.add(new Subject(instance));
    }
    subjects.add(new Subject(Crafted.largeGamma()));
    for (String name : List.of("padded", "tiny", "separation")) {
      subjects.add(Asymmetric.SUBJECTS.get(name).get());
    }
    StringBuilder text = new StringBuilder();
    for (Subject subject : subjects) {
      ImplicitConstants c = ImplicitConstants.of(Specimen.of(subject), subject);
      double[] numbers = {
        c.localSlope(),
        c.localLevel(),
        c.progress(),
        c.noise(),
        c.rate(),
        c.lojasiewicz().exponent(),
        c.lojasiewicz().factor(),
        c.divergenceRate(),
        c.horizons().calibration(),
        c.horizons().excess(),
        c.horizons().divergence()
      };
      text.append(subject.instance().header().name())
          .append(' ')
          .append(c.lojasiewicz().reason())
          .append(' ')
          .append(Lines.numbers(numbers))
          .append('\n');
    }
    Recorded.check(ImplicitConstantsTest.class, "constants.txt", text.toString());
  }

  private static void same(double expected, double actual) {
    assertEquals(expected, actual, 1e-9 * Math.abs(expected));
  }

  /** dist(0, ∂Ψ): |C′|, and 0 at an end of [−B, B] where the cost falls outwards. */
  @Test
  void slopesAreThoseOfTheSteepestFeasibleDescent() {
    int stuck = 0;
    int free = 0;
    for (Instance instance :
        new Instance[] {BrokenInstance.BOUNDARY.instance(), Crafted.plusMinus(2, 1, 2.5, 0.5)}) {
      Specimen specimen = Specimen.of(instance);
      Subject subject = new Subject(instance);
      double[] truth = specimen.truth().parameter();
      double b = specimen.naive().bound();
      assertEquals(1, specimen.naive().studentDimension());
      List<List<Landscape.Point>> rays = Landscape.of(specimen, subject).rays();
      for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? 1 : -1;
        for (Landscape.Point point : rays.get(side)) {
          double theta = subject.oracle()[0] + sign * point.distance();
          double slope = specimen.costs().gradient(truth, new double[] {theta})[0];
          boolean end = Math.abs(theta) > b * (1 - 1e-9);
          boolean outwards = end && slope * theta < 0;
          assertEquals(outwards ? 0 : Math.abs(slope), point.slope(), 1e-9 * (1 + Math.abs(slope)));
          stuck += outwards ? 1 : 0;
          free += end && !outwards ? 1 : 0;
        }
      }
    }
    assertTrue(stuck > 0 && free > 0, stuck + " ends where nothing is gained, " + free + " others");
  }

  @Test
  void theRateConstantSatisfiesTheInductionOfTheProof() {
    Instance instance = Crafted.plusMinus(1, 20, 0.5, 0.5);
    Specimen specimen = Specimen.of(instance);
    Subject subject = new Subject(instance);
    ImplicitConstants constants = ImplicitConstants.of(specimen, subject);
    double range = subject.constants().excessRange();
    assertTrue(constants.progress() > 0 && constants.progress() <= 1 / (4 * range));
    assertTrue(constants.rate() >= range);
    double kappa = constants.progress();
    for (int t = 1; t < 5000; t++) { // v_t − κ v_t² + E/√(t+2) ≤ v_{t+1} wherever v_{t+1} < M_opt
      double v = constants.rate() * StrictMath.pow(t + 1, -0.25);
      double next = constants.rate() * StrictMath.pow(t + 2, -0.25);
      if (next < range) {
        assertTrue(v - kappa * v * v + constants.noise() / Math.sqrt(t + 2) <= next);
      }
    }
    assertTrue(constants.horizons().excess() > constants.horizons().calibration());
  }

  /**
   * Rays go in all directions, from 10⁻⁴ of the diameter of Θ to all of it, evenly in logarithms;
   * what leaves Θ is projected, and of a slope outwards there only what is along Θ counts.
   */
  @Test
  void raysGoEverywhere() {
    int stuck = 0;
    for (int d = 1; d <= 3; d++) {
      Instance instance = SeparationInstance.of(d, d + 1, 2, 0.6);
      List<double[]> asked = new ArrayList<>();
      Subject subject =
          new Subject(instance) {
            @Override
            public void projectStudent(double[] theta) {
              asked.add(theta.clone());
              super.projectStudent(theta);
            }

            @Override
            public double[] gradient(double[] w, double[] theta) {
              return theta.length == 2 ? new double[] {1, -2} : super.gradient(w, theta);
            }
          };
      Landscape landscape = Landscape.of(Specimen.of(instance), subject);
      int rays = d == 1 ? 2 : d == 2 ? 36 : 100;
      int radii = d == 1 ? 160 : 40;
      assertEquals(rays, landscape.rays().size());
      assertEquals(rays * radii, asked.size());
      double b = instance.header().bound();
      double[] oracle = subject.oracle();
      double[] sum = new double[d];
      double closest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < rays; i++) {
        List<Landscape.Point> ray = landscape.rays().get(i);
        assertEquals(radii, ray.size());
        for (int k = 0; k < radii; k++) {
          double[] theta = asked.get(i * radii + k);
          double r = 2 * b * Math.pow(10, -4 + 4.0 * k / (radii - 1));
          same(r, SmallAlgebra.distance(theta, oracle));
          boolean inside = SmallAlgebra.norm(theta) <= b;
          subject.instance().problem().student().set().project(theta);
          assertEquals(
              inside ? r : SmallAlgebra.distance(theta, oracle), ray.get(k).distance(), 1e-12);
          if (d == 2) {
            double along = (theta[1] + 2 * theta[0]) / b; // the boundary
            boolean outwards = !inside && theta[0] - 2 * theta[1] < 0;
            assertEquals(outwards ? Math.abs(along) : Math.sqrt(5), ray.get(k).slope(), 1e-9);
            stuck += outwards ? 1 : 0;
          }
        }
        double[] end = SmallAlgebra.plus(asked.get(i * radii), -1, oracle);
        sum = SmallAlgebra.plus(sum, 1 / SmallAlgebra.norm(end) / rays, end);
        for (int j = 0; j < i; j++) {
          closest =
              Math.min(
                  closest,
                  SmallAlgebra.distance(asked.get(i * radii), asked.get(j * radii)) / (2e-4 * b));
        }
      }
      assertTrue(SmallAlgebra.norm(sum) < 0.3, "to all sides: " + SmallAlgebra.norm(sum));
      assertTrue(closest > 1e-3, "no direction twice: " + closest);
    }
    assertTrue(stuck > 0, "points at which the cost falls outwards");
  }
}

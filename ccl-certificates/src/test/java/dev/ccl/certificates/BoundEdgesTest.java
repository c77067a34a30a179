package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.truth.GroundTruth;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounds where something vanishes or is infinite: a cube, a set, a distance. */
class BoundEdgesTest {
  private static LearningProblem problem(int horizon, int d) {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(horizon).withPrompts(2, 2).withDimensions(2, d);
    return GroundTruth.of(RandomInstance.of(spec, 8).instance()).problem();
  }

  private static double[] theta(int d, double scale) {
    double[] theta = new double[d];
    for (int i = 0; i < d; i++) {
      theta[i] = scale * StrictMath.sin(1 + 2.3 * i);
    }
    return theta;
  }

  /** Excess, cap and oracle of a student, the set a ball. */
  private static List<BoxSearch.Bounded> bounds(LearningProblem problem, double r, double[] own) {
    ExcessBound excess = new ExcessBound(problem, new StudentGeometry(problem));
    excess.prepare(Ellipsoid.ball(2, r), own);
    VariationBound cap = VariationBound.cap(problem, new StudentGeometry(problem));
    cap.prepare(own);
    OracleBound oracle = new OracleBound(new StudentGeometry(problem), excess);
    oracle.prepare(own);
    return List.of(excess, cap, oracle);
  }

  /** A cube of no size is its centre, up to what is added for rounding. */
  @Test
  void cubesOfNoSizeAreRoundedUp() {
    LearningProblem problem = problem(2, 2);
    List<BoxSearch.Bounded> bounds = bounds(problem, 0.3, theta(2, 0.5));
    for (BoxSearch.Bounded bound : bounds.subList(0, 2)) {
      bound.look(theta(2, -0.2), 1e-100);
      assertEquals(1e-14, bound.upper() - bound.value(), 3e-15);
    }
  }

  /** The student itself may be the oracle, and is at no distance. */
  @Test
  void aStudentMayBeTheOracle() {
    double[] own = theta(2, 0.5);
    for (BoxSearch.Bounded bound : bounds(problem(2, 2), 0.3, own)) {
      bound.look(own, 0);
      assertEquals(0, bound.value(), 1e-15, bound.getClass().getSimpleName());
    }
  }

  /** Answers of one token have no remainder, however wide the set is. */
  @Test
  void anInfiniteFactorOfNothingIsNothing() {
    LearningProblem problem = problem(1, 2);
    double radius = 1e4; // so that ψ is infinite
    double[] own = theta(2, 0.5);
    double[] other = theta(2, -0.5);
    ExcessBound bound = new ExcessBound(problem, new StudentGeometry(problem));
    bound.prepare(Ellipsoid.ball(2, radius), own);
    bound.look(other, 0);
    PlainTree tree = new PlainTree(problem);
    double[] logs = problem.target().calibration().law(new double[2]).logs();
    double[] p = tree.law(own);
    double[] q = tree.law(other);
    double[] gap = new double[2]; // of the mean features
    for (int a = 0; a < p.length; a++) {
      int edge = tree.answers.get(a)[0];
      int s = tree.forest.node(edge);
      double[] rows = new double[2 * tree.forest.degree(s)];
      problem.target().calibration().gradients(new double[2], s, rows);
      for (int i = 0; i < 2; i++) {
        gap[i] += (p[a] - q[a]) * rows[2 * (edge - tree.forest.firstEdge(s)) + i];
      }
    }
    double expected =
        tree.cost(own, logs) - tree.cost(other, logs) + radius * Math.hypot(gap[0], gap[1]);
    assertTrue(expected > 100);
    assertEquals(expected, bound.value(), 1e-9 * expected);
  }

  /** On a cube so wide that e^(hΩ) overflows, bounds are numbers, and above all values on it. */
  @Test
  void boundsOfWideCubesAreNumbers() {
    double side = 2e3;
    LearningProblem plain = problem(2, 2);
    LearningProblem problem =
        plain.withStudent(
            new PolicyClass(
                plain.student().family(), Ball.of(2, 2 * side), plain.student().initial()));
    for (double[] centre : new double[][] {{0, 0}, {300, -900}}) { // where laws are certain
      for (BoxSearch.Bounded bound : bounds(problem, 0.3, theta(2, 0.5))) {
        bound.look(centre, side);
        double upper = bound.upper();
        assertTrue(upper < Double.POSITIVE_INFINITY, bound.getClass() + ": " + upper);
        for (int k = 0; k < 16; k++) {
          double[] other = theta(2, side * k / 16);
          bound.look(new double[] {centre[0] + other[0], centre[1] + other[1]}, 0);
          assertTrue(bound.value() <= upper, bound.getClass() + ": " + upper);
        }
      }
    }
  }

  /** So no student of a wide set is overlooked where all are searched. */
  @Test
  void searchesOverWideStudentsOverlookNone() {
    LearningProblem plain = problem(2, 2);
    LearningProblem problem =
        plain.withStudent(
            new PolicyClass(plain.student().family(), Ball.of(2, 4e3), plain.student().initial()));
    double[] own = theta(2, 2e3);
    List<BoxSearch.Bounded> bounds = bounds(problem, 0.3, own);
    for (int i = 0; i < 2; i++) {
      BoxSearch search = new BoxSearch(2, 4e3, 0.02, 1e-10, 2_000);
      double upper = search.maximum(bounds.get(i), 0);
      for (double size : new double[] {0, 0.1, 0.5, 1, 2, 30}) {
        bounds.get(i).look(theta(2, size), 0);
        assertTrue(bounds.get(i).value() <= upper, i + ": " + bounds.get(i).value());
      }
    }
  }

  /** A point has no corners: 2²⁶ of them would take minutes. */
  @Test
  void pointsOfManyDimensionsAreLookedAtAtOnce() {
    int d = 26;
    LearningProblem problem = problem(1, d);
    double[] own = theta(d, 0.1);
    double[] other = theta(d, -0.1);
    PlainTree tree = new PlainTree(problem);
    double[] p = tree.law(own);
    double[] q = tree.law(other);
    double variation = 0;
    double divergence = 0;
    for (int a = 0; a < p.length; a++) {
      variation += Math.abs(p[a] - q[a]) / 2;
      divergence += p[a] * StrictMath.log(p[a] / q[a]);
    }
    List<BoxSearch.Bounded> bounds = bounds(problem, 10, own);
    bounds.forEach(bound -> bound.look(other, 0));
    assertTrue(bounds.get(0).value() > 0);
    double[] pre = problem.target().reference().logs();
    double cost = tree.cost(own, pre) - tree.cost(other, pre);
    assertEquals(variation + problem.lambda() * cost, bounds.get(1).value(), 1e-12);
    assertEquals(divergence, bounds.get(2).value(), 1e-12);
  }

  /** 2(eˣ − 1 − x)/x² from its series with forty digits. */
  private static double psi(double x) {
    MathContext digits = new MathContext(40);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal term = BigDecimal.ONE; // 2 xᵏ/(k + 2)!
    for (int k = 0; k < 120; k++) {
      sum = sum.add(term, digits);
      term = term.multiply(new BigDecimal(x), digits).divide(BigDecimal.valueOf(k + 3), digits);
    }
    return sum.doubleValue();
  }

  @Test
  void psiIsItsSeriesRoundedUp() {
    for (double x : new double[] {1e-9, 1e-6, 1e-4, 5e-4, 9.99e-4}) {
      double exact = psi(x);
      double found = ExcessBound.psi(x);
      assertTrue(found >= exact - 3e-16 && found <= exact + 1e-8, found + " for " + exact);
    }
    for (double x : new double[] {1e-3, 0.01, 0.5, 3, 20}) {
      assertEquals(1, ExcessBound.psi(x) / psi(x), 1e-9);
    }
    assertEquals(1, ExcessBound.psi(0));
  }

  /** Branch and bound says a number at least as large as the excess, however wide the students. */
  @Test
  void certificatesOfWideStudentsAreNumbersThatHold() {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(2).withPrompts(2, 2).withDimensions(2, 2);
    GroundTruth truth = GroundTruth.of(RandomInstance.of(spec, 8).instance());
    LearningProblem plain = truth.problem();
    double[] theta = theta(2, 0.5);
    double excess = truth.excessCost(theta);
    assertTrue(excess > 1e-3);
    for (double radius : new double[] {2, 1e6, 1e160, 1e300}) {
      LearningProblem problem =
          plain.withStudent(
              new PolicyClass(
                  plain.student().family(), Ball.of(2, radius), plain.student().initial()));
      Certificate certificate = Certifier.of(problem, 0.05).certify(theta);
      String where = "radius " + radius + ": " + certificate;
      assertTrue(certificate.cap() >= excess && certificate.cap() < 10, where);
      assertTrue(certificate.fromSet() >= excess, where);
      assertTrue(certificate.oracleKl() > 0, where);
    }
  }
}

package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Draws;
import dev.ccl.algorithms.Memory;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps, screens and budgets of the student as documented, with batches that a script answers. */
class StudentFormulasTest {
  private static final double LAMBDA = 0.6;
  private static final LearningProblem PROBLEM =
      GroundTruth.of(
              RandomInstance.of(
                      RandomSpec.SMALL
                          .withDimensions(2, 2)
                          .withLambda(LAMBDA)
                          .withBound(0.3)
                          .withTeacherDistance(0.1),
                      3)
                  .instance())
          .problem();
  private static final double[] THETA = {0.1, -0.2};

  private static Run setup(ScriptedEngine engine) {
    return new Run(PROBLEM, engine, Draws.of(RandomStreams.of(9)), Memory.of(ImmutableMap.of()));
  }

  /** An engine that knows F alone; it depends on the number of rollouts. */
  private static final class Curved extends ScriptedEngine {
    Curved(boolean whole) {
      super(whole);
    }

    @Override
    double cost(double[] theta, long number, long update) {
      throw new UnsupportedOperationException();
    }

    @Override
    double[] information(long number) {
      return new double[] {2 + number, 0.3, 0.3, 1 + 0.5 * number};
    }
  }

  /** θ − (s/λ)(F + ridge)⁻¹g, shortened where it would go farther than a divergence of 1. */
  private static double[] moved(double[] f, double ridge, double[] g, double s) {
    double a = f[0] + ridge;
    double d = f[3] + ridge;
    double det = a * d - f[1] * f[1];
    double x = (d * g[0] - f[1] * g[1]) / det;
    double y = (a * g[1] - f[1] * g[0]) / det;
    double square = f[0] * x * x + 2 * f[1] * x * y + f[3] * y * y;
    double size = Math.min(s / LAMBDA, Math.sqrt(2 / square));
    double[] out = {THETA[0] - size * x, THETA[1] - size * y};
    PROBLEM.student().set().project(out);
    return out;
  }

  private static final double[][] GRADIENTS = {{0.3, -0.1}, {-0.02, 0.5}, {7, 2}, {-40, 90}};

  @Test
  void sampledStepsAreNaturalWithARidge() {
    Curved engine = new Curved(false);
    StudentStep.InRun step = StudentStep.Choice.NATURAL.start(setup(engine));
    double[] out = new double[2];
    for (double[] g : GRADIENTS) {
      for (long t : new long[] {0, 7, 300}) {
        step.propose(THETA, g, Rollouts.of(5).at(t, 0), out);
        double[] f = engine.information(5);
        double s = StrictMath.pow(1 + t / 10.0, -0.75);
        assertArrayEquals(moved(f, (f[0] + f[3]) / 5, g, s), out, 1e-13);
      }
    }
  }

  @Test
  void averagingStepsRememberTheInformation() {
    for (boolean whole : new boolean[] {false, true}) {
      Curved engine = new Curved(whole);
      StudentStep.InRun step = StudentStep.Choice.AVERAGING.start(setup(engine));
      double[] out = new double[2];
      double[] f = new double[4];
      double weights = 0;
      for (int k = 0; k < 6; k++) {
        long number = 3L + k;
        double[] g = GRADIENTS[k % 4];
        step.propose(THETA, g, Rollouts.of(number).at(k, 0), out);
        double[] seen = engine.information(whole ? 0 : number);
        double weight = k + 1; // the k-th counts k + 1 times
        weights += weight;
        for (int i = 0; i < 4; i++) {
          f[i] = whole ? seen[i] : f[i] + weight / weights * (seen[i] - f[i]);
        }
        double relative = 1e-9 + (whole ? 0 : 1.0 / (number * (k + 1)));
        double[] expected = moved(f, relative * (f[0] + f[3]), g, 2.0 / (k + 20));
        assertArrayEquals(expected, out, 1e-12);
      }
    }
  }

  @Test
  void aScreenIsPassedByFiveStandardErrors() {
    int passed = 0;
    for (double lead = 0; lead < 0.4; lead += 0.001) { // eight for seven moves it by 0.009
      List<Double> gains = new ArrayList<>();
      double shift = lead;
      ScriptedEngine engine =
          new ScriptedEngine(true) {
            @Override
            double cost(double[] theta, long number, long update) {
              boolean present = theta == THETA;
              long pair = update / 2;
              double noise = 0.1 * StrictMath.sin(pair + 1.0);
              if (present) {
                gains.add(shift + noise);
              }
              return present ? 3 + shift + noise : 3;
            }
          };
      Exploration.InRun screen = Exploration.Choice.SCREENED.start(setup(engine));
      double[] out = new double[2];
      boolean yes = screen.draw(2500, 3, THETA, out);
      double mean = gains.stream().mapToDouble(x -> x).average().orElseThrow();
      double variance = gains.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum() / 7;
      assertEquals(mean > 5 * Math.sqrt(variance / 8), yes);
      passed += yes ? 1 : 0;
      assertEquals(8, gains.size());
      // 28 · 2501^(1/4) = 198.01…, a 32nd of 199 is 7 when rounded up
      assertEquals(16 * 7, screen.rollouts());
      for (int i = 0; i < 16; i++) {
        String name = "EVALUATION 7 rollouts of round 2500, update " + (48 + i);
        assertEquals(name, engine.asked.get(i));
      }
      double[] expected = new double[2];
      PROBLEM
          .student()
          .set()
          .draw(RandomStreams.of(9).open(Purpose.EXPLORATION, 2500, 3), expected);
      assertArrayEquals(expected, out);
      assertFalse(screen.draw(2501, 3, THETA, out), "no square number");
      assertEquals(0, screen.rollouts());
      assertEquals(16, engine.asked.size());
      screen.draw(25, 0, THETA, out); // 28 · 26^(1/4) = 63.2…, and 64 is twice 32
      assertEquals(16 * 2, screen.rollouts());
    }
    assertTrue(passed > 30 && passed < 370, passed + " passed");
  }

  /** 0, 1, 4, 9, … up to the largest square number that a round may be. */
  @Test
  void squareRoundsAreScreened() {
    ScriptedEngine engine =
        new ScriptedEngine(true) {
          @Override
          double cost(double[] theta, long number, long update) {
            return theta == THETA ? 1 : 0;
          }
        };
    Exploration.InRun screen = Exploration.Choice.SCREENED.start(setup(engine));
    for (long root : new long[] {0, 1, 2, 3, 46_341, 94_906_267, 1_000_000_000, 3_037_000_499L}) {
      long t = root * root;
      assertTrue(screen.draw(t, 0, THETA, new double[2]), "round " + t);
      assertTrue(screen.rollouts() > 0);
      if (t > 1) {
        assertFalse(screen.draw(t - 1, 0, THETA, new double[2]), "round " + (t - 1));
        assertFalse(screen.draw(t + 1, 0, THETA, new double[2]), "round " + (t + 1));
        assertEquals(0, screen.rollouts());
      }
    }
  }

  /** Where the natural direction leads uphill and that of the gradient does not. */
  @Test
  void gradientsHelpWhereNaturalOnesFail() {
    ScriptedEngine engine =
        new ScriptedEngine(true) {
          @Override
          double cost(double[] theta, long number, long update) {
            return 5 + theta[0];
          }

          @Override
          double[] information(long number) {
            return new double[] {1e4, 9e3, 9e3, 1e4};
          }
        };
    double[] out = new double[2];
    double[] g = {1, 2}; // F⁻¹g = (−0.8, 1.1)/1900
    StudentStep.Choice.NATURAL.start(setup(engine)).propose(THETA, g, Rollouts.exact(), out);
    double size = 64 / (LAMBDA * 2e4);
    assertArrayEquals(new double[] {THETA[0] - size, THETA[1] - 2 * size}, out, 1e-15);
  }

  private static long at(Budget budget, long t) {
    Rollouts out = Rollouts.of(1);
    budget.at(t, out);
    return out.isExact() ? -1 : out.number();
  }

  @Test
  void budgetsAreThoseOfTheirNames() {
    assertEquals(9, at(Budget.Choice.PAPER_GRADIENT, 7));
    assertEquals(81, at(Budget.Choice.PAPER_VALIDATION, 7));
    assertEquals(28, at(Budget.Choice.SLOW, 0));
    assertEquals(56, at(Budget.Choice.SLOW, 15));
    assertEquals(280, at(Budget.Choice.SLOW, 9999));
    assertEquals(281, at(Budget.Choice.SLOW, 10_000));
    assertEquals(3_000_000_002L, at(Budget.Choice.PAPER_GRADIENT, 3_000_000_000L));
    assertEquals(900_000_120_000_004L, at(Budget.Choice.PAPER_VALIDATION, 30_000_000));
    assertEquals(28L * 10_000, at(Budget.Choice.SLOW, 9_999_999_999_999_999L));
    assertEquals(-1, at(Budget.Choice.EXACT, 7));
    assertEquals(12, at(Budget.of(12), 7));
    assertThrows(IllegalArgumentException.class, () -> Budget.of(0));
    List<Budget> all = Budget.beside(Budget.Choice.PAPER_GRADIENT);
    assertEquals("[paper, exact, slow, 1]", all.toString());
    assertEquals("a whole number from 1 to 10^15", all.get(3).form());
    assertEquals(12, at((Budget) all.get(3).read("12").orElseThrow(), 0));
    assertTrue(all.get(3).read("slow").isEmpty());
    assertTrue(all.get(2).read("slow").isPresent() && all.get(2).read("paper").isEmpty());
    for (Budget budget : all) {
      assertEquals(budget == Budget.Choice.EXACT, budget.isExact());
    }
  }
}

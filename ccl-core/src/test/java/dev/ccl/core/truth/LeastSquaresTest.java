package dev.ccl.core.truth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {

  /** More equations than are kept at a time, with noise: the normal equations hold. */
  @Test
  void residualsAreOrthogonalToTheEquations() {
    RandomStream random = RandomStreams.of(31).open(Purpose.TRIAL, 0);
    for (int count : new int[] {2, 5, 255, 256, 257, 700}) {
      LeastSquares equations = LeastSquares.of(2);
      double[] left = new double[2 * count];
      double[] right = new double[count];
      double[] weights = new double[count];
      for (int k = 0; k < count; k++) {
        left[2 * k] = 2 * random.nextDouble() - 1;
        left[2 * k + 1] = 2 * random.nextDouble() - 1;
        right[k] = left[2 * k] - 3 * left[2 * k + 1] + random.nextDouble();
        weights[k] = 0.5 + random.nextDouble();
        double[] row = {left[2 * k], left[2 * k + 1]};
        equations.add(row, new double[] {right[k]}, 1, weights[k]);
      }
      LeastSquares.Solution solution = equations.solve();
      assertEquals(2, solution.rank());
      double[] normal = new double[2];
      for (int k = 0; k < count; k++) {
        double rest = right[k];
        rest -= left[2 * k] * solution.point().get(0) + left[2 * k + 1] * solution.point().get(1);
        normal[0] += weights[k] * weights[k] * left[2 * k] * rest;
        normal[1] += weights[k] * weights[k] * left[2 * k + 1] * rest;
      }
      assertArrayEquals(new double[2], normal, 1e-10, count + " equations");
    }
  }

  /** A state may have more tokens than equations are kept at a time. */
  @Test
  void manyEquationsAtOnceAreThoseOneByOne() {
    RandomStream random = RandomStreams.of(32).open(Purpose.TRIAL, 0);
    for (int count : new int[] {254, 255, 256, 257, 258, 600}) {
      double[] left = new double[2 * count];
      double[] right = new double[count];
      LeastSquares alone = LeastSquares.of(2);
      for (int k = 0; k < count; k++) {
        left[2 * k] = random.nextDouble();
        left[2 * k + 1] = random.nextDouble();
        right[k] = random.nextDouble();
        alone.add(new double[] {left[2 * k], left[2 * k + 1]}, new double[] {right[k]}, 1, 3);
      }
      LeastSquares together = LeastSquares.of(2);
      together.add(left, right, count, 3);
      assertEquals(alone.solve(), together.solve(), count + " equations");
    }
  }

  /** 256 times x = 1, then one faint equation x + y = 3: y comes out with all its digits. */
  @Test
  void faintEquationsAreNotLost() {
    for (int sign = -1; sign <= 1; sign += 2) {
      LeastSquares equations = LeastSquares.of(2);
      for (int k = 0; k < 256; k++) {
        equations.add(new double[] {sign, 0}, new double[] {sign}, 1, 1);
      }
      equations.add(new double[] {1, 1}, new double[] {3}, 1, 1e-8);
      LeastSquares.Solution solution = equations.solve();
      assertEquals(2, solution.rank());
      assertArrayEquals(new double[] {1, 2}, solution.point().toArray(), 1e-6);
    }
  }

  /** Of all solutions of x + y = 2, the shortest. */
  @Test
  void whatIsNotDeterminedStaysShort() {
    LeastSquares equations = LeastSquares.of(2);
    equations.add(new double[] {1, 1, 2, 2}, new double[] {2, 4}, 2, 1000);
    LeastSquares.Solution solution = equations.solve();
    assertEquals(1, solution.rank());
    assertArrayEquals(new double[] {1, 1}, solution.point().toArray(), 1e-12);
    assertEquals(0, LeastSquares.of(3).solve().rank());
  }

  /** Rank is told in the unit of the equations, however small that is. */
  @Test
  void unitsDoNotChangeTheRank() {
    for (double unit : new double[] {1e-40, 1e-20, 1, 1e20}) {
      LeastSquares equations = LeastSquares.of(2);
      double[] left = {3 * unit, unit, unit, -2 * unit, 0, 0};
      equations.add(left, new double[] {7 * unit, -7 * unit, 0}, 3, 2);
      LeastSquares.Solution solution = equations.solve();
      assertEquals(2, solution.rank(), "unit " + unit);
      assertArrayEquals(new double[] {1, 4}, solution.point().toArray(), 1e-13);
      LeastSquares faint = LeastSquares.of(2);
      faint.add(new double[] {unit, 0, 0, 5e-14 * unit}, new double[] {unit, unit}, 2, 1);
      assertEquals(1, faint.solve().rank(), "unit " + unit);
      LeastSquares clear = LeastSquares.of(2);
      clear.add(new double[] {unit, 0, 0, 2e-13 * unit}, new double[] {unit, unit}, 2, 1);
      assertEquals(2, clear.solve().rank(), "unit " + unit);
    }
  }
}

package dev.ccl.core.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.ccl.core.brute.BentFamily;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sums of divergences, derivatives of a class that is not linear, and refusals. */
class ForwardKlTest {
  private static final Class<IllegalArgumentException> REFUSED = IllegalArgumentException.class;
  private static final LearningProblem BENT =
      BentFamily.bend(
          RandomInstance.of(RandomSpec.SMALL.withDimensions(3, 2), 5).instance().problem());
  private static final double[] THETA = {0.3, -0.2};

  private static ForwardKl of(Side side) {
    return ForwardKl.of(side.student(), side.reference(), side.dataset().rootWeights());
  }

  @Test
  void partsAddUp() {
    ForwardKl source = of(BENT.source());
    ForwardKl target = of(BENT.target());
    ForwardKl both = source.plus(target);
    assertEquals(source.value(THETA) + target.value(THETA), both.value(THETA), 1e-14);
    double[] first = new double[2];
    double[] second = new double[2];
    double[] used = {7, 7};
    source.gradient(THETA, first);
    target.gradient(THETA, second);
    assertEquals(both.value(THETA), both.gradient(THETA, used), 1e-14);
    assertArrayEquals(new double[] {first[0] + second[0], first[1] + second[1]}, used, 1e-14);
  }

  /** Central differences with an error of about 10⁻⁹. */
  @Test
  void hessiansAreSlopesOfGradients() {
    ForwardKl divergence = of(BENT.target());
    double[] hessian = divergence.hessian(THETA);
    double step = 1e-5;
    for (int i = 0; i < 2; i++) {
      double[] up = THETA.clone();
      double[] down = THETA.clone();
      up[i] += step;
      down[i] -= step;
      double[] high = new double[2];
      double[] low = new double[2];
      divergence.gradient(up, high);
      divergence.gradient(down, low);
      for (int k = 0; k < 2; k++) {
        assertEquals((high[k] - low[k]) / (2 * step), hessian[2 * k + i], 1e-7);
      }
    }
  }

  @Test
  void partsHaveToFit() {
    Side target = BENT.target();
    double[] weights = target.dataset().rootWeights();
    assertThrows(REFUSED, () -> ForwardKl.of(target.student(), BENT.source().reference(), weights));
    ForwardKl teachers = ForwardKl.of(target.calibration(), target.reference(), weights);
    assertThrows(REFUSED, () -> of(target).plus(teachers));
    double[] start = new double[2];
    String message =
        assertThrows(REFUSED, () -> of(target).minimizer(Ball.of(3, 1), start)).getMessage();
    assertEquals("a set of dimension 3", message);
    double[] best = of(target).minimizer(Ball.of(2, 1), start);
    assertEquals(2, Arrays.stream(best).filter(Double::isFinite).count());
  }

  /** Sums of sums: no part is lost, wherever the brackets are. */
  @Test
  void threePartsAddUpInAnyOrder() {
    ForwardKl a = of(BENT.source());
    ForwardKl b = of(BENT.target());
    double[] half = Arrays.stream(BENT.target().dataset().rootWeights()).map(x -> x / 2).toArray();
    ForwardKl c = ForwardKl.of(BENT.target().student(), BENT.target().reference(), half);
    double value = a.value(THETA) + 1.5 * b.value(THETA);
    double[] hessian = new double[4];
    double[] gradient = new double[2];
    for (ForwardKl part : List.of(a, b, c)) {
      double[] h = part.hessian(THETA);
      double[] g = new double[2];
      part.gradient(THETA, g);
      Arrays.setAll(hessian, i -> hessian[i] + h[i]);
      Arrays.setAll(gradient, i -> gradient[i] + g[i]);
    }
    for (ForwardKl sum : List.of(a.plus(b).plus(c), a.plus(b.plus(c)), c.plus(a).plus(b))) {
      double[] g = new double[2];
      assertEquals(value, sum.value(THETA), 1e-14);
      assertEquals(value, sum.gradient(THETA, g), 1e-14);
      assertArrayEquals(gradient, g, 1e-14);
      assertArrayEquals(hessian, sum.hessian(THETA), 1e-13);
    }
  }
}

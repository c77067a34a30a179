package dev.ccl.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Least costs against grids, inside of the ball and on its boundary. */
class MinimumTest {
  private static final int GRID = 60;

  private static Naive model(double bound, long seed) {
    return Naive.of(
        RandomInstance.of(
                RandomSpec.SMALL
                    .withHorizon(2)
                    .withPrompts(1, 2)
                    .withDimensions(2, 2)
                    .withLambda(0.8)
                    .withBound(bound)
                    .withTeacherDistance(0.5 * bound),
                seed)
            .instance());
  }

  @Test
  void noPointOfAGridCostsLess() {
    int inside = 0;
    int outside = 0;
    for (long seed = 1; seed <= 3; seed++) {
      for (double bound : new double[] {0.2, 6}) {
        Naive model = model(bound, seed);
        double[] w = {0.7 * bound, -0.4 * bound};
        Minimum minimum = Minimum.of(model, w);
        Costs costs = Costs.of(model);
        double[] best = minimum.point();
        assertEquals(minimum.cost(), costs.cost(w, best), 1e-12);
        double norm = SmallAlgebra.norm(best);
        assertTrue(norm <= bound * (1 + 1e-12));
        double[] gradient = costs.gradient(w, best);
        if (norm < bound * (1 - 1e-6)) {
          assertEquals(0, SmallAlgebra.norm(gradient), 1e-8);
          inside++;
        } else {
          outside++;
          assertEquals(-SmallAlgebra.norm(gradient) * norm, SmallAlgebra.dot(gradient, best), 1e-8);
        }
        for (double[] point : grid(bound)) {
          assertTrue(costs.cost(w, point) >= minimum.cost() - 1e-12);
        }
      }
    }
    assertTrue(inside > 0 && outside > 0, inside + " " + outside);
  }

  private static List<double[]> grid(double bound) {
    List<double[]> out = new ArrayList<>();
    for (int i = 0; i < GRID; i++) {
      double angle = 2 * Math.PI * i / GRID;
      for (double r : new double[] {0.1, 0.4, 0.7, 1}) {
        out.add(new double[] {r * bound * Math.cos(angle), r * bound * Math.sin(angle)});
      }
    }
    return out;
  }
}

package dev.ccl.theory.variants;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.SmallAlgebra;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code regression} and, with the Newton step beside it, {@code checked-regression}. */
final class PlainRegression implements PlainRule {
  private static final double ROUNDING = 1e-9; // of rewards

  private final PlainEquations equations;
  private final PlainRule newton; // null for a regression that is not checked
  private final Map<Answer, Integer> counts = new LinkedHashMap<>();
  private final Map<Answer, Double> rewards = new HashMap<>();
  private double[] solved;
  private double[] compared; // w as the comparison saw it
  private double[] beside;
  private boolean failed;
  private boolean proven;

  private PlainRegression(PlainEquations equations, PlainRule newton) {
    this.equations = equations;
    this.newton = newton;
  }

  static PlainRegression plain(PlainEquations equations) {
    return new PlainRegression(equations, null);
  }

  static PlainRegression checked(PlainEquations equations, PlainRule newton) {
    return new PlainRegression(equations, newton);
  }

  @Override
  public double[] verified(Answer answer, double reward, double[] w) {
    compared = w;
    beside = beside == null ? w : beside;
    rewards.put(answer, reward);
    if (counts.merge(answer, 1, Integer::sum) == 1) {
      PlainEquations.Solution solution = equations.solve(counts, rewards);
      solved = solution.w();
      failed |= solution.isTested() && solution.residual() > ROUNDING;
      proven = solution.isTested() && !failed;
    }
    return newton == null || proven ? solved : beside;
  }

  @Override
  public double[] step(
      long t, String prompt, double[] z, double residual, double curvature, double[] w) {
    if (newton == null) {
      return w;
    }
    double seen = SmallAlgebra.dot(z, compared);
    double own = SmallAlgebra.dot(z, beside);
    double weight = curvature / SmallAlgebra.sigmoidSlope(seen);
    double moved = residual + weight * (SmallAlgebra.sigmoid(own) - SmallAlgebra.sigmoid(seen));
    beside = newton.step(t, prompt, z, moved, weight * SmallAlgebra.sigmoidSlope(own), beside);
    equations.project(beside); // as a run of that rule would
    return proven ? solved : beside;
  }
}

package dev.ccl.certificates;

import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;

/** Suprema over all students: by branch and bound where that is possible, else by climbing. */
final class StudentSearch {
  /** A search looks at this number of places at most, and at the least one at these. */
  private static final int MOST = 60_000;

  private static final int FEWEST = 256;
  private static final int STARTS = 24;
  private static final int INNER_STARTS = 8;

  /** The starts nearer to 0 than the boundary of a wide set lie in a ball of this radius. */
  private static final double WIDE = 1024;

  private final LearningProblem problem;
  private final int budget;

  /** Prepares searches that look at a number of cubes each, where they branch and bound. */
  StudentSearch(LearningProblem problem, int budget) {
    this.problem = problem;
    this.budget = budget;
  }

  /**
   * Prepares searches whose cost is bounded, as a look visits every edge of the target forest: one
   * that runs out of its budget gives a bound that is looser and still valid.
   */
  static StudentSearch of(LearningProblem problem, double visits) {
    double edges = problem.target().forest().edges();
    return new StudentSearch(problem, (int) Math.max(FEWEST, Math.min(MOST, visits / edges)));
  }

  Strength strength() {
    boolean linear = problem.student().family() instanceof LinearFamily;
    int d = problem.student().set().dimension();
    return linear && d <= Certifier.CERTIFIED_DIMENSIONS ? Strength.CERTIFIED : Strength.SEARCHED;
  }

  /** The supremum over Θ, at least the given value, which is one of its values. */
  double supremum(BoxSearch.Bounded function, double share, double slack, double known) {
    int d = problem.student().set().dimension();
    if (strength() == Strength.CERTIFIED) {
      double radius = problem.student().set().radius();
      return new BoxSearch(d, radius, share, slack, budget).maximum(function, known);
    }
    RandomStream stream = RandomStream.of(1, 2, 3, 4); // the same starts for every certificate
    double best = known;
    for (int start = 0; start < STARTS; start++) {
      double[] at = new double[d];
      if (start > 0) {
        problem.student().set().draw(stream, at);
      }
      best = larger(best, climb(function, at, problem.student().set().radius()));
    }
    double radius = problem.student().set().radius();
    for (double inner = Math.min(radius, WIDE) / 4; inner > 1; inner /= 4) {
      for (int start = 0; start < INNER_STARTS; start++) { // far from 0 most functions are flat
        double[] at = new double[d];
        problem.student().set().draw(stream, at);
        Vectors.scale(inner / radius, at);
        best = larger(best, climb(function, at, inner));
      }
    }
    return best;
  }

  private static double larger(double best, double value) {
    return value > best ? value : best; // also where the value is no number
  }

  /** Moves along the coordinates as long as the value rises, with ever smaller steps. */
  private double climb(BoxSearch.Bounded function, double[] at, double scale) {
    problem.student().set().project(at);
    function.look(at, 0);
    double best = function.value();
    double step = scale / 2;
    while (step > 1e-4 * scale) {
      boolean rose = false;
      for (int k = 0; k < 2 * at.length; k++) {
        double[] next = at.clone();
        next[k / 2] += k % 2 == 0 ? step : -step;
        problem.student().set().project(next);
        function.look(next, 0);
        if (function.value() > best) {
          best = function.value();
          System.arraycopy(next, 0, at, 0, at.length);
          rose = true;
        }
      }
      step = rose ? step : step / 2;
    }
    return best;
  }
}

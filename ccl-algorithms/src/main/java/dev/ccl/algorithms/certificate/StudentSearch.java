package dev.ccl.algorithms.certificate;

import dev.ccl.algorithms.certificate.Certificate.Strength;
import dev.ccl.core.policy.LinearFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.RandomStream;

/** Suprema over all students: by branch and bound where that is possible, else by climbing. */
final class StudentSearch {
  private static final int BUDGET = 60_000;
  private static final int STARTS = 24;

  private final LearningProblem problem;

  StudentSearch(LearningProblem problem) {
    this.problem = problem;
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
      return new BoxSearch(d, radius, share, slack, BUDGET).maximum(function, known);
    }
    RandomStream stream = RandomStream.of(1, 2, 3, 4); // the same starts for every certificate
    double best = known;
    for (int start = 0; start < STARTS; start++) {
      double[] at = new double[d];
      if (start > 0) {
        problem.student().set().draw(stream, at);
      }
      best = Math.max(best, climb(function, at));
    }
    return best;
  }

  /** Moves along the coordinates as long as the value rises, with ever smaller steps. */
  private double climb(BoxSearch.Bounded function, double[] at) {
    problem.student().set().project(at);
    function.look(at, 0);
    double best = function.value();
    double step = problem.student().set().radius() / 2;
    while (step > 1e-4 * problem.student().set().radius()) {
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

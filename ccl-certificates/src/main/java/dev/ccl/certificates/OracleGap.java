package dev.ccl.certificates;

import dev.ccl.certificates.Certificate.Strength;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.problem.LearningProblem;
import java.util.OptionalDouble;

/**
 * Upper bound of the error of the search for the oracle student: by how much a student of the class
 * can be closer to the optimum than the one that was found.
 */
public final class OracleGap {
  /** Below this share of λ a gap is not looked into. */
  private static final double SLACK = 1e-6;

  /** The number of edge visits that a bound may cost. */
  private static final double VISITS = 1e7;

  private OracleGap() {}

  /**
   * Bounds λKL(θ ‖ π*) − min λKL(θ′ ‖ π*) over all students θ′ by branch and bound.
   *
   * @param problem the problem, with a whole target forest
   * @param optimum π* on the target forest
   * @param theta the student that was found; read
   * @return the bound; empty where there is none, because the student has more than {@link
   *     Certifier#CERTIFIED_DIMENSIONS} parameters or is not linear
   */
  public static OptionalDouble of(LearningProblem problem, EdgeLaw optimum, double[] theta) {
    StudentSearch search = StudentSearch.of(problem, VISITS);
    if (search.strength() != Strength.CERTIFIED) {
      return OptionalDouble.empty();
    }
    VariationBound bound = VariationBound.of(problem, new StudentGeometry(problem), optimum);
    bound.prepare(theta);
    double supremum = search.supremum(bound, 0, SLACK * problem.lambda(), 0);
    return OptionalDouble.of(Math.min(bound.largest(), supremum));
  }
}

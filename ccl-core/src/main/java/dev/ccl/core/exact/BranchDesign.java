package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;

/**
 * The comparisons of a calibration round with their probabilities: a prompt and a step at random, a
 * prefix and a first token by the teacher, a second token by some law (line:br-design to
 * line:br-feature).
 */
public final class BranchDesign {
  private final EdgeModel model;
  private final EdgeLaw teacher;
  private final EdgeLaw alternatives;
  private final double[] reach; // by the teacher, divided by H

  private BranchDesign(LearningProblem problem, EdgeLaw alternatives) {
    this.model = problem.source().calibration();
    checkArgument(
        alternatives.forest() == model.forest(), "the alternatives live on another forest");
    this.teacher = model.law(problem.calibration().initial().toArray());
    this.alternatives = alternatives;
    this.reach = Sweeps.reach(teacher, problem.source().dataset().rootWeights());
    for (int s = 0; s < reach.length; s++) {
      reach[s] /= problem.horizon();
    }
  }

  /**
   * Returns the design of a problem.
   *
   * @param problem the problem, with a whole source forest
   * @param alternatives the law of the second token, on the source forest
   * @return the design
   */
  public static BranchDesign of(LearningProblem problem, EdgeLaw alternatives) {
    return new BranchDesign(problem, alternatives);
  }

  /** What to do with a comparison of two different tokens. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Visits a comparison.
     *
     * @param probability how often a round makes it
     * @param c1 the edge of the teacher's token
     * @param c0 the edge of the other token, at the same node
     * @param u log π<sub>w</sub>(c<sub>1</sub>|s) − log π<sub>w</sub>(c<sub>0</sub>|s)
     * @param z ∇<sub>w</sub>u; read, and overwritten for the next comparison
     */
    void visit(double probability, int c1, int c0, double u, double[] z);
  }

  /**
   * Visits all comparisons of different tokens, in the order of their nodes and edges.
   *
   * @param w the calibration at which tokens are compared; read
   * @param visitor what to do with each
   */
  public void forEach(double[] w, Visitor visitor) {
    Forest forest = model.forest();
    double[] scratch = new double[forest.edgesOfNodes().longest() * model.dimension()];
    double[] z = new double[model.dimension()];
    forest.down(
        (s, from, to) -> {
          for (int c1 = from; c1 < to; c1++) {
            for (int c0 = from; c0 < to; c0++) {
              if (c1 != c0) {
                double u = model.logOdds(w, s, c1 - from, c0 - from, scratch, z);
                double first = reach[s] * teacher.probability(c1);
                visitor.visit(first * alternatives.probability(c0), c1, c0, u, z);
              }
            }
          }
        });
  }
}

package dev.ccl.algorithms.engine;

import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.SourceVerifier;

/** A walk on the whole source forest with a verifier of its own. */
final class VerifiedCursor extends ForestCursor implements SourceCursor {
  private final EdgeModel calibration;
  private final SourceVerifier verifier;
  private final double[] scratch;

  VerifiedCursor(LearningProblem problem) {
    super(problem, problem.source());
    this.calibration = problem.source().calibration();
    this.verifier = problem.newVerifier();
    this.scratch = new double[widest() * calibration.dimension()];
  }

  @Override
  public double logOdds(int c1, int c0, double[] w, double[] z) {
    return calibration.logOdds(w, node(), c1, c0, scratch, z);
  }

  @Override
  public double reward() {
    return verifier.query(leaf());
  }

  @Override
  public long queries() {
    return verifier.queries();
  }
}

package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;

/** {@link EvidenceStep} as the rule of a run: it needs to know whose prompt a label belongs to. */
final class EvidenceRule implements CalibrationStep.InRun {
  /**
   * Answers of the teacher to each target prompt from which its metric is made on growing trees.
   */
  private static final int ROLLOUTS = 8;

  private final Run run;
  private final EvidenceStep step;
  private int prompt;

  EvidenceRule(Run run) {
    this.run = run;
    LearningProblem problem = run.problem();
    this.step =
        EvidenceStep.of(
            problem.calibration().set(),
            problem.calibration().initial().toArray(),
            problem.source().dataset().prompts().size());
    run.memory().keep("evidence", step.memory());
    if (run.engine().isWhole()) {
      step.measureBy(TargetInformation.of(problem));
    }
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    prompt = s.prompt();
  }

  @Override
  public void step(
      long t, double[] z, double residual, double curvature, double[] w, double[] next) {
    if (curvature == 0) { // no label
      Vectors.copy(w, next);
      return;
    }
    if (!step.hasMetric()) {
      step.measureBy(TargetInformation.sampled(run, ROLLOUTS));
    }
    step.step(prompt, z, residual, curvature, w, next);
  }
}

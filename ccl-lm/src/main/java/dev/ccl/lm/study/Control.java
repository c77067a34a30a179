package dev.ccl.lm.study;

import dev.ccl.core.exact.ForwardKl;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.truth.GibbsLaw;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;

/**
 * What a learner is compared with. All are exact: a limit is where its method would end with steps
 * that work and any number of rewards, so that no comparison is won by a badly chosen step.
 */
public enum Control {
  /** The reference itself. */
  REFERENCE("reference") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      return truth.problem().target().reference();
    }
  },

  /** The reference at the temperature that is best on source prompts. */
  TEMPERATURE("temperature only") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      LearningProblem problem = truth.problem();
      double best = 1;
      double highest = Double.NEGATIVE_INFINITY;
      double exponent = 1.0 / 64;
      for (int k = 0; k <= 48; k++) {
        double value = sourceObjective(truth, tempered(problem.source(), exponent));
        if (value > highest) {
          highest = value;
          best = exponent;
        }
        exponent *= 1.189207115002721; // a quarter of an octave
      }
      return tempered(problem.target(), best);
    }
  },

  /** The student that matches the teacher as it is. */
  TEACHER("teacher matching") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      double[] teacher = truth.problem().calibration().initial().toArray();
      return student(truth, LogRatioCost.calibrated(truth.problem(), teacher));
    }
  },

  /**
   * The student of maximum likelihood on the teacher's target answers: SFT and forward KL in the
   * limit, whose objectives are the same.
   */
  SFT_LIMIT("SFT, forward KL limit") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      LearningProblem problem = truth.problem();
      Side target = problem.target();
      EdgeLaw teacher = target.calibration().law(problem.calibration().initial().toArray());
      ForwardKl divergence =
          ForwardKl.of(target.student(), teacher, target.dataset().rootWeights());
      double[] start = problem.student().initial().toArray();
      return target.student().law(divergence.minimizer(problem.student().set(), start));
    }
  },

  /** The student of regularised direct matching, Algorithm 2 in the limit. */
  DIRECT_MATCHING_LIMIT("direct matching limit") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      return student(truth, LogRatioCost.directMatching(truth.problem()));
    }
  },

  /**
   * The student with the largest J on source prompts: source rewards in the limit, asked for
   * answers of the student or, with importance weights, of the reference.
   */
  SOURCE_LIMIT("source rewards limit") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      LearningProblem problem = truth.problem();
      Side source = problem.source();
      double[] potential = truth.source().law().logs();
      for (int e = 0; e < potential.length; e++) {
        potential[e] *= problem.lambda();
      }
      LogRatioCost onSource =
          LogRatioCost.of(
              source.student(), source.dataset().rootWeights(), problem.lambda(), potential);
      return student(truth, onSource);
    }
  },

  /** The student of the projection of π* on source prompts: where calibration can end. */
  CCL_LIMIT("CCL limit") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      double[] w = KlProjection.of(truth).onSource().toArray();
      return student(truth, LogRatioCost.calibrated(truth.problem(), w));
    }
  },

  /** The best student. */
  ORACLE("oracle student") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      return truth.problem().target().student().law(truth.oracle().point().toArray());
    }
  },

  /** The best policy of all. */
  UNRESTRICTED("unrestricted optimum") {
    @Override
    EdgeLaw law(GroundTruth truth) {
      return truth.target().law();
    }
  };

  private final String text;

  Control(String text) {
    this.text = text;
  }

  /** Returns the control on the target prompts. */
  abstract EdgeLaw law(GroundTruth truth);

  @Override
  public String toString() {
    return text;
  }

  private static EdgeLaw student(GroundTruth truth, LogRatioCost cost) {
    double[] theta =
        GlobalMinimizer.minimize(cost, truth.problem().student().set()).point().toArray();
    return truth.problem().target().student().law(theta);
  }

  private static EdgeLaw tempered(Side side, double exponent) {
    double[] logits = side.reference().logs();
    for (int e = 0; e < logits.length; e++) {
      logits[e] *= exponent;
    }
    return EdgeLaw.ofLogits(side.forest(), logits);
  }

  /** J on source prompts. */
  private static double sourceObjective(GroundTruth truth, EdgeLaw policy) {
    LearningProblem problem = truth.problem();
    GibbsLaw optimum = truth.source();
    Forest forest = policy.forest();
    double[] weights = problem.source().dataset().rootWeights();
    double[] value = new double[forest.nodes()];
    for (int s = forest.nodes() - 1; s >= 0; s--) {
      for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
        double gain = problem.lambda() * (optimum.reference().log(e) - policy.log(e));
        double rest = forest.child(e) < 0 ? optimum.reward(e) : value[forest.child(e)];
        value[s] += policy.probability(e) * (gain + rest);
      }
    }
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      sum += weights[r] * value[r];
    }
    return sum;
  }
}

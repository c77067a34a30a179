package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Cursor;
import dev.ccl.core.exact.FisherInformation;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.math.SmallMatrix;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;

/**
 * The information about w in answers to target prompts: the covariance of φ at target states under
 * equal parts of the teacher and the uniform law, with a small ridge for directions that no answer
 * shows.
 */
final class TargetInformation {
  /** Of a metric where the target shows nothing at all; its inverse is still far from overflow. */
  private static final double LEAST = 1e-100;

  private static final int TOGETHER = 64; // answers whose states are asked about together

  private final int d;
  private final double[] sum;
  private final double[] mean;

  private TargetInformation(int dimension) {
    this.d = dimension;
    this.sum = new double[d * d];
    this.mean = new double[d];
  }

  /** Computes it on whole forests. */
  static double[] of(LearningProblem problem) {
    EdgeModel model = problem.target().calibration();
    Forest forest = model.forest();
    double[] w = problem.calibration().initial().toArray();
    EdgeLaw law = model.law(w);
    double[] reach = Sweeps.reach(law, problem.target().dataset().rootWeights());
    TargetInformation information = new TargetInformation(w.length);
    for (int s = 0; s < forest.nodes(); s++) {
      int degree = forest.degree(s);
      double[] rows = new double[degree * w.length];
      model.gradients(w, s, rows);
      double[] mixed = new double[degree];
      for (int k = 0; k < degree; k++) {
        mixed[k] = 0.5 * law.probability(forest.firstEdge(s) + k) + 0.5 / degree;
      }
      information.add(reach[s], mixed, degree, rows);
    }
    return information.withRidge();
  }

  /** Estimates it from some answers of the teacher to each target prompt. */
  static double[] sampled(Run run, int rollouts) {
    Cursor s = run.engine().target();
    double[] w = run.problem().calibration().initial().toArray();
    TargetInformation information = new TargetInformation(w.length);
    double[] rows = new double[s.widest() * w.length];
    double[] mixed = new double[s.widest()];
    double weight = 1.0 / rollouts / s.prompts();
    int together = Math.max(1, TOGETHER / rollouts); // prompts
    for (int i = 0; i < s.prompts(); i++) {
      if (i % together == 0) {
        prepare(run, rollouts, i, Math.min(i + together, s.prompts()));
      }
      for (int answer = 0; answer < rollouts; answer++) {
        RandomStream random = run.draws().open(Purpose.INITIAL_POINT, i, answer);
        for (s.start(i); s.isOpen(); s.follow(s.teacher().draw(random))) {
          s.calibrationGradients(w, rows);
          for (int k = 0; k < s.degree(); k++) {
            mixed[k] = 0.5 * s.teacher().probability(k) + 0.5 / s.degree();
          }
          information.add(weight, mixed, s.degree(), rows);
        }
      }
    }
    return information.withRidge();
  }

  /** Makes the states of some prompts' answers known, with few calls of models. */
  private static void prepare(Run run, int rollouts, int from, int to) {
    int[] prompts = new int[(to - from) * rollouts];
    RandomStream[] random = new RandomStream[prompts.length];
    for (int k = 0; k < prompts.length; k++) {
      prompts[k] = from + k / rollouts;
      random[k] = run.draws().fresh(Purpose.INITIAL_POINT, prompts[k], k % rollouts);
    }
    run.engine().target().prepare(prompts, random);
  }

  /** Adds the covariance of a state's rows, which are overwritten. */
  private void add(double weight, double[] law, int degree, double[] rows) {
    FisherInformation.mean(law, 0, degree, rows, mean);
    for (int k = 0; k < degree; k++) {
      for (int i = 0; i < d; i++) {
        rows[k * d + i] -= mean[i];
      }
      SmallMatrix.addOuter(weight * law[k], rows, k * d, d, sum, 0);
    }
  }

  private double[] withRidge() {
    double trace = SmallMatrix.trace(sum, d);
    for (int i = 0; i < d; i++) {
      sum[i * d + i] += 1e-3 * trace / d + LEAST; // directions that no answer shows
    }
    return sum;
  }
}

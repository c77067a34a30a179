package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * Lets a calibration teach only where the student gains by it. Labels make KL(π* ‖ π<sub>w</sub>)
 * small on source prompts; where the class is misspecified that need not help a student, which is
 * judged by the divergence in the other direction, on other prompts, and is of another class. So
 * the question is put directly: the student that a calibration would teach is compared with the one
 * that the teacher as it is would teach, by all that is known of both ({@link KnownGain}).
 *
 * <p>From time to time the iterate is reviewed, then points half and a quarter of the way to it
 * from the teacher; the first that gains teaches until the next review, and if none does the
 * teacher itself. The iterate goes its own way: behind such a guard it need not be cautious.
 */
final class GuardedTeaching implements Teaching.InRun {
  /** The next review is due when the number of rewards has grown by a tenth. */
  private static final double GROWTH = 1.1;

  private static final double[] REACHES = {1, 0.5, 0.25};
  private static final int STEPS = 30; // of a student that is compared
  private static final int FIRST_STEPS = 200; // of the one that matches the teacher

  private final Run run;
  private final double[] iterate;
  private final double[] teacher;
  private final double[] taught;
  private final double[] counts = {0, 1}; // rewards; at how many the next review is due
  private final KnownGain gain;
  private double[] start; // the student that matches the teacher; null before the first review
  private NaturalStep steps;

  GuardedTeaching(Run run, double[] iterate) {
    LearningProblem problem = run.problem();
    this.run = run;
    this.iterate = iterate;
    this.teacher = problem.calibration().initial().toArray();
    this.taught = iterate.clone();
    this.gain = new KnownGain(problem, run.replies());
    run.memory().keep("iterate", iterate);
    run.memory().keep("guard", counts);
  }

  @Override
  public void verified(SourceCursor s, Comparison c, double reward) {
    counts[0]++;
  }

  @Override
  public void add(long t) {
    if (counts[0] >= counts[1]) {
      counts[1] = next(counts[0]);
      review();
    }
  }

  @Override
  public double[] calibration() {
    return taught;
  }

  /** When to look again after looking at some number of rewards. */
  static double next(double count) {
    return Math.max(count + 1, Math.floor(GROWTH * count));
  }

  private void review() {
    if (gain.isInformed()) {
      for (double reach : REACHES) {
        for (int i = 0; i < taught.length; i++) {
          taught[i] = teacher[i] + reach * (iterate[i] - teacher[i]);
        }
        if (Arrays.equals(taught, teacher) || gains()) {
          return;
        }
      }
    }
    Vectors.copy(teacher, taught);
  }

  /** Tells whether what is taught now makes a better student than the teacher does. */
  private boolean gains() {
    if (start == null) {
      steps = NaturalStep.of(run.problem(), run.engine()::batches);
      start = student(teacher, run.problem().student().initial().toArray(), FIRST_STEPS);
    }
    return gain.lower(start, student(taught, start, STEPS)) > 0;
  }

  /** Distils on the target prompts; the run sets the calibration of its batches anew. */
  private double[] student(double[] w, double[] from, int most) {
    double[] theta = from.clone();
    run.engine().batches().calibrate(w);
    steps.minimize(theta, most);
    return theta;
  }
}

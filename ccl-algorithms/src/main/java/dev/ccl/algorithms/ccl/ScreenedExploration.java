package dev.ccl.algorithms.ccl;

import dev.ccl.algorithms.engine.Engine;
import dev.ccl.algorithms.engine.Rollouts;
import dev.ccl.core.math.Moments;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.random.Purpose;

/**
 * A uniform second candidate that must pass a cheap test before it is validated. Where costs are
 * estimated, a candidate that is a little worse would win by luck every now and then and undo what
 * many rounds have averaged. So in the rounds 0, 1, 4, 9, 16, … a few small batches compare it with
 * the present student, and it is validated only if it is better by five standard errors, which luck
 * alone exceeds once in 1,300 times: the error is estimated from eight differences, and Student's
 * law with seven degrees of freedom has 7.8e-4 above 5.
 */
final class ScreenedExploration implements Exploration.InRun {
  private static final int PAIRS = 8; // of small batches
  private static final int SHARE = 32; // of them fill a batch of the budget
  private static final double ERRORS = 5;

  private final Engine engine;
  private final ConvexSet students;
  private final Run run;
  private final Rollouts batch = Rollouts.of(1);
  private final Moments gains = new Moments();
  private long drawn;

  ScreenedExploration(Run run) {
    this.run = run;
    this.engine = run.engine();
    this.students = run.problem().student().set();
  }

  @Override
  public boolean draw(long t, long update, double[] theta, double[] out) {
    drawn = 0;
    long stage = run.stage(t);
    long root = (long) Math.sqrt((double) stage);
    if (root * root != stage) {
      return false;
    }
    students.draw(run.draws().open(Purpose.EXPLORATION, t, update), out);
    Budget.Choice.SLOW.at(stage, batch);
    batch.set((batch.number() + SHARE - 1) / SHARE);
    gains.clear();
    for (int i = 0; i < PAIRS; i++) {
      batch.at(t, 2 * (PAIRS * update + i));
      double present = engine.batches().cost(theta, batch, Purpose.EVALUATION);
      batch.at(t, 2 * (PAIRS * update + i) + 1);
      gains.add(present - engine.batches().cost(out, batch, Purpose.EVALUATION));
      drawn += 2 * batch.number();
    }
    return gains.mean() > ERRORS * gains.standardError();
  }

  @Override
  public long rollouts() {
    return drawn;
  }
}

package example;

import dev.ccl.algorithms.baseline.Baseline;
import dev.ccl.algorithms.baseline.PathWalk;
import dev.ccl.core.random.Purpose;

/** KL(student ‖ teacher) of whole answers on target prompts, by the score of each answer. */
public final class ReverseMatching implements Baseline {
  @Override
  public String toString() {
    return "reverse-matching";
  }

  @Override
  public boolean onSource() {
    return false;
  }

  @Override
  public double weight(double lambda) {
    return 1;
  }

  @Override
  public void add(PathWalk answer, double scale, double[] gradient) {
    answer.drawFromStudent(Purpose.GRADIENT_BATCH);
    answer.addScore(scale * (answer.logStudent() - answer.logTeacher()), gradient);
  }
}

package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What verified answers say about w: log π<sub>w</sub>(y) − log π<sub>pre</sub>(y) − R(y)/λ is the
 * same number for all answers to one prompt. The w that makes the squares of what is left smallest
 * and, where they do not determine it, is closest to the teacher among those; always searched for
 * from the teacher, so it depends on the answers alone. Solutions are kept, as many runs see the
 * same answers.
 */
final class PlainEquations {
  private static final double WEAK = 1e-9;
  private static final double DIFFERENCE = 1e-4;

  private final Naive model;
  private final TokenLaw reference;
  private final double[] teacher;
  private final Map<Map<Answer, Integer>, Solution> solutions = new HashMap<>();

  PlainEquations(Naive model) {
    this.model = model;
    this.reference = model.reference();
    this.teacher = model.teacherParameter();
  }

  /** A calibration and how well it solves. */
  static final class Solution {
    private final double[] w;
    private final boolean tested;
    private final double residual;

    private Solution(double[] w, boolean tested, double residual) {
      this.w = w;
      this.tested = tested;
      this.residual = residual;
    }

    double[] w() {
      return w.clone();
    }

    /** Whether there are more equations than determine w. */
    boolean isTested() {
      return tested;
    }

    /** The root mean square of what is left, in units of the reward. */
    double residual() {
      return residual;
    }
  }

  /** Solves for answers whose rewards are always the same, verified so many times each. */
  Solution solve(Map<Answer, Integer> counts, Map<Answer, Double> rewards) {
    return solutions.computeIfAbsent(
        new LinkedHashMap<>(counts), key -> new Search(key, rewards).solution());
  }

  /** What of a reward a calibration does not explain; the same for all answers of a prompt. */
  double unexplained(double[] w, Answer answer, double reward) {
    return model.lambda() * (model.calibrated(w).logAnswer(answer) - reference.logAnswer(answer))
        - reward;
  }

  /** Onto W, in place. */
  void project(double[] w) {
    model.instance().header().calibrationSet().project(w);
  }

  static double[] solve(double[][] m, double[] b) {
    double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    return new double[] {
      (m[1][1] * b[0] - m[0][1] * b[1]) / determinant,
      (m[0][0] * b[1] - m[1][0] * b[0]) / determinant
    };
  }

  /** Gauss–Newton steps with halved lengths; the slopes are differences. */
  private final class Search {
    private final Map<Answer, Integer> counts;
    private final Map<Answer, Double> rewards;

    Search(Map<Answer, Integer> counts, Map<Answer, Double> rewards) {
      this.counts = counts;
      this.rewards = rewards;
    }

    Solution solution() {
      double[] at = teacher.clone();
      boolean determined = false;
      for (int k = 0; k < 100; k++) {
        double[][] slopes = slopes(at);
        double[][] normal = new double[2][2];
        double[] left = left(at);
        double[] gradient = new double[2];
        for (int i = 0; i < left.length; i++) {
          SmallAlgebra.addOuter(1, slopes[i], slopes[i], normal);
          gradient = SmallAlgebra.plus(gradient, left[i], slopes[i]);
        }
        double scale = (normal[0][0] + normal[1][1]) / 2;
        determined = SmallAlgebra.eigenvalues(normal)[0] > WEAK * scale;
        double pull = scale == 0 ? 1 : determined ? 0 : WEAK * scale;
        gradient = SmallAlgebra.plus(gradient, pull, SmallAlgebra.plus(at, -1, teacher));
        normal[0][0] += pull;
        normal[1][1] += pull;
        double[] next = lower(at, solve(normal, gradient), pull);
        if (next == at) {
          break;
        }
        at = next;
      }
      double total = counts.values().stream().mapToInt(n -> n).sum();
      long prompts = counts.keySet().stream().map(a -> a.node(1).prompt()).distinct().count();
      return new Solution(
          at,
          determined && counts.size() - prompts > 2,
          model.lambda() * SmallAlgebra.norm(left(at)) / Math.sqrt(total));
    }

    /** The longest of halved steps that lowers the sum of squares with the pull; else the place. */
    private double[] lower(double[] at, double[] along, double pull) {
      double before = objective(at, pull);
      for (double size = 1; size > 1e-9; size /= 2) {
        double[] next = SmallAlgebra.plus(at, -size, along);
        project(next);
        if (objective(next, pull) < before) {
          return next;
        }
      }
      return at;
    }

    private double objective(double[] w, double pull) {
      double left = SmallAlgebra.norm(left(w));
      double distance = SmallAlgebra.distance(w, teacher);
      return left * left + pull * distance * distance;
    }

    /** Differences to the mean of the prompt, each times the root of its number of replies. */
    private double[] left(double[] w) {
      TokenLaw law = model.calibrated(w);
      Map<String, double[]> sums = new HashMap<>();
      counts.forEach(
          (a, n) -> {
            double[] sum = sums.computeIfAbsent(a.node(1).prompt(), x -> new double[2]);
            sum[0] += n;
            sum[1] += n * side(law, a);
          });
      double[] out = new double[counts.size()];
      int i = 0;
      for (Answer a : counts.keySet()) {
        double[] sum = sums.get(a.node(1).prompt());
        out[i++] = Math.sqrt(counts.get(a)) * (side(law, a) - sum[1] / sum[0]);
      }
      return out;
    }

    private double side(TokenLaw law, Answer a) {
      return law.logAnswer(a) - reference.logAnswer(a) - rewards.get(a) / model.lambda();
    }

    private double[][] slopes(double[] at) {
      double[][] out = new double[counts.size()][2];
      for (int k = 0; k < 2; k++) {
        double[] up = at.clone();
        double[] down = at.clone();
        up[k] += DIFFERENCE;
        down[k] -= DIFFERENCE;
        double[] change = SmallAlgebra.plus(left(up), -1, left(down));
        for (int i = 0; i < out.length; i++) {
          out[i][k] = change[i] / (2 * DIFFERENCE);
        }
      }
      return out;
    }
  }
}

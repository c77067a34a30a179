package dev.ccl.core.exact;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * The one shape of all student objectives in the paper: the average over target prompts of
 *
 * <pre>  E Z(a) over a ~ π_θ(·|x),   Z(a) = Σ_h [κ log π_θ(a_h|s_h) − ρ(s_h, a_h)],</pre>
 *
 * with a weight κ &gt; 0 and a fixed potential ρ on the edges. With κ = λ and ρ = λ log
 * π<sub>w</sub> it is C<sub>w</sub> (eq:ced-cost); with κ = 1 + λ and ρ = log π<sub>tea</sub> + λ
 * log π<sub>pre</sub> it is C<sub>SM</sub> (eq:sm-temp-cost); with κ = λ and ρ = λ log
 * π<sub>pre</sub> plus the reward at the last edge it is −J (eq:ced-return).
 *
 * <p>Value and gradient cost one sweep up, one sweep down and one pullback; no cost depends on the
 * number of answers.
 */
public final class LogRatioCost {
  private final EdgeModel student;
  private final Forest forest;
  private final double[] rootWeights;
  private final double weight;
  private final double[] potential;

  private LogRatioCost(EdgeModel student, double[] rootWeights, double weight, double[] potential) {
    this.student = student;
    this.forest = student.forest();
    this.rootWeights = rootWeights;
    this.weight = weight;
    this.potential = potential;
  }

  /**
   * Returns a cost.
   *
   * @param student the student's class on a complete forest
   * @param rootWeights the probability of each root; read
   * @param weight κ
   * @param potential ρ, one number per edge; read
   * @return the cost
   */
  public static LogRatioCost of(
      EdgeModel student, double[] rootWeights, double weight, double[] potential) {
    student.forest().requireComplete();
    checkArgument(potential.length == student.forest().edges(), "one potential an edge");
    checkArgument(rootWeights.length == student.forest().prompts().size(), "one weight a root");
    return new LogRatioCost(student, rootWeights.clone(), weight, potential.clone());
  }

  /**
   * Returns scale times the average KL from the student to a fixed law on the target forest. With
   * scale λ and the law π<sub>w</sub> this is C<sub>w</sub> (eq:ced-cost).
   *
   * @param problem the problem
   * @param law the law in the second place of the divergence
   * @param scale the factor
   * @return the cost
   */
  public static LogRatioCost divergence(LearningProblem problem, EdgeLaw law, double scale) {
    double[] potential = law.logs();
    for (int e = 0; e < potential.length; e++) {
      potential[e] *= scale;
    }
    return of(
        problem.target().student(), problem.target().dataset().rootWeights(), scale, potential);
  }

  /**
   * Returns C<sub>w</sub> (eq:ced-cost).
   *
   * @param problem the problem
   * @param w the calibration; read
   * @return the cost
   */
  public static LogRatioCost calibrated(LearningProblem problem, double[] w) {
    return divergence(problem, problem.target().calibration().law(w), problem.lambda());
  }

  /**
   * Returns C<sub>SM</sub>, the cost of regularised direct matching (eq:sm-temp-cost).
   *
   * @param problem the problem
   * @return the cost
   */
  public static LogRatioCost directMatching(LearningProblem problem) {
    double[] teacher = problem.calibration().initial().toArray();
    double[] potential = problem.target().calibration().law(teacher).logs();
    EdgeLaw reference = problem.target().reference();
    for (int e = 0; e < potential.length; e++) {
      potential[e] += problem.lambda() * reference.log(e);
    }
    return of(
        problem.target().student(),
        problem.target().dataset().rootWeights(),
        1 + problem.lambda(),
        potential);
  }

  /**
   * Returns the student's class on the forest of the cost.
   *
   * @return its kernels
   */
  public EdgeModel student() {
    return student;
  }

  /**
   * Returns the weight of the student's own log-probabilities.
   *
   * @return κ
   */
  public double weight() {
    return weight;
  }

  /**
   * Returns the number of parameters.
   *
   * @return d
   */
  public int dimension() {
    return student.dimension();
  }

  /**
   * Returns the cost of a parameter.
   *
   * @param theta the parameter; read
   * @return the cost
   */
  public double value(double[] theta) {
    return Passes.of(this, theta).value();
  }

  /**
   * Computes the gradient E[S·Z] (eq:ced-cost-gradient) and returns the cost.
   *
   * @param theta the parameter; read
   * @param gradient overwritten
   * @return the cost
   */
  public double gradient(double[] theta, double[] gradient) {
    Passes passes = Passes.of(this, theta);
    double[] c = passes.coefficients();
    Arrays.fill(gradient, 0.0);
    student.pullback(theta, c, 0, forest.nodes(), gradient);
    return passes.value();
  }

  /**
   * Returns the Hessian (eq:ced-hessian-expression), computed as the derivative of the gradient's
   * edge coefficients in each coordinate direction.
   *
   * @param theta the parameter; read
   * @return a fresh symmetric matrix, row-major
   */
  public double[] hessian(double[] theta) {
    int d = dimension();
    Passes passes = Passes.of(this, theta);
    double[] c = passes.coefficients();
    double[] hessian = new double[d * d];
    double[] direction = new double[d];
    double[] column = new double[d];
    for (int i = 0; i < d; i++) {
      Arrays.fill(direction, 0.0);
      Arrays.fill(column, 0.0);
      direction[i] = 1;
      double[] slope = passes.coefficientSlopes(direction);
      student.pullback(theta, slope, 0, forest.nodes(), column);
      student.curvature(theta, c, direction, 0, forest.nodes(), column);
      for (int k = 0; k < d; k++) {
        hessian[k * d + i] = column[k];
      }
    }
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < i; k++) {
        double mean = 0.5 * (hessian[i * d + k] + hessian[k * d + i]);
        hessian[i * d + k] = mean;
        hessian[k * d + i] = mean;
      }
    }
    return hessian;
  }

  /**
   * Returns E‖S·Z − ∇C‖², the variance of one student gradient sample, where S is the score of the
   * full answer; eq:ced-student-variance bounds it.
   *
   * @param theta the parameter; read
   * @return the variance
   */
  public double sampleVariance(double[] theta) {
    double[] gradient = new double[dimension()];
    gradient(theta, gradient);
    return sampleMoment(theta, gradient);
  }

  /**
   * Returns E‖S·Z‖², the second moment of one student gradient sample.
   *
   * @param theta the parameter; read
   * @return the second moment
   */
  public double sampleSecondMoment(double[] theta) {
    return sampleMoment(theta, new double[dimension()]);
  }

  /** E‖S·Z − centre‖² over the leaves. */
  private double sampleMoment(double[] theta, double[] centre) {
    int d = dimension();
    Passes passes = Passes.of(this, theta);
    double[] scores = new double[forest.nodes() * d]; // score of the path to each node
    double[] costs = new double[forest.nodes()]; // Z of the path to each node
    double[] rows = new double[0];
    double[] mean = new double[d];
    double moment = 0;
    for (int s = 0; s < forest.nodes(); s++) {
      int from = forest.firstEdge(s);
      int degree = forest.degree(s);
      rows = rows.length < degree * d ? new double[degree * d] : rows;
      student.gradients(theta, s, rows);
      Arrays.fill(mean, 0.0);
      for (int k = 0; k < degree; k++) {
        for (int i = 0; i < d; i++) {
          mean[i] += passes.law.probability(from + k) * rows[k * d + i];
        }
      }
      for (int k = 0; k < degree; k++) {
        int c = forest.child(from + k);
        double z = costs[s] + passes.ratio(from + k);
        double square = 0;
        for (int i = 0; i < d; i++) {
          double score = scores[s * d + i] + rows[k * d + i] - mean[i];
          if (c >= 0) {
            scores[c * d + i] = score;
          }
          double deviation = score * z - centre[i];
          square += deviation * deviation;
        }
        if (c >= 0) {
          costs[c] = z;
        } else {
          moment += passes.reach[s] * passes.law.probability(from + k) * square;
        }
      }
    }
    return moment;
  }

  /**
   * The sweeps at one parameter. Averages over the tokens of a node are taken about the value of
   * its most likely token, so that the advantage Q(e) − V(s) has a small relative error even where
   * the student is almost deterministic and the difference of Q and V would be rounding alone.
   */
  private static final class Passes {
    private final LogRatioCost cost;
    private final Forest forest;
    private final double[] theta;
    private final EdgeLaw law;
    private final double[] reach;
    private final int[] likeliest; // the most likely edge of each node
    private final double[] toGo; // V, one value a node
    private final double[] advantage; // Q − V, one value an edge

    private Passes(LogRatioCost cost, double[] theta) {
      this.cost = cost;
      this.forest = cost.forest;
      this.theta = theta;
      this.law = cost.student.law(theta);
      this.reach = Sweeps.reach(law, cost.rootWeights);
      this.likeliest = new int[forest.nodes()];
      this.toGo = new double[forest.nodes()];
      this.advantage = new double[forest.edges()];
      for (int s = forest.nodes() - 1; s >= 0; s--) {
        int from = forest.firstEdge(s);
        int to = forest.firstEdge(s + 1);
        int best = from;
        for (int e = from; e < to; e++) {
          advantage[e] = edgeToGo(e);
          best = law.log(e) > law.log(best) ? e : best;
        }
        likeliest[s] = best;
        double base = advantage[best];
        toGo[s] = base + centre(advantage, s);
      }
    }

    static Passes of(LogRatioCost cost, double[] theta) {
      checkArgument(
          theta.length == cost.dimension(),
          "theta: %s numbers for dimension %s",
          theta.length,
          cost.dimension());
      return new Passes(cost, theta);
    }

    double ratio(int e) {
      return cost.weight * law.log(e) - cost.potential[e];
    }

    private double edgeToGo(int e) {
      int c = forest.child(e);
      return ratio(e) + (c < 0 ? 0 : toGo[c]);
    }

    /**
     * Subtracts the mean under the law from the values at a node; returns by how much the mean
     * exceeds the value of the most likely token.
     */
    private double centre(double[] values, int s) {
      int from = forest.firstEdge(s);
      int to = forest.firstEdge(s + 1);
      double base = values[likeliest[s]];
      double excess = 0;
      for (int e = from; e < to; e++) {
        values[e] -= base;
        excess += law.probability(e) * values[e];
      }
      for (int e = from; e < to; e++) {
        values[e] -= excess;
      }
      return excess;
    }

    double value() {
      double sum = 0;
      for (int r = 0; r < cost.rootWeights.length; r++) {
        sum += cost.rootWeights[r] * toGo[r];
      }
      return sum;
    }

    /** ∂C/∂f(e) = reach(s) π(e) [Q(e) − V(s)]; the term κ E[S] of the product rule vanishes. */
    double[] coefficients() {
      double[] c = new double[forest.edges()];
      for (int e = 0; e < c.length; e++) {
        c[e] = reach[forest.node(e)] * law.probability(e) * advantage[e];
      }
      return c;
    }

    /** The derivative of {@link #coefficients} in a direction of the parameter space. */
    double[] coefficientSlopes(double[] direction) {
      double[] logSlope = new double[forest.edges()]; // of log π(e)
      cost.student.pushforward(theta, direction, 0, forest.nodes(), logSlope);
      double[] logReachSlope = new double[forest.nodes()];
      for (int s = 0; s < forest.nodes(); s++) {
        centre(logSlope, s);
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          if (forest.child(e) >= 0) {
            logReachSlope[forest.child(e)] = logReachSlope[s] + logSlope[e];
          }
        }
      }
      double[] toGoSlope = new double[forest.nodes()];
      double[] slope = new double[forest.edges()]; // of Q, then of Q − V, then of the coefficient
      for (int s = forest.nodes() - 1; s >= 0; s--) {
        int from = forest.firstEdge(s);
        int to = forest.firstEdge(s + 1);
        double moved = 0; // V changes because the law moves …
        for (int e = from; e < to; e++) {
          int c = forest.child(e);
          slope[e] = cost.weight * logSlope[e] + (c < 0 ? 0 : toGoSlope[c]);
          moved += law.probability(e) * logSlope[e] * advantage[e];
        }
        double base = slope[likeliest[s]];
        toGoSlope[s] = moved + base + centre(slope, s); // … and because Q does
        for (int e = from; e < to; e++) {
          slope[e] =
              reach[s]
                  * law.probability(e)
                  * ((logReachSlope[s] + logSlope[e]) * advantage[e] + slope[e] - moved);
        }
      }
      return slope;
    }
  }
}

package dev.ccl.certificates;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.problem.LearningProblem;
import java.util.Arrays;

/**
 * The bound o·TV(θ, θ′) + λ[KL(θ‖π) − KL(θ′‖π)] of Δ(θ) at a rival θ′, for a policy π such that the
 * true cost differs from λKL(·‖π) by the mean of something that oscillates by at most o over the
 * answers to a prompt; total variation and divergence are averaged over the target prompts. With
 * the reference and o = 1, the range of rewards, it is the cap that needs no query (claim E09);
 * with a calibrated teacher and an assumed residual it is {@link AgnosticBound} (claim E14). On a
 * cube TV moves by at most √(E S²)/2 and the divergence as in {@link ExcessBound}.
 */
final class VariationBound implements BoxSearch.Bounded {
  private final ConvexSet students;
  private final double lambda;
  private final double oscillation; // o, in units of the reward
  private final TargetModel model;
  private final Forest forest;
  private final double[] own; // probabilities of the student's answers, by leaf edge
  private final double[] path;
  private final double[] bends;
  private final double[] origin;
  private final double[] corner;
  private double ownCost;
  private double upper;
  private double value;

  private VariationBound(
      LearningProblem problem, StudentGeometry geometry, double[] logs, double oscillation) {
    this.students = problem.student().set();
    this.oscillation = oscillation;
    this.lambda = problem.lambda();
    this.model = new TargetModel(geometry, 0);
    this.forest = geometry.forest;
    this.own = new double[forest.edges()];
    this.path = new double[forest.edges()];
    this.bends = new double[geometry.roots.length];
    this.origin = new double[geometry.d];
    this.corner = new double[geometry.d];
    model.potential(logs);
  }

  static VariationBound cap(LearningProblem problem, StudentGeometry geometry) {
    return new VariationBound(problem, geometry, problem.target().reference().logs(), 1);
  }

  static VariationBound around(
      LearningProblem problem, StudentGeometry geometry, double[] w, double oscillation) {
    double[] logs = problem.target().calibration().law(w).logs();
    return new VariationBound(problem, geometry, logs, problem.lambda() * oscillation);
  }

  /** Of the divergences from a law alone. */
  static VariationBound of(LearningProblem problem, StudentGeometry geometry, EdgeLaw law) {
    return new VariationBound(problem, geometry, law.logs(), 0);
  }

  void prepare(double[] theta) {
    model.walk(theta);
    ownCost = model.expect();
    answers(own);
  }

  /** A bound for all rivals at once: total variation is at most 1, a divergence at least 0. */
  double largest() {
    return oscillation + lambda * Math.max(0, ownCost);
  }

  private void answers(double[] out) {
    for (int e = 0; e < out.length; e++) {
      out[e] = model.reach[forest.node(e)] * model.law[e];
    }
  }

  @Override
  public void look(double[] centre, double h) {
    model.walk(centre);
    double cost = model.expect();
    answers(path);
    double variation = 0;
    for (int e = 0; e < path.length; e++) {
      variation += forest.child(e) == Forest.LEAF ? Math.abs(path[e] - own[e]) / 2 : 0;
    }
    double here = oscillation * variation + lambda * (ownCost - cost);
    value = students.contains(centre) ? here : Double.NEGATIVE_INFINITY;
    if (model.geometry.linear && h > 0) {
      model.differentiate();
      upper = here + around(h) + 1e-14;
    }
  }

  private double around(double h) {
    double slope = 0;
    for (double g : model.gradient) {
      slope += Math.abs(g) * h;
    }
    for (int r = 0; r < bends.length; r++) {
      bends[r] = model.bend(r, h);
    }
    double second = largest(h);
    Arrays.fill(bends, 1.0);
    double information = largest(h); // E S² by Jensen over the prompts
    return lambda * (slope + second / 2) + oscillation * Math.min(1, Math.sqrt(information) / 2);
  }

  /** The largest second order over the vertices of a cube. */
  private double largest(double h) {
    model.bendBy(bends, h);
    double best = 0;
    for (int mask = 0; mask < 1 << corner.length; mask++) {
      BoxSearch.corner(origin, h, mask, corner);
      best = Math.max(best, model.secondOrder(corner));
    }
    return best;
  }

  @Override
  public double upper() {
    return upper;
  }

  @Override
  public double value() {
    return value;
  }
}

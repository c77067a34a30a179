package dev.ccl.certificates;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.policy.LinearFamily;
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
  private final LearningProblem problem;
  private final double lambda;
  private final double oscillation; // o, in units of the reward
  private final TargetModel model;
  private final Forest forest;
  private final int[] rootOf;
  private final double[] own; // probabilities of the student's answers, by leaf edge
  private final double[] path;
  private final double[] factors;
  private final double[] fisher;
  private final int d;
  private final boolean linear;
  private double ownCost;
  private double upper;
  private double value;

  private VariationBound(LearningProblem problem, double[] logs, double oscillation) {
    this.problem = problem;
    this.oscillation = oscillation;
    this.lambda = problem.lambda();
    this.linear = problem.student().family() instanceof LinearFamily;
    this.model = new TargetModel(problem, 0, linear);
    this.forest = model.forest;
    this.rootOf = model.rootOf();
    this.d = model.d;
    this.own = new double[forest.edges()];
    this.path = new double[forest.edges()];
    this.factors = new double[model.roots.length];
    this.fisher = new double[d * d];
    model.potential(logs);
  }

  static VariationBound cap(LearningProblem problem) {
    return new VariationBound(problem, problem.target().reference().logs(), 1);
  }

  static VariationBound around(LearningProblem problem, double[] w, double oscillation) {
    return new VariationBound(
        problem, problem.target().calibration().law(w).logs(), problem.lambda() * oscillation);
  }

  /** Of the divergences from a law alone. */
  static VariationBound of(LearningProblem problem, EdgeLaw law) {
    return new VariationBound(problem, law.logs(), 0);
  }

  void prepare(double[] theta) {
    model.walk(theta);
    ownCost = model.expect();
    answers(own);
  }

  /** What no rival exceeds: total variation is at most 1, and a divergence at least 0. */
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
    value = problem.student().set().contains(centre) ? here : Double.NEGATIVE_INFINITY;
    if (linear && h > 0) {
      model.differentiate();
      upper = here + around(h) + 1e-14;
    }
  }

  private double around(double h) {
    double slope = 0;
    for (double g : model.gradient) {
      slope += Math.abs(g) * h;
    }
    double crude = 0;
    double crudest = 0;
    for (int r = 0; r < factors.length; r++) {
      double bend = Math.max(0, model.range(r) + 2 * h * model.along[r] - 1);
      crude += model.roots[r] * bend * h * h * model.squares[r];
      crudest += model.roots[r] * h * h * model.squares[r];
      factors[r] = bend * Elementary.exp(Math.min(h * model.along[r], 700));
    }
    double second = ExcessBound.smaller(crude, largest(h));
    for (int r = 0; r < factors.length; r++) {
      factors[r] = Elementary.exp(Math.min(h * model.along[r], 700));
    }
    double information =
        ExcessBound.smaller(crudest, largest(h)); // E S² by Jensen over the prompts
    return lambda * (slope + second / 2) + oscillation * Math.min(1, Math.sqrt(information) / 2);
  }

  private double largest(double h) {
    Arrays.fill(fisher, 0.0);
    model.fisher(factors, rootOf, fisher);
    double best = 0;
    for (int mask = 0; mask < 1 << d; mask++) {
      double sum = 0;
      for (int k = 0; k < d; k++) {
        for (int l = 0; l < d; l++) {
          boolean same = (mask >> k & 1) == (mask >> l & 1);
          sum += (same ? h * h : -h * h) * fisher[k * d + l];
        }
      }
      best = Math.max(best, sum);
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

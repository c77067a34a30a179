package dev.ccl.testkit.policy;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.random.RandomStream;
import dev.ccl.judge.Check;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import java.util.List;

/**
 * Identities of the likelihood, as sums over all answers, with scores and their derivatives made
 * from the kernels on the forest (eq:ced-score-moment).
 */
final class LikelihoodClauses {
  private static final int TRIALS = 3;

  /** Sums over at most 5000 edges, each of a few products. */
  private LikelihoodClauses() {}

  static List<Check<PolicySubject>> all() {
    return List.of(
        Check.of(
            "mean score",
            "E S = 0 for every prompt",
            "gradients(…) differ from the derivative of logits(…): mend \"score\" first",
            LikelihoodClauses::meanScore),
        Check.of(
            "information equality",
            "E SSᵀ = −E ∇S",
            "curvature(…) is wrong: mend \"Hessian\" first",
            LikelihoodClauses::informationEquality),
        Check.of(
            "martingale",
            "the scores of two steps are orthogonal, and the sum over the steps is the score",
            "a step depends on later tokens, or on something besides its state",
            LikelihoodClauses::martingale));
  }

  /** A policy with the pieces of its score at one parameter. */
  private static final class Point {
    final EdgeModel model;
    final Forest forest;
    final double[] theta;
    final EdgeLaw law;

    Point(PolicySubject p, double[] theta) {
      this.model = p.model();
      this.forest = p.forest;
      this.theta = theta;
      this.law = model.law(theta);
    }

    /** [e on the path] − [its node on the path] π(e), for the path to a leaf. */
    double[] coefficients(int leaf) {
      double[] c = new double[forest.edges()];
      for (int at = leaf; at >= 0; at = forest.parentEdge(forest.node(at))) {
        int s = forest.node(at);
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          c[e] = -law.probability(e);
        }
        c[at] += 1;
      }
      return c;
    }

    double[] score(int leaf) {
      double[] score = new double[model.dimension()];
      model.pullback(theta, coefficients(leaf), 0, forest.nodes(), score);
      return score;
    }

    /** ∇S v. */
    double[] scoreSlope(int leaf, double[] v, double[] slopes) {
      double[] out = new double[model.dimension()];
      double[] c = new double[forest.edges()];
      for (int at = leaf; at >= 0; at = forest.parentEdge(forest.node(at))) {
        int s = forest.node(at);
        double mean = 0;
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          mean += law.probability(e) * slopes[e];
        }
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          c[e] = -law.probability(e) * (slopes[e] - mean);
        }
      }
      model.pullback(theta, c, 0, forest.nodes(), out);
      model.curvature(theta, coefficients(leaf), v, 0, forest.nodes(), out);
      return out;
    }

    double[] slopes(double[] v) {
      double[] slopes = new double[forest.edges()];
      model.pushforward(theta, v, 0, forest.nodes(), slopes);
      return slopes;
    }

    /** D·v for each edge. */
    double[] tokenScores(double[] v) {
      double[] scores = slopes(v);
      for (int s = 0; s < forest.nodes(); s++) {
        double mean = 0;
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          mean += law.probability(e) * scores[e];
        }
        for (int e = forest.firstEdge(s); e < forest.firstEdge(s + 1); e++) {
          scores[e] -= mean;
        }
      }
      return scores;
    }

    boolean isLeaf(int e) {
      return forest.child(e) == Forest.LEAF;
    }

    double probability(int leaf) {
      return Elementary.exp(law.logPath(leaf));
    }
  }

  private static void meanScore(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      double[] theta = p.theta(PolicySubject.random("mean score", trial), trial);
      Point point = new Point(p, theta);
      double[] mean = new double[p.d];
      double size = 1;
      for (int e = 0; e < p.forest.edges(); e++) {
        if (point.isLeaf(e)) {
          double[] score = point.score(e);
          Vectors.addScaled(point.probability(e), score, mean);
          size = Math.max(size, Vectors.norm(score));
        }
      }
      Tolerance rounding = Tolerance.relative(9.9e-12, size * p.forest.prompts().size());
      for (int i = 0; i < p.d; i++) {
        int at = i;
        f.equal(
            mean[i],
            0,
            rounding,
            () -> "coordinate " + at + ", parameter " + PolicySubject.text(theta));
      }
    }
  }

  private static void informationEquality(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("information equality", trial);
      double[] theta = p.theta(random, trial);
      double[] v = PolicySubject.direction(random, p.d);
      Point point = new Point(p, theta);
      double[] slopes = point.slopes(v);
      double[] sum = new double[p.d]; // E SSᵀv + E ∇S v
      double size = 1;
      for (int e = 0; e < p.forest.edges(); e++) {
        if (point.isLeaf(e)) {
          double[] score = point.score(e);
          double probability = point.probability(e);
          Vectors.addScaled(probability * Vectors.dot(score, v), score, sum);
          Vectors.addScaled(probability, point.scoreSlope(e, v, slopes), sum);
          size = Math.max(size, Vectors.dot(score, score));
        }
      }
      Tolerance rounding = Tolerance.relative(9.9e-12, size * p.forest.prompts().size());
      String where =
          ", direction " + PolicySubject.text(v) + ", parameter " + PolicySubject.text(theta);
      for (int i = 0; i < p.d; i++) {
        int at = i;
        f.equal(sum[i], 0, rounding, () -> "coordinate " + at + where);
      }
    }
  }

  private static void martingale(PolicySubject p, Findings f) {
    for (int trial = 0; trial < TRIALS; trial++) {
      RandomStream random = PolicySubject.random("martingale", trial);
      double[] theta = p.theta(random, trial);
      double[] u = PolicySubject.direction(random, p.d);
      double[] v = PolicySubject.direction(random, p.d);
      Point point = new Point(p, theta);
      double[] du = point.tokenScores(u);
      double[] dv = point.tokenScores(v);
      int horizon = p.forest.mdp().horizon();
      double[] cross = new double[horizon * horizon];
      double size = 1;
      for (int e = 0; e < p.forest.edges(); e++) {
        if (!point.isLeaf(e)) {
          continue;
        }
        int leaf = e;
        double probability = point.probability(e);
        double sum = 0;
        for (int a = e; a >= 0; a = p.forest.parentEdge(p.forest.node(a))) {
          int late = p.forest.depth(p.forest.node(a));
          sum += du[a];
          int b = p.forest.parentEdge(p.forest.node(a));
          for (; b >= 0; b = p.forest.parentEdge(p.forest.node(b))) {
            int early = p.forest.depth(p.forest.node(b));
            cross[early * horizon + late] += probability * du[b] * dv[a];
          }
          size = Math.max(size, Math.abs(du[a]) + Math.abs(dv[a]));
        }
        f.equal(
            sum,
            Vectors.dot(point.score(e), u),
            Tolerance.relative(9.9e-12, size),
            () ->
                "sum over the steps of answer "
                    + leaf
                    + ", parameter "
                    + PolicySubject.text(theta));
      }
      for (int i = 0; i < cross.length; i++) {
        int early = i / horizon + 1;
        int late = i % horizon + 1;
        f.equal(
            cross[i],
            0,
            Tolerance.relative(9.9e-12, size * size * p.forest.prompts().size()),
            () -> "steps " + early + " and " + late + ", parameter " + PolicySubject.text(theta));
      }
    }
  }
}

package dev.ccl.algorithms.variants;

import static com.google.common.base.Preconditions.checkArgument;

import dev.ccl.core.policy.Ball;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code evidence}, where W is a disc: the labels' quadratic log-likelihood with a prior around the
 * teacher in the metric G of target answers. In the two directions v that make both the information
 * A and G diagonal, vᵀGv = 1, the score vᵀh has the variance of its noise and τ(vᵀAv)²; τ is the
 * smallest of a grid within two nats of the best.
 */
final class PlainEvidence implements PlainRule {
  /** What all runs on an instance share. */
  record Ground(
      Naive model, TokenLaw teacher, TokenLaw reference, double g11, double g12, double g22) {
    static Ground of(Naive model) {
      checkArgument(model.instance().header().calibrationSet() instanceof Ball);
      TokenLaw teacher = model.calibrated(model.teacherParameter());
      double[][] g = new double[2][2];
      for (String x : model.target()) {
        for (Node s : model.nodes(x)) {
          double reach = 0;
          for (Answer a : model.answers(x)) {
            reach += a.startsWith(s.prefix()) ? teacher.probability(a) : 0;
          }
          addCovariance(g, s, teacher, reach / model.target().size());
        }
      }
      double ridge = 1e-3 * (g[0][0] + g[1][1]) / 2;
      return new Ground(
          model, teacher, model.reference(), g[0][0] + ridge, g[0][1], g[1][1] + ridge);
    }

    private static void addCovariance(double[][] g, Node s, TokenLaw teacher, double weight) {
      double[] mean = new double[2];
      double[] law = new double[s.size()];
      for (int k = 0; k < s.size(); k++) {
        law[k] = (teacher.probability(s, k) + 1.0 / s.size()) / 2;
        mean = SmallAlgebra.plus(mean, law[k], s.phi(k));
      }
      for (int k = 0; k < s.size(); k++) {
        double[] centred = SmallAlgebra.plus(s.phi(k), -1, mean);
        SmallAlgebra.addOuter(weight * law[k], centred, centred, g);
      }
    }

    double[][] metric() {
      return new double[][] {{g11, g12}, {g12, g22}};
    }
  }

  /** Sums over the labels of one prompt: A and h. */
  private static final class Sums {
    final double[][] a = new double[2][2];
    double[] h = new double[2];

    void add(double[] z, double curvature, double right) {
      SmallAlgebra.addOuter(curvature, z, z, a);
      h = SmallAlgebra.plus(h, right, z);
    }
  }

  private final Ground ground;
  private final double[] teacher;
  private final double radius;
  private final Sums all = new Sums();
  private final Map<String, Sums> byPrompt = new LinkedHashMap<>();
  private final double[][] noise = new double[2][2];
  private long labels;
  private long next = 1;
  private double freedom; // τ in units of the noise

  PlainEvidence(Ground ground) {
    this.ground = ground;
    this.teacher = ground.model().teacherParameter();
    this.radius = ground.model().instance().header().calibrationSet().radius();
    ground.model().source().forEach(x -> byPrompt.put(x, new Sums()));
  }

  @Override
  public double[] step(
      long t, String prompt, double[] z, double residual, double curvature, double[] w) {
    double[] delta = SmallAlgebra.plus(w, -1, teacher);
    double right = curvature * SmallAlgebra.dot(z, delta) - residual;
    all.add(z, curvature, right);
    byPrompt.get(prompt).add(z, curvature, right);
    SmallAlgebra.addOuter(residual * residual, z, z, noise);
    labels++;
    if (labels >= next) {
      next = PlainReplies.following(labels);
      freedom = freedom(delta);
    }
    return calibration();
  }

  private double freedom(double[] delta) {
    List<double[]> seen = new ArrayList<>(); // square of the score, information, variance
    double inflation = 0;
    List<double[]> directions = directions();
    double most = 0;
    for (double[] v : directions) {
      most = Math.max(most, form(v, all.a));
    }
    for (double[] v : directions) {
      double information = form(v, all.a);
      double variance = Math.max(form(v, noise), between(v, delta));
      if (information > 1e-12 * most && variance > 0) {
        double score = SmallAlgebra.dot(v, all.h);
        seen.add(new double[] {score * score, information, variance});
        inflation += variance / information;
      }
    }
    return seen.isEmpty() ? 0 : size(seen) * seen.size() / inflation;
  }

  private static double size(List<double[]> seen) {
    double best = Double.NEGATIVE_INFINITY;
    for (int k = 0; k <= 61; k++) {
      best = Math.max(best, likelihood(seen, grid(k)));
    }
    int k = 0;
    while (likelihood(seen, grid(k)) < best - 2) {
      k++;
    }
    return grid(k);
  }

  private static double grid(int k) {
    return k == 0 ? 0 : 1e-6 * StrictMath.pow(10, 0.2 * (k - 1));
  }

  private static double likelihood(List<double[]> seen, double size) {
    double sum = 0;
    for (double[] s : seen) {
      double variance = s[2] + size * s[1] * s[1];
      sum -= (StrictMath.log(variance) + s[0] / variance) / 2;
    }
    return sum;
  }

  /** The spread between prompts of what w leaves of their scores. */
  private double between(double[] v, double[] delta) {
    double sum = 0;
    for (Sums own : byPrompt.values()) {
      double left =
          SmallAlgebra.dot(v, own.h) - SmallAlgebra.dot(v, PlainInformation.times(own.a, delta));
      sum += left * left;
    }
    int n = byPrompt.size();
    return n > 1 ? sum * n / (n - 1) : sum;
  }

  /** Both v with Av = aGv and vᵀGv = 1. */
  private List<double[]> directions() {
    double[][] a = all.a;
    double[][] g = ground.metric();
    double two = g[0][0] * g[1][1] - g[0][1] * g[0][1]; // of two·x² − one·x + zero = det(A − xG)
    double one = a[0][0] * g[1][1] + a[1][1] * g[0][0] - 2 * a[0][1] * g[0][1];
    double zero = a[0][0] * a[1][1] - a[0][1] * a[0][1];
    double large = (one + Math.sqrt(Math.max(0, one * one - 4 * two * zero))) / (2 * two);
    double[][] m = {
      {a[0][0] - large * g[0][0], a[0][1] - large * g[0][1]},
      {a[0][1] - large * g[0][1], a[1][1] - large * g[1][1]}
    };
    double[] row = SmallAlgebra.norm(m[0]) > SmallAlgebra.norm(m[1]) ? m[0] : m[1];
    double[] first = unit(new double[] {-row[1], row[0]}, g);
    double[] image = PlainInformation.times(g, first);
    return List.of(first, unit(new double[] {-image[1], image[0]}, g)); // G-orthogonal
  }

  private static double[] unit(double[] v, double[][] g) {
    return SmallAlgebra.plus(new double[2], 1 / Math.sqrt(form(v, g)), v);
  }

  private static double form(double[] v, double[][] m) {
    return SmallAlgebra.dot(v, PlainInformation.times(m, v));
  }

  /** The w of the disc that makes ½ δᵀ(A + G/freedom)δ − hᵀδ smallest, δ = w − teacher. */
  private double[] calibration() {
    if (freedom == 0) {
      return teacher.clone();
    }
    double[][] m = ground.metric();
    for (int i = 0; i < 2; i++) {
      for (int k = 0; k < 2; k++) {
        m[i][k] = all.a[i][k] + m[i][k] / freedom;
      }
    }
    double[] free = SmallAlgebra.plus(teacher, 1, PlainEquations.solve(m, all.h));
    return SmallAlgebra.norm(free) <= radius
        ? free
        : PlainCircle.lowest(radius, w -> value(m, w), w -> gradient(m, w));
  }

  private double value(double[][] m, double[] w) {
    double[] delta = SmallAlgebra.plus(w, -1, teacher);
    return form(delta, m) / 2 - SmallAlgebra.dot(all.h, delta);
  }

  private double[] gradient(double[][] m, double[] w) {
    double[] delta = SmallAlgebra.plus(w, -1, teacher);
    return SmallAlgebra.plus(PlainInformation.times(m, delta), -1, all.h);
  }
}

package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code projection}, where W is a disc: the w with the largest mean of log π<sub>w</sub> over the
 * answers of the optimum that replies describe, one source prompt at a time, and, with a weight of
 * their own, over the teacher's answers. An answer that nobody has asked about has the mean of the
 * others' rewards.
 */
class PlainProjection implements PlainRule {
  /** What was found for some replies, as many runs see the same. */
  static final class Known {
    private final Naive model;
    private final Map<Map<Answer, Double>, double[]> found = new HashMap<>();

    Known(Naive model) {
      this.model = model;
    }
  }

  private final Known known;
  private final Naive model;
  private final double radius;
  private final PlainReplies replies = new PlainReplies();

  PlainProjection(Known known) {
    this.known = known;
    this.model = known.model;
    this.radius = model.instance().header().calibrationSet().radius();
  }

  @Override
  public double[] verified(Answer answer, double reward, double[] w) {
    replies.record(answer, reward);
    return replies.isNews()
        ? known.found.computeIfAbsent(replies.means(), this::projection).clone()
        : w;
  }

  @Override
  public double[] step(
      long t, String prompt, double[] z, double residual, double curvature, double[] w) {
    return w;
  }

  /** What an answer that nobody has asked about counts with. */
  protected double guess(Map<Answer, Double> means) {
    return means.values().stream().mapToDouble(r -> r).average().orElseThrow();
  }

  /** log of the weight of an answer, up to a number for its prompt. */
  protected double logWeight(Answer answer, double reward) {
    return model.reference().logAnswer(answer) + reward / model.lambda();
  }

  /** π*(a|x), times the share of x. */
  private Map<Answer, Double> optimum(Map<Answer, Double> means) {
    double guess = guess(means);
    Map<Answer, Double> optimum = new LinkedHashMap<>();
    for (String x : model.source()) {
      double sum = 0;
      for (Answer a : model.answers(x)) {
        sum += StrictMath.exp(logWeight(a, means.getOrDefault(a, guess)));
      }
      for (Answer a : model.answers(x)) {
        double weight = StrictMath.exp(logWeight(a, means.getOrDefault(a, guess)));
        optimum.merge(a, weight / sum / model.source().size(), Double::sum);
      }
    }
    return optimum;
  }

  /** What a prompt counts with: 1/n, more if it is listed more than once. */
  private double share(String x) {
    return (double) Collections.frequency(model.source(), x) / model.source().size();
  }

  /** The teacher's weight: parameters per prompt, times nats left, per nat gained. */
  protected double shrinkage(double left, double gained) {
    double perPrompt = 0;
    for (String x : model.source()) {
      perPrompt += share(x) / model.source().size();
    }
    return model.teacherParameter().length * perPrompt * left / gained;
  }

  private double[] projection(Map<Answer, Double> means) {
    Map<Answer, Double> optimum = optimum(means);
    double[] fit = lowest(optimum);
    double left = value(optimum, fit);
    for (String x : model.source()) {
      for (Answer a : model.answers(x)) {
        double p = optimum.get(a) / share(x);
        left += p * StrictMath.log(p) / model.source().size();
      }
    }
    double gained = value(optimum, model.teacherParameter()) - value(optimum, fit);
    double rho = shrinkage(left, gained);
    for (String x : model.source()) {
      for (Answer a : model.answers(x)) {
        double q = StrictMath.exp(model.teacher().logAnswer(a));
        optimum.merge(a, rho * q / model.source().size(), Double::sum);
      }
    }
    return lowest(optimum);
  }

  private double[] lowest(Map<Answer, Double> optimum) {
    double[] at = model.teacherParameter();
    for (int k = 0; k < 100; k++) {
      double[] along = PlainEquations.solve(hessian(optimum, at), gradient(optimum, at));
      double size = 1;
      while (size > 1e-9
          && value(optimum, SmallAlgebra.plus(at, -size, along)) > value(optimum, at)) {
        size /= 2;
      }
      at = SmallAlgebra.plus(at, -size, along);
      if (SmallAlgebra.norm(along) < 1e-12) {
        break;
      }
    }
    return SmallAlgebra.norm(at) <= radius
        ? at
        : PlainCircle.lowest(radius, w -> value(optimum, w), w -> gradient(optimum, w));
  }

  private double value(Map<Answer, Double> optimum, double[] w) {
    TokenLaw law = model.calibrated(w);
    double sum = 0;
    for (Map.Entry<Answer, Double> entry : optimum.entrySet()) {
      sum -= entry.getValue() * law.logAnswer(entry.getKey());
    }
    return sum;
  }

  private double[] gradient(Map<Answer, Double> optimum, double[] w) {
    TokenLaw law = model.calibrated(w);
    double[] sum = new double[2];
    optimum.forEach(
        (a, p) -> {
          for (int h = 1; h <= a.length(); h++) {
            SmallAlgebra.add(-p, a.node(h).phi(a.place(h)), sum);
            for (int k = 0; k < a.node(h).size(); k++) {
              SmallAlgebra.add(p * law.probability(a.node(h), k), a.node(h).phi(k), sum);
            }
          }
        });
    return sum;
  }

  private double[][] hessian(Map<Answer, Double> optimum, double[] w) {
    TokenLaw law = model.calibrated(w);
    double[][] sum = new double[2][2];
    optimum.forEach(
        (a, p) -> {
          for (int h = 1; h <= a.length(); h++) {
            double[] mean = new double[2];
            for (int k = 0; k < a.node(h).size(); k++) {
              double q = law.probability(a.node(h), k);
              SmallAlgebra.add(q, a.node(h).phi(k), mean);
              SmallAlgebra.addOuter(p * q, a.node(h).phi(k), a.node(h).phi(k), sum);
            }
            SmallAlgebra.addOuter(-p, mean, mean, sum);
          }
        });
    return sum;
  }
}

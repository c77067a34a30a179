package dev.ccl.algorithms.naive;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import java.util.SplittableRandom;

/**
 * Algorithm 1 as a reader of the paper would type it: one rollout at a time, states instead of
 * edges, a generator of its own.
 */
public class PlainCcl {
  private final Instance instance;
  private final LearningProblem problem;
  private final double gamma;
  private final SplittableRandom random;
  public final double[] w;
  public final double[] theta;
  public int accepted;

  public PlainCcl(Instance instance, LearningProblem problem, double gamma, long seed) {
    this.instance = instance;
    this.problem = problem;
    this.gamma = gamma;
    this.random = new SplittableRandom(seed);
    this.w = problem.calibration().initial().toArray();
    this.theta = problem.student().initial().toArray();
  }

  public void round(int t) {
    calibrate(t);
    distil(t);
  }

  /** η_t (eq:br-budgets). */
  protected double step(long t) {
    return 1 / (gamma * (t + 2));
  }

  /** The probability with which a label is accepted (line:br-accept). */
  protected double acceptance(double reward) {
    return Math.exp((reward - 1) / problem.lambda());
  }

  /** h (line:br-design). */
  protected int position() {
    return 1 + random.nextInt(problem.horizon());
  }

  /** The number of rollouts by which each candidate is validated (eq:br-budgets). */
  protected int validationBatch(int t) {
    return (t + 2) * (t + 2);
  }

  /** The lines of Algorithm 1 up to the projection of w. */
  public void calibrate(long t) {
    PolicyFamily calibrated = problem.calibration().family();
    int horizon = problem.horizon();
    Prompt x = prompt(instance.source().get(random.nextInt(instance.source().size())));
    int h = position();
    State s = problem.mdp().start(x);
    double[] teacher = problem.calibration().initial().toArray();
    for (int step = 1; step < h; step++) {
      s = next(s, draw(Answers.softmax(calibrated, teacher, s)));
    }
    int c1 = draw(Answers.softmax(calibrated, teacher, s));
    int c0 = draw(Answers.softmax(problem.student().family(), theta, s));
    double[] rows = new double[s.legal().length() * w.length];
    calibrated.gradients(w, s, rows);
    double[] z = new double[w.length];
    double zw = 0;
    for (int i = 0; i < w.length; i++) {
      z[i] = rows[c1 * w.length + i] - rows[c0 * w.length + i];
      zw += z[i] * w[i];
    }
    double[] pre = reference(s);
    boolean y = random.nextDouble() < pre[c1] / (pre[c1] + pre[c0]);
    State at = s;
    ImmutableIntArray.Builder answer = ImmutableIntArray.builder().addAll(s.prefix());
    int choice = y ? c1 : c0;
    for (int step = h; ; step++) {
      answer.add(at.legal().get(choice));
      if (step == horizon) {
        break;
      }
      at = next(at, choice);
      choice = draw(reference(at));
    }
    double reward = instance.prompts().get(x.id()).reward(answer.build());
    boolean isAccepted = random.nextDouble() <= acceptance(reward);
    if (isAccepted) {
      accepted++;
      double factor = (1 / (1 + Math.exp(-zw)) - (y ? 1 : 0)) * step(t);
      for (int i = 0; i < w.length; i++) {
        w[i] -= factor * z[i];
      }
      project(w, problem.calibration().set().radius());
    }
  }

  private void distil(int t) {
    int b = t + 2;
    double[] gradient = new double[theta.length];
    for (int l = 0; l < b; l++) {
      double[] score = new double[theta.length];
      double cost = rollout(theta, score);
      for (int i = 0; i < gradient.length; i++) {
        gradient[i] += score[i] * cost / b;
      }
    }
    double horizon = problem.horizon();
    double alpha = 1 / (2 * problem.lambda() * horizon * (1 + 8 * problem.bound() * horizon));
    double[] first = theta.clone();
    for (int i = 0; i < first.length; i++) {
      first[i] -= alpha * gradient[i];
    }
    project(first, problem.bound());
    double[] second = new double[theta.length];
    double square;
    do { // rejection from the cube
      square = 0;
      for (int i = 0; i < second.length; i++) {
        second[i] = problem.bound() * (2 * random.nextDouble() - 1);
        square += second[i] * second[i];
      }
    } while (square > problem.bound() * problem.bound());
    int q = validationBatch(t);
    double[] winner = cost(first, q) <= cost(second, q) ? first : second;
    System.arraycopy(winner, 0, theta, 0, theta.length);
  }

  private double cost(double[] parameter, int q) {
    double sum = 0;
    for (int l = 0; l < q; l++) {
      sum += rollout(parameter, new double[parameter.length]);
    }
    return sum / q;
  }

  /** Returns the cost of an answer and adds its score. */
  private double rollout(double[] parameter, double[] score) {
    PolicyFamily student = problem.student().family();
    PolicyFamily calibrated = problem.calibration().family();
    Prompt x = prompt(instance.target().get(random.nextInt(instance.target().size())));
    State s = problem.mdp().start(x);
    double cost = 0;
    for (int h = 1; h <= problem.horizon(); h++) {
      double[] p = Answers.softmax(student, parameter, s);
      int k = draw(p);
      cost += problem.lambda() * Math.log(p[k] / Answers.softmax(calibrated, w, s)[k]);
      double[] rows = new double[p.length * parameter.length];
      student.gradients(parameter, s, rows);
      for (int a = 0; a < p.length; a++) {
        for (int i = 0; i < score.length; i++) {
          score[i] += ((a == k ? 1 : 0) - p[a]) * rows[a * score.length + i];
        }
      }
      s = h == problem.horizon() ? s : next(s, k);
    }
    return cost;
  }

  private Prompt prompt(String id) {
    return instance.prompts().get(id).prompt();
  }

  private double[] reference(State s) {
    double[] p = new double[s.legal().length()];
    problem.reference().probabilities(s, p);
    return p;
  }

  private State next(State s, int k) {
    return problem.mdp().append(s, s.legal().get(k));
  }

  private int draw(double[] p) {
    double u = random.nextDouble();
    for (int k = 0; k < p.length - 1; k++) {
      u -= p[k];
      if (u < 0) {
        return k;
      }
    }
    return p.length - 1;
  }

  private static void project(double[] point, double radius) {
    double square = 0;
    for (double x : point) {
      square += x * x;
    }
    double scale = Math.min(1, radius / Math.sqrt(square));
    for (int i = 0; i < point.length; i++) {
      point[i] *= scale;
    }
  }
}

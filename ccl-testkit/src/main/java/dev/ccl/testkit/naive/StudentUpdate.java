package dev.ccl.testkit.naive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The law of a whole student update in dimension 1, given w<sub>t+1</sub>: candidates, validation
 * and selection, by enumeration of the batches and quadrature over the exploring candidate.
 */
public final class StudentUpdate {
  private static final double SAME = 1e-8;
  private static final double ROUNDING = 1e-13;

  private final Naive model;
  private final double[] theta;
  private final RoundFormulas formulas;
  private final Costs costs;
  private final TokenLaw taught;
  private final StudentLaw student;
  private final List<Answer> pairs = new ArrayList<>(); // one entry a (prompt, answer)

  private StudentUpdate(Naive model, double[] w, double[] theta) {
    this.model = model;
    this.theta = theta.clone();
    this.formulas = new RoundFormulas(model);
    this.costs = Costs.of(model);
    this.taught = model.calibrated(w);
    this.student = model.student(theta);
    model.target().forEach(x -> pairs.addAll(model.answers(x)));
  }

  /**
   * Prepares an update.
   *
   * @param model the instance, written out
   * @param w w<sub>t+1</sub>; read
   * @param theta θ<sub>t</sub>; read
   * @return the update
   */
  public static StudentUpdate of(Naive model, double[] w, double[] theta) {
    return new StudentUpdate(model, w, theta);
  }

  /**
   * A number with a probability.
   *
   * @param value the number
   * @param probability its probability
   */
  public record Mass(double value, double probability) {}

  /**
   * Returns all values of ϑ<sub>1</sub> = Proj(θ − αĝ) for a batch, in any dimension.
   *
   * @param batch b, small
   * @return every candidate that some batch gives
   */
  public List<double[]> candidates(int batch) {
    List<double[]> out = new ArrayList<>();
    collect(new double[theta.length], batch, 0, batch, out);
    return out;
  }

  private void collect(double[] sum, int left, int from, int batch, List<double[]> out) {
    if (left == 0) {
      out.add(
          formulas.projectStudent(SmallAlgebra.plus(theta, -formulas.studentStep() / batch, sum)));
      return;
    }
    for (int k = from; k < pairs.size(); k++) {
      Answer a = pairs.get(k);
      double z = costs.logRatioCost(student, taught, a);
      collect(SmallAlgebra.plus(sum, z, costs.score(student, a)), left - 1, k, batch, out);
    }
  }

  /**
   * Returns the law of ϑ<sub>1</sub> for d = 1.
   *
   * @param batch b
   * @return its values, each once
   */
  public List<Mass> candidateLaw(int batch) {
    List<Mass> one = new ArrayList<>();
    for (Answer a : pairs) {
      double p = student.probability(a) / model.target().size();
      one.add(new Mass(costs.logRatioCost(student, taught, a) * costs.score(student, a)[0], p));
    }
    List<Mass> out = new ArrayList<>();
    for (Mass mean : meanLaw(merged(one, ROUNDING), batch)) {
      double[] next =
          formulas.projectStudent(new double[] {theta[0] - formulas.studentStep() * mean.value()});
      out.add(new Mass(next[0], mean.probability()));
    }
    return merged(out, SAME);
  }

  /**
   * Returns the law of Ĉ for a candidate.
   *
   * @param candidate ϑ; read
   * @param batch q
   * @return its values, in increasing order
   */
  public List<Mass> estimateLaw(double[] candidate, int batch) {
    return meanLaw(costLaw(candidate), batch);
  }

  /**
   * Returns the law of the cost of one rollout.
   *
   * @param candidate ϑ; read
   * @return the values of Z, each once
   */
  public List<Mass> costLaw(double[] candidate) {
    StudentLaw law = model.student(candidate);
    List<Mass> one = new ArrayList<>();
    for (Answer a : pairs) {
      one.add(
          new Mass(costs.logRatioCost(law, taught, a), law.probability(a) / model.target().size()));
    }
    return merged(one, ROUNDING);
  }

  /** The law of the mean of n independent draws, by enumeration of the counts. */
  private static List<Mass> meanLaw(List<Mass> one, int n) {
    List<Mass> out = new ArrayList<>();
    double[] logFactorial = new double[n + 1];
    for (int k = 2; k <= n; k++) {
      logFactorial[k] = logFactorial[k - 1] + StrictMath.log(k);
    }
    double[] log = one.stream().mapToDouble(m -> StrictMath.log(m.probability())).toArray();
    count(one, log, 0, n, 0, logFactorial[n], logFactorial, n, out);
    out.sort(Comparator.comparingDouble(Mass::value));
    return out;
  }

  private static void count(
      List<Mass> one,
      double[] logs,
      int k,
      int left,
      double sum,
      double log,
      double[] logFactorial,
      int n,
      List<Mass> out) {
    if (k == one.size() - 1) {
      double total = log - logFactorial[left] + left * logs[k];
      out.add(
          new Mass((sum + left * one.get(k).value()) / n, StrictMath.exp(left == 0 ? log : total)));
      return;
    }
    for (int j = 0; j <= left; j++) {
      double next = j == 0 ? log : log - logFactorial[j] + j * logs[k];
      count(one, logs, k + 1, left - j, sum + j * one.get(k).value(), next, logFactorial, n, out);
    }
  }

  private static List<Mass> merged(List<Mass> law, double same) {
    List<Mass> sorted = new ArrayList<>(law);
    sorted.sort(Comparator.comparingDouble(Mass::value));
    List<Mass> out = new ArrayList<>();
    for (Mass m : sorted) {
      int last = out.size() - 1;
      if (last >= 0 && m.value() - out.get(last).value() <= same) {
        out.set(
            last, new Mass(out.get(last).value(), out.get(last).probability() + m.probability()));
      } else {
        out.add(m);
      }
    }
    return out;
  }

  /**
   * The law of θ<sub>t+1</sub>: first the values of ϑ<sub>1</sub>, then equal bins of Θ for
   * ϑ<sub>2</sub>.
   *
   * @param first the probability that each value of ϑ<sub>1</sub> is selected
   * @param bins the probability that ϑ<sub>2</sub> lies in each bin and is selected
   */
  public record Selection(List<Mass> first, List<Double> bins) {}

  /**
   * Returns the law of θ<sub>t+1</sub> for d = 1.
   *
   * @param b the gradient batch
   * @param q the validation batch
   * @param bins how many bins of [−B, B] to tell apart
   * @param points quadrature points a bin
   * @return the law, up to the error of the quadrature
   */
  public Selection law(int b, int q, int bins, int points) {
    List<Mass> candidates = candidateLaw(b);
    List<Sorted> estimates = new ArrayList<>();
    for (Mass m : candidates) {
      estimates.add(new Sorted(estimateLaw(new double[] {m.value()}, q)));
    }
    double[] first = new double[candidates.size()];
    double[] second = new double[bins];
    for (int i = 0; i < bins * points; i++) {
      double at = model.bound() * (2 * (i + 0.5) / (bins * points) - 1);
      Sorted other = new Sorted(estimateLaw(new double[] {at}, q));
      for (int k = 0; k < first.length; k++) {
        double wins = estimates.get(k).noMore(other);
        double weight = candidates.get(k).probability() / (bins * points);
        first[k] += weight * wins;
        second[i / points] += weight * (1 - wins);
      }
    }
    List<Mass> selected = new ArrayList<>();
    for (int k = 0; k < first.length; k++) {
      selected.add(new Mass(candidates.get(k).value(), first[k]));
    }
    return new Selection(selected, Arrays.stream(second).boxed().toList());
  }

  /**
   * Returns the mean of a function of θ<sub>t+1</sub> for d = 1.
   *
   * @param b the gradient batch
   * @param q the validation batch
   * @param points quadrature points
   * @param f the function
   * @return E f(θ<sub>t+1</sub>), up to the error of the quadrature
   */
  public double mean(int b, int q, int points, DoubleUnaryOperator f) {
    List<Mass> candidates = candidateLaw(b);
    List<Sorted> estimates = new ArrayList<>();
    for (Mass m : candidates) {
      estimates.add(new Sorted(estimateLaw(new double[] {m.value()}, q)));
    }
    double[] kept = candidates.stream().mapToDouble(m -> f.applyAsDouble(m.value())).toArray();
    double sum = 0;
    for (int i = 0; i < points; i++) {
      double at = model.bound() * (2 * (i + 0.5) / points - 1);
      Sorted other = new Sorted(estimateLaw(new double[] {at}, q));
      double explored = f.applyAsDouble(at);
      for (int k = 0; k < kept.length; k++) {
        double wins = estimates.get(k).noMore(other);
        sum += candidates.get(k).probability() * (wins * kept[k] + (1 - wins) * explored) / points;
      }
    }
    return sum;
  }

  /** A law as two arrays, which are quicker to run through; the values increase. */
  static final class Sorted {
    private final double[] values;
    private final double[] probabilities;

    Sorted(List<Mass> law) {
      this.values = law.stream().mapToDouble(Mass::value).toArray();
      this.probabilities = law.stream().mapToDouble(Mass::probability).toArray();
    }

    /** P(this ≤ other) for independent values. */
    double noMore(Sorted other) {
      double sum = 0;
      double below = 0;
      int k = 0;
      for (int i = 0; i < other.values.length; i++) {
        while (k < values.length && values[k] <= other.values[i]) {
          below += probabilities[k];
          k++;
        }
        sum += other.probabilities[i] * below;
      }
      return Math.min(sum, 1);
    }
  }
}

package dev.ccl.algorithms.ccl;

/** {@link Acceptance.Choice#VALUED} in a run. */
final class ValuedLabels implements Acceptance.InRun {
  private static final int FIELDS = 2; // sum and number of the weights

  private final double lambda;
  private final Run run;
  private final double[] behind; // by edge, and of all edges together with one weight of 1

  ValuedLabels(Run run) {
    this.lambda = run.problem().lambda();
    this.run = run;
    double[] start = new double[FIELDS * (run.problem().source().forest().edges() + 1)];
    start[start.length - 2] = 1;
    start[start.length - 1] = 1;
    this.behind = run.memory().keep("values", start);
  }

  @Override
  public double weight(long t, double reward) {
    return Acceptance.Choice.chance(reward, lambda);
  }

  @Override
  public double residual(Comparison c, double weight) {
    int one = FIELDS * run.engine().source().edge(c.step(), c.first());
    int zero = FIELDS * run.engine().source().edge(c.step(), c.second());
    double m1 = mean(one);
    double m0 = mean(zero);
    double control = m0 * m1 / (c.labelProbability() * m1 + (1 - c.labelProbability()) * m0);
    add(c.label() ? one : zero, weight);
    add(behind.length - FIELDS, weight);
    return Acceptance.InRun.super.residual(c, weight)
        + control * ((c.label() ? 1 : 0) - c.labelProbability());
  }

  /** A mean behind an edge, in which the mean of all counts as one weight. */
  private double mean(int at) {
    double overall = behind[behind.length - 2] / behind[behind.length - 1];
    return (behind[at] + overall) / (behind[at + 1] + 1);
  }

  private void add(int at, double weight) {
    behind[at] += weight;
    behind[at + 1]++;
  }
}

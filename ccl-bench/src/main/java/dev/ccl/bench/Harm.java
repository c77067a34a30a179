package dev.ccl.bench;

import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.lm.study.SplitStudy;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Does calibration do harm where no calibration is right? J on target prompts of a learner less
 * that of the student that matches the raw teacher, on {@link MisspecifiedInstance}.
 */
public final class Harm {
  private static final List<Long> QUERIES = SplitStudy.QUERIES;

  private Harm() {}

  /**
   * Prints one row per kind of instance, in Markdown: means over the instances with their standard
   * errors.
   *
   * @param args the learner, the first instance and the number of them; then settings, KEY=VALUE
   */
  public static void main(String[] args) {
    Learner learner = Learners.named(args[0]);
    long first = Long.parseLong(args[1]);
    int count = Integer.parseInt(args[2]);
    for (String setting : Arrays.asList(args).subList(3, args.length)) {
      int at = setting.indexOf('=');
      learner = learner.with(setting.substring(0, at), setting.substring(at + 1));
    }
    String heads = QUERIES.stream().map(Object::toString).collect(Collectors.joining(" | "));
    System.out.println("| " + learner.name() + " | teacher matching | " + heads + " |");
    System.out.println("| --- |" + " --- |".repeat(QUERIES.size() + 1));
    for (MisspecifiedInstance kind : MisspecifiedInstance.values()) {
      System.out.println(row(kind, learner, first, count));
    }
  }

  private static String row(MisspecifiedInstance kind, Learner learner, long first, int count) {
    double[][] gains = new double[QUERIES.size()][count];
    double[] matching = new double[count];
    for (int i = 0; i < count; i++) {
      GroundTruth truth = GroundTruth.of(kind.of(first + i));
      LearningProblem problem = truth.problem();
      double[] teacher = problem.calibration().initial().toArray();
      LogRatioCost cost = LogRatioCost.calibrated(problem, teacher);
      matching[i] =
          truth.objective(
              GlobalMinimizer.minimize(cost, problem.student().set()).point().toArray());
      double[] theta = new double[problem.student().set().dimension()];
      try (Session session = learner.start(problem, first + i, 1)) {
        for (int q = 0; q < gains.length; q++) {
          session.advance(QUERIES.get(q) - session.round());
          session.student(theta);
          gains[q][i] = truth.objective(theta) - matching[i];
        }
      }
    }
    return String.format(Locale.ROOT, "| %s | %.3f | ", kind, mean(matching))
        + Arrays.stream(gains).map(Harm::cell).collect(Collectors.joining(" | "))
        + " |";
  }

  private static String cell(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    double error = Math.sqrt(squares / (values.length - 1) / values.length);
    return String.format(Locale.ROOT, "%.4f ± %.4f", mean, error);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }
}

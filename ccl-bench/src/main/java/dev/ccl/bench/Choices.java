package dev.ccl.bench;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.problems.MisspecifiedInstance;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the settings of {@code practical} are worth: its mean excess cost with changed settings over
 * that without, at equal rewards, and the same of its processor time.
 */
public final class Choices {
  private final boolean noisy;
  private final long[] rounds;
  private final int seeds;
  private final List<Learner> learners;

  private Choices(boolean noisy, long[] rounds, int seeds, List<Learner> learners) {
    this.noisy = noisy;
    this.rounds = rounds;
    this.seeds = seeds;
    this.learners = learners;
  }

  /**
   * Prints one row per instance and number of rounds, in Markdown.
   *
   * @param args {@code held-out}, {@code noisy}, {@code dimensions} or {@code misspecified}; the
   *     rounds, separated by commas; the number of seeds; then settings, each KEY=VALUE or several
   *     separated by commas, the first of them that which the others are compared with
   */
  public static void main(String[] args) {
    long[] rounds =
        Splitter.on(',').splitToStream(args[1]).mapToLong(Long::parseLong).sorted().toArray();
    List<String> settings = Arrays.asList(args).subList(3, args.length);
    List<Learner> learners = settings.stream().map(Choices::learner).toList();
    Choices choices =
        new Choices(args[0].equals("noisy"), rounds, Integer.parseInt(args[2]), learners);
    Map<String, Instance> instances = instances(args[0]);
    choices.row("", instances.values().iterator().next()); // warms up
    System.out.println(
        "| instance | T | Δ, "
            + String.join(" | ", settings)
            + " |\n"
            + "| --- ".repeat(2)
            + "| --- ".repeat(learners.size())
            + "|");
    instances.forEach((name, instance) -> System.out.print(choices.row(name, instance)));
  }

  private static Learner learner(String settings) {
    Learner learner = Learners.named("practical");
    for (String setting : Splitter.on(',').split(settings)) {
      int at = setting.indexOf('=');
      learner = learner.with(setting.substring(0, at), setting.substring(at + 1));
    }
    return learner;
  }

  private static Map<String, Instance> instances(String group) {
    Map<String, Instance> all = new LinkedHashMap<>();
    if (group.equals("misspecified")) {
      for (MisspecifiedInstance kind : MisspecifiedInstance.values()) {
        all.put(kind.toString(), kind.of(201));
      }
    } else if (group.equals("dimensions")) {
      for (int bigD = 4; bigD <= 8; bigD += 2) {
        for (int d = 2; d <= 8; d += 3) {
          RandomSpec spec =
              RandomSpec.SMALL.withPrompts(6, 6).withLetters(3).withDimensions(bigD, d);
          all.put("D = " + bigD + ", d = " + d, RandomInstance.of(spec, 7000 + d).instance());
        }
      }
    } else {
      for (int lambda = 2; lambda <= 3; lambda++) {
        for (int d = 1; d <= 4; d++) {
          all.put(
              "separation, λ = " + lambda + ", d = " + d,
              SeparationInstance.of(d, d + 1, lambda, 0.5));
        }
      }
      for (int seed = 6001; seed <= 6010; seed++) {
        all.put("random " + seed, RandomInstance.of(RandomSpec.SMALL, seed).instance());
      }
    }
    return all;
  }

  private String row(String name, Instance instance) {
    GroundTruth truth = GroundTruth.of(instance);
    double[][][] excess = new double[learners.size()][rounds.length][seeds];
    double[][] seconds = new double[learners.size()][rounds.length];
    for (int seed = 0; seed < seeds; seed++) {
      for (int k = 0; k < learners.size(); k++) {
        LearningProblem problem = problem(instance, truth.problem(), seed);
        double[] theta = new double[problem.student().set().dimension()];
        long cpu = Cpu.nanos();
        try (Session session = learners.get(k).start(problem, seed, 1)) {
          for (int i = 0; i < rounds.length; i++) {
            session.advance(rounds[i] - session.round());
            long used = Cpu.nanos() - cpu;
            seconds[k][i] += 1e-9 * used;
            session.student(theta);
            excess[k][i][seed] = truth.excessCost(theta);
            cpu = Cpu.nanos() - used;
          }
        }
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rounds.length; i++) {
      text.append(String.format(Locale.ROOT, "| %s | %d ", name, rounds[i]));
      text.append(String.format(Locale.ROOT, "| %.2e ", mean(excess[0][i])));
      for (int k = 1; k < learners.size(); k++) {
        double time = seconds[k][i] / seconds[0][i];
        text.append(ratio(excess[k][i], excess[0][i]));
        text.append(String.format(Locale.ROOT, ", %.2f of the time ", time));
      }
      text.append("|\n");
    }
    return text.toString();
  }

  /** The problem itself, or with a noise of standard deviation 0.1 on its rewards. */
  private LearningProblem problem(Instance instance, LearningProblem exact, int seed) {
    if (!noisy) {
      return exact;
    }
    RandomStream noise = RandomStreams.of(seed).open(Purpose.INSTANCE, 77);
    return exact.withSourceRewards(
        RewardOracle.noisy(
            (prompt, answer) -> {
              double shift = 0.1 * Math.sqrt(12) * (noise.nextDouble() - 0.5);
              double reward = instance.prompts().get(prompt.id()).reward(answer);
              return Math.min(1, Math.max(0, reward + shift));
            }));
  }

  /** A ratio of means with its standard error, in first order. */
  private static String ratio(double[] values, double[] of) {
    double ratio = mean(values) / mean(of);
    double[] residuals = new double[of.length];
    Arrays.setAll(residuals, i -> Math.pow((values[i] - ratio * of[i]) / mean(of), 2));
    double error = Math.sqrt(mean(residuals) / (of.length - 1));
    return String.format(Locale.ROOT, "| %.2g ± %.1g", ratio, error);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }
}

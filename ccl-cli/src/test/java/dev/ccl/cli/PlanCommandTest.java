package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.ccl.AveragingStep;
import dev.ccl.certificates.plan.PilotRuns;
import dev.ccl.certificates.plan.Rates;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  @TempDir Path directory;
  private String file;

  @BeforeEach
  void writeInstance() throws IOException {
    file = directory.resolve("separation.json").toString();
    InstanceWriter.write(SeparationInstance.of(1, 2, 2, 0.5), Path.of(file));
  }

  @Test
  void aPlanPrintsBudgetsAndKeepsItsWord() {
    Outcome outcome = Outcome.of("plan", file, "--epsilon", "1e-3", "--replay", "60");
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(
        outcome.out().contains("A = 0.03068 per query, B = 0.07680 per rollout"), outcome.out());
    assertEquals(3, outcome.out().lines().filter(line -> line.endsWith("  <")).count());
    assertTrue(outcome.out().contains("--set gradient-batch=50 --rounds 33"), outcome.out());
    Matcher replayed =
        Pattern.compile("Replayed over 60 seeds: mean excess cost (\\S+) ± (\\S+), wanted")
            .matcher(outcome.out());
    assertTrue(replayed.find(), outcome.out());
    double mean = Double.parseDouble(replayed.group(1));
    assertTrue(mean > 0.3e-3 && mean < 3e-3, outcome.out()); // rates are those of longer runs
    double error = Double.parseDouble(replayed.group(2));
    assertEquals(mean > 1e-3 + 2 * error, outcome.out().contains("instead"), outcome.out());
  }

  @Test
  void aPlanTooShortForItsRatesSaysWhatToPlanForInstead() {
    Outcome outcome = Outcome.of("plan", file, "--epsilon", "5e-5", "--replay", "300");
    Matcher advice =
        Pattern.compile("cost (\\S+) ± .*\\R.*plan for --epsilon (\\S+) instead")
            .matcher(outcome.out());
    assertTrue(advice.find(), outcome.out());
    double reached = Double.parseDouble(advice.group(1));
    assertEquals(5e-5 * 5e-5 / reached, Double.parseDouble(advice.group(2)), 0.05 * 5e-5);
    Outcome better = Outcome.of("plan", file, "--epsilon", advice.group(2), "--replay", "300");
    Matcher then = Pattern.compile("cost (\\S+) ± (\\S+),").matcher(better.out());
    assertTrue(then.find(), better.out());
    double mean = Double.parseDouble(then.group(1));
    assertTrue(mean < 5e-5 + 3 * Double.parseDouble(then.group(2)), better.out());
  }

  /**
   * Every row of a plan by calculus: A/N + B/M = ε costs least at N = √(A/c₁) s and M = √(B/c₂) s,
   * s = (√(A c₁) + √(B c₂))/ε; with K rollouts per query N = (A + B/K)/ε.
   */
  @Test
  void rowsOfAPlanAreTheCheapestForTheirPrices() throws IOException {
    double epsilon = 1e-7; // rounding up to whole numbers is then small
    double c1 = 3;
    double c2 = 0.05;
    Outcome outcome =
        Outcome.of("plan", file, "--epsilon=1e-7", "--query-cost=3", "--rollout-cost=0.05");
    assertEquals(0, outcome.code(), outcome.err());
    Rates rates = Rates.coupled(InstanceReader.read(Path.of(file)).problem(), AveragingStep.GAIN);
    double a = rates.queries();
    double b = rates.rollouts();
    List<double[]> expected = new ArrayList<>();
    for (double factor : new double[] {10, 3, 1, 1.0 / 3, 0.1}) {
      expected.add(cheapest(a, b, factor * epsilon, c1, c2, factor * epsilon));
    }
    double best = Math.sqrt(b / c2) / Math.sqrt(a / c1);
    for (double k : new double[] {1, 10, 100, 1000, best}) {
      double n = (a + b / k) / epsilon;
      expected.add(new double[] {epsilon, n, k * n, k, c1 * n + c2 * k * n});
    }
    for (double factor : new double[] {0.01, 0.1, 1, 10, 100}) {
      expected.add(cheapest(a, b, epsilon, c1, factor * c2, factor * c2));
    }
    List<String> rows = outcome.out().lines().filter(line -> line.matches(" +[0-9].*")).toList();
    assertEquals(expected.size(), rows.size(), outcome.out());
    for (int i = 0; i < rows.size(); i++) {
      List<String> cells =
          Splitter.on(' ').omitEmptyStrings().splitToList(rows.get(i).replace("<", ""));
      for (int k = 0; k < 5; k++) {
        double value = Double.parseDouble(cells.get(k));
        assertEquals(expected.get(i)[k], value, 0.006 * value, rows.get(i)); // three digits
      }
    }
    long batch = Math.round(best);
    long rounds = (long) Math.ceil((a + b / batch) / epsilon);
    assertTrue(
        outcome.out().contains("--set gradient-batch=" + batch + " --rounds " + rounds + "\n"),
        outcome.out());
  }

  private static double[] cheapest(
      double a, double b, double epsilon, double c1, double c2, double name) {
    double s = (Math.sqrt(a * c1) + Math.sqrt(b * c2)) / epsilon;
    double n = Math.sqrt(a / c1) * s;
    double m = Math.sqrt(b / c2) * s;
    return new double[] {name, n, m, m / n, c1 * n + c2 * m};
  }

  @Test
  void aPilotSaysHowFarItsPlanMayBeOff() {
    Outcome outcome =
        Outcome.of("plan", file, "--epsilon", "1e-3", "--pilot", "300", "--pilots", "3");
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().contains("(3 pilots of 300 rounds)"), outcome.out());
    assertTrue(outcome.out().contains("leaves N uncertain by ±"), outcome.out());
  }

  /** The seed counts: pilots from it on, as a program would run them. */
  @Test
  void pilotsAreThoseOfTheSeed() throws IOException {
    String said =
        Outcome.of("plan", file, "--epsilon=1e-3", "--pilot=300", "--pilots=3", "--seed=7").out();
    LearningProblem growing =
        InstanceReader.read(Path.of(file)).problem().growing(ForestBudget.standard());
    PilotRuns runs = PilotRuns.of(growing, AveragingStep.GAIN, 300, 7, 3, done -> {});
    String expected =
        String.format(
            Locale.ROOT,
            "A = %.4g ± %.2g per query, B = %.4g ± %.2g per rollout (3 pilots of 300 rounds).",
            runs.rates().queries(),
            runs.errors().queries(),
            runs.rates().rollouts(),
            runs.errors().rollouts());
    assertTrue(said.contains(expected), said + "expected " + expected);
  }

  @Test
  void badPlansAreRefused() {
    for (List<String> wrong :
        List.of(
            List.of("--epsilon", "0"),
            List.of("--epsilon", "1e-3", "--pilot", "0"),
            List.of("--epsilon", "1e-3", "--pilot", "9", "--pilots", "1"),
            List.of("--epsilon", "1e-3", "--replay", "1"))) {
      Outcome bad =
          Outcome.of(Stream.concat(Stream.of("plan", file), wrong.stream()).toArray(String[]::new));
      assertEquals(2, bad.code(), wrong.toString());
      bad.assertOneLine();
    }
  }
}

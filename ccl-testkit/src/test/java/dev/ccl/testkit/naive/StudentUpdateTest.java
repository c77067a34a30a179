package dev.ccl.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.testkit.naive.StudentUpdate.Mass;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class StudentUpdateTest {
  /**
   * The step is kept unless the other candidate is better: equal values count, as half of these do.
   */
  @Test
  void oneLawIsNoMoreThanAnotherByTheSumOverPairs() {
    Random random = new Random(5);
    for (int trial = 0; trial < 50; trial++) {
      List<Mass> first = law(random);
      List<Mass> second = law(random);
      double sum = 0;
      for (Mass a : first) {
        for (Mass b : second) {
          sum += a.value() <= b.value() ? a.probability() * b.probability() : 0;
        }
      }
      assertEquals(
          sum, new StudentUpdate.Sorted(first).noMore(new StudentUpdate.Sorted(second)), 1e-15);
    }
  }

  private static final Naive MODEL =
      Naive.of(
          RandomInstance.of(
                  RandomSpec.SMALL
                      .withHorizon(1)
                      .withLetters(2)
                      .withPrompts(1, 3)
                      .withRepeated(1)
                      .withDimensions(2, 1)
                      .withLambda(0.6),
                  4)
              .instance());
  private static final double[] W = {0.2, -0.5};
  private static final double[] THETA = {0.3};

  private static double expected(List<Mass> law, DoubleUnaryOperator f) {
    return law.stream().mapToDouble(m -> m.probability() * f.applyAsDouble(m.value())).sum();
  }

  /** Two draws of the batch one by one, each of a prompt and its answer. */
  @Test
  void lawsOfMeansAreSumsOverBatches() {
    StudentUpdate update = StudentUpdate.of(MODEL, W, THETA);
    Costs costs = Costs.of(MODEL);
    StudentLaw student = MODEL.student(THETA);
    TokenLaw taught = MODEL.calibrated(W);
    double step = 1 / (2 * costs.smoothness());
    List<Answer> answers = new ArrayList<>();
    MODEL.target().forEach(x -> answers.addAll(MODEL.answers(x)));
    double n = MODEL.target().size();
    for (DoubleUnaryOperator f : List.<DoubleUnaryOperator>of(x -> 1, x -> x, x -> x * x * x)) {
      double candidates = 0;
      double estimates = 0;
      for (Answer a : answers) {
        for (Answer b : answers) {
          double p = student.probability(a) * student.probability(b) / (n * n);
          double za = costs.logRatioCost(student, taught, a);
          double zb = costs.logRatioCost(student, taught, b);
          double mean = (za * costs.score(student, a)[0] + zb * costs.score(student, b)[0]) / 2;
          candidates += p * f.applyAsDouble(THETA[0] - step * mean); // far from the boundary
          estimates += p * f.applyAsDouble((za + zb) / 2);
        }
      }
      assertEquals(candidates, expected(update.candidateLaw(2), f), 1e-7);
      assertEquals(estimates, expected(update.estimateLaw(THETA, 2), f), 1e-12);
    }
    int all = answers.size();
    assertEquals(all * (all + 1) / 2, update.candidates(2).size(), "as sets");
    for (double[] candidate : update.candidates(2)) {
      assertTrue(
          update.candidateLaw(2).stream().anyMatch(m -> Math.abs(m.value() - candidate[0]) < 1e-7));
    }
  }

  /** The same law in two ways: as masses and bins, and as a mean over both. */
  @Test
  void aSelectionHasAllOfTheMass() {
    StudentUpdate update = StudentUpdate.of(MODEL, W, THETA);
    int bins = 6;
    StudentUpdate.Selection law = update.law(2, 3, bins, 1);
    DoubleUnaryOperator f = x -> 1 + x + StrictMath.exp(x);
    double sum = expected(law.first(), f);
    double mass = expected(law.first(), x -> 1);
    assertTrue(mass > 0.05 && mass < 0.95, "both candidates win: " + mass);
    for (int i = 0; i < bins; i++) {
      double at = MODEL.bound() * (2 * (i + 0.5) / bins - 1);
      sum += law.bins().get(i) * f.applyAsDouble(at);
      mass += law.bins().get(i);
    }
    assertEquals(1, mass, 1e-12);
    assertEquals(sum, update.mean(2, 3, bins, f), 1e-12);
    StudentUpdate.Selection fine = update.law(2, 3, 2, 3);
    assertEquals(2, fine.bins().size());
    for (int i = 0; i < 2; i++) {
      double three = law.bins().subList(3 * i, 3 * i + 3).stream().mapToDouble(x -> x).sum();
      assertEquals(three, fine.bins().get(i), 1e-12);
    }
  }

  /** A law on some of the numbers 0 to 4. */
  private static List<Mass> law(Random random) {
    List<Mass> law = new ArrayList<>();
    double left = 1;
    for (int value = 0; value < 4; value++) {
      if (random.nextBoolean()) {
        double mass = left * random.nextDouble();
        law.add(new Mass(value, mass));
        left -= mass;
      }
    }
    law.add(new Mass(4, left));
    return law;
  }
}

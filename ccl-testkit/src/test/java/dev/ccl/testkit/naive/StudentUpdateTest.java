package dev.ccl.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.testkit.naive.StudentUpdate.Mass;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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

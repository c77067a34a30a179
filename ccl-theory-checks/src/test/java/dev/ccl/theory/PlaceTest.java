package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.testkit.naive.SmallAlgebra;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every place is what its text says, for all four parameters. */
class PlaceTest {
  private static final double BOUND = 1.5;
  private static final Subject SUBJECT =
      new Subject(
          RandomInstance.of(
                  RandomSpec.SMALL.withDimensions(3, 2).withBound(BOUND).withTeacherDistance(1), 4)
              .instance());
  private static final Specimen SPECIMEN = Specimen.of(SUBJECT);
  private static final int SEEDS = 20;

  private static Case at(Place place, long seed) {
    Case c = place.on(SPECIMEN, SUBJECT, seed);
    assertEquals(seed, c.seed());
    assertEquals(Effort.NONE, c.effort());
    return c;
  }

  private static List<double[]> all(Case c) {
    return List.of(c.w(), c.v(), c.theta(), c.vartheta());
  }

  @Test
  void onTheBoundaryAreAllFour() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case c = at(Place.BOUNDARY, seed);
      for (double[] x : all(c)) {
        assertEquals(BOUND, SmallAlgebra.norm(x), 1e-12);
      }
      assertTrue(SmallAlgebra.distance(c.w(), c.v()) > 1e-6 * BOUND, "v is another than w");
      assertTrue(SmallAlgebra.distance(c.theta(), c.vartheta()) > 1e-6 * BOUND, "ϑ than θ");
    }
  }

  @Test
  void atZeroAreTheFirstOfEachPair() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case c = at(Place.ZERO, seed);
      assertEquals(0, SmallAlgebra.norm(c.w()));
      assertEquals(0, SmallAlgebra.norm(c.theta()));
      assertTrue(SmallAlgebra.norm(c.v()) > 0 && SmallAlgebra.norm(c.vartheta()) > 0);
    }
  }

  /** ±B on one axis; w and θ have different signs, and both signs of w occur. */
  @Test
  void polesAreOpposite() {
    double sum = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Case c = at(Place.POLES, seed);
      assertArrayEquals(SmallAlgebra.plus(new double[3], -1, c.w()), c.v());
      assertArrayEquals(SmallAlgebra.plus(new double[2], -1, c.theta()), c.vartheta());
      double w = Arrays.stream(c.w()).sum();
      assertEquals(BOUND, Math.abs(w), 1e-12);
      assertEquals(-w, Arrays.stream(c.theta()).sum(), 1e-12);
      assertEquals(1, Arrays.stream(c.w()).filter(x -> x != 0).count());
      sum += w;
    }
    assertTrue(Math.abs(sum) < SEEDS * BOUND, "both signs");
  }

  /** A millionth apart, where the set has room for it, and never farther. */
  @Test
  void closePairsAreCloseAndNotEqual() {
    int apart = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Case c = at(Place.CLOSE, seed);
      double first = SmallAlgebra.distance(c.w(), c.v());
      double second = SmallAlgebra.distance(c.theta(), c.vartheta());
      assertTrue(Math.max(first, second) < 1.001e-6);
      apart += first > 0.999e-6 && second > 0.999e-6 ? 1 : 0;
    }
    assertTrue(apart >= SEEDS / 8, apart + " pairs of pairs with room");
  }

  @Test
  void equalPairsAreEqualAndAnywhere() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Case c = at(Place.EQUAL, seed);
      assertArrayEquals(c.w(), c.v());
      assertArrayEquals(c.theta(), c.vartheta());
      Case any = at(Place.ANYWHERE, seed);
      assertArrayEquals(any.w(), c.w());
      assertArrayEquals(any.theta(), c.theta());
      assertNotEquals(any.w()[0], any.v()[0]);
      assertNotEquals(any.theta()[0], any.vartheta()[0]);
    }
  }
}

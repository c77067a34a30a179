package dev.ccl.algorithms.evidence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Running moments against sums over everything that was seen. */
class EdgeMomentsTest {
  private static final double LEAST = 0.4;
  private static final double[] SEEN = {0.5, 0.8, 0.95, 0.41, 0.7};
  private static final double TOLERANCE = 1e-14;

  private static EdgeMoments moments() {
    EdgeMoments moments = new EdgeMoments(LEAST, 2);
    for (double p : SEEN) {
      moments.add(1, p);
    }
    moments.add(9, 0.6); // beyond the edges there was room for
    return moments;
  }

  private static double sum(double centre, int power) {
    double sum = 0;
    for (double p : SEEN) {
      sum += StrictMath.pow(p - centre, power);
    }
    return sum;
  }

  @Test
  void whatWasSeenIsKnown() {
    EdgeMoments moments = moments();
    double mean = sum(0, 1) / 5;
    assertEquals(5, moments.count(1));
    assertEquals(mean, moments.rawMean(1), TOLERANCE);
    assertEquals(sum(mean, 2) / 4, moments.rawVariance(1), TOLERANCE);
    assertEquals(1, moments.count(9));
    assertEquals(0.6, moments.rawMean(9), TOLERANCE);
    for (int unseen : new int[] {0, 4, 10, 1000}) {
      assertEquals(0, moments.count(unseen));
      assertTrue(Double.isNaN(moments.rawMean(unseen)));
    }
  }

  /** The first edge for which there is no room, before and after it is seen. */
  @Test
  void roomIsMadeForTheNextEdge() {
    for (int edges = 0; edges < 4; edges++) {
      EdgeMoments moments = new EdgeMoments(LEAST, edges);
      assertEquals(0, moments.count(edges));
      assertEquals((1 + LEAST) / 2, moments.mean(edges), TOLERANCE);
      moments.add(edges, 0.7);
      moments.add(edges, 0.9);
      assertEquals(2, moments.count(edges));
      assertEquals(0.8, moments.rawMean(edges), TOLERANCE);
      assertEquals(0, moments.count(edges + 1));
    }
  }

  @Test
  void fewObservationsArePulledToTheMeanOfAll() {
    EdgeMoments moments = moments();
    double all = ((1 + LEAST) / 2 + sum(0, 1) + 0.6) / 7; // the middle of [p_m, 1] counts once
    double uniform = (1 - LEAST) * (1 - LEAST) / 12; // variance of a uniform law
    double mean = sum(0, 1) / 5;
    assertEquals((sum(0, 1) + all) / 6, moments.mean(1), TOLERANCE);
    assertEquals((0.6 + all) / 2, moments.mean(9), TOLERANCE);
    assertEquals(all, moments.mean(0), TOLERANCE);
    assertEquals((sum(mean, 2) + uniform) / 6, moments.variance(1), TOLERANCE);
    assertEquals(uniform / 2, moments.variance(9), TOLERANCE);
    assertEquals(uniform, moments.variance(1000), TOLERANCE);
  }

  @Test
  void stateGoesThroughAnArray() {
    EdgeMoments copy = new EdgeMoments(LEAST, 1);
    copy.restore(moments().memory());
    EdgeMoments whole = moments();
    copy.add(3, 0.9);
    whole.add(3, 0.9);
    assertArrayEquals(whole.memory(), copy.memory());
    assertEquals(whole.mean(0), copy.mean(0));
  }
}

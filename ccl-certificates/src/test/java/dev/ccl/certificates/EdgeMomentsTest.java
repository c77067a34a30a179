package dev.ccl.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Memory;
import org.junit.jupiter.api.Test;

/** Running moments against sums over everything that was seen. */
class EdgeMomentsTest {
  private static final double LEAST = 0.4;
  private static final double[] SEEN = {0.5, 0.8, 0.95, 0.41, 0.7};
  private static final double TOLERANCE = 1e-14;

  private static final int EDGES = 11;

  private static EdgeMoments moments() {
    return moments(Memory.of(ImmutableMap.of()));
  }

  private static EdgeMoments moments(Memory memory) {
    EdgeMoments moments = new EdgeMoments(LEAST, EDGES, memory, "seen");
    for (double p : SEEN) {
      moments.add(1, p);
    }
    moments.add(9, 0.6);
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
  void fewObservationsArePulledToTheMeanOfAll() {
    EdgeMoments moments = moments();
    double all = ((1 + LEAST) / 2 + sum(0, 1) + 0.6) / 7; // the middle of [p_m, 1] counts once
    double uniform = (1 - LEAST) * (1 - LEAST) / 12; // variance of a uniform law
    double mean = sum(0, 1) / 5;
    assertEquals(5, moments.count(1));
    assertEquals(1, moments.count(9));
    assertEquals(0, moments.count(4));
    assertEquals((sum(0, 1) + all) / 6, moments.mean(1), TOLERANCE);
    assertEquals((0.6 + all) / 2, moments.mean(9), TOLERANCE);
    assertEquals(all, moments.mean(0), TOLERANCE);
    assertEquals((sum(mean, 2) + uniform) / 6, moments.variance(1), TOLERANCE);
    assertEquals(uniform / 2, moments.variance(9), TOLERANCE);
    assertEquals(uniform, moments.variance(10), TOLERANCE);
  }

  @Test
  void whatWasSeenIsFoundInAMemory() {
    Memory memory = Memory.of(ImmutableMap.of());
    EdgeMoments whole = moments(memory);
    Memory again = Memory.of(memory.snapshot());
    EdgeMoments copy = new EdgeMoments(LEAST, EDGES, again, "seen");
    copy.add(3, 0.9);
    whole.add(3, 0.9);
    assertEquals(memory.snapshot(), again.snapshot());
    assertEquals(whole.mean(0), copy.mean(0));
  }
}

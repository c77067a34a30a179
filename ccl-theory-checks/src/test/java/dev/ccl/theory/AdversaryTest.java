package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import dev.ccl.judge.Tolerance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which findings an adversary brings home, where claims say what they are told to say. */
class AdversaryTest {
  private final Deque<Double> ratios = new ArrayDeque<>();
  private int evaluations;

  /** Bounds of these ratios one after the other; NaN is an equality that fails beside a bound. */
  private Findings search(int starts, int moves, Double... said) {
    ratios.addAll(List.of(said));
    Claim claim =
        Claim.of(
            "C00",
            "lem:none",
            "what it is told",
            Kind.EXACT,
            (c, findings) -> {
              evaluations++;
              double ratio = ratios.remove();
              findings.atMost("number " + evaluations, Double.isNaN(ratio) ? 0.1 : ratio, 1);
              if (Double.isNaN(ratio)) {
                findings.add(Evidence.equal("unequal " + evaluations, 1, 2, Tolerance.none()));
              }
            });
    Instance instance = DemoInstance.of();
    Specimen specimen = Specimen.of(instance);
    return Adversary.of(starts, moves)
        .search(claim.parts().get(0), specimen, new Subject(instance), 3);
  }

  @Test
  void theTightestOfAllStartsIsKept() {
    assertEquals("number 2", search(3, 0, 0.5, 0.7, 0.6).evidence().where());
    assertEquals(3, evaluations);
  }

  @Test
  void movesAreKeptWhereTheyAreTighter() {
    assertEquals("number 3", search(1, 4, 0.5, 0.4, 0.7, 0.6, 0.65).evidence().where());
    assertEquals(5, evaluations);
  }

  /** Also where a bound of an earlier start was tighter than any of the place that fails. */
  @Test
  void whatFailsIsBroughtHomeAtOnce() {
    Findings later = search(3, 0, 0.9, Double.NaN);
    assertFalse(later.hold());
    assertEquals("unequal 2", later.evidence().where());
    Findings moved = search(2, 5, 0.9, 0.5, Double.NaN);
    assertFalse(moved.hold());
    assertEquals("unequal 5", moved.evidence().where());
    Findings broken = search(2, 5, 0.9, 1.5);
    assertFalse(broken.hold());
    assertEquals("number 7", broken.evidence().where());
    assertEquals(7, evaluations, "and nothing is tried afterwards");
  }

  /** Steps grow shorter where nothing is gained, down to 10⁻⁴ B and no farther. */
  @Test
  void stepsStayLongEnoughToMatter() {
    List<double[]> seen = new ArrayList<>();
    Claim claim =
        Claim.of(
            "C00",
            "lem:none",
            "the same everywhere",
            Kind.EXACT,
            (c, findings) -> {
              seen.add(c.v());
              findings.atMost("a bound", 0.5, 1);
            });
    Instance instance = DemoInstance.of();
    Subject subject = new Subject(instance);
    Case start =
        Case.of(
            Specimen.of(instance),
            subject,
            new double[instance.header().calibrationDimension()],
            new double[instance.header().calibrationDimension()],
            new double[instance.header().studentDimension()],
            new double[instance.header().studentDimension()],
            3);
    Adversary.of(1, 120)
        .climb(
            claim.parts().get(0),
            start,
            claim.evaluate(start),
            RandomStreams.of(3).open(Purpose.TRIAL, 0));
    double bound = instance.header().bound();
    double step = bound;
    double late = 0;
    for (int move = 1; move <= 120; move++) { // the first was evaluated where it begins
      double longest = Arrays.stream(seen.get(move)).map(Math::abs).max().orElseThrow();
      assertTrue(longest <= step * (1 + 1e-12), "move " + move + ": " + longest);
      late = move > 60 ? Math.max(late, longest) : 0;
      step = Math.max(0.8 * step, 1e-4 * bound);
    }
    assertTrue(late > 0.5e-4 * bound, "the longest of sixty late moves: " + late);
  }
}

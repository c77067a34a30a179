package dev.ccl.theory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A case is what it was made, whatever is done to what it was made from or what it shows. */
class CaseTest {
  private static final List<Function<Case, double[]>> ALL =
      List.of(Case::w, Case::v, Case::theta, Case::vartheta);

  /** Points outside of the sets are projected; the arrays of the caller are only read. */
  @Test
  void parametersAreOnlyRead() {
    for (String name : List.of("explicit", "network")) {
      Subject subject = Asymmetric.SUBJECTS.get(name).get();
      Specimen specimen = Specimen.of(subject);
      int bigD = specimen.naive().calibrationDimension();
      int d = specimen.naive().studentDimension();
      double[][] given = {new double[bigD], new double[bigD], new double[d], new double[d]};
      for (int k = 0; k < 4; k++) {
        Arrays.fill(given[k], 7 + k);
      }
      Case c = Case.of(specimen, subject, given[0], given[1], given[2], given[3], 3);
      for (int k = 0; k < 4; k++) {
        double[] expected = new double[given[k].length];
        Arrays.fill(expected, 7 + k);
        assertArrayEquals(expected, given[k], "only read");
        double[] shown = ALL.get(k).apply(c).clone();
        Arrays.fill(given[k], -100);
        assertArrayEquals(shown, ALL.get(k).apply(c), "and read once");
        Arrays.fill(ALL.get(k).apply(c), 50);
        assertArrayEquals(shown, ALL.get(k).apply(c), "a copy is shown");
      }
    }
  }

  /** Of what another case is made of nothing is lost but what is changed. */
  @Test
  void whatIsNotChangedIsKept() {
    Case c = Asymmetric.at("tiny").with(Effort.RUNS);
    Subject other = Asymmetric.SUBJECTS.get("tiny").get();
    for (Case changed : List.of(c.with(other), c.centre(), c.corner(), c.with(Effort.RUNS))) {
      assertEquals(Effort.RUNS, changed.effort());
      assertEquals(c.seed(), changed.seed());
      assertSame(c.specimen(), changed.specimen());
      assertArrayEquals(c.v(), changed.v());
      assertArrayEquals(c.vartheta(), changed.vartheta());
    }
    assertSame(other, c.with(other).subject());
    assertSame(other, c.with(other).centre().with(Effort.NONE).corner().subject());
    assertArrayEquals(c.w(), c.centre().w());
  }
}

package dev.ccl.theory.claims;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.testkit.naive.SourceStep.Atom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that a chain of close ones connects are one outcome, in whatever order they come. */
class OutcomeTableTest {
  private static Atom at(double x, double probability) {
    return Atom.of(new double[] {x, -x}, probability);
  }

  @Test
  void chainsOfCloseValuesAreOneOutcome() {
    double step = 0.6e-6; // ‖·‖ of the difference is √2 times that
    OutcomeTable outcomes =
        OutcomeTable.of(
            List.of(
                at(0, 0.1),
                at(2 * step, 0.2),
                at(1, 0.3),
                at(3 * step, 0.15),
                at(step, 0.05), // the link between the first and the second
                at(1 + step, 0.2)));
    assertEquals(2, outcomes.all().size());
    assertArrayEquals(new double[] {0.5, 0.5}, outcomes.probabilities(), 1e-15);
    for (double x : new double[] {0, 2 * step, 3 * step, step}) {
      assertEquals(0, outcomes.of(new double[] {x, -x}));
    }
    assertEquals(1, outcomes.of(new double[] {0.8, -0.9}));
    assertEquals(0.5, outcomes.distance(new double[] {1.3, -1.4}), 1e-5);
    assertEquals(0, outcomes.distance(new double[] {2 * step, -2 * step}));
  }

  @Test
  void valuesThatAreFarApartAreNot() {
    OutcomeTable outcomes = OutcomeTable.of(List.of(at(0, 0.6), at(1e-6, 0.4)));
    assertArrayEquals(new double[] {0.6, 0.4}, outcomes.probabilities());
    assertEquals(0, outcomes.of(new double[] {0.4e-6, -0.4e-6}));
    assertEquals(1, outcomes.of(new double[] {0.6e-6, -0.6e-6}));
    assertEquals(3e-9 * (1 + 2), OutcomeTable.step(3e-9, 2).amount(), 1e-20);
  }
}

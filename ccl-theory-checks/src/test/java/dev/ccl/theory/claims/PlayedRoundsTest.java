package dev.ccl.theory.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.judge.Evidence;
import dev.ccl.judge.Findings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is counted of rounds, beside what is expected of them, worked out by hand. */
class PlayedRoundsTest {
  /** Of two ends on the source the second is rare; ϑ_1 has so many values, the rest are bins. */
  private static PlayedRounds rounds(long t, int values, double[] law, double[] rough) {
    PlayedRounds rounds =
        new PlayedRounds(t, List.of(new boolean[] {true, true}, new boolean[] {false, true}));
    rounds.expect(0, 0.25, law, rough);
    rounds.studentEvents(new int[] {values, 0});
    return rounds;
  }

  private static final double[] LAW = {0.5, 0.3, 0.2};

  /** Twice a value, once each bin, and four rounds that tell nothing. */
  private static void play(PlayedRounds rounds, double candidate) {
    rounds.add(0, 0, Double.NaN);
    rounds.add(0, 1, candidate);
    rounds.add(0, 2, -0.2);
    rounds.add(0, 0, Double.NaN);
    for (int i = 0; i < 4; i++) {
      rounds.add(1, 0, Double.NaN);
    }
  }

  @Test
  void everyCountIsThatOfItsEvent() {
    PlayedRounds rounds = rounds(5, 1, LAW, LAW);
    play(rounds, 0.3);
    List<String> said = new ArrayList<>();
    Findings findings = new Findings(e -> said.add(e.where()));
    rounds.compare(findings);
    List<String> expected = new ArrayList<>();
    expected.add("θ_{t+1}, end 0 after 0 on the source, t = 5: 2 of 4, expected 2.0");
    expected.add("θ_{t+1}, end 1 after 0 on the source, t = 5: 1 of 4, expected 1.2");
    expected.add("θ_{t+1}, end 2 after 0 on the source, t = 5: 1 of 4, expected 0.8");
    expected.add("candidate 1 wins after 0 on the source, t = 5: 2 of 4, expected 2.0");
    String[] counts = {
      "2 of 8, expected 1.0", // ϑ_1 wins
      "2 of 8, expected 1.0", // with its first value
      "2 of 8, expected 1.0", // with its last
      "1 of 8, expected 0.4", // ϑ_2 wins, above 0
      "2 of 8, expected 1.0" // in one of the outer bins, here all
    };
    for (int source = 0; source < 2; source++) {
      for (int student = 0; student < 5; student++) {
        expected.add(
            "events "
                + source
                + " on the source and "
                + student
                + " of the student, t = 5: "
                + (source == 0 ? counts[student] : "0 of 8, expected 0.0"));
      }
    }
    assertEquals(expected, said);
    assertTrue(findings.hold());
    assertEquals(Evidence.LEVEL, findings.falseAlarms(), 1e-9 * Evidence.LEVEL);
  }

  /** Twice the difference of the two quadratures, and a little more. */
  @Test
  void theErrorOfTheQuadratureIsGivenToTheSample() {
    PlayedRounds rounds = rounds(0, 1, LAW, new double[] {0.46, 0.32, 0.22});
    for (int i = 0; i < 200; i++) {
      rounds.add(0, i < 170 ? 0 : 2, 0.5);
    }
    List<Evidence> said = new ArrayList<>();
    rounds.compare(new Findings(said::add));
    for (int k : new int[] {0, 3}) { // its one value, and that it wins
      double expected = 14 * BinomialTest.pValue(200, 170, 0.5, 0.0805);
      assertTrue(expected < 1e-3 && expected > 0);
      assertEquals(expected, said.get(k).left(), 1e-9 * expected, said.get(k).where());
    }
    double expected = 14 * BinomialTest.pValue(200, 170, 0.25 * 0.5, 2 * 0.25 * 0.04 + 5e-4);
    assertEquals(expected, said.get(4).left(), 1e-9 * expected, said.get(4).where());
  }

  /** The same point of Θ in two rounds of one seed; where none is explored none is the same. */
  @Test
  void noPointIsExploredTwice() {
    for (double candidate : new double[] {0.3, 0.31}) {
      List<Evidence> said = new ArrayList<>();
      PlayedRounds.independence(new Findings(said::add), played(), others(candidate));
      assertEquals("candidates explored in two rounds of one seed", said.get(0).where());
      assertEquals(candidate == 0.3 ? 1 : 0, said.get(0).left());
      assertEquals(candidate != 0.3, said.get(0).holds());
    }
  }

  private static PlayedRounds played() {
    PlayedRounds rounds = rounds(0, 1, LAW, LAW);
    play(rounds, 0.3);
    return rounds;
  }

  /** Rounds of another number, fewer of them, in which ϑ_1 has two values. */
  private static PlayedRounds others(double candidate) {
    PlayedRounds rounds = rounds(7, 2, LAW, LAW);
    rounds.add(0, 1, Double.NaN);
    rounds.add(0, 2, candidate);
    rounds.add(0, 2, 0.9);
    return rounds;
  }

  /** Events are those of each round by itself, also where its values are others. */
  @Test
  void roundsOfOneSeedAreIndependent() {
    List<Evidence> said = new ArrayList<>();
    Findings findings = new Findings(said::add);
    PlayedRounds.independence(findings, played(), others(0.31));
    double[][] expected = {
      {3, 0.25, 0.25}, // all that is not rare
      {0, 0, 0},
      {1, 0.125, 0.2}, // ϑ_1 wins in both
      {0, 0.125, 0.125}, // with its first value
      {1, 0.125, 0.075}, // with its last
      {0, 0.05, 0}, // ϑ_2 wins above 0, where a single bin is not
      {2, 0.125, 0.05} // in an outer bin
    };
    assertEquals(1 + expected.length, said.size());
    for (int i = 0; i < expected.length; i++) {
      String where = said.get(i + 1).where();
      String begins = "event " + i + " in rounds 0 and 7 of one seed: ";
      assertTrue(where.startsWith(begins + (int) expected[i][0] + " of 3, expected "), where);
      double mean = Double.parseDouble(where.replaceFirst(".* ", ""));
      assertEquals(3 * expected[i][1] * expected[i][2], mean, 1e-12, where);
    }
    assertTrue(findings.hold());
    assertEquals(Evidence.LEVEL, findings.falseAlarms(), 1e-9 * Evidence.LEVEL);
  }
}

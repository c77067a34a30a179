package dev.ccl.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Branches and their completions, by the definition of a conditional law. */
class RoundFormulasTest {
  private static final int GRID = 4000;
  private static final Naive MODEL =
      Naive.of(RandomInstance.of(RandomSpec.SMALL.withHorizon(3), 3).instance());

  @Test
  void aBranchIsCompletedByTheLawGivenItsToken() {
    RoundFormulas formulas = new RoundFormulas(MODEL);
    TokenLaw law = MODEL.reference();
    String prompt = MODEL.source().get(0);
    int longest = 0;
    for (Answer first : MODEL.answers(prompt)) {
      Node s = first.node(2);
      Set<Answer> all = new HashSet<>();
      int sum = 0;
      for (int k = 0; k < s.size(); k++) {
        List<Answer> branch = formulas.branch(s, k);
        all.addAll(branch);
        sum += branch.size();
        longest = Math.max(longest, branch.size());
        double mass = branch.stream().mapToDouble(law::probability).sum();
        int[] drawn = new int[branch.size()];
        for (int i = 0; i < GRID; i++) {
          drawn[branch.indexOf(RoundFormulas.draw((i + 0.5) / GRID, branch, 2, law))]++;
        }
        for (int i = 0; i < drawn.length; i++) {
          assertEquals(law.probability(branch.get(i)) / mass, drawn[i] / (double) GRID, 2.0 / GRID);
        }
      }
      assertEquals(all.size(), sum, "no answer takes two branches");
    }
    assertTrue(longest > 1, "there is something to complete");
  }

  /** Each token has its stretch of [0, 1), without its end; what rounding leaves is the last's. */
  @Test
  void tokensHaveStretchesWithoutTheirEnds() {
    double none = Double.NEGATIVE_INFINITY;
    double half = StrictMath.log(0.5);
    assertEquals(1, RoundFormulas.token(0, new double[] {none, half, half}));
    assertEquals(1, RoundFormulas.token(0.49, new double[] {none, half, half}));
    assertEquals(2, RoundFormulas.token(0.51, new double[] {none, half, half}));
    assertEquals(0, RoundFormulas.token(0, new double[] {half, half}));
    assertEquals(1, RoundFormulas.token(0.95, new double[] {half, StrictMath.log(0.4)}));
    List<Answer> answers = MODEL.answers(MODEL.source().get(0));
    Answer last = answers.get(answers.size() - 1);
    assertEquals(last, RoundFormulas.draw(1.5, answers, 0, MODEL.reference()));
    assertEquals(answers.get(0), RoundFormulas.draw(0, answers, 0, MODEL.reference()));
  }

  /** The formulas of a round at numbers that tell their parts apart. */
  @Test
  void formulasAreThoseOfTheAlgorithm() {
    RoundFormulas formulas = new RoundFormulas(MODEL);
    assertEquals(5, formulas.gradientBatch(3));
    assertEquals(25, formulas.validationBatch(3));
    assertEquals(1, formulas.select(2, 2), "a tie keeps the step");
    assertEquals(1, formulas.select(1, 2));
    assertEquals(2, formulas.select(2, 1));
    assertEquals(1, formulas.acceptance(1));
    assertEquals(StrictMath.exp(-0.75 / MODEL.lambda()), formulas.acceptance(0.25), 1e-15);
    double gamma = SourceStep.of(MODEL).gamma();
    assertEquals(1, formulas.calibrationStep(3) * gamma * 5, 1e-14);
    Node s = MODEL.nodes(MODEL.source().get(0)).get(0);
    double one = formulas.branchProbability(s, 0, 1);
    assertEquals(s.pre(0) / s.pre(1), one / (1 - one), 1e-14);
    assertEquals(0.5, formulas.branchProbability(s, 1, 1));
  }

  /** A prefix of an answer, the answer itself, and what is longer or differs in its last token. */
  @Test
  void answersBeginWithTheirPrefixes() {
    for (Answer a : MODEL.answers(MODEL.target().get(0))) {
      ImmutableIntArray tokens = a.tokens();
      for (int n = 0; n <= tokens.length(); n++) {
        assertTrue(a.startsWith(tokens.subArray(0, n)));
        if (n > 0) {
          int[] other = tokens.subArray(0, n).toArray();
          other[n - 1]++;
          assertFalse(a.startsWith(ImmutableIntArray.copyOf(other)));
        }
      }
      assertFalse(a.startsWith(Naive.append(tokens, 0)));
      for (int h = 1; h <= a.length(); h++) {
        assertEquals(a.place(h), a.node(h).place(tokens.get(h - 1)));
        assertEquals(-1, a.node(h).place(99));
      }
    }
  }
}

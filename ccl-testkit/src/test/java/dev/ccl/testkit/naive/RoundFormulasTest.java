package dev.ccl.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}

package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.theory.Students;
import dev.ccl.theory.lemmas.Lemmas;
import dev.ccl.testkit.policy.Contracts;
import dev.ccl.policies.features.Features;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SquashedSoftmaxTest {
  private static final Vocabulary WORDS =
      Vocabulary.of(List.of("yes", "no", "EOS", "null"), "EOS", "null");
  private static final Dataset DATA =
      Dataset.complete(
          TokenMdp.of(WORDS, FeasibilityRule.eosPadded(WORDS), 3),
          List.of(Prompt.of("x"), Prompt.of("y")));
  private static final FeatureMap PHI = Features.hashedNgrams(2, 3, 1);

  /** The paper's lemmas for every class of students; what fails is shrunk and printed. */
  @TestFactory
  Stream<DynamicTest> lemmas() {
    return Lemmas.ofFamily(Students.of(SquashedSoftmax::of))
        .withOptions("--family example.SquashedSoftmax --classpath target/classes")
        .tests();
  }

  @TestFactory
  Stream<DynamicTest> obeysTheContract() {
    return Contracts.of(SquashedSoftmax.of(PHI), Ball.of(3, 2), DATA.forest()).tests();
  }

  @Test
  void learns() {
    LearningProblem problem =
        LearningProblem.of(
            0.5,
            1.5,
            DATA,
            DATA,
            new PolicyClass(
                LinearSoftmax.of(PHI), Ball.of(3, 1.5), ImmutableDoubleArray.of(0.6, -0.4, 0.2)),
            new PolicyClass(
                SquashedSoftmax.of(PHI), Ball.of(3, 2), ImmutableDoubleArray.of(0, 0, 0)),
            (state, out) ->
                Arrays.fill(out, 0, state.legal().length(), 1.0 / state.legal().length()),
            (prompt, answer) -> answer.get(0) == 0 ? 1 : 0);
    Ccl learner = Ccl.practical();
    LearnerState end;
    try (Session run = learner.open(problem, learner.initial(problem, 1), 1)) {
      run.advance(100);
      end = run.state();
    }
    assertEquals(100, end.ledger().sourceQueries());
    LogRatioCost cost = LogRatioCost.calibrated(problem, end.calibration().toArray());
    assertTrue(cost.value(end.student().toArray()) < 0.5 * cost.value(new double[3]));
  }
}

package dev.ccl.algorithms.ccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.policy.ForwardingFamily;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The learner that is told w* is Algorithm 1 from there on, without a question. */
final class OracleTest {
  private static final ImmutableDoubleArray W_STAR = ImmutableDoubleArray.of(0.3, -0.2, 0.1);
  private final LearningProblem problem =
      RandomInstance.of(RandomSpec.SMALL.withInitialNorm(0.5), 12).instance().problem();

  private static LearnerState run(Session session) {
    try (session) {
      session.advance(9);
      return session.state();
    }
  }

  @Test
  void whatItIsToldIsItsCalibration() {
    Ccl oracle = Ccl.oracle().knowing(() -> W_STAR);
    Learner frozen =
        Ccl.paper().with("calibrate-every", "0").with("initial-calibration", "0.3,-0.2,0.1");
    assertEquals("oracle", oracle.name());
    assertEquals(frozen.settings(), oracle.settings());
    assertEquals(W_STAR, oracle.initial(problem, 4).calibration());
    LearnerState state = run(oracle.start(problem, 4, 1));
    assertEquals(run(frozen.start(problem, 4, 1)), state);
    assertEquals(state, run(oracle.open(problem, oracle.initial(problem, 4), 1)));
    assertEquals(W_STAR, state.calibration());
    assertEquals(0, state.ledger().sourceQueries());
    assertNotEquals(problem.student().initial(), state.student());
  }

  @Test
  void beforeItIsToldItTakesTheTeacherForIt() {
    assertEquals(
        problem.calibration().initial(), run(Ccl.oracle().start(problem, 4, 1)).calibration());
  }

  @Test
  void whatAUserHasSetIsNotAskedFor() {
    Supplier<ImmutableDoubleArray> nobody =
        () -> {
          throw new AssertionError("asked");
        };
    Ccl told = Ccl.oracle().with(Ccl.oracle().settings());
    Ccl set = told.with(told.settings().with("initial-calibration", "0.1,0,0"));
    assertSame(set, set.knowing(nobody));
    Ccl knows = told.knowing(() -> W_STAR);
    assertSame(knows, knows.knowing(nobody));
  }

  @Test
  void itWarnsAsAlgorithmOneDoes() {
    LearningProblem.PolicyClass known = problem.student();
    LearningProblem silent =
        LearningProblem.of(
            problem.lambda(),
            problem.bound(),
            problem.source().dataset(),
            problem.target().dataset(),
            problem.calibration(),
            new LearningProblem.PolicyClass(
                new ForwardingFamily(known.family()), known.set(), known.initial()),
            problem.reference(),
            (prompt, answer) -> 0.5);
    assertEquals(List.of(), Ccl.oracle().warnings(problem));
    List<String> warnings = Ccl.oracle().warnings(silent);
    assertEquals(1, warnings.size());
    assertEquals(Ccl.paper().with("calibrate-every", "0").warnings(silent), warnings);
  }
}

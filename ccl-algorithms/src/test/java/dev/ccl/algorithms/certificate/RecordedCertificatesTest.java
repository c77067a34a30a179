package dev.ccl.algorithms.certificate;

import static dev.ccl.algorithms.RichProblems.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.RichProblems;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.evidence.Ellipsoid;
import dev.ccl.algorithms.evidence.ModelTest.ChiSquare;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.Recorded;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every number that a certificate has, at several rounds of runs whose comparisons are drawn in
 * different ways, is the one that was recorded. What it should be is said by the formulas of the
 * other tests of this package.
 */
@Tag("record")
final class RecordedCertificatesTest {
  private static final List<Integer> LOOKS = List.of(3, 40);

  private static Map<String, LearningProblem> problems() {
    Map<String, LearningProblem> problems = new LinkedHashMap<>(RichProblems.WHOLE);
    problems.keySet().retainAll(List.of("box", "one-token", "noisy")); // small classes, for time
    problems.put("separation", SeparationInstance.of(2, 3, 0.8, 0.6).problem());
    problems.put(
        "curved students",
        problems.get("box").withStudent(RichProblems.WHOLE.get("curved").student()));
    return problems;
  }

  private static String watched(Learner learner, LearningProblem problem) {
    StringBuilder text = new StringBuilder();
    LearnerState state = learner.initial(problem, 3);
    for (int round : LOOKS) {
      try (Session session = learner.open(problem, state, 1)) { // and goes on from what it keeps
        session.advance(round - state.round());
        session.record();
        state = session.state();
        text.append(session.isOver() ? "  over\n" : "");
      }
    }
    for (Watch.Look look : Watch.looks(state.extras())) {
      Certificate c = look.certificate();
      double[] numbers = {
        c.excess(), c.fromSet(), c.cap(), c.oracleKl(), c.modelEvidence(), c.set()
      };
      text.append("  ").append(look.round()).append(' ').append(text(numbers)).append(' ');
      text.append(c.strength()).append(' ').append(c.modelRejected(0.1)).append('\n');
    }
    return text.append(behind(problem, state)).toString();
  }

  /** What stands behind the last certificate: the set, the residual and the test of the model. */
  private static String behind(LearningProblem problem, LearnerState state) {
    ImmutableMap.Builder<String, ImmutableDoubleArray> memory = ImmutableMap.builder();
    state
        .extras()
        .forEach(
            (name, numbers) -> {
              if (name.startsWith("certificate-") && !name.endsWith("-kept")) {
                memory.put(name.substring("certificate-".length()), numbers);
              }
            });
    Certifier certifier = Certifier.of(problem, 0.1);
    certifier.restore(memory.buildOrThrow());
    Ellipsoid set = certifier.set();
    ChiSquare chi = certifier.chiSquare();
    double agnostic =
        AgnosticBound.of(problem, state.calibration().toArray(), state.student().toArray(), 0.3);
    assertEquals(memory.buildOrThrow(), certifier.memory(), "what is asked for changes nothing");
    return "  centre "
        + text(set.centre())
        + "\n  shape "
        + (certifier.residual() < 1e-9 ? "rounding" : text(set.shape())) // thin by equations
        + "\n  residual "
        + (certifier.residual() < 1e-9 ? "rounding" : text(certifier.residual()))
        + ", chi2 "
        + text(new double[] {chi.statistic(), chi.freedom(), chi.tail()})
        + ", agnostic "
        + text(agnostic)
        + "\n";
  }

  @Test
  void certificatesOfManyRuns() {
    StringBuilder text = new StringBuilder();
    problems()
        .forEach(
            (name, problem) -> {
              Learner plain = Learners.named("practical").with("certify", "0.1");
              Learner other =
                  plain
                      .with("alternatives", "uniform")
                      .with("calibration", "newton")
                      .with("queries", "informative")
                      .with("stop-when", "oracle-kl<0.4");
              text.append(name).append('\n').append(watched(plain, problem));
              if (!name.startsWith("curved")) {
                text.append(name).append(", uniform\n").append(watched(other, problem));
              }
            });
    Recorded.check(RecordedCertificatesTest.class, "certificates.txt", text.toString());
  }
}

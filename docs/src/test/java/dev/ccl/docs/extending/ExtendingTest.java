package dev.ccl.docs.extending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.LearnerState;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.forest.Dataset;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.FeasibilityRule;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.policy.EdgeModel;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.policies.features.Features;
import dev.ccl.testkit.policy.Contracts;
import dev.ccl.theory.Part;
import dev.ccl.theory.Students;
import dev.ccl.theory.Subject;
import dev.ccl.theory.claims.Claims;
import dev.ccl.theory.lemmas.Lemmas;
import dev.ccl.theory.search.Counterexample;
import dev.ccl.theory.search.Search;
import dev.ccl.theory.search.Trials;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The code of extending.md. */
public class ExtendingTest {
  // region problem
  private static final Vocabulary VOCABULARY =
      Vocabulary.of(List.of("a", "b", "EOS", "null"), "EOS", "null");
  private static final TokenMdp MDP =
      TokenMdp.of(VOCABULARY, FeasibilityRule.eosPadded(VOCABULARY), 3);
  private static final List<Prompt> PROMPTS = List.of(Prompt.of("x"), Prompt.of("y"));
  private static final FeatureMap PHI = Features.hashedNgrams(2, 3, 1);

  // endregion

  // region lemmas
  @TestFactory
  Stream<DynamicTest> lemmas() {
    return Lemmas.ofFamily(Students.of(FastCurvedSoftmax::new)).tests();
  }

  // endregion

  // region kit
  @TestFactory
  Stream<DynamicTest> contract() {
    Forest forest = Forest.complete(MDP, PROMPTS);
    return Contracts.of(new CurvedSoftmax(PHI), Ball.of(3, 1.5), forest).tests();
  }

  // endregion

  // region run
  private static LearningProblem problem(PolicyFamily student) {
    Dataset data = Dataset.complete(MDP, PROMPTS);
    ImmutableDoubleArray zero = ImmutableDoubleArray.of(0, 0, 0);
    ImmutableDoubleArray teacher = ImmutableDoubleArray.of(0.6, -0.4, 0.2);
    return LearningProblem.of(
        0.5, // λ
        1.5, // B
        data,
        data,
        new PolicyClass(LinearSoftmax.of(PHI), Ball.of(3, 1.5), teacher),
        new PolicyClass(student, Ball.of(3, 1.5), zero),
        (state, out) -> Arrays.fill(out, 0, state.legal().length(), 1.0 / state.legal().length()),
        (prompt, answer) -> answer.get(0) == 0 ? 1 : 0); // "a" first is right
  }

  private static LearnerState train(LearningProblem problem, long rounds) {
    Learner learner = Ccl.practical();
    try (Session run = learner.open(problem, learner.initial(problem, 7), 1)) {
      run.advance(rounds);
      return run.state();
    }
  }

  // endregion

  /** What the kit says of a family with a fault. */
  public static String broken() {
    Forest forest = Forest.complete(MDP, PROMPTS);
    return Contracts.of(new ForgottenHalf(PHI), Ball.of(3, 1.5), forest).report().stream()
        .filter(evidence -> evidence.status() == dev.ccl.judge.Verdict.Status.FAILS)
        .map(
            evidence ->
                evidence
                    .toString()
                    .replaceAll("(?<=[\\[ ]-?\\d\\.\\d{4})\\d+(?=[,\\]])(?!.*allowed)", "…"))
        .collect(Collectors.joining("\n"));
  }

  /** What a lemma's property prints for a family with a fault, up to the instance. */
  public static String refuted() {
    Students students = Students.of(WrongEntry::new);
    Part part = Claims.part("C23 exact");
    Function<Instance, Subject> maker = instance -> new Subject(instance, students);
    Search search = Search.of(part, maker);
    Trials trials = Trials.of(part);
    for (int i = 0; i < 100; i++) {
      if (!search.attempt(trials.get(i))) {
        Counterexample small = search.counterexample().orElseThrow().shrunk(maker);
        String text = small.text(maker);
        return text.substring(0, text.indexOf("on the instance"))
            + "after "
            + search.tries()
            + " tries; to see it again:\n  "
            + small.command(
                Path.of("target", "counterexamples", "counterexample-C23.json"),
                "--family my.WrongEntry --classpath my.jar");
      }
    }
    throw new AssertionError("one wrong entry is not seen");
  }

  @TestFactory
  Stream<DynamicTest> contractOfTheFastOne() {
    return Contracts.of(new FastCurvedSoftmax(PHI), Ball.of(3, 1.5), Forest.complete(MDP, PROMPTS))
        .tests();
  }

  @Test
  void theNewFamilyLearns() {
    LearningProblem problem = problem(new CurvedSoftmax(PHI));
    LearnerState end = train(problem, 200);
    LogRatioCost cost = LogRatioCost.calibrated(problem, end.calibration().toArray());
    double before = cost.value(new double[3]);
    double after = cost.value(end.student().toArray());
    assertTrue(after < 0.5 * before, after + " after " + before);
  }

  @Test
  void theFastVersionGivesTheSameRun() {
    for (Learner learner : List.of(Ccl.practical(), Ccl.paper())) {
      LearningProblem slow = problem(new LinearByState(PHI));
      LearningProblem fast = problem(LinearSoftmax.of(PHI));
      assertEquals(run(learner, slow), run(learner, fast));
      PolicyFamily byState =
          new FastCurvedSoftmax(PHI) {
            @Override
            public EdgeModel on(Forest forest) {
              return statewise(forest);
            }
          };
      LearningProblem curved = problem(new FastCurvedSoftmax(PHI));
      assertEquals(run(learner, problem(byState)), run(learner, curved));
    }
  }

  private static LearnerState run(Learner learner, LearningProblem problem) {
    try (Session session = learner.open(problem, learner.initial(problem, 3), 1)) {
      session.advance(60);
      return session.state();
    }
  }
}

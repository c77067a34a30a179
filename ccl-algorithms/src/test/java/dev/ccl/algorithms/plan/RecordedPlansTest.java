package dev.ccl.algorithms.plan;

import dev.ccl.algorithms.RichProblems;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.Recorded;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The numbers of plans, their errors and their refusals, as they were recorded. */
@Tag("record")
final class RecordedPlansTest {
  private static Map<String, LearningProblem> problems() {
    Map<String, LearningProblem> problems = new LinkedHashMap<>(RichProblems.WHOLE);
    problems.put(
        "small", RandomInstance.of(RandomSpec.SMALL.withLambda(0.8), 2).instance().problem());
    problems.put("growing box", RichProblems.growing("box"));
    problems.put("growing explicit", RichProblems.growing("explicit"));
    return problems;
  }

  private static String said(Supplier<String> words) {
    try {
      return words.get();
    } catch (IllegalArgumentException | IllegalStateException e) {
      return "refuses: " + e.getMessage();
    }
  }

  private static String text(Rates rates) {
    return RichProblems.text(new double[] {rates.queries(), rates.rollouts()});
  }

  private static String text(Plan plan) {
    return RichProblems.text(
        new double[] {plan.queries(), plan.rollouts(), plan.cost(), plan.rolloutsPerQuery()});
  }

  private static String plans(Rates rates, Rates errors) {
    return "cheapest "
        + text(Plan.of(rates, 0.01, 3, 0.2))
        + "; free rollouts "
        + text(Plan.of(rates, 0.02, 3, 0))
        + "; errors "
        + text(Plan.errors(rates, errors, 0.01, 3, 0.2))
        + "; five rollouts "
        + text(Plan.withRollouts(rates, 0.01, 5, 3, 0.2))
        + "; excess "
        + RichProblems.text(Plan.expectedExcess(rates, 700, 9000));
  }

  @Test
  void ratesAndPlans() {
    StringBuilder text = new StringBuilder();
    problems()
        .forEach(
            (name, problem) -> {
              text.append(name).append('\n');
              text.append("  at once ").append(said(() -> text(Rates.of(problem)))).append('\n');
              for (double gain : new double[] {2, 0.3}) {
                text.append("  gain ").append(gain).append(' ');
                text.append(said(() -> text(Rates.coupled(problem, gain)))).append('\n');
              }
              text.append("  pilots ");
              text.append(
                  said(
                      () -> {
                        PilotRuns pilots = PilotRuns.of(problem, 2, 60, 4, 3, rounds -> {});
                        return text(pilots.rates())
                            + " errors "
                            + text(pilots.errors())
                            + "; "
                            + plans(pilots.rates(), pilots.errors());
                      }));
              text.append('\n');
            });
    Recorded.check(RecordedPlansTest.class, "plans.txt", text.toString());
  }
}

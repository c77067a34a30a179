package dev.ccl.core.growing;

import dev.ccl.core.forest.Dataset;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.judge.Recorded;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Batches of every kind, one after the other on one forest that forgets: what each visits, and what
 * has been asked and is kept after it. That no number depends on the budget is for the tests beside
 * this one.
 */
@Tag("record")
class LedgerTest {
  private final StringBuilder lines = new StringBuilder();

  private void ledger(String name, Instance instance, ForestBudget budget) {
    LearningProblem problem = instance.problem().growing(budget);
    GrowingForest forest = problem.forests().acquire();
    StateCounts before = StateCounts.NONE;
    double[] theta = problem.student().initial().toArray();
    double[] w = problem.calibration().initial().toArray();
    RandomStreams streams = RandomStreams.of(23);
    lines.append(name).append('\n');
    for (int round = 1; round <= 4; round++) {
      RolloutSampler onTarget = sampler(forest, problem.target().dataset(), streams);
      RolloutSampler onSource = sampler(forest, problem.source().dataset(), streams);
      Flow students = new Flow();
      students.begin(
          (s, out) -> s.student().logits(theta, out), 30 * round, Purpose.GRADIENT_BATCH, round, 1);
      Flow even = new Flow();
      even.begin((s, out) -> s.student().logits(theta, out), 7, Purpose.VALIDATION_FIRST, round, 2);
      even.stratifyPrompts();
      if (round % 2 == 0) {
        even.drawOneByOne();
      }
      try {
        onTarget.draw(students, even);
        flow("students", students);
        flow("even", even);
        if (round == 3) {
          forest.refer(students.states());
        }
        Flow teacher = new Flow();
        teacher.begin(
            (s, out) -> s.calibration().logits(w, out), 11, Purpose.TEACHER_ROLLOUT, round, 0);
        onSource.draw(teacher);
        flow("teacher", teacher);
      } catch (ForestFullException e) {
        lines.append(e.inRound(round).getMessage()).append('\n');
      }
      StateCounts counts = forest.counts();
      lines.append("all ").append(counts.entries()).append('\n');
      lines.append("since ").append(counts.since(before).entries()).append('\n');
      before = counts;
    }
    lines.append("again ").append(before.after(before).entries()).append('\n');
  }

  private static RolloutSampler sampler(GrowingForest forest, Dataset data, RandomStreams streams) {
    return RolloutSampler.on(forest, data, streams, Workers.ALONE);
  }

  private void flow(String name, Flow flow) {
    double visits = 0;
    double taken = 0;
    double logs = 0;
    for (int i = 0; i < flow.nodes(); i++) {
      visits += flow.count(i) * (1 + i % 7);
      for (int e = flow.firstEdge(i); e < flow.firstEdge(i + 1); e++) {
        taken += flow.rollouts(e) * (1 + e % 11);
        logs += flow.log(e) * (1 + e % 5);
      }
    }
    lines.append(
        String.format(
            Locale.ROOT,
            "%s: %d nodes of %d levels, %.0f %.0f %.9f\n",
            name,
            flow.nodes(),
            flow.levels(),
            visits,
            taken,
            logs));
  }

  @Test
  void ledgers() {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(4)
            .withLetters(3)
            .withPrompts(3, 2)
            .withShared(1)
            .withRepeated(2)
            .withDimensions(3, 2)
            .withInitialNorm(1);
    Instance padded = RandomInstance.of(spec, 1).instance();
    Instance explicit =
        RandomInstance.of(spec.withFeasibility(Feasibility.EXPLICIT).withHorizon(3), 2).instance();
    ForestBudget much = ForestBudget.ofBytes(1L << 30);
    ledger("all is kept", padded, much);
    ledger("300 tokens are kept", padded, much.withEdges(300));
    ledger("25000 bytes are kept", padded, ForestBudget.ofBytes(25_000));
    ledger("stops at 250 tokens", padded, much.withEdges(250).stopping());
    ledger("explicit, 150 tokens", explicit, much.withEdges(150));
    ledger("one step", RandomInstance.of(spec.withHorizon(1), 3).instance(), much.withEdges(12));
    Recorded.check(getClass(), "ledgers.txt", lines.toString());
  }
}

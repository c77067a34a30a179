package dev.ccl.algorithms;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.Recorded;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One recorded run of each preset on each kind of problem, to the last digit shown. */
@Tag("record")
final class PresetRunsTest {
  private static Learner learner(String words) {
    List<String> parts = Splitter.on(' ').splitToList(words);
    Learner learner = Learners.named(parts.get(0));
    for (String part : parts.subList(1, parts.size())) {
      int at = part.indexOf('=');
      learner = learner.with(part.substring(0, at), part.substring(at + 1));
    }
    return learner;
  }

  /** Runs in which reviews open, forests grow and memories fill. */
  @Test
  void presetsOnAllProblems() {
    StringBuilder text = new StringBuilder();
    RichProblems.WHOLE.forEach(
        (name, problem) -> {
          for (String words :
              List.of(
                  "ccl", "practical", "careful", "two-stage first-stage=17", "oracle updates=2")) {
            text.append(name).append(' ').append(words).append('\n');
            text.append(ends(learner(words), problem, 20));
          }
        });
    for (String name : List.of("box", "one-token", "curved")) {
      for (String words :
          List.of(
              "practical-by-rollouts",
              "practical-by-rollouts calibration=evidence",
              "practical-by-rollouts validation=7")) {
        text.append("growing ").append(name).append(' ').append(words).append('\n');
        text.append(ends(learner(words), RichProblems.growing(name), 20));
      }
    }
    Recorded.check(PresetRunsTest.class, "preset-runs.txt", text.toString());
  }

  private static String ends(Learner learner, LearningProblem problem, int rounds) {
    StringBuilder text = new StringBuilder();
    try (Session session = learner.start(problem, 5, 1)) {
      for (int part = 0; part < 2; part++) {
        session.advance(rounds);
        text.append(RichProblems.text(session.state()));
      }
      text.append("  growth ").append(session.stateCounts().entries()).append('\n');
    }
    return text.toString();
  }
}

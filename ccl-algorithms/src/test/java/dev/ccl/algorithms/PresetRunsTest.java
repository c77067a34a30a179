package dev.ccl.algorithms;

import com.google.common.base.Splitter;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.judge.Recorded;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One recorded run of each learner, to the digits shown and to digests of its memories. */
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
  void learnersEndInTheRecordedBits() {
    StringBuilder text = new StringBuilder();
    Learners.all().stream()
        .map(Learner::name)
        .map(name -> name.equals("two-stage") ? "two-stage first-stage=17" : name)
        .forEach(words -> text.append(ends(words, "box", RichProblems.WHOLE.get("box"))));
    text.append(ends("careful", "explicit", RichProblems.WHOLE.get("explicit")));
    text.append(ends("practical-by-rollouts", "growing", RichProblems.growing("curved")));
    Recorded.check(PresetRunsTest.class, "preset-runs.txt", text.toString());
  }

  private static String ends(String words, String name, LearningProblem problem) {
    return name + ' ' + words + '\n' + ends(learner(words), problem, 20);
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

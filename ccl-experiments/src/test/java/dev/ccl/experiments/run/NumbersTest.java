package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.Resources;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.RunIdentity;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Reminds whoever changes a number to raise {@link RunIdentity#NUMBERS}, by which old results are
 * not gone on with: one run of each learner, and a digest of its rows for each version.
 */
class NumbersTest {
  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withHorizon(2)
          .withPrompts(3, 2)
          .withRepeated(1)
          .withLambda(0.5)
          .withBound(0.8);

  @Test
  void theNumbersAreThoseOfTheirVersion() throws IOException {
    Subject subject = Subject.of("own.json", RandomInstance.of(SPEC, 3).instance());
    StringBuilder now = new StringBuilder();
    for (Learner learner : Learners.all()) {
      RunPlan plan =
          RunPlan.of(subject, learner, RecordedRounds.of(new long[] {0, 3, 10}, 40), 5, 2);
      Hasher rows = Hashing.sha256().newHasher();
      for (Replicate end : plan.replicates().run(5, 2, 1)) {
        rows.putString(plan.rows(end), StandardCharsets.UTF_8);
      }
      now.append(RunIdentity.NUMBERS).append(' ').append(learner.name()).append(' ');
      now.append(rows.hash()).append('\n');
    }
    String recorded =
        Resources.toString(
                Resources.getResource(NumbersTest.class, "numbers.txt"), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.startsWith(RunIdentity.NUMBERS + " "))
            .collect(Collectors.joining("\n", "", "\n"));
    assertEquals(
        recorded,
        now.toString(),
        "a run gives other numbers: if they are meant to, raise RunIdentity.NUMBERS and put the new"
            + " lines below those of numbers.txt");
  }
}

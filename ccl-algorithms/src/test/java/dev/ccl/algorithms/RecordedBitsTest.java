package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.Resources;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.problem.LearningProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs of every learner, preset, sampler and step on seven instances end in the bits that were
 * recorded in {@code recorded-bits.txt}. A difference is a changed sequence: find its cause first;
 * only a change that the changelog marks as seeded may record anew ({@code
 * -Dccl.record.bits=FILE}).
 */
final class RecordedBitsTest {
  private static final ImmutableMap<String, Instance> INSTANCES = instances();

  private static ImmutableMap<String, Instance> instances() {
    ImmutableMap.Builder<String, Instance> all = ImmutableMap.builder();
    for (int d = 1; d <= 4; d++) {
      all.put("separation-" + d, SeparationInstance.of(d, d + 1, 2.0, 0.5));
    }
    all.put("random-12", RandomInstance.of(RandomSpec.SMALL.withInitialNorm(0.5), 12).instance());
    all.put(
        "random-7",
        RandomInstance.of(
                RandomSpec.SMALL
                    .withPrompts(4, 5)
                    .withRepeated(2)
                    .withShared(1)
                    .withSetShape(RandomSpec.SetShape.BOX)
                    .withLambda(0.7),
                7)
            .instance());
    all.put("M", RandomInstance.of(RandomSpec.MEDIUM, 1).instance());
    all.put(
        "blocks", // more edges than laws are kept for, so that blocks are worked on one by one
        RandomInstance.of(RandomSpec.MEDIUM.withHorizon(5).withLetters(6).withDimensions(6, 3), 3)
            .instance());
    return all.buildOrThrow();
  }

  private static List<String> configurations() {
    List<String> all = new ArrayList<>();
    for (String learner :
        List.of(
            "ccl",
            "practical",
            "two-stage first-stage=7",
            "uncalibrated",
            "oracle",
            "direct-matching",
            "forward-kl",
            "sft answers=9",
            "token-reverse-kl",
            "source-reward",
            "importance-weighted",
            "direct-matching batch=3 step=root:0.3 start=problem")) {
      all.add(learner);
    }
    for (String setting :
        List.of(
            "acceptance=expectation",
            "acceptance=controlled",
            "calibration=newton",
            "alternatives=uniform",
            "alternatives=teacher",
            "gradient=causal",
            "gradient-batch=exact",
            "gradient-batch=7 sampler=trajectories",
            "student-step=natural",
            "exploration=off",
            "validation=exact",
            "validation=100",
            "updates=3",
            "updates=2 exploration=off gradient=causal",
            "first-stage=5 calibration=newton",
            "warm-start=teacher",
            "sampler=trajectories",
            "sampler=trajectories exploration=off updates=2")) {
      all.add("ccl " + setting);
    }
    return all;
  }

  private static Learner learner(String configuration) {
    List<String> words = Splitter.on(' ').splitToList(configuration);
    Learner learner = Learners.named(words.get(0));
    for (String word : words.subList(1, words.size())) {
      int at = word.indexOf('=');
      learner = learner.with(word.substring(0, at), word.substring(at + 1));
    }
    return learner;
  }

  private static String digest(LearningProblem problem, Learner learner, long seed, long rounds) {
    Hasher hasher = Hashing.sha256().newHasher();
    try (Session session = learner.open(problem, learner.initial(problem, seed), 1)) {
      for (int part = 0; part < 3; part++) {
        session.advance(rounds);
        LearnerState state = session.state();
        state.calibration().forEach(hasher::putDouble);
        state.student().forEach(hasher::putDouble);
        hasher.putString(ledger(state.ledger()), StandardCharsets.UTF_8);
      }
    }
    return hasher.hash().toString().substring(0, 24);
  }

  private static String ledger(Ledger ledger) {
    StringBuilder text = new StringBuilder();
    for (String name :
        List.of(
            "sourceQueries",
            "acceptedTrials",
            "gradientRollouts",
            "validationRollouts",
            "firstWins",
            "secondWins",
            "largestCount")) {
      text.append(name).append('=').append(ledger.entries().get(name)).append(' ');
    }
    return text.toString();
  }

  private static Map<String, String> digests() {
    Map<String, String> all = new LinkedHashMap<>();
    for (Map.Entry<String, Instance> entry : INSTANCES.entrySet()) {
      boolean large = entry.getKey().equals("blocks");
      boolean medium = large || entry.getKey().equals("M");
      LearningProblem problem = entry.getValue().problem();
      for (String configuration : configurations()) {
        boolean slow =
            large && (configuration.contains("natural") || configuration.contains("warm-start"));
        boolean direct = medium && configuration.contains("answers");
        if (!slow && !direct) {
          all.put(
              entry.getKey() + " " + configuration,
              digest(problem, learner(configuration), 42, large ? 3 : medium ? 7 : 25));
        }
      }
    }
    return all;
  }

  @Test
  void runsEndInTheRecordedBits() throws IOException {
    Map<String, String> now = digests();
    StringBuilder text = new StringBuilder();
    now.forEach((name, digest) -> text.append(digest).append(' ').append(name).append('\n'));
    String file = System.getProperty("ccl.record.bits");
    if (file != null) {
      Files.writeString(Path.of(file), text);
    }
    String recorded =
        Resources.toString(
            Resources.getResource(RecordedBitsTest.class, "recorded-bits.txt"),
            StandardCharsets.UTF_8);
    assertEquals(recorded, text.toString());
  }

  /** The digest sees one bit of a parameter, the seed and the setting. */
  @Test
  void digestsDiffer() {
    LearningProblem problem = INSTANCES.get("separation-1").problem();
    String one = digest(problem, learner("ccl"), 42, 5);
    assertNotEquals(one, digest(problem, learner("ccl"), 43, 5));
    assertNotEquals(one, digest(problem, learner("ccl alternatives=uniform"), 42, 5));
  }
}

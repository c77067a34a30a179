package dev.ccl.algorithms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.growing.ForestBudget;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.BrokenPartException;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.ConvexSet;
import dev.ccl.core.policy.FeatureFamily;
import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.FrozenPolicy;
import dev.ccl.core.policy.LinearSoftmax;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.LearningProblem.PolicyClass;
import dev.ccl.core.problem.RewardOracle;
import dev.ccl.core.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Parts of a problem that break their contracts, from the start or after some hundred calls: no run
 * gives a number that such a part has touched. A run ends with one line, or, where it never asks
 * the part for anything that is broken, has the bits of a run with the honest part.
 */
final class HostilePartsTest {
  private static final LearningProblem HONEST =
      RandomInstance.of(RandomSpec.SMALL, 12).instance().problem();
  private static final int ROUNDS = 70; // an audit comes at round 64
  private static final int LATE = 500; // calls

  /** What a hostile part does to an answer; the number of the call is counted from 1. */
  private interface Spoiler {
    void spoil(long call, State state, double[] parameter, double[] out);
  }

  private static Spoiler late(Spoiler spoiler) {
    return (call, state, parameter, out) -> {
      if (call >= LATE) {
        spoiler.spoil(call, state, parameter, out);
      }
    };
  }

  private static Spoiler puts(double number) {
    return (call, state, parameter, out) -> out[0] = number;
  }

  private static final Path PAGE = Path.of("../docs/policies.md");
  private static final Spoiler NONE = (call, state, parameter, out) -> {};
  private static final Spoiler WRITES = (call, state, parameter, out) -> parameter[0] += 0.01;
  private static final Spoiler RANDOM =
      (call, state, parameter, out) -> out[0] += 1e-3 * (call % 7);
  private static final Spoiler THROWS =
      (call, state, parameter, out) -> {
        throw new IllegalStateException("user code");
      };
  private static final Spoiler BEYOND = (call, state, parameter, out) -> out[1 << 20] = 1;

  /** A family of code for single states alone. */
  private static final class Family implements PolicyFamily {
    private final PolicyFamily honest;
    private final Spoiler logits;
    private final Spoiler gradients;
    private final AtomicLong calls = new AtomicLong();

    Family(PolicyFamily honest, Spoiler logits, Spoiler gradients) {
      this.honest = honest;
      this.logits = logits;
      this.gradients = gradients;
    }

    @Override
    public int dimension() {
      return honest.dimension();
    }

    @Override
    public void logits(double[] theta, State state, double[] out) {
      honest.logits(theta, state, out);
      logits.spoil(calls.incrementAndGet(), state, theta, out);
    }

    @Override
    public void gradients(double[] theta, State state, double[] out) {
      honest.gradients(theta, state, out);
      gradients.spoil(calls.incrementAndGet(), state, theta, out);
    }

    @Override
    public void curvature(double[] t, State s, double[] c, double[] direction, double[] out) {
      honest.curvature(t, s, c, direction, out);
    }
  }

  /** Fresh problems by what is broken in them; those of one part share nothing. */
  private static final Map<String, Function<LearningProblem, LearningProblem>> PARTS = parts();

  private static Map<String, Function<LearningProblem, LearningProblem>> parts() {
    ImmutableMap.Builder<String, Function<LearningProblem, LearningProblem>> all =
        ImmutableMap.builder();
    Map<String, Spoiler> ways =
        ImmutableMap.<String, Spoiler>builder()
            .put("NaN", puts(Double.NaN))
            .put("infinite", puts(Double.POSITIVE_INFINITY))
            .put("minus infinity", puts(Double.NEGATIVE_INFINITY))
            .put("NaN later", late(puts(Double.NaN)))
            .put("infinite later", late(puts(Double.POSITIVE_INFINITY)))
            .put("writes its parameter", WRITES)
            .put("writes its parameter later", late(WRITES))
            .put("other numbers each time", RANDOM)
            .put("throws", THROWS)
            .put("throws later", late(THROWS))
            .put("writes beyond", BEYOND)
            .buildOrThrow();
    ways.forEach(
        (way, spoiler) -> {
          all.put(
              "student's logits: " + way, p -> p.withStudent(family(p.student(), spoiler, NONE)));
          all.put(
              "student's gradients: " + way,
              p -> p.withStudent(family(p.student(), NONE, spoiler)));
          all.put(
              "teacher's logits: " + way,
              p -> p.withCalibration(family(p.calibration(), spoiler, NONE)));
          all.put(
              "teacher's gradients: " + way,
              p -> p.withCalibration(family(p.calibration(), NONE, spoiler)));
        });
    Map<String, Spoiler> rows =
        Map.of("NaN", puts(Double.NaN), "infinite", puts(1 / 0.0), "norm 100", puts(100));
    rows.forEach(
        (way, spoiler) -> {
          all.put("student's features: " + way, p -> p.withStudent(features(p.student(), spoiler)));
          all.put(
              "teacher's features: " + way,
              p -> p.withCalibration(features(p.calibration(), spoiler)));
        });
    Map.of("sum 2", 2.0, "sum 1.000001", 1.000001, "negative", -1.0, "zero", 0.0, "NaN", 0 / 0.0)
        .forEach((way, factor) -> all.put("reference: " + way, p -> withReference(p, factor)));
    Map.of("NaN", 0 / 0.0, "infinite", 1 / 0.0, "2", 2.0, "below 0", -1e-6, "above 1", 1 + 1e-10)
        .forEach((way, r) -> all.put("reward: " + way, p -> p.withSourceRewards((x, answer) -> r)));
    all.put("reward: NaN later", p -> p.withSourceRewards(counted(n -> n > 20 ? 0 / 0.0 : 0.5)));
    all.put("reward: another one each time", p -> p.withSourceRewards(counted(n -> n % 97 / 97.0)));
    all.put("student's set: projects to NaN", p -> p.withStudent(inHole(p.student())));
    all.put("teacher's set: projects to NaN", p -> p.withCalibration(inHole(p.calibration())));
    return all.buildOrThrow();
  }

  private static PolicyClass family(PolicyClass honest, Spoiler logits, Spoiler gradients) {
    return new PolicyClass(
        new Family(honest.family(), logits, gradients), honest.set(), honest.initial());
  }

  private static PolicyClass features(PolicyClass honest, Spoiler spoiler) {
    FeatureMap map = ((FeatureFamily) honest.family()).features();
    FeatureMap spoilt =
        new FeatureMap() {
          @Override
          public int dimension() {
            return map.dimension();
          }

          @Override
          public void features(State state, double[] out) {
            map.features(state, out);
            spoiler.spoil(1, state, null, out);
          }
        };
    return new PolicyClass(LinearSoftmax.of(spoilt), honest.set(), honest.initial());
  }

  private static LearningProblem withReference(LearningProblem p, double factor) {
    FrozenPolicy spoilt =
        (state, out) -> {
          p.reference().probabilities(state, out);
          for (int k = 0; k < state.legal().length(); k++) {
            out[k] *= factor;
          }
        };
    return LearningProblem.of(
        p.lambda(),
        p.bound(),
        p.source().dataset(),
        p.target().dataset(),
        p.calibration(),
        p.student(),
        spoilt,
        REWARDS);
  }

  private static final RewardOracle REWARDS =
      (prompt, answer) -> (answer.asList().hashCode() % 11 + 11) % 11 / 10.0;

  private static RewardOracle counted(Function<Long, Double> rewards) {
    AtomicLong calls = new AtomicLong();
    return new RewardOracle() {
      @Override
      public double reward(Prompt prompt, ImmutableIntArray answer) {
        return rewards.apply(calls.incrementAndGet());
      }
    };
  }

  private static PolicyClass inHole(PolicyClass honest) {
    ConvexSet set = honest.set();
    ConvexSet hole =
        new ConvexSet() {
          @Override
          public int dimension() {
            return set.dimension();
          }

          @Override
          public double radius() {
            return set.radius();
          }

          @Override
          public boolean contains(double[] point) {
            return set.contains(point);
          }

          @Override
          public void project(double[] point) {
            point[0] = Double.NaN;
          }

          @Override
          public void draw(RandomStream random, double[] point) {
            set.draw(random, point);
          }
        };
    return new PolicyClass(honest.family(), hole, honest.initial());
  }

  private static Learner learner(String words) {
    List<String> word = Splitter.on(' ').splitToList(words);
    Learner learner = Learners.named(word.get(0));
    for (String setting : word.subList(1, word.size())) {
      int at = setting.indexOf('=');
      learner = learner.with(setting.substring(0, at), setting.substring(at + 1));
    }
    return learner;
  }

  static Stream<String> cases() {
    List<String> all = new ArrayList<>();
    for (String words :
        List.of(
            "ccl",
            "practical",
            "careful",
            "two-stage first-stage=35",
            "uncalibrated",
            "oracle",
            "practical exploration=off student-step=averaging",
            "practical acceptance=valued",
            "practical calibration=projection",
            "direct-matching",
            "source-reward")) {
      all.add("whole: " + words);
    }
    for (String words :
        List.of(
            "ccl calibration=newton student-step=natural",
            "practical-by-rollouts",
            "practical-by-rollouts calibration=evidence",
            "forward-kl",
            "source-reward")) {
      all.add("growing: " + words);
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void noNumberComesOfABrokenPart(String place) {
    boolean whole = place.startsWith("whole");
    Learner learner = learner(place.substring(place.indexOf(':') + 2));
    LearningProblem base = HONEST.withSourceRewards(REWARDS);
    LearnerState honest = run(base, learner, whole, 1);
    List<String> believed = new ArrayList<>();
    int refused = 0;
    for (Map.Entry<String, Function<LearningProblem, LearningProblem>> part : PARTS.entrySet()) {
      for (int threads = 1; threads <= 2; threads++) {
        try {
          LearnerState end = run(part.getValue().apply(base), learner, whole, threads);
          if (!end.equals(honest)) {
            believed.add(part.getKey() + " with " + threads + " threads");
          }
        } catch (RuntimeException e) {
          refused++;
          boolean own = part.getKey().contains("throws") || part.getKey().contains("beyond");
          assertTrue(own || e instanceof BrokenPartException, part.getKey() + ": " + e);
          assertFalse(String.valueOf(e.getMessage()).contains("\n"), part.getKey());
        }
      }
    }
    assertEquals(List.of(), believed, place);
    assertTrue(refused > PARTS.size() / 2, refused + " of " + 2 * PARTS.size() + " were refused");
  }

  /**
   * The table of the guide has a row for each part: how many learners end, the others never ask it.
   */
  @Test
  void theTableSaysWhatWasSeen() throws IOException {
    LearningProblem base = HONEST.withSourceRewards(REWARDS);
    StringBuilder table =
        new StringBuilder(
            "| broken | refused in | not asked there, the bits of the honest part in |\n");
    table.append("| --- | ---: | ---: |\n");
    for (Map.Entry<String, Function<LearningProblem, LearningProblem>> part :
        new TreeMap<>(PARTS).entrySet()) {
      int refused = 0;
      int honest = 0;
      for (String place : (Iterable<String>) cases()::iterator) {
        boolean whole = place.startsWith("whole");
        Learner learner = learner(place.substring(place.indexOf(':') + 2));
        try {
          LearnerState end = run(part.getValue().apply(base), learner, whole, 1);
          honest += end.equals(run(base, learner, whole, 1)) ? 1 : 0;
        } catch (RuntimeException e) {
          refused++;
        }
      }
      assertEquals(cases().count(), refused + honest, part.getKey());
      table.append(String.format("| %s | %s | %s |%n", part.getKey(), refused, honest));
    }
    String page = Files.readString(PAGE);
    String begin = "<!-- seen: broken parts -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("<!-- end of broken parts -->");
    if (Boolean.getBoolean("ccl.update.docs")) {
      Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
    }
    assertEquals(table.toString(), page.substring(from, to));
  }

  private static LearnerState run(
      LearningProblem problem, Learner learner, boolean whole, int threads) {
    LearningProblem shaped = whole ? problem : problem.growing(ForestBudget.ofBytes(1L << 26));
    try (Session session = learner.start(shaped, 3, threads)) {
      session.advance(ROUNDS);
      return session.state();
    }
  }
}

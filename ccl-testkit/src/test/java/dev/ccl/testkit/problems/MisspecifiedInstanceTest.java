package dev.ccl.testkit.problems;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.Doubles;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.math.Vectors;
import dev.ccl.core.policy.Ball;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.judge.FalseAlarms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MisspecifiedInstanceTest {
  @ParameterizedTest
  @EnumSource
  void noCalibrationIsRight(MisspecifiedInstance kind) {
    KlProjection projection = KlProjection.of(GroundTruth.of(kind.of(3)));
    assertTrue(
        projection.targetResidual() > 0.01, kind + ": " + projection.targetResidual() + " nats");
  }

  @ParameterizedTest
  @EnumSource
  void theSameNumberGivesTheSameInstance(MisspecifiedInstance kind) {
    assertEquals(kind.of(3).digest(), kind.of(3).digest());
    assertNotEquals(kind.of(3).digest(), kind.of(4).digest());
  }

  /** Seeds have 64 bits, of what is drawn beside the instance itself too, and names tell all. */
  @Test
  void seedsOfAllBitsCount() {
    long large = 1 + (1L << 32);
    for (MisspecifiedInstance kind : MisspecifiedInstance.values()) {
      assertEquals(kind + " 4294967297", kind.of(large).header().name());
    }
    assertNotEquals(
        rewards(MisspecifiedInstance.RANDOM_REWARDS.of(1)),
        rewards(MisspecifiedInstance.RANDOM_REWARDS.of(large)));
  }

  private static List<List<Double>> rewards(Instance instance) {
    return instance.prompts().values().stream()
        .map(table -> List.copyOf(table.rewards().values()))
        .toList();
  }

  private static long first(Instance instance, List<String> ids) {
    return ids.stream()
        .filter(id -> instance.prompts().get(id).prompt().kind().equals("one"))
        .count();
  }

  @Test
  void kindsHaveOtherSharesInSourceAndTarget() {
    Instance mixed = MisspecifiedInstance.KINDS_OPPOSED.of(1);
    assertEquals(24, first(mixed, mixed.source()));
    assertEquals(6, first(mixed, mixed.target()));
    Instance apart = MisspecifiedInstance.NEW_KIND.of(1);
    assertEquals(30, first(apart, apart.source()));
    assertEquals(0, first(apart, apart.target()));
    Instance unnamed = MisspecifiedInstance.UNNAMED_KINDS_OPPOSED.of(1);
    assertEquals(0, first(unnamed, unnamed.source()));
  }

  /** The instance from which one begins, with its w*, by the same number. */
  private static RandomInstance begun(MisspecifiedInstance kind) {
    return RandomInstance.of(kind.spec(), 3);
  }

  /** The distance of log π_pre + R/λ − φᵀw from a constant: 0 where w realizes the optimum. */
  private static double misfit(Instance instance, PromptTable table, double[] w) {
    StateTable root = table.states().get(0);
    DoubleSummaryStatistics rests = new DoubleSummaryStatistics();
    for (int k = 0; k < root.tokens().length(); k++) {
      double rest = StrictMath.log(root.pre(k)) + table.reward(k) / instance.header().lambda();
      for (int i = 0; i < w.length; i++) {
        rest -= root.phi(k, i) * w[i];
      }
      rests.accept(rest);
    }
    return rests.getMax() - rests.getMin();
  }

  /** Prompts want w*, or its mirror image in the teacher, by their place in either list. */
  @ParameterizedTest
  @CsvSource({
    "OPPOSED_TARGET, 0, 9",
    "KINDS_OPPOSED, 6, 24",
    "UNNAMED_KINDS_OPPOSED, 6, 24",
    "NEW_KIND, 0, 30"
  })
  void theOpposedWantTheMirrorImage(MisspecifiedInstance kind, int source, int target) {
    RandomInstance begun = begun(kind);
    double[] right = begun.truth().toArray();
    double[] mirror = new double[right.length];
    for (int i = 0; i < mirror.length; i++) {
      mirror[i] = 2 * begun.instance().header().teacher().get(i) - right[i];
    }
    Instance instance = kind.of(3);
    int[] opposed = new int[2];
    for (PromptTable table : instance.prompts().values()) {
      boolean realized = misfit(instance, table, right) < 1e-9;
      assertEquals(!realized, misfit(instance, table, mirror) < 1e-9, table.prompt().id());
      int side = instance.source().contains(table.prompt().id()) ? 0 : 1;
      opposed[side] += realized ? 0 : 1;
      boolean second = table.prompt().kind().equals("two");
      assertTrue(table.prompt().kind().isEmpty() || second == !realized, "the kind says it");
    }
    assertArrayEquals(new int[] {source, target}, opposed);
  }

  /** Rewards as they become, with those that they were. */
  private static double[][] rewards(MisspecifiedInstance kind, String ofKind) {
    List<PromptTable> before = begun(kind).instance().prompts().values().asList();
    List<PromptTable> after = kind.of(3).prompts().values().asList();
    List<Double> old = new ArrayList<>();
    List<Double> now = new ArrayList<>();
    for (int p = 0; p < before.size(); p++) {
      if (after.get(p).prompt().kind().equals(ofKind)) {
        old.addAll(before.get(p).rewards().values());
        now.addAll(after.get(p).rewards().values());
      }
    }
    assertEquals(10 * before.size(), ofKind.isEmpty() ? old.size() : 2 * old.size());
    return new double[][] {Doubles.toArray(old), Doubles.toArray(now)};
  }

  /**
   * Of rewards that are 1 with a chance p and else 0, both Σ(x − p) and Σ(x − p)(R − 1/2) have mean
   * 0. Three kinds are looked at, with 600 or 300 rewards: 8 standard deviations of a nearly normal
   * sum are a false alarm with a probability of 1.3e-15 each.
   */
  private static void assertDrawn(double[][] rewards, DoubleUnaryOperator chance) {
    double[] sums = new double[2];
    double[] variances = new double[2];
    for (int i = 0; i < rewards[0].length; i++) {
      double old = rewards[0][i];
      double now = rewards[1][i];
      assertTrue(now == 0 || now == 1);
      double p = chance.applyAsDouble(old);
      double[] weights = {1, old - 0.5};
      for (int j = 0; j < 2; j++) {
        sums[j] += (now - p) * weights[j];
        variances[j] += p * (1 - p) * weights[j] * weights[j];
      }
    }
    for (int j = 0; j < 2; j++) {
      FalseAlarms.declare(1.3e-15);
      assertTrue(Math.abs(sums[j]) < 8 * Math.sqrt(variances[j]), sums[j] + " of " + variances[j]);
    }
  }

  @Test
  void rewardsAreRoundedByChanceRandomOrDisturbed() {
    assertDrawn(rewards(MisspecifiedInstance.ROUNDED_REWARDS, ""), old -> old);
    assertDrawn(rewards(MisspecifiedInstance.RANDOM_REWARDS, ""), old -> 0.2);
    assertDrawn(rewards(MisspecifiedInstance.KINDS_UNLIKE, "two"), old -> 0.2);
    double[][] same = rewards(MisspecifiedInstance.KINDS_UNLIKE, "one");
    assertArrayEquals(same[0], same[1]);
    double[][] disturbed = rewards(MisspecifiedInstance.DISTURBED_REWARDS, "");
    double most = 0;
    for (int i = 0; i < disturbed[0].length; i++) {
      assertTrue(disturbed[1][i] >= 0 && disturbed[1][i] <= 1);
      most = Math.max(most, Math.abs(disturbed[1][i] - disturbed[0][i]));
    }
    // Any reward in [0, 1] can go up or down by 0.36, and does with a chance of 0.04/0.8 at least.
    FalseAlarms.declare(Math.pow(0.95, 600)); // 4.3e-14
    assertTrue(most > 0.36 && most <= 0.4, "moved by up to " + most);
  }

  @ParameterizedTest
  @CsvSource({
    "HIDDEN_FEATURES, 7, 8",
    "HIDDEN_FEATURES_OF_TWO_TOKENS, 7, 8",
    "KINDS_THAT_AGREE, 7, 8",
    "SMALL_SET, 12, 3"
  })
  void whatIsMissing(MisspecifiedInstance kind, int features, double bound) {
    Instance begun = begun(kind).instance();
    Instance instance = kind.of(3);
    assertEquals(Ball.of(features, bound), instance.header().calibrationSet());
    assertEquals(bound, instance.header().bound());
    double[] teacher = Arrays.copyOf(begun.header().teacher().toArray(), features);
    double scale = Math.min(1, bound / Vectors.norm(teacher)); // the nearest point of W
    Vectors.scale(scale, teacher);
    assertArrayEquals(teacher, instance.header().teacher().toArray(), 1e-15);
    for (int p = 0; p < 60; p++) {
      PromptTable before = begun.prompts().values().asList().get(p);
      PromptTable after = instance.prompts().values().asList().get(p);
      assertEquals(before.rewards(), after.rewards());
      for (int s = 0; s < before.states().size(); s++) {
        StateTable all = before.states().get(s);
        StateTable left = after.states().get(s);
        for (int k = 0; k < all.tokens().length(); k++) {
          assertEquals(all.pre(k), left.pre(k));
          for (int i = 0; i < features; i++) {
            assertEquals(all.phi(k, i), left.phi(k, i));
          }
        }
      }
    }
  }
}

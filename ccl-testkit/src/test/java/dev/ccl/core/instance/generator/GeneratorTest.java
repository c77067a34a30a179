package dev.ccl.core.instance.generator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.core.math.Vectors;
import dev.ccl.judge.FalseAlarms;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;

/** What the generators promise, checked by enumeration. */
class GeneratorTest {

  private static double smallestEigenvalue(double[][] matrix) {
    EigenDecomposition_F64<DMatrixRMaj> eig =
        DecompositionFactory_DDRM.eig(matrix.length, false, true);
    assertTrue(eig.decompose(new DMatrixRMaj(matrix)));
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < matrix.length; i++) {
      least = Math.min(least, eig.getEigenvalue(i).getReal());
    }
    return least;
  }

  /** The largest |log π_w(a|x) − log π*(a|x)| over all prompts (ass:ced-truth). */
  private static double residual(Naive naive, double[] w) {
    TokenLaw optimum = GibbsWeights.of(naive).law();
    TokenLaw calibrated = naive.calibrated(w);
    double worst = 0;
    for (String id : naive.instance().prompts().keySet()) {
      for (Answer a : naive.answers(id)) {
        worst = Math.max(worst, Math.abs(calibrated.logAnswer(a) - optimum.logAnswer(a)));
      }
    }
    return worst;
  }

  /** The average of KL(student ‖ π*) over the target list. */
  private static double divergence(Naive naive, double... theta) {
    return Costs.of(naive).divergence(naive.student(theta), GibbsWeights.of(naive).law());
  }

  private static void assertWellFormed(Instance instance) {
    for (PromptTable prompt : instance.prompts().values()) {
      assertTrue(prompt.hasRewards());
      prompt.rewards().values().forEach(r -> assertTrue(r >= 0 && r <= 1, () -> "reward " + r));
      for (StateTable s : prompt.states()) {
        int k = s.tokens().length();
        double[] phi = new double[k * instance.header().calibrationDimension()];
        double[] phiStu = new double[k * instance.header().studentDimension()];
        s.phi(phi);
        s.phiStu(phiStu);
        double sum = 0;
        for (int a = 0; a < k; a++) {
          assertTrue(norm(phi, a, k) <= 1 + 1e-15);
          assertTrue(norm(phiStu, a, k) <= 1 + 1e-15);
          assertTrue(s.pre(a) > 0);
          sum += s.pre(a);
        }
        assertEquals(1, sum, 1e-14);
      }
    }
  }

  private static double norm(double[] rows, int row, int count) {
    int d = rows.length / count;
    return Vectors.norm(java.util.Arrays.copyOfRange(rows, row * d, (row + 1) * d));
  }

  @Test
  void separationIsRealizableAndIdentifiedForEveryDimension() {
    for (int bigD = 2; bigD <= 12; bigD++) {
      for (int d = 1; d < bigD; d += 3) {
        for (double lambda : new double[] {0.2, 1, 5}) {
          Instance instance = SeparationInstance.of(d, bigD, lambda, 0.5 + 0.04 * d);
          assertWellFormed(instance);
          double[] truth = new double[bigD];
          truth[0] = Math.sqrt(2) / lambda;
          Naive naive = Naive.of(instance);
          assertEquals(0, residual(naive, truth), 1e-12, instance::toString);
          assertTrue(
              smallestEigenvalue(SourceStep.of(naive).information()) > 1e-5, instance::toString);
          assertEquals((Math.sqrt(d) + 2) / lambda, instance.header().bound());
          assertTrue(instance.header().calibrationSet().contains(truth));
        }
      }
    }
  }

  @Test
  void separationHasTheOracleOfThePaper() {
    for (double lambda : new double[] {0.5, 2}) {
      Naive naive = Naive.of(SeparationInstance.of(2, 3, lambda, 0.5));
      double best = 1 / (4 * lambda); // prop:sm-temp-oracle
      double least = divergence(naive, best, best);
      for (double step : new double[] {-1e-3, 1e-3}) {
        assertTrue(divergence(naive, best + step, best) > least);
        assertTrue(divergence(naive, best, best + step) > least);
      }
    }
  }

  @Test
  void separationLooksAsInThePaper() {
    Instance instance = SeparationInstance.of(2, 4, 0.5, 0.75);
    assertEquals(List.of("y1+", "y1-", "y2+", "y2-"), instance.target());
    assertEquals(List.of("x1", "x2", "x3"), instance.source());
    assertEquals(0.75 * Math.sqrt(2) / 0.5, instance.header().teacher().get(0));
    PromptTable minus = instance.prompts().get("y2-");
    StateTable root = minus.states().get(0);
    int one = root.tokens().indexOf(instance.header().vocabulary().id("1"));
    int zero = root.tokens().indexOf(instance.header().vocabulary().id("0"));
    assertEquals(1 / Math.sqrt(2), root.phi(one, 1));
    assertEquals(1 / Math.sqrt(2), root.phi(zero, 0));
    assertEquals(1, root.phiStu(one, 1));
    assertEquals(0, root.phiStu(zero, 1));
    assertEquals(3, minus.rewards().size());
    assertEquals(
        1, minus.reward(ImmutableIntArray.of(0, 3)), "the candidate is wrong, and 0 says so");
  }

  @Test
  void randomInstancesAreRealizable() {
    for (long seed = 0; seed < 200; seed++) {
      RandomInstance random = RandomInstance.of(Specs.draw(seed), seed);
      Instance instance = random.instance();
      assertWellFormed(instance);
      double[] truth = random.truth().toArray();
      assertEquals(0, residual(Naive.of(instance), truth), 1e-12, instance::toString);
      assertTrue(instance.header().calibrationSet().contains(truth));
      assertTrue(
          instance.header().calibrationSet().contains(instance.header().teacher().toArray()));
      assertTrue(Vectors.norm(instance.header().initial().toArray()) <= instance.header().bound());
    }
  }

  /** Liars: the residual sees a parameter, a reward or a reference that is off by little. */
  @Test
  void theResidualRejectsWhatIsNotRealizable() {
    RandomInstance random = RandomInstance.of(RandomSpec.SMALL, 3);
    double[] truth = random.truth().toArray();
    truth[0] += 1e-8;
    assertTrue(residual(Naive.of(random.instance()), truth) > 1e-10);
    Instance instance = random.instance();
    PromptTable prompt = instance.prompts().get("y1");
    Map<ImmutableIntArray, Double> rewards = new HashMap<>(prompt.rewards());
    ImmutableIntArray answer = rewards.keySet().iterator().next();
    rewards.merge(answer, rewards.get(answer) > 0.5 ? -1e-9 : 1e-9, Double::sum);
    Instance bent =
        Instance.of(
            instance.header(),
            List.of(
                instance.prompts().get("x1"),
                PromptTable.of(prompt.prompt(), prompt.states(), rewards)),
            List.of("x1"),
            List.of("y1"));
    assertTrue(residual(Naive.of(bent), random.truth().toArray()) > 1e-10);
  }

  @Test
  void sameSeedSameInstanceOtherSeedOther() {
    RandomSpec spec = RandomSpec.SMALL.withFeasibility(Feasibility.EXPLICIT);
    assertEquals(
        RandomInstance.of(spec, 7).instance().digest(),
        RandomInstance.of(spec, 7).instance().digest());
    assertNotEquals(
        RandomInstance.of(spec, 7).instance().digest(),
        RandomInstance.of(spec, 8).instance().digest());
  }

  /** What other versions have drawn: a seed is the name of an instance, and runs begin with it. */
  @Test
  void seedsNameTheSameInstancesInEveryVersion() {
    RandomSpec explicit =
        RandomSpec.SMALL
            .withFeasibility(Feasibility.EXPLICIT)
            .withConstruction(Construction.REFERENCE_FIRST)
            .withPrecision(Precision.SINGLE)
            .withGeometry(Geometry.SPHERE)
            .withSetShape(SetShape.BOX);
    RandomSpec axes =
        RandomSpec.SMALL
            .withGeometry(Geometry.AXES)
            .withSetShape(SetShape.SMALL_BALL)
            .withShared(1)
            .withRepeated(2)
            .withInitialNorm(0.9);
    List<Instance> instances =
        List.of(
            RandomInstance.of(RandomSpec.MEDIUM, 1).instance(),
            RandomInstance.of(explicit, -7_000_000_000L).instance(),
            RandomInstance.of(axes, 3).instance(),
            SeparationInstance.of(2, 4, 0.5, 0.625),
            BrokenInstance.BOUNDARY.instance(),
            BrokenInstance.DEGENERATE.instance(),
            DemoInstance.of());
    assertEquals(
        List.of(
            "66fabc9c7a53",
            "0b465dd675ab",
            "f3b694541205",
            "650f79f8c531",
            "a67615ffa338",
            "96567e1ff5df",
            "ec7add435e75"),
        instances.stream().map(i -> i.digest().substring(0, 12)).toList());
  }

  /**
   * Where any set of tokens may be legal, a prompt leaves a choice and a later state may not. Of 80
   * prompts each has 2 or 3 tokens with the same chance; of the 160 states or more that follow them
   * each has a single one with a chance of 1/3.
   */
  @Test
  void explicitPromptsBeginWithAChoice() {
    RandomSpec spec = RandomSpec.SMALL.withFeasibility(Feasibility.EXPLICIT).withLetters(1);
    Set<Integer> widths = new TreeSet<>();
    for (long seed = 1; seed <= 20; seed++) {
      for (PromptTable table : RandomInstance.of(spec, seed).instance().prompts().values()) {
        assertTrue(table.states().get(0).tokens().length() >= 2, "seed " + seed);
        table.states().forEach(state -> widths.add(state.tokens().length()));
      }
    }
    FalseAlarms.declare(2 * Math.pow(0.5, 80) + Math.pow(2.0 / 3, 160)); // 1.7e-24
    assertEquals(Set.of(1, 2, 3), widths);
  }

  @Test
  void shapesAreAsAskedFor() {
    Instance medium = RandomInstance.of(RandomSpec.MEDIUM, 1).instance();
    assertEquals(3744, medium.problem().target().forest().edges());
    assertEquals(8, medium.header().calibrationDimension());
    assertEquals(4, medium.header().studentDimension());
    assertTrue(smallestEigenvalue(SourceStep.of(Naive.of(medium)).information()) > 0.01);
    Instance lists =
        RandomInstance.of(RandomSpec.SMALL.withPrompts(3, 2).withShared(1).withRepeated(2), 1)
            .instance();
    assertEquals(List.of("z1", "x1", "x2", "z1", "x1"), lists.source());
    assertEquals(List.of("z1", "y1", "z1", "y1"), lists.target());
    RandomInstance near =
        RandomInstance.of(
            RandomSpec.SMALL
                .withTeacherDistance(0.25)
                .withInitialNorm(2)
                .withSetShape(SetShape.SMALL_BALL),
            1);
    double[] gap = near.instance().header().teacher().toArray();
    Vectors.addScaled(-1, near.truth().toArray(), gap);
    assertEquals(0.25, Vectors.norm(gap), 1e-14);
    assertEquals(2, Vectors.norm(near.instance().header().initial().toArray()), 1e-14);
    assertEquals(1.5, near.instance().header().calibrationSet().radius());
  }

  @Test
  void referenceFirstUsesTheRangeOfRewards() {
    Instance instance =
        RandomInstance.of(RandomSpec.SMALL.withConstruction(Construction.REFERENCE_FIRST), 2)
            .instance();
    for (PromptTable prompt : instance.prompts().values()) {
      double least = prompt.rewards().values().stream().mapToDouble(r -> r).min().orElseThrow();
      double most = prompt.rewards().values().stream().mapToDouble(r -> r).max().orElseThrow();
      assertEquals(0, least);
      assertTrue(most > 0.1);
    }
  }

  @Test
  void theDemoSatisfiesTheAssumptions() {
    Naive naive = Naive.of(DemoInstance.of());
    assertEquals(0, residual(naive, new double[] {0.8, -0.5}), 1e-12);
    assertTrue(smallestEigenvalue(SourceStep.of(naive).information()) > 0.05);
    int turns = 0;
    for (double t = -1.49; t < 1.49; t += 0.01) {
      boolean falling = divergence(naive, t) < divergence(naive, t - 0.01);
      boolean rising = divergence(naive, t + 0.01) > divergence(naive, t);
      turns += falling && rising ? 1 : 0;
    }
    assertEquals(1, turns, "one oracle student, inside");
  }

  @Test
  void notRealizable() {
    Naive naive = Naive.of(BrokenInstance.NOT_REALIZABLE.instance());
    for (double w = -3; w <= 3; w += 0.01) {
      assertTrue(residual(naive, new double[] {w}) > 0.3);
    }
  }

  @Test
  void notIdentified() {
    Naive naive = Naive.of(BrokenInstance.NOT_IDENTIFIED.instance());
    assertEquals(0, residual(naive, new double[] {2, 2}), 1e-12);
    assertTrue(residual(naive, new double[] {2, 1.9}) > 0.01, "but the target tells them apart");
    double[][] g = SourceStep.of(naive).information();
    assertArrayEquals(new double[] {0, 0}, g[1]);
    assertTrue(g[0][0] > 0.1);
  }

  @Test
  void twoOracles() {
    Naive naive = Naive.of(BrokenInstance.TWO_ORACLES.instance());
    assertEquals(0, residual(naive, new double[] {2}), 1e-12);
    double theta = 1.915; // x = 2 tanh x, to three places
    for (double t = 0; t <= 3; t += 0.01) {
      assertEquals(divergence(naive, t), divergence(naive, -t), 1e-14);
      assertTrue(Math.abs(t - theta) < 0.01 || divergence(naive, t) > divergence(naive, theta));
    }
  }

  @Test
  void degenerate() {
    Naive naive = Naive.of(BrokenInstance.DEGENERATE.instance());
    assertEquals(0, residual(naive, new double[] {2}), 1e-12);
    double least = divergence(naive, 0);
    // F = (x⁶/3)[(2/9 − 34/360) + 2/8 (2/9 − 34·7/360)] + O(x⁸), the average over y1, y2, y2
    double sixth = (2.0 / 9 - 34.0 / 360 + 0.25 * (2.0 / 9 - 238.0 / 360)) / 3;
    double previous = Double.POSITIVE_INFINITY;
    for (double t : new double[] {0.4, 0.2, 0.1}) {
      double error = Math.abs((divergence(naive, t) - least) / (t * t * t * t * t * t) - sixth);
      assertTrue(error < 2 * t * t * sixth, t + ": " + error);
      assertTrue(error < previous / 3, "of second order");
      previous = error;
    }
    for (double t = 0.05; t <= 3; t += 0.05) {
      assertTrue(divergence(naive, t) > divergence(naive, t - 0.05), "one minimum, at 0");
      assertEquals(divergence(naive, t), divergence(naive, -t), 1e-14);
    }
  }

  @Test
  void boundary() {
    Naive naive = Naive.of(BrokenInstance.BOUNDARY.instance());
    assertEquals(0, residual(naive, new double[] {2}), 1e-12);
    for (double t = -2.95; t <= 3; t += 0.05) {
      assertTrue(divergence(naive, t) < divergence(naive, t - 0.05));
    }
    assertTrue(divergence(naive, 3.05) < divergence(naive, 3), "it would go on beyond B");
  }

  @Test
  void brokenInstancesAreWellFormed() {
    for (BrokenInstance broken : BrokenInstance.values()) {
      assertWellFormed(broken.instance());
    }
  }
}

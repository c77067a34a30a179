package dev.ccl.testkit.naive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.Vocabulary;
import dev.ccl.core.policy.Ball;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** What is written out of an instance: whose it is, how much it is, and where it is found. */
class NaiveTest {
  private static final Naive MODEL =
      Naive.of(
          RandomInstance.of(RandomSpec.SMALL.withHorizon(2).withPrompts(2, 3).withRepeated(2), 3)
              .instance());

  /** Laws are computed when they are asked for, by the parameters for which they were made. */
  @Test
  void lawsKeepTheirParameters() {
    Node s = MODEL.nodes(MODEL.target().get(0)).get(0);
    double[] w = {0.5, -0.3, 0.2};
    double[] theta = {0.4, -0.6};
    double[] calibrated = MODEL.calibrated(w.clone()).log(s);
    double[] student = MODEL.student(theta.clone()).log(s);
    TokenLaw lateCalibrated = MODEL.calibrated(w);
    StudentLaw lateStudent = MODEL.student(theta);
    double cost = PotentialCost.calibrated(MODEL, w.clone()).value(theta);
    PotentialCost late = PotentialCost.calibrated(MODEL, w);
    StudentUpdate update = StudentUpdate.of(MODEL, w, theta);
    List<double[]> expected = StudentUpdate.of(MODEL, w.clone(), theta.clone()).candidates(1);
    Arrays.fill(w, 9);
    assertEquals(cost, late.value(theta));
    Arrays.fill(theta, 9);
    assertArrayEquals(calibrated, lateCalibrated.log(s));
    assertArrayEquals(student, lateStudent.log(s));
    assertArrayEquals(expected.toArray(), update.candidates(1).toArray());
    double[] value = {1, 2};
    SourceStep.Atom atom = SourceStep.Atom.of(value, 0.25).plus(0.5);
    value[0] = 9;
    assertArrayEquals(new double[] {1, 2}, atom.gradient());
    assertEquals(0.75, atom.probability());
  }

  /** What is handed out may be overwritten. */
  @Test
  void resultsAreTheCallers() {
    assertNotSame(MODEL.teacherParameter(), MODEL.teacherParameter());
    Truth truth = Truth.of(MODEL);
    double[] w = truth.parameter().clone();
    Minimum minimum = Minimum.of(MODEL, w);
    double[] point = minimum.point().clone();
    Arrays.fill(truth.parameter(), 9);
    Arrays.fill(minimum.point(), 9);
    assertArrayEquals(w, truth.parameter());
    assertArrayEquals(point, minimum.point());
    assertEquals(1e-9 + 3 * truth.residual(), truth.tolerance(3).amount());
    assertEquals("the fit of w*", truth.tolerance(3).reason());
  }

  /** An unknown reward is no number, so that nothing can be computed from it unnoticed. */
  @Test
  void unknownRewardsAreNoNumbers() {
    Naive blind = Naive.of(MODEL.instance().withoutTargetRewards());
    for (String x : blind.target()) {
      for (Answer a : blind.answers(x)) {
        assertTrue(Double.isNaN(a.reward()), a::toString);
      }
    }
    assertTrue(Double.isNaN(Costs.of(blind).value(blind.reference())));
    assertFalse(Double.isNaN(Costs.of(MODEL).value(MODEL.reference())));
    for (String x : blind.source()) {
      for (Answer a : blind.answers(x)) {
        assertTrue(a.reward() >= 0 && a.reward() <= 1, a::toString);
      }
    }
  }

  /** Prompts count as often as they are listed. */
  @Test
  void theSizeCountsRepetitions() {
    int size = 0;
    List<String> all = new ArrayList<>(MODEL.source());
    all.addAll(MODEL.target());
    for (String x : all) {
      size += MODEL.answers(x).size();
    }
    assertTrue(all.stream().distinct().count() < all.size(), "some are listed twice");
    assertEquals(size, MODEL.size());
    List<String> list = List.of("a", "b", "a", "c");
    assertEquals(1.5, Naive.mean(list, j -> (double) j), "of places");
  }

  /** A state is that of its prompt, and an answer too, although others have the same tokens. */
  @Test
  void statesAndAnswersAreFound() {
    for (String x : MODEL.target()) {
      for (Node s : MODEL.nodes(x)) {
        assertSame(s, MODEL.node(x, s.prefix()));
        assertEquals(x, s.prompt());
        assertEquals("(" + x + ", " + s.prefix() + ")", s.toString());
        assertThrows(
            NoSuchElementException.class, () -> MODEL.node(x, Naive.append(s.prefix(), 99)));
      }
      for (Answer a : MODEL.answers(x)) {
        assertSame(a, MODEL.answer(x, a.tokens()));
        assertEquals(x, a.node(1).prompt());
        assertThrows(
            NoSuchElementException.class, () -> MODEL.answer(x, Naive.append(a.tokens(), 0)));
        assertThrows(
            NoSuchElementException.class, () -> MODEL.answer(x, a.tokens().subArray(0, 1)));
      }
    }
  }

  /** The latest 64 values are known by their numbers, not by the arrays that held them. */
  @Test
  void whatIsRecentIsNotComputedAgain() {
    List<Double> asked = new ArrayList<>();
    LruCache<String> recent =
        new LruCache<>(
            x -> {
              asked.add(x[0]);
              return "of " + x[0];
            });
    double[] array = {0};
    for (int i = 0; i < 64; i++) {
      array[0] = i;
      assertEquals("of " + array[0], recent.at(array));
      assertEquals("of " + array[0], recent.at(new double[] {i}));
    }
    assertEquals("of 0.0", recent.at(new double[] {0}));
    assertEquals(64, asked.size());
    assertEquals("of 64.0", recent.at(new double[] {64}));
    assertEquals("of 63.0", recent.at(new double[] {63}));
    assertEquals(65, asked.size());
    assertEquals("of 0.0", recent.at(new double[] {0}));
    assertEquals(66, asked.size(), "the eldest was forgotten");
  }

  /** One prompt, three tokens: students lean to the first or to the last, features are ∓1. */
  private static Naive twins() {
    StateTable state =
        StateTable.of(
            ImmutableIntArray.of(),
            ImmutableIntArray.of(0, 1, 2),
            new double[] {0.5, -0.5, 0.5},
            new double[] {-1, 0, 1},
            new double[] {0.25, 0.5, 0.25});
    Instance.Header header =
        new Instance.Header(
            "twins",
            1,
            4,
            1,
            Vocabulary.of(List.of("a", "b", "c", "end"), "a", "end"),
            Feasibility.EXPLICIT,
            Ball.of(1, 4),
            ImmutableDoubleArray.of(0),
            ImmutableDoubleArray.of(0));
    PromptTable table = PromptTable.of(Prompt.of("x"), List.of(state));
    return Naive.of(Instance.of(header, List.of(table), List.of("x"), List.of("x")));
  }

  /** Where the teacher wants the first or the last token alike, two students are best. */
  @Test
  void twoMinimaAreToldFromOne() {
    Naive model = twins();
    Minimum two = Minimum.of(model, new double[] {4});
    assertFalse(two.isUnique());
    double best = Math.abs(two.point()[0]);
    assertTrue(best > 1 && best < 4, "" + best);
    Costs costs = Costs.of(model);
    for (double side : new double[] {-best, best}) {
      assertEquals(two.cost(), costs.cost(new double[] {4}, new double[] {side}), 1e-12);
    }
    assertNotEquals(two.cost(), costs.cost(new double[] {4}, new double[1]), 0.01);
    Minimum one = Minimum.of(model, new double[] {-4});
    assertTrue(one.isUnique());
    assertEquals(0, one.point()[0], 1e-8);
  }
}

package dev.ccl.experiments.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Truth;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every measure of a row from its definition, where no two of them are the same. */
class EvaluatorTest {
  /** All but what only a run can know. */
  private static final Set<Measure> MEASURES =
      Sets.difference(EnumSet.allOf(Measure.class), Set.copyOf(Measure.CERTIFIED));

  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL.withHorizon(2).withLambda(0.5).withRepeated(1).withDimensions(2, 1),
              4)
          .instance();

  @Test
  void measuresAreTheirDefinitions() {
    Naive model = Naive.of(INSTANCE);
    Costs costs = Costs.of(model);
    double[] w = {0.3, -0.4};
    double[] theta = {0.6};
    double[] wStar = Truth.of(model).parameter();
    Minimum oracle = Minimum.of(model, wStar);
    double distance = 0;
    for (int i = 0; i < w.length; i++) {
      distance += (w[i] - wStar[i]) * (w[i] - wStar[i]);
    }
    Map<Measure, Double> expected = new EnumMap<>(Measure.class);
    expected.put(
        Measure.ORACLE_KL, costs.divergence(model.student(theta), model.student(oracle.point())));
    expected.put(Measure.EXCESS_COST, costs.cost(wStar, theta) - oracle.cost());
    expected.put(Measure.OPTIMIZATION_ERROR, costs.cost(w, theta) - Minimum.of(model, w).cost());
    expected.put(Measure.CALIBRATION_ERROR_SQUARED, distance);
    expected.put(Measure.OBJECTIVE, costs.value(model.student(theta)));
    expected.put(Measure.COST, costs.cost(w, theta));
    Evaluator evaluator = Evaluator.of(GroundTruth.of(INSTANCE));
    ImmutableMap<Measure, Double> found = evaluator.measure(MEASURES, w, theta);
    assertEquals(expected.keySet(), found.keySet());
    for (Measure measure : MEASURES) {
      assertEquals(expected.get(measure), found.get(measure), 1e-8, measure.column());
    }
    List<Double> values = expected.values().stream().sorted().toList();
    for (int i = 1; i < values.size(); i++) {
      assertTrue(values.get(i) - values.get(i - 1) > 1e-5, "two measures coincide: " + expected);
    }
  }

  @Test
  void whatNeedsTargetRewardsIsLeftOutWithoutThem() {
    Evaluator evaluator = Evaluator.of(GroundTruth.of(INSTANCE.withoutTargetRewards()));
    ImmutableMap<Measure, Double> found =
        evaluator.measure(MEASURES, new double[2], new double[] {0.6});
    for (Measure measure : MEASURES) {
      assertEquals(!measure.needsTargetRewards(), found.containsKey(measure), measure.column());
    }
    assertEquals(
        Set.of(Measure.OPTIMIZATION_ERROR, Measure.CALIBRATION_ERROR_SQUARED, Measure.COST),
        found.keySet());
  }
}

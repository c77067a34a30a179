package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.TokenLaw;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every number of {@code ccl evaluate} from written-out answers, where no w is right. */
class EvaluateNumbersTest {
  private static final double[] W = {0.4, -0.3};
  private static final double[] THETA = {0.7};
  private static final Instance INSTANCE = instance();
  private static final Naive MODEL = Naive.of(INSTANCE);
  private static final Costs COSTS = Costs.of(MODEL);

  @TempDir private Path directory;
  private JsonNode document;

  private static Instance instance() {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(2)
            .withDimensions(2, 1)
            .withLambda(0.6)
            .withBound(3)
            .withRepeated(1);
    Instance realizable = RandomInstance.of(spec, 8).instance();
    RandomStream random = RandomStreams.of(1).open(Purpose.INSTANCE, 0);
    List<PromptTable> tables = new ArrayList<>();
    for (PromptTable table : realizable.prompts().values()) {
      Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
      table.rewards().keySet().forEach(answer -> rewards.put(answer, random.nextDouble()));
      tables.add(PromptTable.of(table.prompt(), table.states(), rewards));
    }
    return Instance.of(realizable.header(), tables, realizable.source(), realizable.target());
  }

  @BeforeEach
  void evaluate() throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(INSTANCE, file);
    Outcome outcome =
        Outcome.of("evaluate", file.toString(), "--w", "[0.4, -0.3]", "--theta", "[0.7]");
    assertEquals(0, outcome.code(), outcome.err());
    document = new ObjectMapper().readTree(outcome.out());
  }

  private static double[] vector(JsonNode node) {
    double[] x = new double[node.size()];
    for (int i = 0; i < x.length; i++) {
      x[i] = node.get(i).doubleValue();
    }
    return x;
  }

  private double number(String... path) {
    JsonNode node = document;
    for (String key : path) {
      node = node.get(key);
    }
    return node.doubleValue();
  }

  @Test
  void costsAndTheirDerivativesAreTheirDefinitions() {
    assertEquals(COSTS.cost(W, THETA), number("cost"), 1e-10);
    assertArrayEquals(COSTS.gradient(W, THETA), vector(document.get("costGradient")), 1e-10);
    assertEquals(
        COSTS.hessian(W, THETA)[0][0],
        document.get("costHessian").get(0).get(0).doubleValue(),
        1e-9);
    assertEquals(COSTS.sampleVariance(W, THETA), number("studentGradientVariance"), 1e-9);
    assertArrayEquals(
        SourceStep.of(MODEL).mean(W, THETA),
        vector(document.get("expectedCalibrationGradient")),
        1e-10);
    GibbsWeights gibbs = GibbsWeights.of(MODEL);
    for (String prompt : INSTANCE.prompts().keySet()) {
      assertEquals(gibbs.logNormalizer(prompt), number("logZ", prompt), 1e-10);
    }
    double[][] information = SourceStep.of(MODEL).information();
    for (int i = 0; i < 2; i++) {
      assertArrayEquals(information[i], vector(document.get("gramJoint").get(i)), 1e-12);
    }
  }

  @Test
  void theOracleHasTheLargestJAndTheRestIsMeasuredFromIt() {
    double[] oracle = vector(document.get("oracle").get("theta"));
    double best = COSTS.value(MODEL.student(oracle));
    assertEquals(best, number("oracle", "J"), 1e-10);
    for (double step = -3; step <= 3; step += 0.05) {
      assertTrue(COSTS.value(MODEL.student(new double[] {step})) <= best + 1e-12, "" + step);
    }
    TokenLaw optimum = GibbsWeights.of(MODEL).law();
    double least = MODEL.lambda() * COSTS.divergence(MODEL.student(oracle), optimum);
    assertEquals(least, number("oracle", "cost"), 1e-10);
    double here = COSTS.value(MODEL.student(THETA));
    assertEquals(here, number("J"), 1e-10);
    assertEquals(best - here, number("excessCost"), 1e-10);
    assertEquals(
        COSTS.divergence(MODEL.student(THETA), MODEL.student(oracle)), number("oracleKl"), 1e-10);
    TokenLaw teacher = MODEL.calibrated(MODEL.teacherParameter());
    double matching =
        COSTS.divergence(MODEL.student(THETA), teacher)
            + MODEL.lambda() * COSTS.divergence(MODEL.student(THETA), MODEL.reference());
    assertEquals(matching, number("directMatching", "cost"), 1e-10);
  }

  @Test
  void whatTheClassMissesIsTheDivergenceOfItsProjection() {
    Instance exchanged =
        Instance.of(
            INSTANCE.header(),
            ImmutableList.copyOf(INSTANCE.prompts().values()),
            INSTANCE.target(),
            INSTANCE.source());
    TokenLaw optimum = GibbsWeights.of(MODEL).law();
    double[] w = vector(document.get("klProjection").get("w"));
    Naive source = Naive.of(exchanged);
    TokenLaw there = GibbsWeights.of(source).law();
    double onSource = Costs.of(source).divergence(there, source.calibrated(w));
    double onTarget = COSTS.divergence(optimum, MODEL.calibrated(w));
    assertEquals(onSource, number("klProjection", "sourceResidual"), 1e-9);
    assertEquals(onTarget, number("klProjection", "targetResidual"), 1e-9);
    double best = number("klProjection", "targetBest");
    assertTrue(best < onTarget - 1e-6 && Math.abs(onSource - onTarget) > 1e-6, "they differ");
    for (double a = -3; a <= 3; a += 0.25) {
      for (double b = -3; b <= 3; b += 0.25) {
        if (a * a + b * b <= 9) {
          double[] at = {a, b};
          assertTrue(COSTS.divergence(optimum, MODEL.calibrated(at)) >= best - 1e-12);
          assertTrue(Costs.of(source).divergence(there, source.calibrated(at)) >= onSource - 1e-12);
        }
      }
    }
  }
}

package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateCommandTest {
  private static final double LAMBDA = 1;
  private static final double ALPHA = 0.5;
  private static final Instance SEPARATION = SeparationInstance.of(2, 3, LAMBDA, ALPHA);

  @TempDir private Path directory;

  private Path write(Instance instance) throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(instance, file);
    return file;
  }

  private static JsonNode document(Outcome outcome) throws IOException {
    assertEquals(0, outcome.code(), outcome.err());
    assertEquals("", outcome.err());
    return new ObjectMapper().readTree(outcome.out());
  }

  @Test
  void documentHasTheKeysInOrder() throws IOException {
    Path file = write(SEPARATION);
    JsonNode document =
        document(
            Outcome.of(
                "evaluate", file.toString(), "--w", "[0.5, 0.25, 0]", "--theta", "[0.1, -0.2]"));
    assertEquals(
        List.of(
            "constants",
            "gramJoint",
            "logZ",
            "wStar",
            "realizabilityResidual",
            "identifiable",
            "klProjection",
            "J",
            "cost",
            "costGradient",
            "costHessian",
            "oracle",
            "oracleKl",
            "excessCost",
            "directMatching",
            "expectedCalibrationGradient",
            "studentGradientVariance",
            "notes"),
        ImmutableList.copyOf(document.fieldNames()));
    assertEquals(
        List.of("gamma", "muJoint", "Lst", "alphaStu", "Mopt"),
        ImmutableList.copyOf(document.get("constants").fieldNames()));
    assertEquals(
        List.of("theta", "cost", "J", "search", "certifiedGap"),
        ImmutableList.copyOf(document.get("oracle").fieldNames()));
    assertEquals(
        List.of("cost", "gradient", "minimizer"),
        ImmutableList.copyOf(document.get("directMatching").fieldNames()));
    assertEquals(3, document.get("gramJoint").size());
    assertEquals(2, document.get("costHessian").get(1).size());
    double cost =
        LogRatioCost.calibrated(SEPARATION.problem(), new double[] {0.5, 0.25, 0})
            .value(new double[] {0.1, -0.2});
    assertEquals(cost, document.get("cost").doubleValue(), "to the last bit");
  }

  /** prop:sm-temp-oracle and the minimiser of C_SM in closed form. */
  @Test
  void separationHasItsClosedForms() throws IOException {
    JsonNode document =
        document(
            Outcome.of(
                "evaluate", write(SEPARATION).toString(), "--w", "[0, 0, 0]", "--theta", "[0, 0]"));
    for (int i = 0; i < 2; i++) {
      assertEquals(
          1 / (4 * LAMBDA), document.get("oracle").get("theta").get(i).doubleValue(), 1e-12);
      assertEquals(
          ALPHA / (4 * LAMBDA * (1 + LAMBDA)),
          document.get("directMatching").get("minimizer").get(i).doubleValue(),
          1e-12);
    }
    double[] w = {Math.sqrt(2) / LAMBDA, 0, 0};
    for (int i = 0; i < 3; i++) {
      assertEquals(w[i], document.get("wStar").get(i).doubleValue(), 1e-12);
    }
    assertTrue(document.get("identifiable").booleanValue());
    assertTrue(document.get("realizabilityResidual").doubleValue() < 1e-12);
    JsonNode projection = document.get("klProjection");
    for (String residual : List.of("sourceResidual", "targetResidual", "targetBest")) {
      assertTrue(projection.get(residual).doubleValue() < 1e-9, residual);
    }
    assertTrue(document.get("notes").isEmpty());
  }

  @Test
  void withoutTargetRewardsSomePartsAreNullWithAReason() throws IOException {
    String[] args = {
      "evaluate", write(SEPARATION).toString(), "--w", "[1, 0, 0]", "--theta", "[0, 0]"
    };
    JsonNode whole = document(Outcome.of(args));
    write(SEPARATION.withoutTargetRewards());
    JsonNode part = document(Outcome.of(args));
    for (String key : List.of("J", "oracle", "oracleKl", "excessCost")) {
      assertTrue(part.get(key).isNull(), key);
      assertFalse(whole.get(key).isNull(), key);
      assertTrue(part.get("notes").get(0).textValue().contains(key), key);
    }
    for (String key : List.of("constants", "gramJoint", "cost", "expectedCalibrationGradient")) {
      assertEquals(whole.get(key), part.get(key), key);
    }
    assertTrue(part.get("logZ").size() < whole.get("logZ").size(), "source prompts only");
  }

  @Test
  void pointsOutsideTheSetsAreNoted() throws IOException {
    JsonNode document =
        document(
            Outcome.of(
                "evaluate",
                write(SEPARATION).toString(),
                "--w",
                "[100, 0, 0]",
                "--theta",
                "[0, 100]"));
    assertEquals(2, document.get("notes").size());
  }

  @Test
  void badVectorsAreOneLine() throws IOException {
    String file = write(SEPARATION).toString();
    for (String bad :
        List.of(
            "",
            "[]",
            "[1]",
            "[1,2,3,4]",
            "1,2,3",
            "[1,2,NaN]",
            "[1,2,1e999]",
            "[1,2,\"3\"]",
            "[1,2,null]",
            "[1,2,3] x",
            "{}",
            "[1,2,3")) {
      Outcome outcome = Outcome.of("evaluate", file, "--w", bad, "--theta", "[0,0]");
      assertEquals(2, outcome.code(), bad);
      assertEquals("", outcome.out(), bad);
      outcome.assertOneLine();
      assertTrue(outcome.err().contains("--w"), outcome.err());
    }
  }

  @Test
  void forestsOverTheBudgetAreRefused() throws IOException {
    Outcome outcome =
        Outcome.of(
            "evaluate",
            write(SEPARATION).toString(),
            "--w",
            "[0,0,0]",
            "--theta",
            "[0,0]",
            "--budget",
            "5");
    assertEquals(2, outcome.code());
    outcome.assertOneLine();
    assertTrue(outcome.err().contains("5 edges"), outcome.err());
  }

  /** The oracle student is well inside the ball of radius 4, so that no wider ball changes it. */
  @Test
  void numbersDoNotDependOnTheWidthOfThePolicyClasses() throws IOException {
    Path file = directory.resolve("instance.json");
    Outcome made =
        Outcome.of("instance", "random", "--seed=1", "--horizon=2", "--out=" + file.toString());
    assertEquals(0, made.code(), made.err());
    ObjectMapper json = new ObjectMapper();
    ObjectNode instance = (ObjectNode) json.readTree(Files.readString(file));
    JsonNode ordinary = null;
    for (String bound : List.of("4", "1e3", "1e5", "1e12", "1e100", "1e300")) {
      instance.put("bound", Double.parseDouble(bound));
      Files.writeString(file, json.writeValueAsString(instance));
      JsonNode now =
          document(
              Outcome.of(
                  "evaluate", file.toString(), "--w", "[0.1, 0.2, 0]", "--theta", "[0.1, -0.2]"));
      ordinary = ordinary == null ? now : ordinary;
      for (String key : List.of("oracleKl", "excessCost", "J", "cost")) {
        assertEquals(ordinary.get(key).asDouble(), now.get(key).asDouble(), 1e-9, key + bound);
      }
      assertTrue(now.get("excessCost").asDouble() > 1e-3);
      double cost = ordinary.get("oracle").get("cost").asDouble();
      assertEquals(cost, now.get("oracle").get("cost").asDouble(), 1e-12, bound);
      assertFalse(now.get("notes").toString().contains("not unique"), bound);
    }
  }
}

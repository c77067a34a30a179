package dev.ccl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.google.common.collect.Streams;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.SourceStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectCommandTest {
  @TempDir private Path directory;

  private Outcome inspect(Instance instance, String... more) throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(instance, file);
    String[] args = new String[more.length + 2];
    args[0] = "inspect";
    args[1] = file.toString();
    System.arraycopy(more, 0, args, 2, more.length);
    return Outcome.of(args);
  }

  @Test
  void separationMeetsTheAssumptions() throws IOException {
    Instance instance = SeparationInstance.of(1, 2, 1, 0.5);
    Outcome text = inspect(instance);
    assertEquals(0, text.code(), text.out());
    assertTrue(text.out().lines().count() <= 40, "one screen");
    assertTrue(text.out().lines().allMatch(l -> l.length() <= 130), "narrow");
    assertFalse(text.out().contains("✗"), text.out());
    JsonNode json = new ObjectMapper().readTree(inspect(instance, "--json").out());
    assertTrue(json.get("holds").booleanValue());
    assertTrue(json.get("assumptions").get("oracle").get("interior").booleanValue());
    assertEquals(
        rollouts(1000), json.get("schedule").get("targetRollouts").get("1000").doubleValue());
  }

  @Test
  void numbersKeepTheirSize() {
    double[] numbers = {
      0,
      7,
      100,
      999_990,
      -30,
      1230.4,
      1999.7,
      5000.2,
      100.04,
      123.96,
      20.5,
      2.5,
      0.1,
      0.10004,
      0.0012,
      1e-5,
      12_345.6,
      1_000_000,
      0.99996,
      -1230.4,
      -2_000_000,
      -999_999,
      999_999.5,
      -0.5,
      2.000_04,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      1.2346e10,
      3.2e-10
    };
    List<String> shown =
        List.of(
            "0",
            "7",
            "100",
            "999990",
            "-30",
            "1230",
            "2000",
            "5000",
            "100",
            "124",
            "20.5",
            "2.5",
            "0.1",
            "0.1",
            "0.0012",
            "1.000e-05",
            "1.235e+04",
            "1.000e+06",
            "1",
            "-1230",
            "-2.000e+06",
            "-999999",
            "1.000e+06",
            "-0.5",
            "2",
            "∞",
            "-∞",
            "1.235e+10",
            "3.200e-10");
    assertEquals(shown, Arrays.stream(numbers).mapToObj(InspectionText::number).toList());
  }

  private static double rollouts(int rounds) {
    long sum = 0;
    for (long t = 0; t < rounds; t++) {
      sum += (t + 2) + 2 * (t + 2) * (t + 2);
    }
    return sum;
  }

  @Test
  void brokenInstancesAreToldApart() throws IOException {
    assertEquals("realizability", failing(BrokenInstance.NOT_REALIZABLE));
    assertEquals("identification", failing(BrokenInstance.NOT_IDENTIFIED));
    assertEquals("oracle", failing(BrokenInstance.TWO_ORACLES));
    assertEquals("", failing(BrokenInstance.DEGENERATE), "flat, but unique");
  }

  /** The assumptions that do not hold, which the exit code and the text say too. */
  private String failing(BrokenInstance kind) throws IOException {
    Outcome text = inspect(kind.instance());
    Outcome json = inspect(kind.instance(), "--json");
    StringBuilder names = new StringBuilder();
    JsonNode assumptions = new ObjectMapper().readTree(json.out()).get("assumptions");
    assumptions
        .fields()
        .forEachRemaining(
            entry -> {
              if (!entry.getValue().get("holds").booleanValue()) {
                names.append(entry.getKey());
              }
            });
    int code = names.length() == 0 ? 0 : 1;
    assertEquals(code, text.code(), text.out());
    assertEquals(code, json.code());
    assertEquals(code == 0, text.out().lines().noneMatch(l -> l.matches("  [✗-]   .*")));
    return names.toString();
  }

  @Test
  void missingTargetRewardsAreNoFailure() throws IOException {
    Instance instance = SeparationInstance.of(1, 2, 1, 0.5).withoutTargetRewards();
    Outcome text = inspect(instance);
    assertEquals(0, text.code(), text.out());
    assertTrue(text.out().contains("unknown"), text.out());
    JsonNode json = new ObjectMapper().readTree(inspect(instance, "--json").out());
    assertTrue(json.get("assumptions").get("oracle").isNull());
    assertEquals(1, json.get("notes").size());
  }

  /** What an inspection finds wrong, a run says before anyone believes its numbers. */
  @Test
  void aRunWarnsOfWhatAnInspectionFinds() throws IOException {
    assertEquals(2, warnings(BrokenInstance.NOT_REALIZABLE.instance(), "not realizable"));
    assertEquals(1, warnings(BrokenInstance.NOT_IDENTIFIED.instance(), "does not identify w*"));
    assertEquals(1, warnings(BrokenInstance.TWO_ORACLES.instance(), "student is not unique"));
    assertEquals(1, warnings(BrokenInstance.DEGENERATE.instance(), "flat"));
    RandomSpec narrow = RandomSpec.SMALL.withDimensions(14, 2).withPrompts(1, 2);
    assertEquals(
        1, warnings(RandomInstance.of(narrow, 5).instance(), "hardly identifies w* along ("));
    assertEquals(0, warnings(SeparationInstance.of(1, 2, 1, 0.5), ""));
  }

  private int warnings(Instance instance, String expected) throws IOException {
    Path file = directory.resolve("instance.json");
    InstanceWriter.write(instance, file);
    Path out = directory.resolve("out" + instance.digest());
    Outcome run =
        Outcome.of("run", file.toString(), "--learner=practical", "--rounds=2", "--out=" + out);
    assertEquals(0, run.code(), run.err());
    List<String> said = run.err().lines().filter(l -> l.startsWith("ccl: warning: ")).toList();
    assertTrue(said.isEmpty() || said.stream().anyMatch(l -> l.contains(expected)), run.err());
    return said.size();
  }

  /** From written-out comparisons, on an instance where no two of them are the same. */
  @Test
  void constantsAndSchedulesAreTheirFormulas() throws IOException {
    RandomSpec spec =
        RandomSpec.SMALL.withLambda(1.5).withBound(0.7).withTeacherDistance(0.5).withRepeated(1);
    Instance instance = RandomInstance.of(spec, 5).instance();
    JsonNode json = new ObjectMapper().readTree(inspect(instance, "--json").out());
    Naive model = Naive.of(instance);
    double gamma = SourceStep.of(model).gamma();
    double smoothness = Costs.of(model).smoothness();
    double[][] information = SourceStep.of(model).information();
    double least = SmallAlgebra.eigenvalues(information)[0];
    JsonNode constants = json.get("constants");
    assertEquals(gamma, constants.get("gamma").doubleValue(), 1e-9 * gamma);
    assertEquals(least, constants.get("muJoint").doubleValue(), 1e-9 * least);
    assertEquals(smoothness, constants.get("Lst").doubleValue(), 1e-9 * smoothness);
    assertEquals(1 / (2 * smoothness), constants.get("alphaStu").doubleValue(), 1e-9 / smoothness);
    JsonNode schedule = json.get("schedule");
    double onBoundary = 1 / gamma; // until 1/(γT) is 1
    assertEquals(onBoundary, schedule.get("roundsOnBoundary").doubleValue(), 1e-9 * onBoundary);
    double radius = instance.header().calibrationSet().radius();
    double bites = 1 / (gamma * gamma * radius * radius); // until 4/(γ²T) is (2R)²
    assertEquals(bites, schedule.get("roundsUntilBoundBites").doubleValue(), 1e-9 * bites);
    JsonNode weakest = json.get("assumptions").get("identification").get("directions").get(0);
    for (int i = 0; i < information.length; i++) {
      double image = 0;
      for (int k = 0; k < information.length; k++) {
        image += information[i][k] * weakest.get("direction").get(k).doubleValue();
      }
      assertEquals(least * weakest.get("direction").get(i).doubleValue(), image, 1e-12);
    }
    String text = inspect(instance).out();
    String shown = String.format("%.4g", weakest.get("direction").get(0).doubleValue());
    assertTrue(text.contains("weakest direction [" + shown.replaceAll("0+$", "")), text + shown);
  }

  /** People read the numbers of the document, rounded to four digits, and those of no other key. */
  @Test
  void theTextHasTheNumbersOfTheDocument() throws IOException {
    RandomSpec spec = RandomSpec.SMALL.withLambda(1.5).withBound(0.7).withTeacherDistance(0.5);
    Instance instance = RandomInstance.of(spec, 5).instance();
    JsonNode json = new ObjectMapper().readTree(inspect(instance, "--json").out());
    String text = inspect(instance).out();
    JsonNode assumptions = json.get("assumptions");
    JsonNode norms = assumptions.get("featureNorms");
    JsonNode directions = assumptions.get("identification").get("directions");
    JsonNode constants = json.get("constants");
    JsonNode rollouts = json.get("schedule").get("targetRollouts");
    assertEquals(rollouts(1_000), rollouts.get("1000").doubleValue());
    assertEquals(rollouts(1_000_000), rollouts.get("1000000").doubleValue(), 1e3); // of 7e17
    for (String line :
        List.of(
            "largest ‖φ‖ " + four(norms.get("phi")) + ", largest ‖φ_stu‖ " + four(norms, "phiStu"),
            "smallest π_pre " + four(assumptions.get("positivity"), "smallestPre"),
            "μ_joint = "
                + four(directions.get(0), "eigenvalue")
                + ", largest eigenvalue "
                + four(directions.get(directions.size() - 1), "eigenvalue"),
            "smallest Hessian eigenvalue " + four(assumptions.get("oracle"), "smallestEigenvalue"),
            "γ = "
                + four(constants, "gamma")
                + ", L_st = "
                + four(constants, "Lst")
                + ", α_stu = "
                + four(constants, "alphaStu")
                + ", M_opt = "
                + four(constants, "Mopt"),
            "1,000 source rewards and " + four(rollouts, "1000") + " target rollouts",
            "1,000,000 source rewards and " + four(rollouts, "1000000") + " target rollouts",
            "for about " + four(json.get("schedule"), "roundsOnBoundary") + " rounds",
            "from T = " + four(json.get("schedule"), "roundsUntilBoundBites") + " on")) {
      assertTrue(text.contains(line), line + "\nin\n" + text);
    }
  }

  private static String four(JsonNode node, String key) {
    return four(node.get(key));
  }

  private static String four(JsonNode number) {
    String digits = String.format(Locale.ROOT, "%.4g", number.doubleValue());
    return digits.contains("e")
        ? digits
        : digits.replaceAll("(\\.[0-9]*?)0+$", "$1").replaceAll("\\.$", "");
  }

  /** Two prompts of two answers each are two comparisons: of five directions they leave three. */
  @Test
  void directionsThatNobodySeesAreCounted() throws IOException {
    RandomSpec spec =
        RandomSpec.SMALL.withHorizon(1).withLetters(1).withPrompts(1, 1).withDimensions(5, 1);
    String text = inspect(RandomInstance.of(spec, 1).instance()).out();
    assertTrue(text.contains("leave 3 of 5 directions of w* open"), text);
  }

  /** Features and reference at every token of every state, as the file lists them. */
  @Test
  void normsAndTheSmallestReferenceAreOverAllOfTheFile() throws IOException {
    for (long seed = 1; seed <= 4; seed++) { // the extreme ones are elsewhere in each
      Instance instance = RandomInstance.of(RandomSpec.SMALL, seed).instance();
      JsonNode json = new ObjectMapper().readTree(inspect(instance, "--json").out());
      JsonNode file = new ObjectMapper().readTree(directory.resolve("instance.json").toFile());
      double phi = 0;
      double phiStu = 0;
      double pre = 1;
      for (JsonNode token : file.findValues("tokens").stream().flatMap(Streams::stream).toList()) {
        phi = Math.max(phi, norm(token.get("phi")));
        phiStu = Math.max(phiStu, norm(token.get("phiStu")));
        pre = Math.min(pre, token.get("pre").doubleValue());
      }
      JsonNode assumptions = json.get("assumptions");
      assertEquals(phi, assumptions.get("featureNorms").get("phi").doubleValue(), 1e-12);
      assertEquals(phiStu, assumptions.get("featureNorms").get("phiStu").doubleValue(), 1e-12);
      assertEquals(pre, assumptions.get("positivity").get("smallestPre").doubleValue());
    }
  }

  /** The format allows for rounding of features on the unit sphere, and so does an inspection. */
  @Test
  void aNormAboveOneByRoundingIsInTheUnitBall() throws IOException {
    RandomSpec spec = RandomSpec.SMALL.withHorizon(1).withGeometry(RandomSpec.Geometry.SPHERE);
    Path file = directory.resolve("sphere.json");
    InstanceWriter.write(RandomInstance.of(spec, 3).instance(), file);
    JsonNode document = new ObjectMapper().readTree(file.toFile());
    for (String key : List.of("phi", "phiStu")) {
      for (JsonNode vector : document.findValues(key)) {
        ArrayNode values = (ArrayNode) vector;
        double scale = (1 + 5e-10) / norm(vector);
        for (int i = 0; i < values.size(); i++) {
          values.set(i, scale * values.get(i).doubleValue());
        }
      }
    }
    new ObjectMapper().writeValue(file.toFile(), document);
    Outcome outcome = Outcome.of("inspect", file.toString(), "--json");
    JsonNode norms = new ObjectMapper().readTree(outcome.out()).at("/assumptions/featureNorms");
    assertEquals(1 + 5e-10, norms.get("phi").doubleValue(), 1e-14, outcome.err());
    assertEquals(1 + 5e-10, norms.get("phiStu").doubleValue(), 1e-14);
    assertTrue(norms.get("holds").booleanValue(), norms.toString());
  }

  private static double norm(JsonNode vector) {
    double square = 0;
    for (JsonNode x : vector) {
      square += x.doubleValue() * x.doubleValue();
    }
    return Math.sqrt(square);
  }
}

package dev.ccl.experiments.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableMap;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.DemoInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneratorTest {
  private static Generator of(String name, String... keysAndValues) {
    Generator generator = Generator.named(name);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      generator = generator.with(keysAndValues[i], keysAndValues[i + 1]);
    }
    return generator;
  }

  @Test
  void theInstanceIsThatOfTheGeneratorsClass() {
    assertEquals(
        SeparationInstance.of(2, 5, 0.5, 0.7).digest(),
        of("separation", "d", "2", "D", "5", "lambda", "0.5", "alpha", "0.7").instance().digest());
    assertEquals(
        SeparationInstance.of(4, 5, 1, 0.5).digest(), of("separation").instance().digest());
    assertEquals(
        RandomInstance.of(
                RandomSpec.SMALL
                    .withLambda(2)
                    .withTeacherDistance(0.1)
                    .withGeometry(RandomSpec.Geometry.SPHERE)
                    .withSetShape(RandomSpec.SetShape.SMALL_BALL),
                7)
            .instance()
            .digest(),
        of(
                "random",
                "seed",
                "7",
                "lambda",
                "2.0",
                "teacher-distance",
                "0.1",
                "geometry",
                "sphere",
                "set",
                "small-ball")
            .instance()
            .digest());
    assertEquals(
        RandomInstance.of(
                RandomSpec.SMALL
                    .withHorizon(2)
                    .withLetters(3)
                    .withPrompts(4, 3)
                    .withShared(2)
                    .withRepeated(1)
                    .withDimensions(5, 4)
                    .withLambda(0.75)
                    .withBound(1.25)
                    .withSetShape(RandomSpec.SetShape.BOX)
                    .withTeacherDistance(0.3)
                    .withInitialNorm(0.2)
                    .withGeometry(RandomSpec.Geometry.AXES)
                    .withFeasibility(Instance.Feasibility.EXPLICIT)
                    .withConstruction(RandomSpec.Construction.REFERENCE_FIRST)
                    .withPrecision(RandomSpec.Precision.SINGLE),
                -8)
            .instance()
            .digest(),
        all("random").instance().digest());
    assertEquals(
        RandomInstance.of(RandomSpec.SMALL, 1).instance().digest(),
        of("random").instance().digest(),
        "the defaults");
    assertEquals(
        RandomInstance.of(RandomSpec.SMALL, Long.MIN_VALUE).instance().digest(),
        of("random", "seed", "" + Long.MIN_VALUE).instance().digest(),
        "any seed");
    assertEquals(DemoInstance.of().digest(), of("demo").instance().digest());
    assertEquals(
        BrokenInstance.NOT_REALIZABLE.instance().digest(), of("broken").instance().digest());
    assertEquals(
        BrokenInstance.TWO_ORACLES.instance().digest(),
        of("broken", "kind", "two-oracles").instance().digest());
  }

  private static final ImmutableMap<String, String> ALL =
      ImmutableMap.<String, String>builder()
          .put("seed", "-8")
          .put("horizon", "2")
          .put("letters", "3")
          .put("source", "4")
          .put("target", "3")
          .put("shared", "2")
          .put("repeated", "1")
          .put("D", "5")
          .put("d", "4")
          .put("lambda", "0.75")
          .put("bound", "1.25")
          .put("set", "box")
          .put("teacher-distance", "0.3")
          .put("initial-norm", "0.2")
          .put("geometry", "axes")
          .put("feasibility", "explicit")
          .put("construction", "reference-first")
          .put("precision", "single")
          .buildOrThrow();

  private static Generator all(String name) {
    Generator generator = Generator.named(name);
    assertEquals(generator.parameters().keySet(), ALL.keySet());
    for (Map.Entry<String, String> parameter : ALL.entrySet()) {
      generator = generator.with(parameter.getKey(), parameter.getValue());
    }
    return generator;
  }

  /** Each parameter alone makes another instance than the defaults. */
  @Test
  void everyParameterCounts() {
    Generator plain = of("random", "seed", "3", "source", "3", "target", "3", "D", "4", "d", "4");
    String digest = plain.instance().digest();
    ALL.forEach(
        (key, value) -> {
          String other = value.equals(plain.given().get(key)) ? "2" : value;
          assertNotEquals(digest, plain.with(key, other).instance().digest(), key);
        });
  }

  @Test
  void theNameTellsWhatWasSet() {
    Generator generator = of("random", "seed", "7", "lambda", "2");
    assertEquals("random-seed7-lambda2.json", generator.fileName());
    assertEquals(Map.of("instance-seed", "7", "lambda", "2"), generator.given());
    assertEquals("separation-lambda1e+2.json", of("separation", "lambda", "1e+2").fileName());
    assertEquals("broken-kindtwo-oracles_.json", of("broken", "kind", "two-oraclesé").fileName());
    assertEquals(
        "separation-d.._.._x.json", of("separation", "d", "../../x").fileName(), "no directories");
  }

  @Test
  void whatBreaksARuleIsRefusedByName() {
    assertMessage("there is no generator \"sepration\"", () -> Generator.named("sepration"));
    assertMessage("has no parameter \"beta\"", () -> of("separation", "beta", "1"));
    assertMessage("lambda: \"x\" is no number", () -> of("separation", "lambda", "x").instance());
    assertMessage("d: \"1.5\" is not a whole", () -> of("separation", "d", "1.5").instance());
    assertMessage("alpha: 0.2 is not in", () -> of("separation", "alpha", "0.2").instance());
    assertMessage("is none of cube", () -> of("random", "geometry", "torus").instance());
    assertMessage("more than 20000000", () -> of("separation", "d", "5000").instance());
    assertMessage("more than 20000000", () -> of("random", "horizon", "99").instance());
  }

  /** What a large instance would need is counted as small ones are seen to need it. */
  @Test
  void whatIsTooLargeIsCounted() {
    assertEquals(6 * (2 * 2 + 5 - 1), edges(of("separation", "d", "2", "D", "5").instance()));
    assertMessage(
        String.format("would make %d numbers", 6 * (2 * 2000 + 2500 - 1) * (2500 + 2000)),
        () -> of("separation", "d", "2000", "D", "2500").instance());
    String[] prompts = {"source", "3", "target", "4", "shared", "2", "D", "7", "d", "3"};
    assertEquals(5 * (1 + 2 + 4) * 3, edges(of("random", prompts).instance()));
    Generator large = of("random", prompts).with("letters", "9").with("horizon", "6");
    int states = 1 + 9 + 81 + 729 + 6561 + 59049;
    assertMessage(String.format("would make %d numbers", 5 * states * 10 * 10), large::instance);
  }

  private static int edges(Instance instance) {
    return instance.prompts().values().stream().mapToInt(PromptTable::edges).sum();
  }

  private static void assertMessage(String part, org.junit.jupiter.api.function.Executable code) {
    String message = assertThrows(IllegalArgumentException.class, code).getMessage();
    assertTrue(message.contains(part), message);
  }
}

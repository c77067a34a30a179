package dev.ccl.core.instance.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.Instance.Feasibility;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.RandomSpec.Construction;
import dev.ccl.core.instance.generator.RandomSpec.Geometry;
import dev.ccl.core.instance.generator.RandomSpec.Precision;
import dev.ccl.core.instance.generator.RandomSpec.SetShape;
import dev.ccl.testkit.Recorded;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The same parameters give the same bytes: small instances of every generator as whole files, and
 * every option of a random shape by its digest. A changed record is a breaking change.
 */
class GeneratedTextsTest {
  private static String text(Instance instance) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InstanceWriter.write(instance, out);
    String text = out.toString(StandardCharsets.UTF_8);
    assertEquals(
        instance, InstanceReader.read("back", new ByteArrayInputStream(out.toByteArray())), text);
    return text;
  }

  @Test
  void handwrittenInstances() throws IOException {
    StringBuilder all = new StringBuilder(text(DemoInstance.of()));
    for (BrokenInstance broken : BrokenInstance.values()) {
      all.append(text(broken.instance()));
    }
    all.append(text(SeparationInstance.of(2, 4, 0.5, 0.625)));
    Recorded.check(getClass(), "handwritten.txt", all.toString());
  }

  /** Shapes whose sizes all differ: lists, dimensions, steps and letters. */
  private static final RandomSpec RICH =
      RandomSpec.SMALL
          .withHorizon(2)
          .withLetters(2)
          .withPrompts(3, 2)
          .withShared(1)
          .withRepeated(2)
          .withDimensions(3, 4)
          .withLambda(0.375)
          .withBound(1.75)
          .withTeacherDistance(0.8)
          .withInitialNorm(0.9);

  @Test
  void randomInstances() throws IOException {
    StringBuilder all = new StringBuilder();
    all.append(text(RandomInstance.of(RICH.withSetShape(SetShape.BOX), 3).instance()));
    RandomSpec explicit =
        RICH.withFeasibility(Feasibility.EXPLICIT)
            .withConstruction(Construction.REFERENCE_FIRST)
            .withPrecision(Precision.SINGLE)
            .withGeometry(Geometry.SPHERE)
            .withSetShape(SetShape.SMALL_BALL)
            .withDimensions(2, 1)
            .withLetters(1);
    all.append(text(RandomInstance.of(explicit, 4).instance()));
    Recorded.check(getClass(), "random.txt", all.toString());
  }

  private static Map<String, RandomSpec> shapes() {
    Map<String, RandomSpec> shapes = new LinkedHashMap<>();
    shapes.put("small", RandomSpec.SMALL);
    shapes.put("medium", RandomSpec.MEDIUM);
    shapes.put("rich", RICH);
    shapes.put("one step", RICH.withHorizon(1));
    shapes.put("four steps", RICH.withHorizon(4));
    shapes.put("one letter", RICH.withLetters(1));
    shapes.put("27 letters", RICH.withLetters(27).withHorizon(1));
    shapes.put("nothing shared", RICH.withShared(0));
    shapes.put("nothing repeated", RICH.withRepeated(0));
    shapes.put("one prompt each", RICH.withPrompts(1, 1).withRepeated(0).withShared(0));
    shapes.put("the same prompt", RICH.withPrompts(1, 1).withRepeated(1));
    shapes.put("one dimension", RICH.withDimensions(1, 1));
    shapes.put("a teacher at the truth", RICH.withTeacherDistance(0));
    shapes.put("a teacher far away", RICH.withTeacherDistance(50));
    shapes.put("a student at zero", RICH.withInitialNorm(0));
    shapes.put("lambda 8", RICH.withLambda(8));
    shapes.put("bound 6", RICH.withBound(6));
    for (Precision precision : Precision.values()) {
      for (Feasibility rule : Feasibility.values()) {
        for (Construction construction : Construction.values()) {
          for (Geometry geometry : Geometry.values()) {
            for (SetShape set : SetShape.values()) {
              shapes.put(
                  precision + " " + rule + " " + construction + " " + geometry + " " + set,
                  RICH.withPrecision(precision)
                      .withFeasibility(rule)
                      .withConstruction(construction)
                      .withGeometry(geometry)
                      .withSetShape(set));
            }
          }
        }
      }
    }
    return shapes;
  }

  @Test
  void everyOption() {
    StringBuilder all = new StringBuilder();
    shapes()
        .forEach(
            (name, spec) -> {
              for (long seed : new long[] {1, -7_000_000_000L}) {
                RandomInstance drawn = RandomInstance.of(spec, seed);
                all.append(
                    String.format(
                        "%s, seed %d: \"%s\", w* %s, %s\n",
                        name,
                        seed,
                        drawn.instance().header().name(),
                        rounded(drawn),
                        drawn.instance().digest().substring(0, 16)));
              }
            });
    for (MisspecifiedInstance kind : MisspecifiedInstance.values()) {
      for (long seed = 1; seed <= 2; seed++) {
        Instance instance = kind.of(seed);
        all.append(
            String.format(
                "%s: \"%s\", %d + %d prompts, %s\n",
                kind,
                instance.header().name(),
                instance.source().size(),
                instance.target().size(),
                instance.digest().substring(0, 16)));
      }
    }
    Recorded.check(getClass(), "options.txt", all.toString());
  }

  private static String rounded(RandomInstance drawn) {
    StringBuilder point = new StringBuilder();
    drawn.truth().forEach(x -> point.append(String.format(Locale.ROOT, "%+.6f ", x)));
    return point.toString().strip();
  }
}

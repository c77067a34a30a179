package dev.ccl.report.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableSet;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceFormatException;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.experiments.run.Caveats;
import dev.ccl.judge.Recorded;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.Minimum;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.PotentialCost;
import dev.ccl.testkit.naive.RoundFormulas;
import dev.ccl.testkit.naive.SourceStep;
import dev.ccl.testkit.naive.Truth;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is laid over measurements, from the paper's formulas on an instance without symmetry. */
class GuidesTest {
  private static final Instance INSTANCE =
      RandomInstance.of(
              RandomSpec.SMALL
                  .withHorizon(3)
                  .withPrompts(3, 2)
                  .withRepeated(1)
                  .withDimensions(2, 1)
                  .withLambda(0.4)
                  .withBound(0.7),
              6)
          .instance();

  @TempDir private Path directory;

  private static void close(double expected, double found) {
    assertEquals(expected, found, 1e-6 * Math.abs(expected));
  }

  @Test
  void curvesAreTheFormulasOfThePaper() {
    Naive model = Naive.of(INSTANCE);
    Guides guides = Guides.of(INSTANCE);
    double gamma = SourceStep.of(model).gamma();
    double step = new RoundFormulas(model).studentStep();
    for (double t : new double[] {1, 7, 1e4}) {
      close(4 / (gamma * gamma * (t + 2)), guides.calibrationBound(t));
      close(16 * step * 0.4 * 0.4 * 0.7 * 0.7 * 27 / Math.sqrt(t + 1), guides.gradientTerm(t));
      close(
          (16 * step * 0.4 * 0.4 * 0.7 * 27 + 8 * 0.4 * 3) / (gamma * Math.sqrt(t + 2)),
          guides.calibrationTerm(t));
      close(16 * 0.4 * 0.7 * 3 / (t + 1), guides.validationTerm(t));
    }
    int edges = 0; // where there is a choice
    for (String prompt : ImmutableSet.copyOf(model.target())) {
      edges += model.nodes(prompt).stream().mapToInt(n -> n.size() > 1 ? n.size() : 0).sum();
    }
    assertEquals(3.0 * 5 * edges, guides.edgeVisits(5));
  }

  /**
   * E gg' at the truth is the information of a comparison; the bound is the trace of its inverse.
   */
  @Test
  void theCramerRaoBoundIsThatOfTheGradientsLaw() {
    Naive model = Naive.of(INSTANCE);
    double[] wStar = Truth.of(model).parameter();
    double[] oracle = Minimum.of(model, wStar).point();
    double a = 0;
    double b = 0;
    double c = 0;
    for (SourceStep.Atom atom : SourceStep.of(model).law(wStar, oracle)) {
      double[] g = atom.gradient();
      a += atom.probability() * g[0] * g[0];
      b += atom.probability() * g[0] * g[1];
      c += atom.probability() * g[1] * g[1];
    }
    close((a + c) / (a * c - b * b), Guides.of(INSTANCE).cramerRaoBound());
  }

  /** The student nearest to the teacher by C_SM, found by looking everywhere. */
  @Test
  void directMatchingEndsAtItsOwnMinimum() {
    for (Instance instance : List.of(INSTANCE, SeparationInstance.of(1, 3, 0.5, 0.6))) {
      Naive model = Naive.of(instance);
      double at = 0;
      for (double width = model.bound(); width > 1e-9; width /= 8) {
        double middle = at;
        for (int i = -10; i <= 10; i++) {
          double theta = Math.max(-model.bound(), Math.min(model.bound(), middle + width * i / 10));
          at = matching(model, theta) < matching(model, at) ? theta : at;
        }
      }
      double[] oracle = Minimum.of(model, Truth.of(model).parameter()).point();
      double limit =
          Costs.of(model).divergence(model.student(new double[] {at}), model.student(oracle));
      assertEquals(limit, Guides.of(instance).directMatchingLimit(), 1e-5 * limit);
    }
  }

  private static double matching(Naive model, double theta) {
    return PotentialCost.direct(model).value(new double[] {theta});
  }

  private static Map<String, Instance> instances() {
    RandomSpec wide =
        RandomSpec.SMALL.withHorizon(2).withDimensions(8, 2).withPrompts(1, 2).withLambda(0.3);
    Map<String, Instance> instances = new LinkedHashMap<>();
    instances.put("plain", INSTANCE);
    instances.put("without target rewards", INSTANCE.withoutTargetRewards());
    instances.put("judge", SeparationInstance.of(2, 4, 3, 0.6));
    instances.put("wide", RandomInstance.of(wide, 2).instance());
    instances.put("narrow", RandomInstance.of(RandomSpec.SMALL.withBound(12), 5).instance());
    instances.put("hardly seen", handmade(1, 0.02, 0.7, true));
    instances.put("seen a little better", handmade(1, 0.036, 0.7, true));
    instances.put("seen enough", handmade(1, 0.0385, 0.7, true));
    instances.put("seen weakly but evenly", handmade(0.02, 0.02, 0.7, true));
    instances.put("w* outside W", handmade(1, 0.5, 0.2, true));
    instances.put("w* of many values", handmade(1, 0, 0.7, true));
    instances.put("w* of many values, the shortest outside W", handmade(1, 0, 0.2, true));
    instances.put("of six coordinates", RandomInstance.of(wide.withDimensions(6, 2), 2).instance());
    instances.put("not realizable, without target rewards", handmade(1, 0, 0.7, false, 0.3));
    instances.put("some target rewards missing", handmade(1, 0.5, 0.7, false));
    instances.put("almost without a student", handmade(1, 0.5, 0.7, true, 0, 1e-4));
    for (BrokenInstance broken : BrokenInstance.values()) {
      instances.put("broken: " + broken, broken.instance());
    }
    return instances;
  }

  /** With w* = (0.5, 0.25), λ = 0.5 and r = λ(w*·φ − log π_pre) + a constant: realised. */
  private static Instance handmade(double first, double second, double radius, boolean all) {
    return handmade(first, second, radius, all, 0);
  }

  private static Instance handmade(
      double first, double second, double radius, boolean all, double unfit) {
    return handmade(first, second, radius, all, unfit, 1);
  }

  private static Instance handmade(
      double first, double second, double radius, boolean all, double unfit, double student) {
    return handmade(first, second, second, radius, all, unfit, student);
  }

  private static Instance handmade(
      double first,
      double ofSource,
      double ofTarget,
      double radius,
      boolean all,
      double unfit,
      double student) {
    StringBuilder prompts = new StringBuilder();
    for (String id : List.of("x1", "y1", "y2")) {
      double second = id.equals("x1") ? ofSource : ofTarget;
      String rewards =
          String.format(
              Locale.ROOT,
              ", \"rewards\": [{\"answer\": [\"A\"], \"reward\": %s},"
                  + " {\"answer\": [\"B\"], \"reward\": %s},"
                  + " {\"answer\": [\"EOS\"], \"reward\": 0.6}]",
              0.6 + 0.25 * first - 0.34657359027997264,
              0.6 + 0.125 * second + unfit);
      prompts.append(id.equals("x1") ? "" : ",");
      prompts.append(
          String.format(
              Locale.ROOT,
              "{\"id\": \"%s\", \"states\": [{\"prefix\": [], \"tokens\": ["
                  + "{\"token\": \"A\", \"phi\": [%s, 0], \"phiStu\": [%s], \"pre\": 0.5},"
                  + "{\"token\": \"B\", \"phi\": [0, %s], \"phiStu\": [%s], \"pre\": 0.25},"
                  + "{\"token\": \"EOS\", \"phi\": [0, 0], \"phiStu\": [0], \"pre\": 0.25}]}]%s}",
              id,
              first,
              0.6 * student,
              second,
              -0.3 * student,
              all || !id.equals("y2") ? rewards : ""));
    }
    String json =
        String.format(
            Locale.ROOT,
            "{\"format\": \"ccl-instance/1\", \"name\": \"by hand\", \"lambda\": 0.5,"
                + " \"bound\": 0.7, \"horizon\": 1, \"vocabulary\": [\"A\", \"B\", \"EOS\", \"null\"],"
                + " \"eos\": \"EOS\", \"pad\": \"null\", \"feasibility\": \"eos-padded\","
                + " \"calibration\": {\"dimension\": 2, \"teacher\": [0.1, 0.1],"
                + " \"set\": {\"type\": \"ball\", \"radius\": %s}},"
                + " \"student\": {\"dimension\": 1, \"initial\": [0]}, \"source\": [\"x1\"],"
                + " \"target\": [\"y1\", \"y2\"], \"prompts\": [%s]}",
            radius,
            prompts);
    try {
      return InstanceReader.read(
          "by hand", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Source and target together may know a w* that the source alone does not. */
  @Test
  void aUniqueCalibrationOutsideTheSetIsNoneAlsoWhereTheSourceDoesNotKnowIt() {
    Guides inside = Guides.of(handmade(1, 0, 0.5, 0.7, true, 0, 1));
    Guides outside = Guides.of(handmade(1, 0, 0.5, 0.2, true, 0, 1));
    for (Guides guides : List.of(inside, outside)) {
      assertFalse(guides.isIdentified(), "by the source");
      assertTrue(guides.realizability().isIdentified(), "by both");
      assertEquals(0.5, guides.realizability().wStar().get(0), 1e-9);
      assertEquals(0.25, guides.realizability().wStar().get(1), 1e-9);
      assertFalse(guides.hasRate());
    }
    assertTrue(inside.isRealizable());
    assertFalse(outside.isRealizable());
  }

  @Test
  void whatIsSaidOfInstancesIsAsRecorded() {
    StringBuilder text = new StringBuilder();
    instances()
        .forEach(
            (name, instance) -> {
              GroundTruth truth = GroundTruth.of(instance);
              Guides guides = Guides.of(instance);
              text.append("== ").append(name).append('\n');
              Caveats.of(truth, Realizability.of(truth))
                  .forEach(sentence -> text.append(sentence).append('\n'));
              Assumptions.of(guides)
                  .rows()
                  .forEach(row -> text.append(String.join(" | ", row)).append('\n'));
              text.append("w* ").append(rounded(guides)).append('\n');
              text.append("realizable ").append(guides.isRealizable());
              text.append(", identified ").append(guides.isIdentified());
              text.append(", truth ").append(guides.hasTruth());
              text.append(", rate ").append(guides.hasTruth() && guides.hasRate());
              text.append(", separation ").append(SeparationBounds.of(instance)).append('\n');
            });
    Recorded.check(getClass(), "instances.txt", text.toString());
  }

  private static String rounded(Guides guides) {
    return guides.realizability().wStar().stream()
        .mapToObj(x -> String.format(Locale.ROOT, "%.6f", x + 0.0))
        .collect(Collectors.joining(", "));
  }

  /** An error of a token log-probability up to 1e-6 is rounding. */
  @Test
  void aMillionthIsRealizableAndMoreIsNot() {
    double unit = Realizability.of(GroundTruth.of(unfit(1e-3))).residual() / 1e-3;
    for (double residual : new double[] {0.9e-6, 1.1e-6}) {
      Guides guides = Guides.of(unfit(residual / unit));
      assertEquals(residual, guides.realizability().residual(), 0.05e-6);
      boolean fits = residual < 1e-6;
      assertEquals(fits, guides.isRealizable());
      assertEquals(fits ? "yes" : "no", Assumptions.of(guides).rows().get(1).get(0));
      assertEquals(fits, !Assumptions.of(guides).rows().get(1).get(2).contains("nearest in KL"));
      assertEquals(
          fits,
          Caveats.of(guides.truth(), guides.realizability()).stream()
              .noneMatch(sentence -> sentence.startsWith(Caveats.NOT_REALIZABLE)));
    }
  }

  private static Instance unfit(double unfit) {
    return handmade(1, 0, 0.7, true, unfit);
  }

  /**
   * With logits 0.2, 0.25, 0 and features 0.6, −0.3, 0 the best student is θ = 0. The curvature
   * there is quadratic in the features; below 1e-6 it is flat.
   */
  @Test
  void aCurvatureBelowAMillionthIsFlat() {
    double unit = Guides.of(handmade(0.4, 1, 0.7, true, 0, 1e-2)).oracle().curvature() / 1e-4;
    for (double curvature : new double[] {0.9e-6, 1.1e-6}) {
      Guides guides = Guides.of(handmade(0.4, 1, 0.7, true, 0, Math.sqrt(curvature / unit)));
      assertEquals(curvature, guides.oracle().curvature(), 0.05e-6);
      assertEquals(
          curvature < 1e-6,
          Caveats.of(guides.truth(), guides.realizability()).stream()
              .anyMatch(sentence -> sentence.startsWith("the cost is flat")));
    }
  }

  @Test
  void anInstanceIsTakenOnlyByItsDigest() throws IOException {
    Instance wanted = SeparationInstance.of(1, 2, 2, 0.5);
    Instance other = SeparationInstance.of(1, 2, 3, 0.5);
    Path first = Files.createDirectories(directory.resolve("first"));
    Path second = Files.createDirectories(directory.resolve("second"));
    Path third = Files.createDirectories(directory.resolve("third"));
    Files.writeString(first.resolve("a.json"), "no instance");
    Files.createDirectories(first.resolve("b.json"));
    InstanceWriter.write(other, second.resolve("a.json"));
    InstanceWriter.write(wanted, second.resolve("b.json"));
    InstanceWriter.write(wanted, third.resolve("a.json"));
    ImmutableSet<String> names = ImmutableSet.of("a.json", "b.json");
    InstanceLocator everywhere = InstanceLocator.of(List.of(), List.of(first, second, third));
    assertEquals(second.resolve("b.json"), found(everywhere, wanted, names));
    assertEquals(
        third.resolve("a.json"), found(everywhere, wanted, ImmutableSet.of("a.json", "c.json")));
    InstanceLocator named =
        InstanceLocator.of(
            List.of(second.resolve("a.json"), third.resolve("a.json")), List.of(first, second));
    assertEquals(third.resolve("a.json"), found(named, wanted, names), "files come first");
    assertEquals(second.resolve("a.json"), found(named, other, names));
    assertTrue(everywhere.find(INSTANCE.digest(), names).isEmpty());
    assertTrue(everywhere.find(wanted.digest(), ImmutableSet.of("c.json")).isEmpty());
    InstanceLocator.Located located = named.find(wanted.digest(), names).orElseThrow();
    assertEquals(third.resolve("a.json"), Guides.of(located).file().orElseThrow());
    assertEquals(wanted.digest(), Guides.of(located).instance().digest());
    assertTrue(Guides.of(wanted).file().isEmpty());
  }

  private static Path found(
      InstanceLocator locator, Instance instance, ImmutableSet<String> names) {
    InstanceLocator.Located located = locator.find(instance.digest(), names).orElseThrow();
    assertEquals(instance.digest(), located.instance().digest());
    return located.file();
  }

  /** A file that was named has to be an instance; one that is only found need not be. */
  @Test
  void aNamedFileThatIsNoInstanceIsRefused() throws IOException {
    Path bad = Files.writeString(directory.resolve("a.json"), "no instance");
    Path good = directory.resolve("b.json");
    InstanceWriter.write(INSTANCE, good);
    InstanceLocator named = InstanceLocator.of(List.of(bad, good), List.of(directory));
    assertThrows(
        InstanceFormatException.class,
        () -> named.find(INSTANCE.digest(), ImmutableSet.of("b.json")));
    InstanceLocator found = InstanceLocator.of(List.of(), List.of(directory));
    assertEquals(good, found(found, INSTANCE, ImmutableSet.of("a.json", "b.json")));
  }

  @Test
  void theLanguageOfTheMachineDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      whatIsSaidOfInstancesIsAsRecorded();
    } finally {
      Locale.setDefault(before);
    }
  }
}

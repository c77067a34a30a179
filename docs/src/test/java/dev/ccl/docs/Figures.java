package dev.ccl.docs;

import com.google.common.base.Suppliers;
import com.google.common.math.Stats;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Settings;
import dev.ccl.algorithms.baseline.DirectMatching;
import dev.ccl.algorithms.ccl.Budget;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.ccl.Exploration;
import dev.ccl.algorithms.ccl.GradientEstimate;
import dev.ccl.algorithms.ccl.StudentStep;
import dev.ccl.algorithms.run.RecordedRounds;
import dev.ccl.algorithms.run.Replicate;
import dev.ccl.algorithms.run.Replicates;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.generator.SeparationInstance;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.docs.experiments.InMemory;
import dev.ccl.docs.extending.ExtendingTest;
import dev.ccl.docs.extending.GuidesTest;
import dev.ccl.docs.readme.FirstProgram;
import dev.ccl.experiments.recording.Curve;
import dev.ccl.experiments.run.Measure;
import dev.ccl.experiments.summary.Numbers;
import dev.ccl.report.paper.Guides;
import dev.ccl.report.paper.InstanceLocator;
import dev.ccl.report.paper.SeparationBounds;
import dev.ccl.report.reproduce.Effort;
import dev.ccl.report.runs.Report;
import dev.ccl.theory.claims.Claims;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The numbers and printouts in the prose of the guide, by name. */
final class Figures {
  /** The separation instance of {@code ccl reproduce}. */
  private static final Instance JUDGE = SeparationInstance.of(1, 2, 2, 0.5);

  private final Map<String, Supplier<String>> byName = new TreeMap<>();

  Figures() {
    Guides guides = Guides.of(JUDGE);
    SeparationBounds bounds = SeparationBounds.of(JUDGE).orElseThrow();
    double limit = guides.directMatchingLimit();
    add("first-program", Figures::firstProgram);
    add("first-program-mean", Figures::firstProgramMean);
    add("broken-family", () -> "\n```text\n" + ExtendingTest.broken() + "\n```\n");
    add("forgotten-velocity", () -> "\n```text\n" + GuidesTest.forgotten() + "\n```\n");
    add("wrong-hessian", () -> "\n```text\n" + ExtendingTest.refuted() + "\n```\n");
    add("claims", () -> Integer.toString(Claims.all().size()));
    add("edges", () -> edges(JUDGE));
    add("gamma", () -> Numbers.text(guides.constants().gamma()));
    add("gamma-rounds", () -> Numbers.text(1 / guides.constants().gamma()));
    add("floor", () -> Numbers.text(bounds.floor()));
    add("floor-rounds", () -> Numbers.text(bounds.rounds()));
    add("limit", () -> Numbers.text(limit));
    add("underflow", () -> Long.toString((long) (1075 * StrictMath.log(2))));
    add("overflow", () -> Long.toString((long) Math.sqrt(Integer.MAX_VALUE) + 1 - 2));
    add("seeds", () -> Integer.toString(Effort.QUICK.seeds()));
    Supplier<Map<String, Curve>> curves = Suppliers.memoize(Figures::curves);
    add("like-with-like", () -> likeWithLike(limit));
    add("practical-below-floor", () -> below(curves.get().get("practical"), bounds.floor()));
    add("paper-below-limit", () -> below(curves.get().get("ccl"), limit));
  }

  private void add(String name, Supplier<String> text) {
    byName.put(name, text);
  }

  /** What is between the marks of a name. */
  Map<String, Supplier<String>> byName() {
    return byName;
  }

  private static String firstProgram() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FirstProgram.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return "\n```text\n" + bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n") + "```\n";
  }

  private static String firstProgramMean() {
    Instance instance = SeparationInstance.of(2, 3, 2.0, 0.5);
    GroundTruth truth = GroundTruth.of(instance);
    return String.format(
        Locale.ROOT,
        "%.1e",
        InMemory.run(instance.problem()).stream()
            .mapToDouble(r -> truth.oracleDivergence(r.state().student().toArray()))
            .average()
            .orElseThrow());
  }

  private static String edges(Instance instance) {
    var target = instance.problem().target();
    return Long.toString(target.forest().edges() / instance.target().size());
  }

  /** Direct matching and CCL with the same number of sampled answers, beside exact gradients. */
  private static String likeWithLike(double limit) {
    Settings oneAnswer =
        CclSettings.PRACTICAL
            .with(CclSettings.GRADIENT, GradientEstimate.Choice.CAUSAL)
            .with(CclSettings.GRADIENT_BATCH, Budget.of(1))
            .with(CclSettings.STUDENT_STEP, StudentStep.Choice.AVERAGING)
            .with(CclSettings.EXPLORATION, Exploration.Choice.OFF);
    return "\n| learner | student's gradient | source rewards | target answers sampled | 𝒦 |\n"
        + "| --- | --- | ---: | ---: | --- |\n"
        + row("direct matching", "one sampled answer", DirectMatching.learner())
        + "| its limit | exact | 0 | – | %s |\n".formatted(Numbers.text(limit))
        + row("CCL", "one sampled answer", Ccl.of("one-answer", oneAnswer))
        + row("CCL, `practical`", "exact", Ccl.practical());
  }

  private static String row(String name, String gradient, Learner learner) {
    GroundTruth truth = GroundTruth.of(JUDGE);
    List<Replicate> seeds =
        Replicates.of(learner, JUDGE.problem(), RecordedRounds.logarithmic(10_000))
            .run(1, Effort.QUICK.seeds(), 2);
    double[] divergence =
        seeds.stream()
            .mapToDouble(r -> truth.oracleDivergence(r.state().student().toArray()))
            .toArray();
    Stats stats = Stats.of(divergence);
    Map<String, BigInteger> spent = seeds.get(0).ledger();
    return "| %s | %s | %s | %s | %s ± %s |\n"
        .formatted(
            name,
            gradient,
            Numbers.count(spent.get("sourceQueries").longValueExact()),
            Numbers.count(spent.get("gradientRollouts").longValueExact()),
            Numbers.text(stats.mean()),
            Numbers.text(stats.sampleStandardDeviation() / Math.sqrt(divergence.length)));
  }

  /** The curves of ccl reproduce --quick on the separation instance. */
  private static Map<String, Curve> curves() {
    try {
      Shell.tidy();
      run("ccl instance separation -d 1 -D 2 --lambda 2 --alpha 0.5 --out separation.json");
      run(learner("paper", Effort.QUICK.literalRounds()));
      run(learner("practical", Effort.QUICK.practicalRounds()));
      Map<String, Curve> curves = new TreeMap<>();
      Report.read(Path.of("runs"), InstanceLocator.of(List.of(), List.of(Path.of(""))))
          .groups()
          .get(0)
          .byName()
          .forEach((name, recording) -> curves.put(name, recording.curve(Measure.ORACLE_KL)));
      return curves;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String learner(String preset, long rounds) {
    return "ccl run separation.json --preset %s --rounds %d --seeds %d --out runs/%s"
        .formatted(preset, rounds, Effort.QUICK.seeds(), preset);
  }

  private static void run(String line) throws IOException {
    Shell.Outcome outcome = Shell.run(Shell.line(line).orElseThrow());
    if (outcome.code() != 0) {
      throw new IOException(line + ": " + outcome.text());
    }
  }

  private static String below(Curve curve, double level) {
    int index = curve.fallsBelow(level);
    return index < 0 ? "never" : Numbers.count((long) curve.rounds().get(index));
  }
}

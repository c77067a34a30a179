package dev.ccl.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.certificates.OracleGap;
import dev.ccl.core.exact.GlobalMinimizer;
import dev.ccl.core.exact.LogRatioCost;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.CalibrationLaw;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import dev.ccl.core.truth.Realizability;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ccl evaluate}: every exact quantity of the paper at one (w, θ), as one JSON document. */
@Command(
    name = "evaluate",
    description = "Prints every exact quantity of the paper at one (w, theta) as JSON.")
final class EvaluateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private InstanceFile file;

  @Option(
      names = "--w",
      required = true,
      paramLabel = "VECTOR",
      description = "The calibration parameter w as a JSON array, e.g. \"[0.5, -1]\".")
  private String w;

  @Option(
      names = "--theta",
      required = true,
      paramLabel = "VECTOR",
      description = "The student parameter theta as a JSON array.")
  private String theta;

  EvaluateCommand() {}

  @Override
  public Integer call() throws IOException {
    Instance instance = file.read();
    double[] calibration = Json.vector("--w", w, instance.header().calibrationDimension());
    double[] student = Json.vector("--theta", theta, instance.header().studentDimension());
    ObjectNode document = document(GroundTruth.of(instance, file.budget()), calibration, student);
    PrintWriter out = spec.commandLine().getOut();
    out.println(Json.text(document));
    out.flush();
    return 0;
  }

  private static ObjectNode document(GroundTruth truth, double[] w, double[] theta) {
    LearningProblem problem = truth.problem();
    ArrayNode notes = Json.array();
    SourceInformation information = SourceInformation.of(problem);
    PaperConstants constants = PaperConstants.of(problem, information.mu());
    ObjectNode document = Json.object();
    document.set("constants", constants(constants, notes));
    document.set("gramJoint", Json.matrix(information.joint()));
    document.set("logZ", logZ(truth));
    Realizability fit = Realizability.of(truth);
    document.set("wStar", Json.vector(fit.wStar()));
    document.put("realizabilityResidual", fit.residual());
    document.put("identifiable", fit.isIdentified());
    document.set("klProjection", klProjection(truth));
    LogRatioCost cost = LogRatioCost.calibrated(problem, w);
    double[] gradient = new double[theta.length];
    double value = cost.gradient(theta, gradient);
    boolean known = truth.unrewarded().isEmpty();
    document.put("J", known ? truth.objective(theta) : null);
    document.put("cost", value);
    document.set("costGradient", Json.vector(gradient));
    document.set("costHessian", Json.matrix(cost.hessian(theta)));
    document.set("oracle", known ? oracle(truth, notes) : null);
    document.put("oracleKl", known ? truth.oracleDivergence(theta) : null);
    document.put("excessCost", known ? truth.excessCost(theta) : null);
    document.set("directMatching", directMatching(problem, theta, notes));
    document.set(
        "expectedCalibrationGradient",
        Json.vector(CalibrationLaw.of(truth).expectedStep(w, theta)));
    document.put("studentGradientVariance", cost.sampleVariance(theta));
    if (!known) {
      notes.add(
          "J, oracle, oracleKl and excessCost are null: no rewards for target prompts "
              + truth.unrewarded().stream().map(Prompt::id).toList());
    }
    if (!problem.calibration().set().contains(w)) {
      notes.add("w is not in W");
    }
    if (!problem.student().set().contains(theta)) {
      notes.add("theta is not in Theta");
    }
    document.set("notes", notes);
    return document;
  }

  /** What the class misses of the optimum, in nats; null where target rewards are unknown. */
  private static ObjectNode klProjection(GroundTruth truth) {
    KlProjection projection = KlProjection.of(truth);
    boolean known = truth.unrewarded().isEmpty();
    ObjectNode node = Json.object();
    node.set("w", Json.vector(projection.onSource()));
    node.put("sourceResidual", projection.sourceResidual());
    node.put("targetResidual", known ? projection.targetResidual() : null);
    node.put("targetBest", known ? projection.targetBest() : null);
    return node;
  }

  static ObjectNode constants(PaperConstants constants, ArrayNode notes) {
    if (constants.muJoint() == 0) {
      notes.add("gamma is 0 because muJoint is: source comparisons do not identify w*");
    } else if (constants.gamma() == 0) {
      notes.add("gamma underflows to 0: its natural logarithm is " + constants.logGamma());
    }
    return Json.object()
        .put("gamma", constants.gamma())
        .put("muJoint", constants.muJoint())
        .put("Lst", constants.smoothness())
        .put("alphaStu", constants.studentStep())
        .put("Mopt", constants.excessRange());
  }

  private static ObjectNode logZ(GroundTruth truth) {
    ObjectNode byPrompt = Json.object();
    truth.logNormalizers().forEach((prompt, value) -> byPrompt.put(prompt.id(), value));
    return byPrompt;
  }

  private static ObjectNode oracle(GroundTruth truth, ArrayNode notes) {
    Minimum oracle = truth.oracle();
    if (!oracle.isUnique()) {
      notes.add("the oracle student is not unique: one of several with the same cost is shown");
    }
    double[] theta = oracle.point().toArray();
    OptionalDouble gap = OracleGap.of(truth.problem(), truth.target().law(), theta);
    return Json.object()
        .<ObjectNode>set("theta", Json.vector(oracle.point()))
        .put("cost", oracle.cost())
        .put("J", truth.objective(theta))
        .put("search", gap.isPresent() ? "certified" : "searched")
        .put("certifiedGap", gap.isPresent() ? gap.getAsDouble() : null);
  }

  private static ObjectNode directMatching(
      LearningProblem problem, double[] theta, ArrayNode notes) {
    LogRatioCost cost = LogRatioCost.directMatching(problem);
    double[] gradient = new double[theta.length];
    double value = cost.gradient(theta, gradient);
    Minimum minimum = GlobalMinimizer.minimize(cost, problem.student().set());
    if (!minimum.isUnique()) {
      notes.add("direct matching's minimiser is not unique: one of several is shown");
    }
    ObjectNode node = Json.object().put("cost", value);
    node.set("gradient", Json.vector(gradient));
    node.set("minimizer", Json.vector(minimum.point()));
    return node;
  }
}

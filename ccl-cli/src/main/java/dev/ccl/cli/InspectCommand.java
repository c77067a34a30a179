package dev.ccl.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.SymmetricEigen;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.report.paper.Guides;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ccl inspect}: do the paper's assumptions hold, and what will its schedules cost? */
@Command(
    name = "inspect",
    description = {
      "Tells whether the paper's assumptions hold for an instance, and what its schedules cost.",
      "The exit code is 1 if an assumption fails."
    })
final class InspectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private InstanceFile file;

  @Option(names = "--json", description = "Print a JSON document instead of text.")
  private boolean json;

  InspectCommand() {}

  @Override
  public Integer call() throws IOException {
    Instance instance = file.read();
    Inspection inspection = Inspection.of(instance, file.budget());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.text(document(inspection)));
    } else {
      out.print(InspectionText.of(inspection, file.name()));
    }
    out.flush();
    return inspection.allHold() ? 0 : Failures.CHECK_FAILED;
  }

  private static ObjectNode document(Inspection i) {
    ArrayNode notes = Json.array();
    ObjectNode document = Json.object();
    document.put("name", i.instance.header().name());
    document.put("holds", i.allHold());
    ObjectNode assumptions = document.putObject("assumptions");
    assumptions
        .putObject("featureNorms")
        .put("holds", i.featuresHold())
        .put("phi", i.largestPhi)
        .put("phiStu", i.largestPhiStu);
    assumptions
        .putObject("positivity")
        .put("holds", i.positivityHolds())
        .put("smallestPre", i.smallestPre);
    ObjectNode fit =
        assumptions
            .putObject("realizability")
            .put("holds", i.realizabilityHolds())
            .put("residual", i.fit.residual())
            .put("identifiable", i.fit.isIdentified())
            .put("wStarInW", i.isFitInSet());
    fit.set("wStar", Json.vector(i.fit.wStar()));
    assumptions.set("identification", identification(i));
    assumptions.set("oracle", i.oracle == null ? null : oracle(i.oracle));
    document.set("constants", EvaluateCommand.constants(i.constants, notes));
    document.set("schedule", schedule(i, notes));
    if (i.oracle == null) {
      notes.add(
          "oracle is null: no rewards for target prompts "
              + i.truth.unrewarded().stream().map(Prompt::id).toList());
    }
    document.set("notes", notes);
    return document;
  }

  private static ObjectNode identification(Inspection i) {
    ObjectNode node =
        Json.object().put("holds", i.identificationHolds()).put("muJoint", i.constants.muJoint());
    SymmetricEigen spectrum = i.information.spectrum();
    ArrayNode directions = node.putArray("directions"); // the weakest first
    for (int k = 0; k < spectrum.size(); k++) {
      ObjectNode direction = directions.addObject().put("eigenvalue", spectrum.value(k));
      direction.set("direction", Json.vector(spectrum.vector(k)));
    }
    return node;
  }

  private static ObjectNode oracle(Minimum oracle) {
    ObjectNode node =
        Json.object()
            .put("holds", oracle.isUnique())
            .put("interior", oracle.location() == Minimum.Location.INTERIOR)
            .put("smallestEigenvalue", oracle.curvature());
    if (Double.isFinite(oracle.tangentCurvature())) {
      node.put("smallestEigenvalueAlongBoundary", oracle.tangentCurvature());
    } else {
      node.putNull("smallestEigenvalueAlongBoundary");
    }
    node.put("cost", oracle.cost());
    node.set("theta", Json.vector(oracle.point()));
    ArrayNode rivals = node.putArray("rivals");
    oracle.rivals().forEach(rival -> rivals.add(Json.vector(rival)));
    return node;
  }

  private static ObjectNode schedule(Inspection i, ArrayNode notes) {
    ObjectNode node = Json.object();
    node.putObject("targetRollouts")
        .put("1000", Guides.rollouts(1e3))
        .put("1000000", Guides.rollouts(1e6));
    putExp(node, "roundsOnBoundary", i.logBoundaryRounds(), notes);
    putExp(node, "roundsUntilBoundBites", i.logBiteRounds(), notes);
    return node;
  }

  private static void putExp(ObjectNode node, String key, double log, ArrayNode notes) {
    double value = Elementary.exp(log);
    if (Double.isFinite(value)) {
      node.put(key, value);
    } else {
      node.putNull(key);
      notes.add(
          "schedule."
              + key
              + " is null: "
              + (Double.isFinite(log) ? "its natural logarithm is " + log : "it is infinite"));
    }
  }
}

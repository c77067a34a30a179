package dev.ccl.lm.compile;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import dev.ccl.algorithms.run.AtomicFile;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.recipe.FittedRecipe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where a compiled instance comes from: models, task, split, recipes with all their numbers, and
 * what compiling found. The instance format has no place for it, so it is in a file beside the
 * instance, tied to it by the instance's digest.
 */
public final class Provenance {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Provenance() {}

  /**
   * Returns the file that belongs to an instance file.
   *
   * @param instance such as {@code mixture.json}
   * @return such as {@code mixture.provenance.json}
   */
  public static Path beside(Path instance) {
    String name = String.valueOf(instance.getFileName()).replaceAll("\\.json$", "");
    return instance.resolveSibling(name + ".provenance.json");
  }

  /**
   * Writes the provenance of a compiled split.
   *
   * @param compiled the instance with its features
   * @param reading whom it was made of
   * @param settings how it was made
   * @param shift the name of the shift
   * @param seed of the split
   * @param file the file; it appears when it is complete
   * @throws IOException if it cannot be written
   */
  public static void write(
      Compiled compiled,
      TaskReading reading,
      CompileSettings settings,
      String shift,
      long seed,
      Path file)
      throws IOException {
    String text = text(compiled, reading, settings, shift, seed);
    AtomicFile.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the document. */
  static String text(
      Compiled compiled, TaskReading reading, CompileSettings settings, String shift, long seed)
      throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", "ccl-lm-provenance/1");
    root.put("instance", compiled.instance().digest());
    root.put("task", reading.task().name());
    root.put("shift", shift);
    root.put("seed", seed);
    root.put("reference", reading.source().reference().model().digest());
    root.put("teacher", reading.source().teacher().model().digest());
    root.put("smoothing", reading.source().smoothing());
    root.put("preamble", reading.source().preamble());
    root.put("lambda", settings.lambda());
    root.put("bound", settings.bound());
    root.put("temperature", settings.temperature());
    String version = Provenance.class.getPackage().getImplementationVersion();
    root.put("code", version == null ? "classes" : version);
    Compiled.Report report = compiled.report();
    ObjectNode found = root.putObject("found");
    found.put("states", report.states());
    found.put("rewards", report.rewards());
    found.put("meanMass", report.meanMass());
    found.put("leastMass", report.leastMass());
    found.put("teacherFit", report.teacherFit());
    recipe(root.putObject("phi"), compiled.calibration());
    recipe(root.putObject("phiStu"), compiled.student());
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private static void recipe(ObjectNode node, FittedRecipe fitted) {
    node.put("recipe", fitted.recipe().toString());
    node.put("dimension", fitted.dimension());
    node.put("statesSeen", fitted.seen());
    StringBuilder all = new StringBuilder();
    ObjectNode numbers = JSON.createObjectNode();
    fitted.forEachNumber(
        (name, value) -> {
          all.append(value).append('\n');
          ArrayNode list = (ArrayNode) numbers.get(name);
          (list == null ? numbers.putArray(name) : list).add((float) value);
        });
    node.put("numbersDigest", Hashing.sha256().hashString(all, StandardCharsets.UTF_8).toString());
    node.set("numbers", numbers);
  }
}

package dev.ccl.experiments.sweep;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Sets;
import dev.ccl.core.math.Decimals;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.Evaluation;
import dev.ccl.experiments.run.RunPlan;
import dev.ccl.experiments.run.Subject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a cell is in its grid, each coordinate a name with a text.
 *
 * @param chosen the parameters of the generator that the sweep sets
 * @param measured what the instance says of itself: λ, B, H, D, d, its prompts and the distance of
 *     the teacher from w*, without those that are chosen
 * @param learner the name of the learner
 * @param settings the settings of the learner, and the certification of the runs; one that is named
 *     like another coordinate has {@code learner.} before its name
 */
public record Coordinates(
    ImmutableMap<String, String> chosen,
    ImmutableMap<String, String> measured,
    String learner,
    ImmutableMap<String, String> settings) {
  /** The name of the coordinate that is the learner. */
  public static final String LEARNER = "learner";

  /** The parameter over which results are pooled where nobody asks otherwise. */
  public static final String INSTANCE_SEED = Generator.INSTANCE_SEED;

  /**
   * Returns the coordinates of a plan.
   *
   * @param plan a cell
   * @return where it is
   */
  public static Coordinates of(RunPlan plan) {
    ImmutableMap<String, String> chosen = plan.subject().parameters();
    Map<String, String> measured = new LinkedHashMap<>(measured(plan.subject()));
    measured.keySet().removeAll(chosen.keySet());
    Set<String> taken = new HashSet<>(Sets.union(chosen.keySet(), measured.keySet()));
    taken.add(LEARNER);
    ImmutableMap.Builder<String, String> settings = ImmutableMap.builder();
    plan.choices()
        .forEach(
            (key, value) -> settings.put(taken.contains(key) ? LEARNER + "." + key : key, value));
    return new Coordinates(
        chosen, ImmutableMap.copyOf(measured), plan.learner().name(), settings.buildOrThrow());
  }

  private static ImmutableMap<String, String> measured(Subject subject) {
    LearningProblem problem = subject.problem();
    double[] teacher = problem.calibration().initial().toArray();
    double squared = Evaluation.distanceSquared(teacher, subject.evaluator().wStar());
    return ImmutableMap.<String, String>builder()
        .put("lambda", text(problem.lambda()))
        .put("B", text(problem.bound()))
        .put("H", Integer.toString(problem.horizon()))
        .put("D", Integer.toString(problem.calibration().set().dimension()))
        .put("d", Integer.toString(problem.student().set().dimension()))
        .put("source-prompts", Integer.toString(problem.source().dataset().prompts().size()))
        .put("target-prompts", Integer.toString(problem.target().dataset().prompts().size()))
        .put("teacher-bias", text(Math.sqrt(squared)))
        .buildOrThrow();
  }

  private static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? Long.toString((long) value)
        : Decimals.shortest(value);
  }

  /** {@return all coordinates: names with texts: chosen, measured, the learner, its settings} */
  public ImmutableMap<String, String> all() {
    ImmutableMap.Builder<String, String> all = ImmutableMap.builder();
    List.of(chosen, measured, ImmutableMap.of(LEARNER, learner), settings).forEach(all::putAll);
    return all.buildOrThrow();
  }
}

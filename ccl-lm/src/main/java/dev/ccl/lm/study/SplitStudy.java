package dev.ccl.lm.study;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.run.Learners;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.KlProjection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that is measured on one split, exactly.
 *
 * @param objectives J on target prompts, by control or learner; a learner's name has the number of
 *     its reward queries behind it
 * @param accuracy the share of target prompts whose likeliest answer has the largest reward, for
 *     the reference and the last student
 * @param sourceResidual what the class misses of π* on source prompts, in nats
 * @param targetResidual the same on target prompts, with the projection made on the source
 * @param targetBest the least possible on target prompts
 * @param muJoint μ<sub>joint</sub>
 * @param queries rewards that the learners asked for, all together
 * @param answers to ten target prompts, before and after learning
 */
public record SplitStudy(
    ImmutableMap<String, Double> objectives,
    ImmutableMap<String, Double> accuracy,
    double sourceResidual,
    double targetResidual,
    double targetBest,
    double muJoint,
    long queries,
    ImmutableList<String> answers) {

  private static final int SHOWN = 10;

  /** The numbers of reward queries at which students are looked at. */
  public static final ImmutableList<Long> QUERIES =
      ImmutableList.of(50L, 200L, 500L, 1_000L, 5_000L, 20_000L);

  /**
   * Measures a split.
   *
   * @param instance the compiled split, with target rewards
   * @param queries the numbers of reward queries to look at, increasing
   * @param seed the root seed of the learners
   * @return what was measured
   */
  public static SplitStudy of(Instance instance, List<Long> queries, long seed) {
    GroundTruth truth = GroundTruth.of(instance);
    LearningProblem problem = truth.problem();
    Map<String, Double> objectives = new LinkedHashMap<>();
    for (Control control : Control.values()) {
      objectives.put(control.toString(), truth.objective(control.law(truth)));
    }
    run(truth, Learners.named("practical"), queries, seed, objectives);
    double[] last = run(truth, Learners.named("careful"), queries, seed, objectives);
    long most = queries.get(queries.size() - 1);
    double[] staged = twoStage(problem, most, seed);
    objectives.put("two-stage " + most, truth.objective(staged));
    KlProjection projection = KlProjection.of(truth);
    return new SplitStudy(
        ImmutableMap.copyOf(objectives),
        ImmutableMap.of(
            "reference",
            AnswerSamples.accuracy(truth, problem.target().reference()),
            "careful " + most,
            AnswerSamples.accuracy(truth, problem.target().student().law(last))),
        projection.sourceResidual(),
        projection.targetResidual(),
        projection.targetBest(),
        PaperConstants.of(problem).muJoint(),
        3 * most,
        ImmutableList.copyOf(
            AnswerSamples.likeliest(
                truth, last, (prompt, answer) -> problem.mdp().text(answer), SHOWN)));
  }

  private static double[] run(
      GroundTruth truth,
      Learner learner,
      List<Long> queries,
      long seed,
      Map<String, Double> objectives) {
    LearningProblem problem = truth.problem();
    double[] theta = new double[problem.student().set().dimension()];
    try (Session session = learner.start(problem, seed, 1)) {
      for (long count : queries) {
        session.advance(count - session.round());
        session.student(theta);
        objectives.put(learner.name() + " " + count, truth.objective(theta));
      }
    }
    return theta;
  }

  /** Calibrates first, with all queries, and distils afterwards. */
  private static double[] twoStage(LearningProblem problem, long queries, long seed) {
    Learner learner = Learners.named("careful").with("first-stage", Long.toString(queries));
    double[] theta = new double[problem.student().set().dimension()];
    try (Session session = learner.start(problem, seed, 1)) {
      session.advance(queries + 50);
      session.student(theta);
    }
    return theta;
  }
}

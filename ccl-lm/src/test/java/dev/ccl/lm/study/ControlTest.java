package dev.ccl.lm.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.BrokenInstance;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.problem.Side;
import dev.ccl.core.truth.GroundTruth;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What learners are compared with, by definitions. */
class ControlTest {
  private static final Instance INSTANCE = BrokenInstance.NOT_REALIZABLE.instance();

  /** Without a λ of 1, which would hide that it is forgotten. */
  private static Instance random(long seed) {
    return RandomInstance.of(RandomSpec.SMALL.withLambda(0.3), seed).instance();
  }

  /** Naive J of a policy on the source: leaf after leaf, each with its whole path. */
  private static double sourceObjective(GroundTruth truth, EdgeLaw policy) {
    LearningProblem problem = truth.problem();
    Forest forest = policy.forest();
    double[] weights = problem.source().dataset().rootWeights();
    double sum = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) == Forest.LEAF) {
        double log = 0;
        double reference = 0;
        for (int at = e; at >= 0; at = forest.parentEdge(forest.node(at))) {
          log += policy.log(at);
          reference += truth.source().reference().log(at);
        }
        double gain = truth.source().reward(e) - problem.lambda() * (log - reference);
        sum += weights[forest.root(e)] * Math.exp(log) * gain;
      }
    }
    return sum;
  }

  private static EdgeLaw tempered(Side side, double exponent) {
    double[] logits = side.reference().logs();
    Arrays.setAll(logits, e -> exponent * logits[e]);
    return EdgeLaw.ofLogits(side.forest(), logits);
  }

  @Test
  void temperatureIsChosenOnTheSource() {
    boolean differs = false;
    for (long seed = 1; seed <= 12; seed++) {
      GroundTruth truth = GroundTruth.of(random(seed));
      double onSource = 1;
      double onTarget = 1;
      for (int k = 0; k <= 48; k++) {
        double exponent = Math.pow(2, k / 4.0 - 6);
        Side source = truth.problem().source();
        Side target = truth.problem().target();
        boolean better =
            sourceObjective(truth, tempered(source, exponent))
                > sourceObjective(truth, tempered(source, onSource));
        onSource = better ? exponent : onSource;
        boolean cheating =
            truth.objective(tempered(target, exponent))
                > truth.objective(tempered(target, onTarget));
        onTarget = cheating ? exponent : onTarget;
      }
      double expected = truth.objective(tempered(truth.problem().target(), onSource));
      assertEquals(expected, truth.objective(Control.TEMPERATURE.law(truth)), 1e-9);
      differs |= onSource != onTarget;
    }
    assertTrue(differs, "on some instance the target would choose otherwise");
  }

  /** Where the target is the source, source rewards alone find the best student. */
  @Test
  void sourceLimitIsTheOracleOfTheSource() {
    Instance one = random(3);
    List<PromptTable> tables = one.source().stream().map(one.prompts()::get).toList();
    GroundTruth same =
        GroundTruth.of(Instance.of(one.header(), tables, one.source(), one.source()));
    assertEquals(
        same.objective(Control.ORACLE.law(same)),
        same.objective(Control.SOURCE_LIMIT.law(same)),
        1e-9);
    GroundTruth truth = GroundTruth.of(one);
    double shifted = truth.objective(Control.SOURCE_LIMIT.law(truth));
    assertTrue(shifted < truth.objective(Control.ORACLE.law(truth)) - 1e-6);
  }

  /** Where ass:ced-truth holds, calibration ends at the truth and its student is the oracle. */
  @Test
  void limitOfCclIsTheOracleWhereTheTruthIsInTheClass() {
    GroundTruth truth = GroundTruth.of(random(3));
    double oracle = truth.objective(Control.ORACLE.law(truth));
    assertEquals(oracle, truth.objective(Control.CCL_LIMIT.law(truth)), 1e-6);
    assertTrue(truth.objective(Control.TEACHER.law(truth)) < oracle - 1e-6);
  }

  /** Of all controls the SFT limit has the least KL from the teacher. */
  @Test
  void limitOfSftIsClosestToTheTeacher() {
    GroundTruth truth = GroundTruth.of(random(3));
    Side target = truth.problem().target();
    EdgeLaw teacher = target.calibration().law(truth.problem().calibration().initial().toArray());
    double least = divergence(truth, teacher, Control.SFT_LIMIT.law(truth));
    for (Control other :
        List.of(Control.TEACHER, Control.SOURCE_LIMIT, Control.CCL_LIMIT, Control.ORACLE)) {
      assertTrue(least <= divergence(truth, teacher, other.law(truth)) + 1e-9, other.toString());
    }
    assertTrue(least < divergence(truth, teacher, Control.ORACLE.law(truth)) - 1e-6);
  }

  private static double divergence(GroundTruth truth, EdgeLaw p, EdgeLaw q) {
    Forest forest = p.forest();
    double[] weights = truth.problem().target().dataset().rootWeights();
    double sum = 0;
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) == Forest.LEAF) {
        double log = 0;
        double ratio = 0;
        for (int at = e; at >= 0; at = forest.parentEdge(forest.node(at))) {
          log += p.log(at);
          ratio += p.log(at) - q.log(at);
        }
        sum += weights[forest.root(e)] * Math.exp(log) * ratio;
      }
    }
    return sum;
  }

  /** The likeliest answer by its whole probability, and right only if no answer is better. */
  @Test
  void likeliestAnswersAreThoseOfWholePaths() {
    GroundTruth truth = GroundTruth.of(random(3));
    EdgeLaw law = truth.problem().target().reference();
    Forest forest = law.forest();
    int[] likeliest = AnswerSamples.likeliest(law);
    boolean lastStepsMislead = false;
    double right = 0;
    for (int r = 0; r < forest.prompts().size(); r++) {
      double highest = -1;
      double best = 0;
      double reward = -1;
      double last = 0;
      for (int e = 0; e < forest.edges(); e++) {
        if (forest.child(e) == Forest.LEAF && forest.root(e) == r) {
          double p = 1;
          for (int at = e; at >= 0; at = forest.parentEdge(forest.node(at))) {
            p *= law.probability(at);
          }
          best = Math.max(best, truth.target().reward(e));
          reward = p > highest ? truth.target().reward(e) : reward;
          highest = Math.max(highest, p);
          last = Math.max(last, law.probability(e));
        }
      }
      double found = 1;
      for (int at = likeliest[r]; at >= 0; at = forest.parentEdge(forest.node(at))) {
        found *= law.probability(at);
      }
      assertEquals(highest, found, 1e-12);
      lastStepsMislead |= law.probability(likeliest[r]) < last;
      right += reward >= best ? truth.problem().target().dataset().rootWeights()[r] : 0;
    }
    assertEquals(right, AnswerSamples.accuracy(truth, law), 1e-12);
    assertTrue(lastStepsMislead, "the likeliest last token belongs to another answer somewhere");
    assertTrue(right < 1, "some likeliest answer is wrong: " + right);
  }

  /** No control has more than what it is bounded by. */
  @Test
  void controlsAreOrdered() {
    GroundTruth truth = GroundTruth.of(INSTANCE);
    double oracle = truth.objective(Control.ORACLE.law(truth));
    double best = truth.objective(Control.UNRESTRICTED.law(truth));
    assertTrue(oracle <= best + 1e-12);
    for (Control control :
        List.of(
            Control.TEACHER,
            Control.SFT_LIMIT,
            Control.DIRECT_MATCHING_LIMIT,
            Control.SOURCE_LIMIT,
            Control.CCL_LIMIT)) {
      assertTrue(truth.objective(control.law(truth)) <= oracle + 1e-9, control.toString());
    }
    assertEquals(
        truth.objective(truth.problem().target().reference()),
        truth.objective(Control.REFERENCE.law(truth)));
  }
}

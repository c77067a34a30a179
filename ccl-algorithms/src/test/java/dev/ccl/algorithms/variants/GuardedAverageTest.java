package dev.ccl.algorithms.variants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.algorithms.Session;
import dev.ccl.algorithms.ccl.CalibrationStep;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.algorithms.ccl.CclSettings;
import dev.ccl.algorithms.ccl.Comparison;
import dev.ccl.algorithms.ccl.Run;
import dev.ccl.algorithms.ccl.Teaching;
import dev.ccl.algorithms.engine.SourceCursor;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentLaw;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What a guarded calibration teaches against a plain guard that is told the same rewards and the
 * same iterates: both let the same point teach after every round. There are two kinds of prompts,
 * the first rare on the source and frequent on the target.
 */
class GuardedAverageTest {
  private static final double ROUNDING = 1e-9;
  private static final int ROUNDS = 200;

  private static final RandomSpec SPEC =
      RandomSpec.SMALL
          .withHorizon(2)
          .withLetters(2)
          .withPrompts(20, 6)
          .withRepeated(1)
          .withDimensions(2, 2)
          .withLambda(0.4)
          .withBound(2)
          .withTeacherDistance(2);

  private static final PlainVariant.Ground UNLIKE = ground(SPEC, 1, false);

  /** All prompts have the same features, so that students change alike on all of them. */
  private static final PlainVariant.Ground ALIKE =
      ground(SPEC.withHorizon(1).withPrompts(30, 6).withTeacherDistance(0.3), 1, true);

  private static PlainVariant.Ground ground(RandomSpec spec, long seed, boolean alike) {
    Instance drawn = RandomInstance.of(spec, seed).instance();
    return PlainVariant.Ground.of(Naive.of(ofTwoKinds(drawn, alike)));
  }

  private static Instance ofTwoKinds(Instance instance, boolean alike) {
    PromptTable shown = instance.prompts().values().asList().get(0);
    Map<String, String> names = new LinkedHashMap<>();
    List<PromptTable> tables = new ArrayList<>();
    for (PromptTable table : instance.prompts().values()) {
      String id = table.prompt().id();
      boolean first = names.size() % 3 == 0 ^ instance.target().contains(id);
      names.put(id, (first ? "one/" : "two/") + id);
      PromptTable from = alike ? shown : table;
      Prompt named = Prompt.of(names.get(id)).withKind(first ? "one" : "two");
      tables.add(PromptTable.of(named, from.states(), from.rewards()));
    }
    return Instance.of(
        instance.header(),
        tables,
        instance.source().stream().map(names::get).toList(),
        instance.target().stream().map(names::get).toList());
  }

  /** No w explains the rewards: a third of the prompts want another first token than the rest. */
  private static LearningProblem wrong(LearningProblem problem) {
    return problem.withSourceRewards(
        (prompt, answer) -> {
          int wanted = Math.floorMod(prompt.id().hashCode(), 3) == 0 ? 0 : 1;
          return answer.get(0) == wanted ? 1 : 0.1;
        });
  }

  /** A plain guard, or a liar. */
  private interface Guard {
    PlainGuard of(PlainVariant.Ground ground, double[] w);
  }

  /** The guard of the library that writes down how far a plain one is from it. */
  private static final class Beside implements Teaching {
    private final PlainVariant.Ground ground;
    private final Guard guard;
    private final Set<Double> reaches = new TreeSet<>();
    private double largest;

    Beside(PlainVariant.Ground ground, Guard guard) {
      this.ground = ground;
      this.guard = guard;
    }

    @Override
    public InRun start(Run setup, double[] w) {
      InRun inner = Teaching.Choice.GUARDED.start(setup, w);
      PlainGuard plain = guard.of(ground, w);
      Forest forest = setup.problem().source().forest();
      double[] teacher = ground.model().teacherParameter();
      return new InRun() {
        @Override
        public void verified(SourceCursor s, Comparison c, double reward) {
          String prompt = forest.prompts().get(forest.root(s.leaf())).id();
          plain.verified(ground.model().answer(prompt, forest.answer(s.leaf())), reward);
          inner.verified(s, c, reward);
        }

        @Override
        public void add(long t) {
          inner.add(t);
          double[] taught = inner.calibration();
          largest = Math.max(largest, SmallAlgebra.distance(taught, plain.taught(w)));
          for (double reach : new double[] {0, 0.25, 0.5, 1}) {
            double[] way = SmallAlgebra.plus(w, -1, teacher);
            if (SmallAlgebra.distance(taught, SmallAlgebra.plus(teacher, reach, way)) < ROUNDING) {
              reaches.add(reach);
            }
          }
        }

        @Override
        public double[] calibration() {
          return inner.calibration();
        }
      };
    }

    @Override
    public String toString() {
      return Teaching.Choice.GUARDED.toString();
    }
  }

  private static Beside run(
      PlainVariant.Ground ground, CalibrationStep rule, boolean right, Guard guard) {
    Beside beside = new Beside(ground, guard);
    LearningProblem realizable = ground.model().instance().problem();
    LearningProblem problem = right ? realizable : wrong(realizable);
    Ccl learner =
        Ccl.of(
            "beside",
            CclSettings.PRACTICAL
                .with(CclSettings.CALIBRATION, rule)
                .with(CclSettings.TEACHING, beside));
    try (Session session = learner.open(problem, learner.initial(problem, 1), 1)) {
      session.advance(ROUNDS);
    }
    return beside;
  }

  @Test
  void whatTeachesIsThePlainGuards() {
    Set<Double> reaches = new TreeSet<>();
    for (PlainVariant.Ground ground : List.of(UNLIKE, ALIKE)) {
      for (CalibrationStep rule :
          List.of(CalibrationStep.Choice.NEWTON, CalibrationStep.Choice.PROJECTION)) {
        for (boolean right : new boolean[] {true, false}) {
          Beside beside = run(ground, rule, right, PlainGuard::new);
          assertEquals(0, beside.largest, ROUNDING, rule + ", right rewards: " + right);
          reaches.addAll(beside.reaches);
        }
      }
    }
    assertEquals(Set.of(0.0, 0.25, 0.5, 1.0), reaches, "what a review may decide");
  }

  private static void assertSeen(Guard liar) {
    double largest = 0;
    for (PlainVariant.Ground ground : List.of(ALIKE, UNLIKE)) {
      for (boolean right : new boolean[] {false, true}) {
        if (largest <= 1000 * ROUNDING) {
          largest = run(ground, CalibrationStep.Choice.PROJECTION, right, liar).largest;
        }
      }
    }
    assertTrue(largest > 1000 * ROUNDING, "believes a liar: " + largest);
  }

  /** A liar: the divergence to the reference is that on the source prompts. */
  @Test
  void aPriceOfSourcePromptsIsSeen() {
    assertSeen(
        (ground, w) ->
            new PlainGuard(ground, w) {
              @Override
              protected double price(StudentLaw student) {
                Naive model = ground.model();
                double sum = 0;
                for (String x : model.source()) {
                  sum +=
                      model.answers(x).stream()
                          .mapToDouble(
                              a ->
                                  student.probability(a)
                                      * (student.logAnswer(a) - model.reference().logAnswer(a)))
                          .sum();
                }
                return model.lambda() * sum / model.source().size();
              }
            });
  }

  /** A liar: both kinds count alike. */
  @Test
  void kindsThatTheTargetDoesNotWeightAreSeen() {
    assertSeen(
        (ground, w) ->
            new PlainGuard(ground, w) {
              @Override
              protected double share(String kind) {
                return 0.5;
              }
            });
  }

  /** A liar: what nobody has asked about is right in half of the cases. */
  @Test
  void aGuessInPlaceOfTheWorstRewardIsSeen() {
    assertSeen(
        (ground, w) ->
            new PlainGuard(ground, w) {
              @Override
              protected double unknown(double change) {
                return 0.5 * change;
              }
            });
  }

  /** A liar: how often an answer is right on the source is believed of the target. */
  @Test
  void theMissingWorstAnswerIsSeen() {
    assertSeen(
        (ground, w) ->
            new PlainGuard(ground, w) {
              @Override
              protected double worst(StudentLaw then, StudentLaw now, String kind) {
                return Double.POSITIVE_INFINITY;
              }
            });
  }
}

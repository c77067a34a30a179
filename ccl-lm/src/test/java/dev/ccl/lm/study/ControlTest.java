package dev.ccl.lm.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.instance.generator.RandomInstance;
import dev.ccl.core.instance.generator.RandomSpec;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.random.Purpose;
import dev.ccl.core.random.RandomStream;
import dev.ccl.core.random.RandomStreams;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Costs;
import dev.ccl.testkit.naive.GibbsWeights;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.TokenLaw;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Each control from its definition, on written-out answers: an instance with repeated prompts, λ
 * far from 1, D = d = 1 and rewards that no w explains, so that no two controls are the same.
 */
class ControlTest {
  private static final double BOUND = 8;
  private static final double[] STUDENTS = {-8, -2.5, -1, 0, 1.5, 3, 8};
  private static final Instance INSTANCE = instance();
  private static final Naive TARGET = Naive.of(INSTANCE);
  private static final Naive SOURCE = Naive.of(exchanged(INSTANCE));

  private static Instance instance() {
    RandomSpec spec =
        RandomSpec.SMALL
            .withHorizon(2)
            .withPrompts(4, 4)
            .withRepeated(1)
            .withDimensions(1, 1)
            .withLambda(0.4)
            .withBound(BOUND)
            .withTeacherDistance(2);
    Instance realizable = RandomInstance.of(spec, 12).instance();
    RandomStream random = RandomStreams.of(5).open(Purpose.INSTANCE, 0);
    List<PromptTable> tables = new ArrayList<>();
    for (PromptTable table : realizable.prompts().values()) {
      Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
      table.rewards().keySet().forEach(answer -> rewards.put(answer, 0.5 * random.nextBelow(3)));
      tables.add(PromptTable.of(table.prompt(), table.states(), rewards));
    }
    return Instance.of(realizable.header(), tables, realizable.source(), realizable.target());
  }

  /** Whose target prompts are the source prompts. */
  private static Instance exchanged(Instance instance) {
    return Instance.of(
        instance.header(),
        List.copyOf(instance.prompts().values()),
        instance.target(),
        instance.source());
  }

  /** The minimizer over [−B, B]: the best of a grid, then golden section beside it. */
  private static double minimizer(DoubleUnaryOperator cost) {
    int points = 60;
    double best = 0;
    for (int i = 0; i <= points; i++) {
      double x = BOUND * (2.0 * i / points - 1);
      best = cost.applyAsDouble(x) < cost.applyAsDouble(best) ? x : best;
    }
    double low = Math.max(-BOUND, best - 2 * BOUND / points);
    double high = Math.min(BOUND, best + 2 * BOUND / points);
    double ratio = (Math.sqrt(5) - 1) / 2;
    for (int i = 0; i < 60; i++) {
      double left = high - ratio * (high - low);
      double right = low + ratio * (high - low);
      if (cost.applyAsDouble(left) < cost.applyAsDouble(right)) {
        high = right;
      } else {
        low = left;
      }
    }
    return (low + high) / 2;
  }

  /** J on target prompts of the student that minimizes a cost. */
  private static double student(DoubleUnaryOperator cost) {
    return Costs.of(TARGET).value(TARGET.student(new double[] {minimizer(cost)}));
  }

  private static double[] vector(double x) {
    return new double[] {x};
  }

  private static TokenLaw tempered(double exponent) {
    return state -> {
      double[] log = new double[state.size()];
      double sum = 0;
      for (int k = 0; k < log.length; k++) {
        sum += Math.pow(state.pre(k), exponent);
      }
      for (int k = 0; k < log.length; k++) {
        log[k] = exponent * Math.log(state.pre(k)) - Math.log(sum);
      }
      return log;
    };
  }

  /** J on target prompts at the temperature that is best on source prompts. */
  private static double temperature() {
    double best = Double.NaN;
    double highest = Double.NEGATIVE_INFINITY;
    for (int k = -24; k <= 24; k++) {
      double exponent = Math.pow(2, k / 4.0);
      double value = Costs.of(SOURCE).value(tempered(exponent));
      if (value > highest) {
        highest = value;
        best = exponent;
      }
    }
    assertTrue(Math.abs(Math.log(best)) > 0.1, "a temperature of 1 would hide a wrong power");
    return Costs.of(TARGET).value(tempered(best));
  }

  private static double directMatching(double theta) {
    double lambda = TARGET.lambda();
    TokenLaw student = TARGET.student(vector(theta));
    TokenLaw teacher = TARGET.calibrated(TARGET.teacherParameter());
    TokenLaw reference = TARGET.reference();
    Costs costs = Costs.of(TARGET);
    return costs.divergence(student, teacher) + lambda * costs.divergence(student, reference);
  }

  @Test
  void eachControlIsItsDefinition() {
    TokenLaw sourceOptimum = GibbsWeights.of(SOURCE).law();
    TokenLaw targetOptimum = GibbsWeights.of(TARGET).law();
    TokenLaw teacher = TARGET.calibrated(TARGET.teacherParameter());
    Costs source = Costs.of(SOURCE);
    Costs target = Costs.of(TARGET);
    double[] projection =
        vector(minimizer(w -> source.divergence(sourceOptimum, SOURCE.calibrated(vector(w)))));
    Map<Control, Double> expected = new EnumMap<>(Control.class);
    expected.put(Control.REFERENCE, target.value(TARGET.reference()));
    expected.put(Control.TEMPERATURE, temperature());
    expected.put(Control.TEACHER, student(t -> target.cost(TARGET.teacherParameter(), vector(t))));
    expected.put(
        Control.SFT_LIMIT, student(t -> target.divergence(teacher, TARGET.student(vector(t)))));
    expected.put(Control.DIRECT_MATCHING_LIMIT, student(ControlTest::directMatching));
    expected.put(Control.SOURCE_LIMIT, student(t -> -source.value(SOURCE.student(vector(t)))));
    expected.put(Control.CCL_LIMIT, student(t -> target.cost(projection, vector(t))));
    expected.put(Control.ORACLE, student(t -> -target.value(TARGET.student(vector(t)))));
    expected.put(Control.UNRESTRICTED, target.value(targetOptimum));
    GroundTruth truth = GroundTruth.of(INSTANCE);
    for (Control control : Control.values()) {
      assertEquals(
          expected.get(control), truth.objective(control.law(truth)), 1e-7, control.toString());
    }
    List<Double> values = expected.values().stream().sorted().toList();
    for (int i = 1; i < values.size(); i++) {
      assertTrue(values.get(i) - values.get(i - 1) > 1e-4, "two controls coincide: " + expected);
    }
  }

  private static Answer likeliest(TokenLaw law, String prompt) {
    Answer likeliest = TARGET.answers(prompt).get(0);
    for (Answer answer : TARGET.answers(prompt)) {
      likeliest = law.probability(answer) > law.probability(likeliest) ? answer : likeliest;
    }
    return likeliest;
  }

  /** By the probability of all tokens, not by that of the last one. */
  @Test
  void theLikeliestAnswerIsThatOfTheWholePath() {
    GroundTruth truth = GroundTruth.of(INSTANCE);
    Forest forest = truth.problem().target().forest();
    boolean misled = false;
    for (double theta : STUDENTS) {
      TokenLaw law = TARGET.student(vector(theta));
      int[] found = AnswerSamples.likeliest(truth.problem().target().student().law(vector(theta)));
      for (int r = 0; r < found.length; r++) {
        String prompt = forest.prompts().get(r).id();
        Answer expected = likeliest(law, prompt);
        assertEquals(expected.tokens(), forest.answer(found[r]));
        double last = law.probability(expected.node(2), expected.place(2));
        misled |=
            TARGET.answers(prompt).stream()
                .anyMatch(
                    a ->
                        a.place(1) != expected.place(1)
                            && law.probability(a.node(2), a.place(2)) > last);
      }
    }
    assertTrue(misled, "last tokens alone would tell the same");
  }

  /** Of the listed prompts: one that is listed twice counts twice. */
  @Test
  void accuracyIsTheShareOfListedPromptsWhoseLikeliestAnswerIsBest() {
    GroundTruth truth = GroundTruth.of(INSTANCE);
    boolean differ = false;
    for (double theta : STUDENTS) {
      TokenLaw law = TARGET.student(vector(theta));
      double share = 0;
      for (String prompt : TARGET.target()) {
        double best =
            TARGET.answers(prompt).stream().mapToDouble(Answer::reward).max().orElseThrow();
        boolean right = likeliest(law, prompt).reward() == best;
        share += right ? 1.0 / TARGET.target().size() : 0;
      }
      differ |= share > 0 && share < 1;
      EdgeLaw student = truth.problem().target().student().law(vector(theta));
      assertEquals(share, AnswerSamples.accuracy(truth, student), 1e-12);
    }
    assertTrue(differ, "no student is right on some prompts and wrong on others");
  }

  /** Two answers with probabilities 0.51 and 0.49, of which one is worth 1 and λ is small. */
  @Test
  void temperaturesReachFromASixtyFourthToSixtyFour() {
    RandomSpec spec =
        RandomSpec.SMALL.withHorizon(1).withPrompts(1, 1).withDimensions(1, 1).withLambda(0.05);
    Instance.Header header = RandomInstance.of(spec, 1).instance().header();
    for (int right = 0; right < 2; right++) {
      double exponent = right == 0 ? 64 : 1.0 / 64;
      List<PromptTable> tables = new ArrayList<>();
      for (String name : List.of("s", "t")) {
        StateTable root =
            StateTable.of(
                ImmutableIntArray.of(),
                ImmutableIntArray.of(0, 1),
                new double[] {0.5, -0.5},
                new double[] {0.5, -0.5},
                new double[] {0.51, 0.49});
        Map<ImmutableIntArray, Double> rewards = new LinkedHashMap<>();
        rewards.put(ImmutableIntArray.of(0), right == 0 ? 1.0 : 0.0);
        rewards.put(ImmutableIntArray.of(1), right == 1 ? 1.0 : 0.0);
        tables.add(PromptTable.of(Prompt.of(name), List.of(root), rewards));
      }
      GroundTruth truth = GroundTruth.of(Instance.of(header, tables, List.of("s"), List.of("t")));
      double odds = Math.pow(0.51 / 0.49, exponent);
      double p = odds / (1 + odds);
      double divergence = p * Math.log(p / 0.51) + (1 - p) * Math.log((1 - p) / 0.49);
      double expected = (right == 0 ? p : 1 - p) - 0.05 * divergence;
      assertEquals(expected, truth.objective(Control.TEMPERATURE.law(truth)), 1e-9);
    }
  }
}

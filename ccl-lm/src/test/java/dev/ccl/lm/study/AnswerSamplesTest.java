package dev.ccl.lm.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.ImmutableList;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.lm.answer.TaskReading;
import dev.ccl.lm.compile.CompileSettings;
import dev.ccl.lm.compile.ModelProblem;
import dev.ccl.lm.compile.ToyModel;
import dev.ccl.lm.recipe.FeatureRecipe;
import dev.ccl.lm.task.AnswerGrammar;
import dev.ccl.lm.task.Question;
import dev.ccl.lm.task.Shift;
import dev.ccl.lm.task.Split;
import dev.ccl.lm.task.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Answers that are shown to people: which prompts, which pieces, whose rewards. */
class AnswerSamplesTest {
  private static final Task TASK = task();
  private static final ModelProblem TREES =
      ModelProblem.whole(
          TASK,
          Split.draw(TASK.questions(), TASK.shifts().get(0), 6, 3),
          TaskReading.Source.of(ToyModel.loaded(5)),
          CompileSettings.DEFAULT.withRecipes(
              FeatureRecipe.parse("log,embedding=2"), FeatureRecipe.parse("log,embedding=2")),
          1);

  /** Six of the target prompts; four of them, spread evenly, are i · 6/4 rounded down. */
  private static final List<Integer> SHOWN = List.of(0, 1, 3, 4);

  private static Task task() {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      questions.add(Question.of("q" + i, "a", "q" + i, "say " + i, Map.of()));
    }
    return Task.of(
        "toy",
        questions,
        AnswerGrammar.positions(List.of(List.of("x", "y", "z"), List.of("xy", "", "z"))),
        (q, answer) -> reward(q.text(), answer),
        List.of(Shift.between("halves", List.of("a"), List.of("a"))));
  }

  /** Another number for every question and answer, with two digits. */
  private static double reward(String question, String answer) {
    return Math.floorMod((question + answer).hashCode(), 100) / 100.0;
  }

  /** The likeliest piece at every step. */
  private static String greedy(Prompt prompt, BiConsumer<State, double[]> scores) {
    LearningProblem problem = TREES.problem();
    List<String> first = List.of("x", "y", "z");
    List<String> second = List.of("xy", "", "z");
    State root = problem.mdp().start(prompt);
    double[] at = new double[3];
    scores.accept(root, at);
    int one = best(at);
    scores.accept(problem.mdp().append(root, root.legal().get(one)), at);
    return first.get(one) + second.get(best(at));
  }

  private static int best(double[] scores) {
    return scores[0] >= scores[1] && scores[0] >= scores[2] ? 0 : scores[1] >= scores[2] ? 1 : 2;
  }

  private static String line(Prompt prompt, String before, String after) {
    return String.format(
        Locale.ROOT,
        "%s  %s (%.2f) -> %s (%.2f)",
        prompt.text(),
        before,
        reward(prompt.text(), before),
        after,
        reward(prompt.text(), after));
  }

  @Test
  void likeliestPiecesBeforeAndAfterWithTheirRewards() {
    LearningProblem problem = TREES.problem();
    double[] theta = new double[problem.student().set().dimension()];
    Arrays.fill(theta, -7);
    List<String> expected = new ArrayList<>();
    boolean differ = false;
    for (int r : SHOWN) {
      Prompt prompt = problem.target().dataset().prompts().get(r);
      String before = greedy(prompt, problem.reference()::probabilities);
      String after = greedy(prompt, (s, out) -> problem.student().family().logits(theta, s, out));
      expected.add(line(prompt, before, after));
      differ |= !before.equals(after);
    }
    assertTrue(differ, "a student that answers otherwise");
    assertEquals(expected, AnswerSamples.greedy(TREES, theta, 4));
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG")); // where numbers are written otherwise
      assertEquals(expected, AnswerSamples.greedy(TREES, theta, 4));
    } finally {
      Locale.setDefault(before);
    }
    assertEquals(List.of(), AnswerSamples.greedy(TREES, theta, 0));
    assertEquals(expected.subList(0, 1), AnswerSamples.greedy(TREES, theta, 1));
    assertEquals(6, AnswerSamples.greedy(TREES, theta, 7).size());
    double[] uniform = new double[theta.length];
    for (String line : AnswerSamples.greedy(TREES, uniform, 6)) {
      String first = line.substring(line.indexOf(" -> "));
      assertTrue(first.startsWith(" -> xxy ("), "the first of equals: " + line);
    }
  }

  /** The likeliest whole answer. */
  private static String likeliest(Prompt prompt, BiConsumer<State, double[]> probabilities) {
    List<String> first = List.of("x", "y", "z");
    List<String> second = List.of("xy", "", "z");
    State root = TREES.problem().mdp().start(prompt);
    double[] one = new double[3];
    double[] two = new double[3];
    probabilities.accept(root, one);
    String answer = "";
    double highest = 0;
    for (int k = 0; k < 3; k++) {
      probabilities.accept(TREES.problem().mdp().append(root, root.legal().get(k)), two);
      for (int j = 0; j < 3; j++) {
        if (one[k] * two[j] > highest) {
          highest = one[k] * two[j];
          answer = first.get(k) + second.get(j);
        }
      }
    }
    return answer;
  }

  /** A student without parameters is uniform: the first answer is as likely as any. */
  @Test
  void shownPromptsAreSpreadOverAll() {
    GroundTruth truth = GroundTruth.of(TREES.problem(), TREES.rewards());
    double[] theta = new double[TREES.problem().student().set().dimension()];
    List<Prompt> prompts = TREES.problem().target().dataset().prompts();
    List<String> lines = AnswerSamples.likeliest(truth, theta, TREES::text, 4);
    assertEquals(4, lines.size());
    for (int i = 0; i < 4; i++) {
      Prompt prompt = prompts.get(SHOWN.get(i));
      String before = likeliest(prompt, TREES.problem().reference()::probabilities);
      assertNotEquals("xxy", before);
      assertEquals(line(prompt, before, "xxy"), lines.get(i));
    }
    assertEquals(6, AnswerSamples.likeliest(truth, theta, TREES::text, 9).size());
  }

  /** Where no answer is worth anything, none is right. */
  @Test
  void aPromptWithoutARewardedAnswerIsNotAnsweredRight() {
    Task some =
        Task.of(
            "some",
            TASK.questions(),
            TASK.grammar(),
            (q, answer) -> q.text().length() % 2, // "say 10" and "say 11" are worth nothing
            TASK.shifts());
    Split split =
        new Split(
            ImmutableList.copyOf(some.questions().subList(0, 6)),
            ImmutableList.copyOf(some.questions().subList(8, 12))); // 8 to 11
    ModelProblem trees =
        ModelProblem.whole(
            some,
            split,
            TaskReading.Source.of(ToyModel.loaded(5)),
            CompileSettings.DEFAULT.withRecipes(
                FeatureRecipe.TEMPERATURE, FeatureRecipe.TEMPERATURE),
            1);
    GroundTruth truth = GroundTruth.of(trees.problem(), trees.rewards());
    assertEquals(0.5, AnswerSamples.accuracy(truth, truth.problem().target().reference()));
  }
}

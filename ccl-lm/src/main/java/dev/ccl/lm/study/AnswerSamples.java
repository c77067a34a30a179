package dev.ccl.lm.study;

import com.google.common.primitives.ImmutableIntArray;
import dev.ccl.core.forest.EdgeLaw;
import dev.ccl.core.forest.Forest;
import dev.ccl.core.forest.Sweeps;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.mdp.TokenMdp;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.lm.compile.ModelProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** What policies answer to target prompts, before and after learning, failures included. */
public final class AnswerSamples {
  private AnswerSamples() {}

  /** Spells an answer out. */
  @FunctionalInterface
  public interface Text {
    /**
     * Returns an answer as people read it.
     *
     * @param prompt x
     * @param answer the answer
     * @return its text
     */
    String of(Prompt prompt, ImmutableIntArray answer);
  }

  /** The share of target prompts whose likeliest answer has the largest reward, if that is any. */
  static double accuracy(GroundTruth truth, EdgeLaw policy) {
    Forest forest = policy.forest();
    int roots = forest.prompts().size();
    double[] weights = truth.problem().target().dataset().rootWeights();
    int[] likeliest = likeliest(policy);
    double[] largest = new double[roots];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        int r = forest.root(e);
        largest[r] = Math.max(largest[r], truth.target().reward(e));
      }
    }
    double sum = 0;
    for (int r = 0; r < roots; r++) {
      boolean right = largest[r] > 0 && truth.target().reward(likeliest[r]) >= largest[r];
      sum += right ? weights[r] : 0;
    }
    return sum;
  }

  /** The likeliest answer to each prompt, as its last edge. */
  static int[] likeliest(EdgeLaw policy) {
    Forest forest = policy.forest();
    int roots = forest.prompts().size();
    double[] ones = new double[roots];
    Arrays.fill(ones, 1);
    double[] reach = Sweeps.reach(policy, ones);
    int[] best = new int[roots];
    Arrays.fill(best, -1);
    double[] highest = new double[roots];
    for (int e = 0; e < forest.edges(); e++) {
      if (forest.child(e) < 0) {
        int r = forest.root(e);
        double p = reach[forest.node(e)] * policy.probability(e);
        if (best[r] < 0 || p > highest[r]) {
          best[r] = e;
          highest[r] = p;
        }
      }
    }
    return best;
  }

  /**
   * Shows the likeliest answers of the reference and of a student.
   *
   * @param truth the problem, with target rewards
   * @param theta the student; read
   * @param text spells answers out
   * @param count how many target prompts, spread over all of them
   * @return a line per prompt, with the rewards of both answers
   */
  public static List<String> likeliest(GroundTruth truth, double[] theta, Text text, int count) {
    EdgeLaw before = truth.problem().target().reference();
    int[] first = likeliest(before);
    int[] second = likeliest(truth.problem().target().student().law(theta));
    Forest forest = before.forest();
    List<String> lines = new ArrayList<>();
    for (int r : spread(count, first.length)) {
      Prompt prompt = forest.prompts().get(r);
      lines.add(
          line(
              prompt,
              text.of(prompt, forest.answer(first[r])),
              truth.target().reward(first[r]),
              text.of(prompt, forest.answer(second[r])),
              truth.target().reward(second[r])));
    }
    return lines;
  }

  /**
   * Shows answers of the reference and of a student, at each state the likeliest token.
   *
   * @param trees the problem, whose trees may grow
   * @param theta the student; read
   * @param count how many target prompts, spread over all of them
   * @return a line per prompt, with the rewards of both answers
   */
  public static List<String> greedy(ModelProblem trees, double[] theta, int count) {
    LearningProblem problem = trees.problem();
    List<Prompt> prompts = problem.target().dataset().prompts();
    List<String> lines = new ArrayList<>();
    for (int r : spread(count, prompts.size())) {
      Prompt prompt = prompts.get(r);
      ImmutableIntArray before = greedy(problem.mdp(), prompt, problem.reference()::probabilities);
      ImmutableIntArray after =
          greedy(
              problem.mdp(), prompt, (s, out) -> problem.student().family().logits(theta, s, out));
      lines.add(
          line(
              prompt,
              trees.text(prompt, before),
              trees.rewards().reward(prompt, before),
              trees.text(prompt, after),
              trees.rewards().reward(prompt, after)));
    }
    return lines;
  }

  private static ImmutableIntArray greedy(
      TokenMdp mdp, Prompt prompt, BiConsumer<State, double[]> scores) {
    double[] local = new double[mdp.vocabulary().size()];
    State at = mdp.start(prompt);
    while (!mdp.isForced(at)) {
      scores.accept(at, local);
      int best = 0;
      for (int k = 1; k < at.legal().length(); k++) {
        best = local[k] > local[best] ? k : best;
      }
      at = mdp.append(at, at.legal().get(best));
    }
    return mdp.complete(at);
  }

  private static int[] spread(int count, int all) {
    int[] places = new int[Math.min(count, all)];
    Arrays.setAll(places, i -> (int) ((long) i * all / places.length));
    return places;
  }

  private static String line(
      Prompt prompt, String before, double firstReward, String after, double secondReward) {
    return String.format(
        Locale.ROOT,
        "%s  %s (%.2f) -> %s (%.2f)",
        prompt.text(),
        before,
        firstReward,
        after,
        secondReward);
  }
}

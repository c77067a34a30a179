package dev.ccl.algorithms.naive;

import dev.ccl.core.mdp.Prompt;
import dev.ccl.core.mdp.State;
import dev.ccl.core.policy.PolicyFamily;
import dev.ccl.core.problem.LearningProblem;
import java.util.ArrayList;
import java.util.List;

/** The answers of a prompt by listing; shares no kernel with the forest. */
public final class Answers {
  private Answers() {}

  /** A complete answer as the states it passes and the places of its tokens there. */
  public record Answer(List<State> states, List<Integer> taken) {}

  public static List<Answer> of(LearningProblem problem, Prompt prompt) {
    List<Answer> all = new ArrayList<>();
    extend(problem, problem.mdp().start(prompt), new ArrayList<>(), new ArrayList<>(), all);
    return all;
  }

  private static void extend(
      LearningProblem problem,
      State state,
      List<State> states,
      List<Integer> taken,
      List<Answer> all) {
    if (states.size() == problem.horizon()) {
      all.add(new Answer(List.copyOf(states), List.copyOf(taken)));
      return;
    }
    for (int k = 0; k < state.legal().length(); k++) {
      states.add(state);
      taken.add(k);
      State next =
          states.size() == problem.horizon()
              ? state
              : problem.mdp().append(state, state.legal().get(k));
      extend(problem, next, states, taken, all);
      states.remove(states.size() - 1);
      taken.remove(taken.size() - 1);
    }
  }

  /** Token probabilities of a policy at a state, by the definition. */
  public static double[] softmax(PolicyFamily family, double[] parameter, State state) {
    double[] p = new double[state.legal().length()];
    family.logits(parameter, state, p);
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      p[k] = Math.exp(p[k]);
      sum += p[k];
    }
    for (int k = 0; k < p.length; k++) {
      p[k] /= sum;
    }
    return p;
  }

  public static double logLikelihood(PolicyFamily family, double[] parameter, Answer answer) {
    double sum = 0;
    for (int h = 0; h < answer.states().size(); h++) {
      sum += Math.log(softmax(family, parameter, answer.states().get(h))[answer.taken().get(h)]);
    }
    return sum;
  }

  public static double[] score(PolicyFamily family, double[] parameter, Answer answer) {
    int d = family.dimension();
    double[] score = new double[d];
    for (int h = 0; h < answer.states().size(); h++) {
      State state = answer.states().get(h);
      double[] p = softmax(family, parameter, state);
      double[] rows = new double[p.length * d];
      family.gradients(parameter, state, rows);
      for (int k = 0; k < p.length; k++) {
        double c = (k == answer.taken().get(h) ? 1 : 0) - p[k];
        for (int i = 0; i < d; i++) {
          score[i] += c * rows[k * d + i];
        }
      }
    }
    return score;
  }
}

package dev.ccl.algorithms.variants;

import dev.ccl.testkit.naive.Answer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code teaching=proven}: the solution of the equations of different answers, from the first one
 * to spare on, as long as every other reward is what it says.
 */
class PlainProof {
  private static final double ROUNDING = 1e-9; // of rewards
  private static final int DIMENSION = 2;

  private final PlainEquations equations;
  private final Map<Answer, Integer> counts = new LinkedHashMap<>();
  private final Map<Answer, Double> rewards = new HashMap<>();
  private final Map<String, Answer> firsts = new HashMap<>(); // by prompt
  private int attempts;
  private boolean contradicted;
  private boolean isOver; // without a proof
  private double[] solved;

  PlainProof(PlainEquations equations) {
    this.equations = equations;
  }

  void verified(Answer answer, double reward) {
    if (contradicted || isOver || counts.containsKey(answer)) {
      return;
    }
    Answer first = firsts.putIfAbsent(answer.node(1).prompt(), answer);
    if (solved != null && first != null) {
      double here = equations.unexplained(solved, answer, reward);
      double there = equations.unexplained(solved, first, rewards.get(first));
      contradicted = contradicts(here - there);
    } else {
      counts.put(answer, 1);
      rewards.put(answer, reward);
      int spare = counts.size() - firsts.size() - DIMENSION;
      if (solved == null && spare >= 1 + attempts * DIMENSION) {
        PlainEquations.Solution solution = equations.solve(counts, rewards);
        solved = proves(solution) ? solution.w() : null;
        attempts += solution.isTested() ? 1 : 0;
        isOver = solved == null && (attempts == 2 || spare == 1 + 2 * DIMENSION);
      }
    }
  }

  protected boolean proves(PlainEquations.Solution solution) {
    return solution.isTested() && solution.residual() <= ROUNDING;
  }

  protected boolean contradicts(double unexplained) {
    return Math.abs(unexplained) > ROUNDING;
  }

  double[] taught(double[] w) {
    return solved == null || contradicted ? w : solved;
  }
}

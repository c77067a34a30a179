package dev.ccl.theory.claims;

import dev.ccl.algorithms.LearnerState;
import dev.ccl.core.mdp.Prompt;
import dev.ccl.testkit.Evidence;
import dev.ccl.testkit.Findings;
import dev.ccl.testkit.Tolerance;
import dev.ccl.testkit.naive.Answer;
import dev.ccl.testkit.naive.Naive;
import dev.ccl.testkit.naive.Node;
import dev.ccl.testkit.naive.SmallAlgebra;
import dev.ccl.testkit.naive.StudentUpdate;
import dev.ccl.testkit.naive.StudentUpdate.Mass;
import dev.ccl.theory.Case;
import dev.ccl.theory.Claim;
import dev.ccl.theory.Kind;
import dev.ccl.theory.Requirement;
import java.util.List;

/** lem:ced-selection and what a round costs (C26, C32). */
public final class SelectionClaims {
  private SelectionClaims() {}

  /** {@return the claims, C26, C32} */
  public static List<Claim> all() {
    return List.of(
        Claim.of(
            "C26",
            "lem:ced-selection",
            "C_t(θ_t) ≤ min_k C_t(ϑ_k) + ξ_t, E ξ_t ≤ 16λBH/(t+1), and ties go to k = 1",
            Kind.LAW,
            SelectionClaims::selection,
            Requirement.REWARDS,
            Requirement.IDENTIFIED,
            Requirement.TINY_TARGET),
        Claim.of(
            "C32",
            "sec:algorithm",
            "T source queries, b_t + 2q_t target rollouts per round, no target reward read",
            Kind.EXACT,
            SelectionClaims::budgets,
            Requirement.REWARDS,
            Requirement.IDENTIFIED));
  }

  private static void selection(Case c, Findings f) {
    Naive naive = c.specimen().naive();
    StudentUpdate update = StudentUpdate.of(naive, c.w(), c.theta());
    double cost1 = c.subject().cost(c.w(), c.theta());
    double cost2 = c.subject().cost(c.w(), c.vartheta());
    f.equal("C_t(ϑ_1)", cost1, c.specimen().costs().cost(c.w(), c.theta()), 1);
    f.equal("C_t(ϑ_2)", cost2, c.specimen().costs().cost(c.w(), c.vartheta()), 1);
    for (int t = 1; t <= (naive.size() <= 8 ? 2 : 1); t++) { // 126² pairs of estimates at most
      int q = (t + 1) * (t + 1);
      double error = 0;
      double regret = 0; // the largest excess over min_k C_t(ϑ_k) + ξ_t on any path
      List<Mass> second = update.estimateLaw(c.vartheta(), q);
      for (Mass one : update.estimateLaw(c.theta(), q)) {
        for (Mass two : second) {
          double xi = 2 * Math.max(Math.abs(one.value() - cost1), Math.abs(two.value() - cost2));
          error += one.probability() * two.probability() * xi;
          double selected = one.value() <= two.value() ? cost1 : cost2;
          regret = Math.max(regret, selected - Math.min(cost1, cost2) - xi);
        }
      }
      f.add(
          Evidence.equal(
              "C_t(θ_t) above min C_t(ϑ_k) + ξ_t",
              regret,
              0,
              Tolerance.rounding(9_000, 1 + Math.abs(cost1))));
      f.atMost("E ξ_t, t = " + t, error, 4 * CostClaims.logRatioBound(naive) / (t + 1));
    }
    if (!c.isSampling()) {
      return;
    }
    if (isFlat(naive)) {
      for (LearnerState state : Rounds.calibrating(c, 0, 20)) {
        f.equal("a tie goes to k = 1", state.ledger().firstWins(), 1, 0);
        f.equal("θ after a tie", state.student().toArray(), c.theta(), 1);
      }
    } else {
      StudentLaws.update(c, f);
    }
  }

  /** Whether the student's law does not depend on θ, so that all costs are equal. */
  private static boolean isFlat(Naive naive) {
    for (String x : naive.target()) {
      for (Node s : naive.nodes(x)) {
        for (int k = 1; k < s.size(); k++) {
          if (SmallAlgebra.distance(s.phiStu(0), s.phiStu(k)) > 0) {
            return false;
          }
        }
      }
    }
    return tiesAtZero(naive);
  }

  /** Whether no calibration can be told from the student on the target. */
  private static boolean tiesAtZero(Naive naive) {
    for (String x : naive.target()) {
      for (Node s : naive.nodes(x)) {
        for (int k = 1; k < s.size(); k++) {
          if (SmallAlgebra.norm(s.difference(0, k)) > 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static void budgets(Case c, Findings f) {
    LearnerState state = Rounds.state(c.streams().rootSeed(), 0, c.w(), c.theta());
    long gradient = 0;
    long validation = 0;
    for (long t = 0; t < 5; t++) {
      state = Rounds.next(c.subject()::open, state);
      gradient += t + 2;
      validation += 2 * (t + 2) * (t + 2);
      f.equal("rounds", state.round(), t + 1, 0);
      f.equal("source queries", state.ledger().sourceQueries(), t + 1, 0);
      f.equal("gradient rollouts", state.ledger().gradientRollouts().longValue(), gradient, 0);
      f.equal(
          "validation rollouts", state.ledger().validationRollouts().longValue(), validation, 0);
    }
    Naive naive = c.specimen().naive();
    for (String x : naive.target()) {
      if (!naive.source().contains(x)) {
        Prompt prompt = naive.instance().prompts().get(x).prompt();
        Answer answer = naive.answers(x).get(0);
        boolean refused = false;
        try {
          c.subject().query(prompt, answer.tokens());
        } catch (IllegalArgumentException e) {
          refused = true;
        }
        f.isTrue("a target reward is refused, prompt " + x, refused);
      }
    }
    for (String x : naive.source()) {
      Prompt prompt = naive.instance().prompts().get(x).prompt();
      Answer answer = naive.answers(x).get(0);
      f.equal(
          "a source reward, prompt " + x,
          c.subject().query(prompt, answer.tokens()),
          answer.reward(),
          0);
    }
  }
}
